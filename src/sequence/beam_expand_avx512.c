/* Children of many boards with AVX-512. The four slides of a board are in the four
 * quarters of a vector, one byte shuffle makes all frames, and the lines of all four
 * children are looked up at once. The results equal those of beam_expand.c; functions
 * that repeat a portable one with mask registers name it. */
#include "sequence/beam_expand.h"

#if defined(__x86_64__)

#include "sequence/step.h"
#include "sequence/trace.h"

#include <immintrin.h>

#define AVX512        __attribute__((target("avx2,bmi,bmi2,avx512f,avx512dq,avx512bw,avx512vl")))
#define ALWAYS_INLINE AVX512 static inline __attribute__((always_inline))

/* Constants for all boards. Each quarter of a vector belongs to a direction, in the order
 * of enum trey_direction. */
struct constants {
    __m512i frame, unframe, transpose; /* bytes of a quarter */
    __m512i order;                     /* of the lanes in ties */
    __m512i tile; /* rank of the tile, in the last cell of each lane */
    __m128i gap;  /* unused bits of a byte */
    __m128i pair_shift;
    __m512i pair_low, pair_high; /* masks of two cells of a line index each */
};

/* Sets, for each set bit of a cell, the bits of all cells behind it in its line, in four
 * boards. */
ALWAYS_INLINE uint64_t fill_behind(uint64_t cells)
{
    cells |= cells << 1 & 0xeeeeeeeeeeeeeeeeu;
    return cells | (cells << 2 & 0xccccccccccccccccu);
}

/* trey_slide_frame */
ALWAYS_INLINE __m512i slide(__m512i frame, uint64_t *merged)
{
    const __m512i three = _mm512_set1_epi8(3), max_rank = _mm512_set1_epi8(TREY_MAX_RANK);
    __m512i rear = _mm512_srli_epi32(frame, 8);
    uint64_t hole = _mm512_testn_epi8_mask(frame, frame);
    uint64_t equal = _mm512_cmpeq_epi8_mask(frame, rear) &
                     _mm512_cmpge_epu8_mask(frame, three) &
                     _mm512_cmplt_epu8_mask(frame, max_rank);
    uint64_t one_two = _mm512_cmpeq_epi8_mask(_mm512_add_epi8(frame, rear), three) &
                       _mm512_test_epi8_mask(rear, rear);
    uint64_t moving = fill_behind(hole | equal | one_two);
    uint64_t first = moving & ~(moving << 1 & 0xeeeeeeeeeeeeeeeeu);
    __m512i taken = _mm512_mask_add_epi8(rear, first & equal, rear, _mm512_set1_epi8(1));
    taken = _mm512_mask_add_epi8(taken, first & one_two, taken, frame);
    *merged = first & (equal | one_two) & ~hole;
    return _mm512_mask_mov_epi8(frame, moving, taken);
}

/* trey_spawn_lane: one bit for each lane. */
ALWAYS_INLINE __mmask16 spawn_lanes(const struct constants *c, __m512i frame,
                                    __m512i slid)
{
    __mmask16 moved = _mm512_cmpneq_epi32_mask(frame, slid);
    __m512i key = _mm512_or_si512(_mm512_slli_epi32(slid, 8), c->order);
    __m512i min = _mm512_mask_mov_epi32(_mm512_set1_epi32(-1), moved, key);
    min = _mm512_min_epu32(min, _mm512_shuffle_epi32(min, _MM_PERM_BADC));
    min = _mm512_min_epu32(min, _mm512_shuffle_epi32(min, _MM_PERM_CDAB));
    return _mm512_cmpeq_epi32_mask(key, min);
}

