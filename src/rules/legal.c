/* The legal slides of many boards: without branches, so that the compiler makes vectors
 * of the 4x4 boards of Threes! and 2048, four to a vector where the processor has AVX2,
 * eight with AVX-512, two with plain x86-64 or arm64. What is legal does not depend on
 * it. */
#include "rules/legal.h"

#include <string.h>

/* 1 if two boards differ; gcc 12 makes no vectors of a comparison here. */
TREY_LAW_INLINE uint64_t differ(trey_board a, trey_board b)
{
    uint64_t difference = a ^ b;
    return (difference | (0 - difference)) >> 63;
}

TREY_LAW_INLINE uint64_t moves(enum trey_slide_law slide, trey_board board, uint64_t stop,
                               unsigned direction)
{
    uint64_t made;
    return differ(
               trey_slide_by_law(slide, board, &trey_slide_4x4[direction], stop, &made),
               board)
           << direction;
}

/* So many at once that the compiler need not think of a rest. */
enum { AT_ONCE = 16 };

TREY_LAW_INLINE void legal_4x4(enum trey_slide_law slide, uint64_t stop,
                               const uint64_t boards[AT_ONCE], uint64_t legal[AT_ONCE])
{
    for (size_t i = 0; i < AT_ONCE; i++) {
        uint64_t board = boards[i];
        legal[i] = moves(slide, board, stop, 0) | moves(slide, board, stop, 1) |
                   moves(slide, board, stop, 2) | moves(slide, board, stop, 3);
    }
}

typedef void (*legal_fn)(uint64_t stop, const uint64_t boards[AT_ONCE],
                         uint64_t legal[AT_ONCE]);

#define LEGAL(name, slide, target)                                                       \
    target static void name(uint64_t stop, const uint64_t boards[AT_ONCE],               \
                            uint64_t legal[AT_ONCE])                                     \
    {                                                                                    \
        legal_4x4(slide, stop, boards, legal);                                           \
    }

LEGAL(threes_any, TREY_SLIDE_THREES, )
LEGAL(twos_any, TREY_SLIDE_2048, )

#if defined(__x86_64__)

#define AVX2   __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512cd")))
LEGAL(threes_avx2, TREY_SLIDE_THREES, AVX2)
LEGAL(twos_avx2, TREY_SLIDE_2048, AVX2)
LEGAL(threes_avx512, TREY_SLIDE_THREES, AVX512)
LEGAL(twos_avx512, TREY_SLIDE_2048, AVX512)

static legal_fn choose(legal_fn any, legal_fn avx2, legal_fn avx512)
{
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
        return avx512;
    return __builtin_cpu_supports("avx2") ? avx2 : any;
}

#define CHOOSE(name) choose(name##_any, name##_avx2, name##_avx512)

#else
#define CHOOSE(name) name##_any
#endif

static void legal_by(legal_fn legal_of, uint64_t stop, const trey_board *boards,
                     size_t count, uint8_t *legal)
{
    uint64_t some[AT_ONCE] = {0}, answer[AT_ONCE];
    for (size_t i = 0; i < count; i += AT_ONCE) {
        size_t left = count - i < AT_ONCE ? count - i : AT_ONCE;
        memcpy(some, boards + i, left * sizeof *boards);
        legal_of(stop, some, answer);
        for (size_t k = 0; k < left; k++)
            legal[i + k] = (uint8_t)answer[k];
    }
}

void trey_law_legal_all(const struct trey_law *law, const trey_board *boards,
                        size_t count, uint8_t *legal)
{
    if (law->is_4x4 && law->slide == TREY_SLIDE_THREES)
        legal_by(CHOOSE(threes), law->stop, boards, count, legal);
    else if (law->is_4x4 && law->slide == TREY_SLIDE_2048)
        legal_by(CHOOSE(twos), law->stop, boards, count, legal);
    else
        for (size_t i = 0; i < count; i++)
            legal[i] = (uint8_t)trey_law_moving(law, boards[i]);
    if (law->ends)
        for (size_t i = 0; i < count; i++)
            legal[i] = trey_has_top(boards[i]) ? 0 : legal[i];
}
