/* Slides of many boards: without branches, so that the compiler makes vectors of the 4x4
 * boards of Threes! and 2048, four to a vector where the processor has AVX2, eight with
 * AVX-512, two with plain x86-64 or arm64. What comes of them does not depend on it. */
#include "rules/many.h"

#include "base/check.h"
#include "rules/lanes.h"

#include <string.h>

/* So many at once that the compiler need not think of a rest. */
enum { AT_ONCE = 16 };

/* 1 if two boards differ; gcc 12 makes no vectors of a comparison here. */
TREY_MECHANICS_INLINE uint64_t differ(trey_board a, trey_board b)
{
    uint64_t difference = a ^ b;
    return (difference | (0 - difference)) >> 63;
}

TREY_MECHANICS_INLINE uint64_t moves(enum trey_slide_rule slide, trey_board board,
                                     uint64_t stop, unsigned direction)
{
    uint64_t made;
    return differ(
               trey_slide_by_rule(slide, board, &trey_slide_4x4[direction], stop, &made),
               board)
           << direction;
}

TREY_MECHANICS_INLINE void legal_4x4(enum trey_slide_rule slide, uint64_t stop,
                                     const uint64_t boards[AT_ONCE],
                                     uint64_t legal[AT_ONCE])
{
    for (size_t i = 0; i < AT_ONCE; i++) {
        uint64_t board = boards[i];
        legal[i] = moves(slide, board, stop, 0) | moves(slide, board, stop, 1) |
                   moves(slide, board, stop, 2) | moves(slide, board, stop, 3);
    }
}

struct slides {
    uint64_t board[AT_ONCE], direction[AT_ONCE], after[AT_ONCE], made[AT_ONCE];
};

TREY_MECHANICS_INLINE void slide_4x4(enum trey_slide_rule slide, uint64_t stop,
                                     struct slides *slides)
{
    for (size_t i = 0; i < AT_ONCE; i++) {
        struct trey_slide_masks masks = trey_lane_masks(slides->direction[i]);
        uint64_t made;
        slides->after[i] =
            trey_slide_by_rule(slide, slides->board[i], &masks, stop, &made);
        slides->made[i] = made;
    }
}

/* --- for each kind of processor ----------------------------------------------------- */

struct kind {
    void (*legal)(uint64_t stop, const uint64_t boards[AT_ONCE], uint64_t legal[AT_ONCE]);
    void (*slide)(uint64_t stop, struct slides *slides);
};

#define KIND(name, mechanics, target)                                                    \
    target static void legal_##name(uint64_t stop, const uint64_t boards[AT_ONCE],       \
                                    uint64_t legal[AT_ONCE])                             \
    {                                                                                    \
        legal_4x4(mechanics, stop, boards, legal);                                       \
    }                                                                                    \
    target static void slide_##name(uint64_t stop, struct slides *slides)                \
    {                                                                                    \
        slide_4x4(mechanics, stop, slides);                                              \
    }                                                                                    \
    static const struct kind name = {legal_##name, slide_##name};

KIND(threes_any, TREY_SLIDE_THREES, )
KIND(twos_any, TREY_SLIDE_2048, )

#if defined(__x86_64__)

#define AVX2   __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512cd")))
KIND(threes_avx2, TREY_SLIDE_THREES, AVX2)
KIND(twos_avx2, TREY_SLIDE_2048, AVX2)
KIND(threes_avx512, TREY_SLIDE_THREES, AVX512)
KIND(twos_avx512, TREY_SLIDE_2048, AVX512)

static const struct kind *choose(const struct kind *any, const struct kind *avx2,
                                 const struct kind *avx512)
{
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
        return avx512;
    return __builtin_cpu_supports("avx2") ? avx2 : any;
}

#define CHOOSE(name) choose(&name##_any, &name##_avx2, &name##_avx512)

#else
#define CHOOSE(name) &name##_any
#endif

/* NULL if boards of this rule are slid one by one. */
static const struct kind *kind_of(const struct trey_mechanics *mechanics)
{
    return !mechanics->is_4x4                      ? NULL
           : mechanics->slide == TREY_SLIDE_THREES ? CHOOSE(threes)
           : mechanics->slide == TREY_SLIDE_2048   ? CHOOSE(twos)
                                                   : NULL;
}

static size_t some_of(size_t left)
{
    return left < AT_ONCE ? left : AT_ONCE;
}

/* True if the vectors gave what the moves one by one give. */
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
        if (after[i] != trey_mechanics_slide_made(mechanics, boards[i],
                                                  (int)directions[i], &once) ||
            made[i] != once)
            return false;
    }
    return true;
}

void trey_mechanics_legal_all(const struct trey_mechanics *mechanics,
                              const trey_board *boards, size_t count, uint8_t *legal)
{
    const struct kind *kind = kind_of(mechanics);
    uint64_t some[AT_ONCE] = {0}, answer[AT_ONCE];
    for (size_t i = 0; kind != NULL && i < count; i += AT_ONCE) {
        size_t left = some_of(count - i);
        memcpy(some, boards + i, left * sizeof *boards);
        kind->legal(mechanics->stop, some, answer);
        for (size_t k = 0; k < left; k++)
            legal[i + k] = (uint8_t)answer[k];
    }
    for (size_t i = 0; kind == NULL && i < count; i++)
        legal[i] = (uint8_t)trey_mechanics_moving(mechanics, boards[i]);
    for (size_t i = 0; mechanics->ends != TREY_ENDS_STUCK && i < count; i++)
        legal[i] = trey_mechanics_ends(mechanics, boards[i]) ? 0 : legal[i];
    assert(legal_agree(mechanics, boards, count, legal));
}

void trey_mechanics_slide_all(const struct trey_mechanics *mechanics,
                              const trey_board *boards, const uint64_t *directions,
                              size_t count, trey_board *after, uint64_t *made)
{
    const struct kind *kind = kind_of(mechanics);
    struct slides some = {0};
    for (size_t i = 0; kind != NULL && i < count; i += AT_ONCE) {
        size_t size = some_of(count - i) * sizeof *boards;
        memcpy(some.board, boards + i, size);
        memcpy(some.direction, directions + i, size);
        kind->slide(mechanics->stop, &some);
        memcpy(after + i, some.after, size);
        memcpy(made + i, some.made, size);
    }
    for (size_t i = 0; kind == NULL && i < count; i++)
        after[i] =
            trey_mechanics_slide_made(mechanics, boards[i], (int)directions[i], &made[i]);
    assert(slides_agree(mechanics, boards, directions, count, after, made));
}
