/* What the versions of the planner's hot loop share. */
#ifndef TREY_SEQUENCE_EXPAND_INSIDE_H
#define TREY_SEQUENCE_EXPAND_INSIDE_H

#include "sequence/expand.h"

/* Points won when two tiles merge, by the rank of the one nearer the wall; 0 for none. */
extern const uint64_t trey_expand_merge_points[TREY_MAX_RANK + 1];

/* What a child is worth: its lines, less what its few ways to move take away, and its
 * score, with a little noise. */
__attribute__((always_inline)) static inline int32_t
trey_child_value(const struct trey_expansion *x, trey_bytes board, uint64_t score,
                 int32_t lines, int ways)
{
    uint32_t noise = (uint32_t)((trey_board_hash(board) * x->seed) >> 32);
    return lines - x->eval.ways[ways] +
           (int32_t)((double)(int64_t)score * x->score_value) +
           (int32_t)(((uint64_t)noise * x->noise) >> 32);
}

#if defined(__x86_64__)
/* As trey_expand_portable, for processors with AVX-512 BW, DQ and VL. */
size_t trey_expand_avx512(const struct trey_expansion *expansion,
                          const struct trey_layer *layer, uint32_t first, uint32_t last,
                          struct trey_child *children);
#endif

#endif