/* Points gained by the merges in each direction. */
ALWAYS_INLINE __m256i points_of_merges(__m512i frame, uint64_t merged)
{
    const __m512i byte = _mm512_set1_epi32(0xff);
    __m512i rank = _mm512_maskz_mov_epi8(merged, frame);
    rank = _mm512_or_si512(rank, _mm512_srli_epi32(rank, 16));
    rank = _mm512_and_si512(_mm512_or_si512(rank, _mm512_srli_epi32(rank, 8)), byte);
    const void *points = trey_beam_merge_points;
    __m512i low = _mm512_i32gather_epi64(_mm512_castsi512_si256(rank), points, 8);
    __m512i high = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(rank, 1), points, 8);
    __m512i sum = _mm512_add_epi64(_mm512_unpacklo_epi64(low, high),
                                   _mm512_unpackhi_epi64(low, high));
    /* up, down, up, down, right, left, right, left */
    sum = _mm512_add_epi64(sum, _mm512_permutex_epi64(sum, _MM_PERM_BADC));
    const __m512i lanes = _mm512_setr_epi64(0, 4, 1, 5, 0, 0, 0, 0);
    return _mm512_castsi512_si256(_mm512_permutexvar_epi64(lanes, sum));
}

ALWAYS_INLINE __m512i line_indices(const struct constants *c, __m512i boards)
{
    __m512i cells = _mm512_or_si512(boards, _mm512_srl_epi32(boards, c->gap));
    return _mm512_or_si512(
        _mm512_and_si512(cells, c->pair_low),
        _mm512_and_si512(_mm512_srl_epi32(cells, c->pair_shift), c->pair_high));
}

/* trey_eval_board of four boards, each value in all lanes of its quarter. */
ALWAYS_INLINE __m512i evaluate(const struct constants *c, const int32_t *line,
                               __m512i boards)
{
    __m512i turned = _mm512_shuffle_epi8(boards, c->transpose);
    __m512i sum =
        _mm512_add_epi32(_mm512_i32gather_epi32(line_indices(c, boards), line, 4),
                         _mm512_i32gather_epi32(line_indices(c, turned), line, 4));
    sum = _mm512_add_epi32(sum, _mm512_shuffle_epi32(sum, _MM_PERM_BADC));
    return _mm512_add_epi32(sum, _mm512_shuffle_epi32(sum, _MM_PERM_CDAB));
}

ALWAYS_INLINE bool any_of(uint64_t cells, int direction)
{
    return (uint16_t)(cells >> (16 * direction)) != 0;
}

/* trey_eval_legal_slides of four boards. */
ALWAYS_INLINE void count_legal_slides(__m512i boards, int legal_slides[4])
{
    enum { FEW = 2 };
    const __m512i two = _mm512_set1_epi8(2), three = _mm512_set1_epi8(3);
    uint64_t hole = _mm512_testn_epi8_mask(boards, boards);
    uint64_t crowded = 0;
    for (int d = 0; d < 4; d++) {
        legal_slides[d] = 4;
        crowded |= (uint64_t)(__builtin_popcountll(hole >> (16 * d) & 0xffff) <= FEW)
                   << d;
    }
    if (crowded == 0)
        return;
    __m512i right = _mm512_srli_epi32(boards, 8), down = _mm512_bsrli_epi128(boards, 4);
    __m512i left = _mm512_slli_epi32(boards, 8), up = _mm512_bslli_epi128(boards, 4);
    uint64_t large = _mm512_cmpgt_epu8_mask(boards, two);
    uint64_t small = ~large & ~hole;
    uint64_t row =
        (_mm512_cmpeq_epi8_mask(boards, right) & large) |
        (_mm512_cmpeq_epi8_mask(_mm512_add_epi8(boards, right), three) & small);
    uint64_t column =
        (_mm512_cmpeq_epi8_mask(boards, down) & large) |
        (_mm512_cmpeq_epi8_mask(_mm512_add_epi8(boards, down), three) & small);
    uint64_t to_left = hole & _mm512_test_epi8_mask(right, right);
    uint64_t to_right = hole & _mm512_test_epi8_mask(left, left);
    uint64_t to_top = hole & _mm512_test_epi8_mask(down, down);
    uint64_t to_bottom = hole & _mm512_test_epi8_mask(up, up);
    for (int d = 0; d < 4; d++)
        if (crowded >> d & 1)
            legal_slides[d] = any_of(row | to_left, d) + any_of(row | to_right, d) +
                              any_of(column | to_top, d) + any_of(column | to_bottom, d);
}

