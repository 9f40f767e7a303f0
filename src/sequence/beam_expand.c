/* Generates and evaluates the children of many boards.
 *
 * In vector registers each board is turned into the frames of the four directions, slid,
 * and the tile added. The score grows by the points of the merges and of the tile. The
 * evaluation reads eight table entries. On x86-64 the body is compiled twice: for any
 * processor, and for AVX2, whose byte shuffle turns a board in one instruction. AVX-512
 * has its own version (beam_expand_avx512.c). */
#include "sequence/beam_expand.h"

#include "sequence/sequence.h"
#include "sequence/step.h"
#include "sequence/trace.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

const uint64_t trey_beam_merge_points[TREY_MAX_RANK + 1] = {
#define POINTS3(p) (p), (p)*3, (p)*9
#define POINTS9(p) POINTS3(p), POINTS3((p)*27), POINTS3((p)*729)
    0,
    1,
    1,
    POINTS9(UINT64_C(3)),
    POINTS9(UINT64_C(59049)),
    POINTS9(UINT64_C(1162261467)),
    POINTS9(UINT64_C(22876792454961)),
    POINTS3(UINT64_C(450283905890997363))
#undef POINTS9
#undef POINTS3
};

/* At most one tile a lane merged, so no branch depends on their number. */
ALWAYS_INLINE uint64_t points_of_merges(trey_bytes merged)
{
    trey_lanes rank = (trey_lanes)merged;
    rank |= rank >> 16;
    rank = (rank | rank >> 8) & 0xff;
    const uint64_t *points = trey_beam_merge_points;
    return points[rank[0]] + points[rank[1]] + points[rank[2]] + points[rank[3]];
}

ALWAYS_INLINE bool make_child(const struct trey_expansion *x, trey_bytes board,
                              uint64_t score, uint32_t index,
                              enum trey_direction direction, struct trey_child *child)
{
    trey_bytes after, merged;
    if (!trey_sequence_step(board, direction, x->tile_rank, &after, &merged))
        return false;
    child->board = after;
    child->score = score + x->tile_points + points_of_merges(merged);
    child->value =
        trey_child_value(x, after, child->score, trey_eval_board(&x->eval, after),
                         trey_eval_legal_slides(after));
    child->link = trey_link(index, direction);
    return true;
}

ALWAYS_INLINE size_t expand(const struct trey_expansion *x,
                            const struct trey_beam_layer *layer, uint32_t first,
                            uint32_t last, struct trey_child *children)
{
    struct trey_child *next = children;
    for (uint32_t index = first; index < last; index++) {
        trey_bytes board = layer->boards[index];
        uint64_t score = layer->scores[index];
        next += make_child(x, board, score, index, TREY_UP, next);
        next += make_child(x, board, score, index, TREY_RIGHT, next);
        next += make_child(x, board, score, index, TREY_DOWN, next);
        next += make_child(x, board, score, index, TREY_LEFT, next);
    }
    return (size_t)(next - children);
}

size_t trey_beam_expand_portable(const struct trey_expansion *expansion,
                                 const struct trey_beam_layer *layer, uint32_t first,
                                 uint32_t last, struct trey_child *children)
{
    return expand(expansion, layer, first, last, children);
}

#if defined(__x86_64__)
__attribute__((target("avx2,bmi,bmi2"))) static size_t
expand_avx2(const struct trey_expansion *expansion, const struct trey_beam_layer *layer,
            uint32_t first, uint32_t last, struct trey_child *children)
{
    return expand(expansion, layer, first, last, children);
}
#endif

int trey_beam_expand_versions(trey_beam_expand_fn versions[TREY_BEAM_EXPAND_VERSIONS])
{
    int count = 0;
    versions[count++] = trey_beam_expand_portable;
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2"))
        return count;
    versions[count++] = expand_avx2;
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        versions[count++] = trey_beam_expand_avx512;
#endif
    return count;
}

trey_beam_expand_fn trey_beam_expand_select(void)
{
    trey_beam_expand_fn versions[TREY_BEAM_EXPAND_VERSIONS] = {NULL};
    int count = trey_beam_expand_versions(versions);
    return versions[count - 1];
}
