/* The inner loops, compiled four times: for any processor, for AVX2, for AVX-512, and for
 * AVX-512 with VBMI, VBMI2 and VPOPCNTDQ (2019 and later). The last version folds with
 * intrinsics: an image of a board is two byte permutations and a blend of nibbles, and
 * eight boards stay in registers from the first image to the minimum. The other versions
 * process 64 boards at a time, so that each loop finds the results of the one before in
 * the L1 cache. */
#include "exact/solve/kernels.h"
#include "base/check.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

enum { LANES = TREY_BATCH };

/* `mechanics` and `doublings` must be constants after inlining; otherwise the loop is not
 * vectorised. */
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

/* Lines have at most TREY_EXACT_MAX_CELLS cells; doublings for longer ones are harmless.
 */
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

ALWAYS_INLINE void take_min(trey_board *restrict min, const trey_board *restrict image)
{
    /* signed, as AVX2 has no unsigned comparison; boards are below 2^40 */
    for (int i = 0; i < LANES; i++)
        min[i] = (int64_t)image[i] < (int64_t)min[i] ? image[i] : min[i];
}

/* Replaces each image by the smaller of itself and its 1-2 exchange. */
ALWAYS_INLINE void take_min_exchanged(trey_board *restrict image)
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
        unsigned min = 0; /* the first wanted image collects the minimum */
        while (!(fold->wanted >> min & 1))
            min++;
        for (unsigned k = 0; k < fold->steps; k++)
            reflect(&game->mirror[fold->step[k].mirror], image[fold->step[k].from],
                    image[k + 1]);
        if (fold->exchange)
            for (unsigned k = min; k <= fold->steps; k++)
                take_min_exchanged(image[k]);
        for (unsigned k = min + 1; k <= fold->steps; k++)
            take_min(image[min], image[k]);
        memcpy(boards + from, image[min], size * sizeof *boards);
    }
}

ALWAYS_INLINE size_t slide_legal(const struct trey_exact_game *game, int d,
                                 const trey_board *boards, size_t count,
                                 trey_board *after, uint8_t *source)
{
    trey_board all[LANES];
    size_t legal = 0;
    slide(game, d, boards, all, count);
    for (size_t i = 0; i < count; i++) {
        after[legal] = all[i];
        source[legal] = (uint8_t)i;
        legal += all[i] != boards[i];
    }
    return legal;
}

ALWAYS_INLINE void fold_exchanged(const struct trey_exact_game *game,
                                  const struct trey_fold *fold_how, trey_board *boards,
                                  bool *exchanged, size_t count)
{
    struct trey_fold plain = *fold_how;
    plain.exchange = false;
    for (size_t from = 0; from < count; from += LANES) {
        size_t size = count - from < LANES ? count - from : LANES;
        trey_board other[LANES];
        for (size_t i = 0; i < size; i++)
            other[i] = trey_exchange(boards[from + i]);
        fold(game, &plain, boards + from, size);
        fold(game, &plain, other, size);
        for (size_t i = 0; i < size; i++) {
            bool smaller = other[i] < boards[from + i];
            exchanged[from + i] = smaller;
            boards[from + i] = smaller ? other[i] : boards[from + i];
        }
    }
}

ALWAYS_INLINE void index_boards(const struct trey_ranking *ranking,
                                const struct trey_rows *rows, const trey_board *boards,
                                uint32_t *index, size_t count)
{
    for (size_t i = 0; i < count; i++)
        index[i] = trey_board_index(ranking, rows, boards[i]);
}

ALWAYS_INLINE void locate(const struct trey_set *set, const uint32_t *index,
                          uint32_t *place, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t at = index[i];
        assert(at >> 6 < set->words);
        uint64_t lower = set->bits[at >> 6] & (((uint64_t)1 << (at & 63)) - 1);
        place[i] = set->before[at >> 6] + (uint32_t)__builtin_popcountll(lower);
        assert(place[i] <= set->count);
    }
}

#define SLIDE(name, target)                                                              \
    target static size_t slide_##name(const struct trey_exact_game *game, int d,         \
                                      const trey_board *boards, size_t count,            \
                                      trey_board *after, uint8_t *source)                \
    {                                                                                    \
        return slide_legal(game, d, boards, count, after, source);                       \
    }