/* The four children of a board and the parts of their values. */
struct four_children {
    trey_bytes board[4];
    uint64_t points[4];
    int32_t line_sum[4][4];
    int legal_slides[4];
};

/* Returns four bits for each direction, not all 0 if the slide is legal. */
ALWAYS_INLINE unsigned make_four(const struct constants *c, const int32_t *line,
                                 const trey_bytes *board, struct four_children *made)
{
    uint64_t merged;
    __m512i four = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)board));
    __m512i frame = _mm512_shuffle_epi8(four, c->frame);
    __m512i slid = slide(frame, &merged);
    __mmask16 spawn = spawn_lanes(c, frame, slid);
    __m512i after =
        _mm512_shuffle_epi8(_mm512_mask_or_epi32(slid, spawn, slid, c->tile), c->unframe);
    _mm512_storeu_si512(made->board, after);
    _mm256_storeu_si256((void *)made->points, points_of_merges(frame, merged));
    _mm512_storeu_si512(made->line_sum, evaluate(c, line, after));
    count_legal_slides(after, made->legal_slides);
    return spawn;
}

ALWAYS_INLINE struct constants make_constants(const struct trey_expansion *x)
{
    uint8_t frame[64], unframe[64], transpose[64];
    for (int d = 0; d < 4; d++)
        for (int at = 0; at < 16; at++) {
            int cell = trey_unframe_cell(at, (enum trey_direction)d);
            frame[16 * d + at] = (uint8_t)cell;
            unframe[16 * d + cell] = (uint8_t)at;
            transpose[16 * d + at] = (uint8_t)(at % 4 * 4 + at / 4);
        }
    uint32_t order[16];
    for (int d = 0; d < 4; d++)
        for (int lane = 0; lane < 4; lane++)
            order[4 * d + lane] =
                (uint32_t)(trey_last_lane_wins((enum trey_direction)d) ? 3 - lane : lane);
    unsigned bits = x->eval.bits;
    int pair = (1 << (2 * bits)) - 1;
    return (struct constants){
        .frame = _mm512_loadu_si512(frame),
        .unframe = _mm512_loadu_si512(unframe),
        .transpose = _mm512_loadu_si512(transpose),
        .order = _mm512_loadu_si512(order),
        .tile = _mm512_set1_epi32((int)((uint32_t)x->tile_rank << 24)),
        .gap = _mm_cvtsi32_si128((int)(8 - bits)),
        .pair_shift = _mm_cvtsi32_si128((int)(16 - 2 * bits)),
        .pair_low = _mm512_set1_epi32(pair),
        .pair_high = _mm512_set1_epi32(pair << (2 * bits)),
    };
}

AVX512 size_t trey_beam_expand_avx512(const struct trey_expansion *expansion,
                                      const struct trey_beam_layer *layer, uint32_t first,
                                      uint32_t last, struct trey_child *children)
{
    const struct constants constants = make_constants(expansion);
    struct trey_child *next = children;
    for (uint32_t index = first; index < last; index++) {
        struct four_children made;
        unsigned spawn =
            make_four(&constants, expansion->eval.line, &layer->boards[index], &made);
        for (unsigned d = 0; d < 4; d++) {
            next->board = made.board[d];
            next->score = layer->scores[index] + expansion->tile_points + made.points[d];
            next->value = trey_child_value(expansion, next->board, next->score,
                                           made.line_sum[d][0], made.legal_slides[d]);
            next->link = trey_link(index, d);
            next += (spawn >> (4 * d) & 0xf) != 0;
        }
    }
    return (size_t)(next - children);
}

#endif
