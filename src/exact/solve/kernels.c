/* The inner loops, compiled four times over: for any processor, for AVX2, for AVX-512,
 * and for AVX-512 with the instructions of VBMI, VBMI2 and VPOPCNTDQ (2019 and later),
 * where folds are written out: an image is two picks of bytes and a choice of nibbles,
 * and eight boards stay in registers from the first image to the least. Elsewhere boards
 * are taken 64 at a time, so that what a loop leaves is in the first cache for the next.
 */
#include "exact/solve/kernels.h"
#include "base/check.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

enum { LANES = TREY_BATCH };

/* `rule` and `doublings` are constants where this is inlined, or the loop makes no
 * vectors. */
ALWAYS_INLINE void slide_lines_by(enum trey_slide_rule mechanics,
                                  struct trey_slide_masks masks, unsigned doublings,
                                  const trey_board *restrict boards,
                                  trey_board *restrict after, size_t count)
{
    masks.doublings = doublings;
    for (size_t i = 0; i < count; i++) {
        uint64_t made;
        after[i] = trey_slide_by_rule(mechanics, boards[i], &masks, 0, &made);
    }
}

ALWAYS_INLINE void slide_lines(const struct trey_exact_game *game, int d,
                               unsigned doublings, const trey_board *restrict boards,
                               trey_board *restrict after, size_t count)
{
    if (game->slide == TREY_SLIDE_2048)
        slide_lines_by(TREY_SLIDE_2048, game->masks[d], doublings, boards, after, count);
    else
        slide_lines_by(TREY_SLIDE_THREES, game->masks[d], doublings, boards, after,
                       count);
}

/* Lines have at most TREY_EXACT_MAX_CELLS cells; masks for longer ones do no harm. */
ALWAYS_INLINE void slide(const struct trey_exact_game *game, int d,
                         const trey_board *restrict boards, trey_board *restrict after,
                         size_t count)
{
    if (game->masks[d].doublings <= 1)
        slide_lines(game, d, 1, boards, after, count);
    else if (game->masks[d].doublings == 2)
        slide_lines(game, d, 2, boards, after, count);
    else
        slide_lines(game, d, 4, boards, after, count);
}

ALWAYS_INLINE void reflect(const struct trey_mirror *mirror,
                           const trey_board *restrict from, trey_board *restrict to)
{
    memset(to, 0, LANES * sizeof *to);
    for (unsigned k = 0; k < mirror->count; k++) {
        uint64_t mask = mirror->term[k].mask;
        int shift = mirror->term[k].shift;
        if (shift < 0)
            for (int i = 0; i < LANES; i++)
                to[i] |= (from[i] & mask) >> -shift;
        else
            for (int i = 0; i < LANES; i++)
                to[i] |= (from[i] & mask) << shift;
    }
}

ALWAYS_INLINE void take_least(trey_board *restrict least,
                              const trey_board *restrict image)
{
    for (int i = 0; i < LANES; i++) /* signed: boards are below 2^40, AVX2 has no other */
        least[i] = (int64_t)image[i] < (int64_t)least[i] ? image[i] : least[i];
}

/* Of each image the less of it and it exchanged. */
ALWAYS_INLINE void take_exchanged(trey_board *restrict image)
{
    for (int i = 0; i < LANES; i++) {
        trey_board other = trey_exchange(image[i]);
        image[i] = (int64_t)other < (int64_t)image[i] ? other : image[i];
    }
}

ALWAYS_INLINE void fold(const struct trey_exact_game *game, const struct trey_fold *fold,
                        trey_board *boards, size_t count)
{
    if (fold->steps == 0 && !fold->exchange)
        return;
    trey_board image[TREY_IMAGES][LANES];
    memset(image[0], 0, sizeof image[0]);
    for (size_t from = 0; from < count; from += LANES) {
        size_t size = count - from < LANES ? count - from : LANES;
        memcpy(image[0], boards + from, size * sizeof *boards);
        unsigned least = 0; /* the first wanted image gathers the others */
        while (!(fold->wanted >> least & 1))
            least++;
        for (unsigned k = 0; k < fold->steps; k++)
            reflect(&game->mirror[fold->step[k].mirror], image[fold->step[k].from],
                    image[k + 1]);
        if (fold->exchange)
            for (unsigned k = least; k <= fold->steps; k++)
                take_exchanged(image[k]);
        for (unsigned k = least + 1; k <= fold->steps; k++)
            take_least(image[least], image[k]);
        memcpy(boards + from, image[least], size * sizeof *boards);
    }
}

