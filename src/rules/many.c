/* Slides of many boards at once, without branches, so that the compiler vectorises them
 * for 4x4 boards of Threes! and 2048: four per vector with AVX2, eight with AVX-512, two
 * with plain x86-64 or arm64. The results do not depend on it. */
#include "rules/many.h"

#include "base/check.h"
#include "rules/lanes.h"

#include <string.h>

/* boards per call; a constant, so that the compiler needs no remainder loop */
enum { CHUNK = 16 };

/* 1 if two boards differ; gcc 12 does not vectorise a comparison here. */
TREY_MECHANICS_INLINE uint64_t boards_differ(trey_board a, trey_board b)
{
    uint64_t difference = a ^ b;
    return (difference | (0 - difference)) >> 63;
}

TREY_MECHANICS_INLINE uint64_t legal_bit(enum trey_slide_rule slide, trey_board board,
                                         uint64_t stop, unsigned direction)
{
    uint64_t made;
    return boards_differ(
               trey_slide_by_rule(slide, board, &trey_slide_4x4[direction], stop, &made),
               board)
           << direction;
}

TREY_MECHANICS_INLINE void legal_4x4(enum trey_slide_rule slide, uint64_t stop,
                                     const uint64_t boards[CHUNK], uint64_t legal[CHUNK])
{
    for (size_t i = 0; i < CHUNK; i++) {
        uint64_t board = boards[i];
        legal[i] = legal_bit(slide, board, stop, 0) | legal_bit(slide, board, stop, 1) |
                   legal_bit(slide, board, stop, 2) | legal_bit(slide, board, stop, 3);
    }
}

struct slides {
    uint64_t board[CHUNK], direction[CHUNK], after[CHUNK], made[CHUNK];
};

TREY_MECHANICS_INLINE void slide_4x4(enum trey_slide_rule slide, uint64_t stop,
                                     struct slides *slides)
{
    for (size_t i = 0; i < CHUNK; i++) {
        struct trey_slide_masks masks = trey_lane_masks(slides->direction[i]);
        uint64_t made;
        slides->after[i] =
            trey_slide_by_rule(slide, slides->board[i], &masks, stop, &made);
        slides->made[i] = made;
    }
}

/* --- for each kernels of processor -----------------------------------------------------
 */

struct kernels {
    void (*legal)(uint64_t stop, const uint64_t boards[CHUNK], uint64_t legal[CHUNK]);
    void (*slide)(uint64_t stop, struct slides *slides);
};

#define KERNELS(name, mechanics, target)                                                 \
    target static void legal_##name(uint64_t stop, const uint64_t boards[CHUNK],         \
                                    uint64_t legal[CHUNK])                               \
    {                                                                                    \
        legal_4x4(mechanics, stop, boards, legal);                                       \
    }                                                                                    \
    target static void slide_##name(uint64_t stop, struct slides *slides)                \
    {                                                                                    \
        slide_4x4(mechanics, stop, slides);                                              \
    }                                                                                    \
    static const struct kernels name = {legal_##name, slide_##name};

KERNELS(threes_any, TREY_SLIDE_THREES, )
KERNELS(slide2048_any, TREY_SLIDE_2048, )

#if defined(__x86_64__)

#define AVX2   __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512cd")))
KERNELS(threes_avx2, TREY_SLIDE_THREES, AVX2)
KERNELS(slide2048_avx2, TREY_SLIDE_2048, AVX2)
KERNELS(threes_avx512, TREY_SLIDE_THREES, AVX512)
KERNELS(slide2048_avx512, TREY_SLIDE_2048, AVX512)

static const struct kernels *select_kernels(const struct kernels *any,
                                            const struct kernels *avx2,
                                            const struct kernels *avx512)
{
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
        return avx512;
    return __builtin_cpu_supports("avx2") ? avx2 : any;
}

#define SELECT(name) select_kernels(&name##_any, &name##_avx2, &name##_avx512)

#else
#define SELECT(name) &name##_any
#endif

/* NULL if boards of these rules are slid one by one. */
static const struct kernels *kernels_of(const struct trey_mechanics *mechanics)
{
    return !mechanics->is_4x4                      ? NULL
           : mechanics->slide == TREY_SLIDE_THREES ? SELECT(threes)
           : mechanics->slide == TREY_SLIDE_2048   ? SELECT(slide2048)
                                                   : NULL;
}

static size_t chunk_size(size_t left)
{
    return left < CHUNK ? left : CHUNK;
}

/* True if the vectorised results equal those of single boards. */
TREY_ASSERT_ONLY bool legal_agree(const struct trey_mechanics *mechanics,
                                  const trey_board *boards, size_t count,
                                  const uint8_t *legal)
{
    for (size_t i = 0; i < count; i++)
        if (legal[i] != trey_mechanics_legal(mechanics, boards[i]))
            return false;
    return true;
}

TREY_ASSERT_ONLY bool slides_agree(const struct trey_mechanics *mechanics,
                                   const trey_board *boards, const uint64_t *directions,
                                   size_t count, const trey_board *after,
                                   const uint64_t *made)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t once;
        if (after[i] != trey_mechanics_slide_merges(mechanics, boards[i],
                                                    (int)directions[i], &once) ||
            made[i] != once)
            return false;
    }
    return true;
}

void trey_mechanics_legal_all(const struct trey_mechanics *mechanics,
                              const trey_board *boards, size_t count, uint8_t *legal)
{
    const struct kernels *kernels = kernels_of(mechanics);
    uint64_t chunk[CHUNK] = {0}, answer[CHUNK];
    for (size_t i = 0; kernels != NULL && i < count; i += CHUNK) {
        size_t left = chunk_size(count - i);
        memcpy(chunk, boards + i, left * sizeof *boards);
        kernels->legal(mechanics->stop, chunk, answer);
        for (size_t k = 0; k < left; k++)
            legal[i + k] = (uint8_t)answer[k];
    }
    for (size_t i = 0; kernels == NULL && i < count; i++)
        legal[i] = (uint8_t)trey_mechanics_moving(mechanics, boards[i]);
    for (size_t i = 0; mechanics->ends != TREY_ENDS_STUCK && i < count; i++)
        legal[i] = trey_mechanics_ends(mechanics, boards[i]) ? 0 : legal[i];
    assert(legal_agree(mechanics, boards, count, legal));
}

void trey_mechanics_slide_all(const struct trey_mechanics *mechanics,
                              const trey_board *boards, const uint64_t *directions,
                              size_t count, trey_board *after, uint64_t *made)
{
    const struct kernels *kernels = kernels_of(mechanics);
    struct slides chunk = {0};
    for (size_t i = 0; kernels != NULL && i < count; i += CHUNK) {
        size_t size = chunk_size(count - i) * sizeof *boards;
        memcpy(chunk.board, boards + i, size);
        memcpy(chunk.direction, directions + i, size);
        kernels->slide(mechanics->stop, &chunk);
        memcpy(after + i, chunk.after, size);
        memcpy(made + i, chunk.made, size);
    }
    for (size_t i = 0; kernels == NULL && i < count; i++)
        after[i] = trey_mechanics_slide_merges(mechanics, boards[i], (int)directions[i],
                                               &made[i]);
    assert(slides_agree(mechanics, boards, directions, count, after, made));
}
