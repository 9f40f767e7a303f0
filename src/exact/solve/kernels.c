/* The inner loops, compiled three times over: for any processor, for AVX2 and for
 * AVX-512. Boards are taken 64 at a time, so that what a loop leaves is in the first
 * cache for the next. */
#include "exact/solve/kernels.h"

#include <string.h>

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

enum { LANES = 64 };

/* `law` and `doublings` are constants where this is inlined, or the loop makes no
 * vectors. */
ALWAYS_INLINE void slide_lines_by(enum trey_slide_law law, struct trey_slide_masks masks,
                                  unsigned doublings, const trey_board *restrict boards,
                                  trey_board *restrict after, size_t count)
{
    masks.doublings = doublings;
    for (size_t i = 0; i < count; i++) {
        uint64_t made;
        after[i] = trey_slide_by_law(law, boards[i], &masks, 0, &made);
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

ALWAYS_INLINE void locate(const struct trey_ranking *ranking,
                          const struct trey_rows *rows, const uint64_t *bits,
                          const uint32_t *before, const trey_board *boards,
                          uint32_t *place, size_t count)
{
    for (size_t i = 0; i < count; i++)
        place[i] = trey_rank_of(ranking, rows, boards[i]);
    for (size_t i = 0; i < count; i++) {
        uint32_t at = place[i];
        uint64_t lower = bits[at >> 6] & (((uint64_t)1 << (at & 63)) - 1);
        place[i] = before[at >> 6] + (uint32_t)__builtin_popcountll(lower);
    }
}

#define KERNELS(name, target)                                                            \
    target static void slide_##name(const struct trey_exact_game *game, int d,           \
                                    const trey_board *boards, trey_board *after,         \
                                    size_t count)                                        \
    {                                                                                    \
        slide(game, d, boards, after, count);                                            \
    }                                                                                    \
    target static void fold_##name(const struct trey_exact_game *game,                   \
                                   const struct trey_fold *how, trey_board *boards,      \
                                   size_t count)                                         \
    {                                                                                    \
        fold(game, how, boards, count);                                                  \
    }                                                                                    \
    target static void locate_##name(const struct trey_ranking *ranking,                 \
                                     const struct trey_rows *rows, const uint64_t *bits, \
                                     const uint32_t *before, const trey_board *boards,   \
                                     uint32_t *place, size_t count)                      \
    {                                                                                    \
        locate(ranking, rows, bits, before, boards, place, count);                       \
    }                                                                                    \
    static const struct trey_kernels kernels_##name = {slide_##name, fold_##name,        \
                                                       locate_##name};

KERNELS(any, )

#if defined(__x86_64__)

KERNELS(avx2, __attribute__((target("avx2,popcnt,bmi,bmi2"))))
KERNELS(avx512,
        __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,popcnt,bmi,bmi2"))))

const struct trey_kernels *trey_kernels_best(void)
{
    bool scalar = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2");
    if (scalar && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return &kernels_avx512;
    return scalar && __builtin_cpu_supports("avx2") ? &kernels_avx2 : &kernels_any;
}

#else

const struct trey_kernels *trey_kernels_best(void)
{
    return &kernels_any;
}

#endif