ALWAYS_INLINE size_t slide_legal(const struct trey_exact_game *game, int d,
                                 const trey_board *boards, size_t count,
                                 trey_board *after, uint8_t *who)
{
    trey_board all[LANES];
    size_t legal = 0;
    slide(game, d, boards, all, count);
    for (size_t i = 0; i < count; i++) {
        after[legal] = all[i];
        who[legal] = (uint8_t)i;
        legal += all[i] != boards[i];
    }
    return legal;
}

ALWAYS_INLINE void turn(const struct trey_exact_game *game, const struct trey_fold *how,
                        trey_board *boards, bool *turned, size_t count)
{
    struct trey_fold plain = *how;
    plain.exchange = false;
    for (size_t from = 0; from < count; from += LANES) {
        size_t size = count - from < LANES ? count - from : LANES;
        trey_board other[LANES];
        for (size_t i = 0; i < size; i++)
            other[i] = trey_exchange(boards[from + i]);
        fold(game, &plain, boards + from, size);
        fold(game, &plain, other, size);
        for (size_t i = 0; i < size; i++) {
            bool less = other[i] < boards[from + i];
            turned[from + i] = less;
            boards[from + i] = less ? other[i] : boards[from + i];
        }
    }
}

ALWAYS_INLINE void rank(const struct trey_ranking *ranking, const struct trey_rows *rows,
                        const trey_board *boards, uint32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        number[i] = trey_rank_of(ranking, rows, boards[i]);
}

ALWAYS_INLINE void locate(const struct trey_set *set, const uint32_t *number,
                          uint32_t *place, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t at = number[i];
        assert(at >> 6 < set->words);
        uint64_t lower = set->bits[at >> 6] & (((uint64_t)1 << (at & 63)) - 1);
        place[i] = set->before[at >> 6] + (uint32_t)__builtin_popcountll(lower);
        assert(place[i] <= set->count);
    }
}

#define SLIDE(name, target)                                                              \
    target static size_t slide_##name(const struct trey_exact_game *game, int d,         \
                                      const trey_board *boards, size_t count,            \
                                      trey_board *after, uint8_t *who)                   \
    {                                                                                    \
        return slide_legal(game, d, boards, count, after, who);                          \
    }
#define FOLDS(name, target)                                                              \
    target static void fold_##name(const struct trey_exact_game *game,                   \
                                   const struct trey_fold *how, trey_board *boards,      \
                                   size_t count)                                         \
    {                                                                                    \
        fold(game, how, boards, count);                                                  \
    }                                                                                    \
    target static void turn_##name(const struct trey_exact_game *game,                   \
                                   const struct trey_fold *how, trey_board *boards,      \
                                   bool *turned, size_t count)                           \
    {                                                                                    \
        turn(game, how, boards, turned, count);                                          \
    }
#define NUMBERS(name, target)                                                            \
    target static void rank_##name(                                                      \
        const struct trey_ranking *ranking, const struct trey_rows *rows,                \
        const trey_board *boards, uint32_t *number, size_t count)                        \
    {                                                                                    \
        rank(ranking, rows, boards, number, count);                                      \
    }                                                                                    \
    target static void locate_##name(const struct trey_set *set, const uint32_t *number, \
                                     uint32_t *place, size_t count)                      \
    {                                                                                    \
        locate(set, number, place, count);                                               \
    }
#define TABLE(name)                                                                      \
    static const struct trey_kernels kernels_##name = {                                  \
        #name, slide_##name, fold_##name, turn_##name, rank_##name, locate_##name};
#define KERNELS(name, target)                                                            \
    SLIDE(name, target) FOLDS(name, target) NUMBERS(name, target) TABLE(name)

KERNELS(any, )

#if defined(__x86_64__)