#define FOLDS(name, target)                                                              \
    target static void fold_##name(const struct trey_exact_game *game,                   \
                                   const struct trey_fold *fold_how, trey_board *boards, \
                                   size_t count)                                         \
    {                                                                                    \
        fold(game, fold_how, boards, count);                                             \
    }                                                                                    \
    target static void fold_exchanged_##name(                                            \
        const struct trey_exact_game *game, const struct trey_fold *fold_how,            \
        trey_board *boards, bool *exchanged, size_t count)                               \
    {                                                                                    \
        fold_exchanged(game, fold_how, boards, exchanged, count);                        \
    }
#define NUMBERS(name, target)                                                            \
    target static void index_##name(                                                     \
        const struct trey_ranking *ranking, const struct trey_rows *rows,                \
        const trey_board *boards, uint32_t *index, size_t count)                         \
    {                                                                                    \
        index_boards(ranking, rows, boards, index, count);                               \
    }                                                                                    \
    target static void locate_##name(const struct trey_set *set, const uint32_t *index,  \
                                     uint32_t *place, size_t count)                      \
    {                                                                                    \
        locate(set, index, place, count);                                                \
    }
#define TABLE(name)                                                                      \
    static const struct trey_kernels kernels_##name = {                                  \
        #name,        slide_##name, fold_##name, fold_exchanged_##name,                  \
        index_##name, locate_##name};
#define KERNELS(name, target)                                                            \
    SLIDE(name, target) FOLDS(name, target) NUMBERS(name, target) TABLE(name)

KERNELS(any, )

#if defined(__x86_64__)

KERNELS(avx2, __attribute__((target("avx2,popcnt,bmi,bmi2"))))
KERNELS(avx512,
        __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,popcnt,bmi,bmi2"))))

/* --- byte permutations (VBMI) ----------------------------------------------------------
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

VBMI static inline eight exchange_eight(eight board)
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
    eight image[TREY_IMAGES], min = _mm512_set1_epi64(-1);
    image[0] = board;
    if (fold->wanted & 1)
        min = board;
    for (unsigned k = 0; k < fold->steps; k++) {
        image[k + 1] =
            image_of(&game->mirror[fold->step[k].mirror], image[fold->step[k].from]);
        if (fold->wanted >> (k + 1) & 1)
            min = _mm512_min_epu64(min, image[k + 1]);
    }
    return min;
}

VBMI static void fold_vbmi(const struct trey_exact_game *game,
                           const struct trey_fold *fold, trey_board *boards, size_t count)
{
    if (fold->steps == 0 && !fold->exchange)
        return;
    for (size_t from = 0; from < count; from += 8) {
        __mmask8 here = lanes_left(count, from);
        eight board = _mm512_maskz_loadu_epi64(here, boards + from);
        eight min = least_image(game, fold, board);
        if (fold->exchange)
            min = _mm512_min_epu64(min, least_image(game, fold, exchange_eight(board)));
        _mm512_mask_storeu_epi64(boards + from, here, min);
    }
}

VBMI static void fold_exchanged_vbmi(const struct trey_exact_game *game,
                                     const struct trey_fold *fold, trey_board *boards,
                                     bool *exchanged, size_t count)
{
    for (size_t from = 0; from < count; from += 8) {
        __mmask8 here = lanes_left(count, from);
        eight board = _mm512_maskz_loadu_epi64(here, boards + from);
        eight min = least_image(game, fold, board);
        eight other = least_image(game, fold, exchange_eight(board));
        unsigned smaller = _mm512_cmplt_epu64_mask(other, min);
        _mm512_mask_storeu_epi64(boards + from, here, _mm512_min_epu64(min, other));
        for (size_t i = from; i < from + 8 && i < count; i++, smaller >>= 1)
            exchanged[i] = smaller & 1;
    }
}

VBMI static size_t slide_vbmi(const struct trey_exact_game *game, int d,
                              const trey_board *boards, size_t count, trey_board *after,
                              uint8_t *source)
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
        /* Storing all eight is faster than a masked store, and safe: made is at most
         * from. */
        _mm512_storeu_si512(after + made, _mm512_maskz_compress_epi64(moved, slid));
        legal |= (uint64_t)moved << from;
        made += (size_t)__builtin_popcount(moved);
    }
    uint8_t number[LANES];
    for (int i = 0; i < LANES; i++)
        number[i] = (uint8_t)i;
    _mm512_storeu_si512(source,
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