KERNELS(avx2, __attribute__((target("avx2,popcnt,bmi,bmi2"))))
KERNELS(avx512,
        __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,popcnt,bmi,bmi2"))))

/* --- picks of bytes --------------------------------------------------------------------
 */

#define VBMI                                                                             \
    __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,"   \
                          "avx512vpopcntdq,popcnt,bmi,bmi2")))

typedef __m512i eight; /* boards */

VBMI static inline __mmask8 lanes_left(size_t count, size_t from)
{
    return count - from < 8 ? (__mmask8)((1u << (count - from)) - 1) : 0xff;
}

VBMI static inline eight image_of(const struct trey_mirror *mirror, eight board)
{
    enum { SECOND_IF_THIRD = 0xd8 }; /* bit by bit: third ? second : first */
    long long low, high;
    memcpy(&low, mirror->pick_low, sizeof low);
    memcpy(&high, mirror->pick_high, sizeof high);
    return _mm512_ternarylogic_epi64(
        _mm512_multishift_epi64_epi8(_mm512_set1_epi64(low), board),
        _mm512_multishift_epi64_epi8(_mm512_set1_epi64(high), board),
        _mm512_set1_epi8((char)0xf0), SECOND_IF_THIRD);
}

VBMI static inline eight exchanged(eight board)
{
    const eight to = _mm512_broadcast_i32x4(
        _mm_setr_epi8(0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    const eight nibble = _mm512_set1_epi8(15);
    eight low = _mm512_shuffle_epi8(to, _mm512_and_si512(board, nibble));
    eight high =
        _mm512_shuffle_epi8(to, _mm512_and_si512(_mm512_srli_epi64(board, 4), nibble));
    return _mm512_or_si512(low, _mm512_slli_epi64(high, 4));
}

VBMI static inline eight least_image(const struct trey_exact_game *game,
                                     const struct trey_fold *fold, eight board)
{
    eight image[TREY_IMAGES], least = _mm512_set1_epi64(-1);
    image[0] = board;
    if (fold->wanted & 1)
        least = board;
    for (unsigned k = 0; k < fold->steps; k++) {
        image[k + 1] =
            image_of(&game->mirror[fold->step[k].mirror], image[fold->step[k].from]);
        if (fold->wanted >> (k + 1) & 1)
            least = _mm512_min_epu64(least, image[k + 1]);
    }
    return least;
}

VBMI static void fold_vbmi(const struct trey_exact_game *game,
                           const struct trey_fold *fold, trey_board *boards, size_t count)
{
    if (fold->steps == 0 && !fold->exchange)
        return;
    for (size_t from = 0; from < count; from += 8) {
        __mmask8 here = lanes_left(count, from);
        eight board = _mm512_maskz_loadu_epi64(here, boards + from);
        eight least = least_image(game, fold, board);
        if (fold->exchange)
            least = _mm512_min_epu64(least, least_image(game, fold, exchanged(board)));
        _mm512_mask_storeu_epi64(boards + from, here, least);
    }
}

VBMI static void turn_vbmi(const struct trey_exact_game *game,
                           const struct trey_fold *fold, trey_board *boards, bool *turned,
                           size_t count)
{
    for (size_t from = 0; from < count; from += 8) {
        __mmask8 here = lanes_left(count, from);
        eight board = _mm512_maskz_loadu_epi64(here, boards + from);
        eight least = least_image(game, fold, board);
        eight other = least_image(game, fold, exchanged(board));
        unsigned less = _mm512_cmplt_epu64_mask(other, least);
        _mm512_mask_storeu_epi64(boards + from, here, _mm512_min_epu64(least, other));
        for (size_t i = from; i < from + 8 && i < count; i++, less >>= 1)
            turned[i] = less & 1;
    }
}

VBMI static size_t slide_vbmi(const struct trey_exact_game *game, int d,
                              const trey_board *boards, size_t count, trey_board *after,
                              uint8_t *who)
{
    trey_board all[LANES];
    uint64_t legal = 0;
    size_t made = 0;
    slide(game, d, boards, all, count);
    for (size_t from = 0; from < count; from += 8) {
        __mmask8 here = lanes_left(count, from);
        eight slid = _mm512_maskz_loadu_epi64(here, all + from);
        __mmask8 moved = _mm512_mask_cmpneq_epu64_mask(
            here, slid, _mm512_maskz_loadu_epi64(here, boards + from));
        /* Storing all eight is quicker than those that count; there is room, since made
         * is at most from. */
        _mm512_storeu_si512(after + made, _mm512_maskz_compress_epi64(moved, slid));
        legal |= (uint64_t)moved << from;
        made += (size_t)__builtin_popcount(moved);
    }
    uint8_t number[LANES];
    for (int i = 0; i < LANES; i++)
        number[i] = (uint8_t)i;
    _mm512_storeu_si512(who,
                        _mm512_maskz_compress_epi8(legal, _mm512_loadu_si512(number)));
    return made;
}

NUMBERS(vbmi, VBMI)
TABLE(vbmi)

static bool has_vbmi(void)
{
    return __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vpopcntdq");
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

const struct trey_kernels *trey_kernels_at(unsigned index)
{
    bool scalar = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2");
    bool avx2 = scalar && __builtin_cpu_supports("avx2");
    bool avx512 = avx2 && has_avx512();
    const struct trey_kernels *all[] = {&kernels_any, avx2 ? &kernels_avx2 : NULL,
                                        avx512 ? &kernels_avx512 : NULL,
                                        avx512 && has_vbmi() ? &kernels_vbmi : NULL};
    return index < sizeof all / sizeof *all ? all[index] : NULL;
}

#else

const struct trey_kernels *trey_kernels_at(unsigned index)
{
    return index == 0 ? &kernels_any : NULL;
}

#endif

const struct trey_kernels *trey_kernels_best(void)
{
    unsigned best = 0;
    while (trey_kernels_at(best + 1) != NULL)
        best++;
    return trey_kernels_at(best);
}
