/* The planner's hot loop: all moves of many boards. */
#ifndef TREY_SEQUENCE_EXPAND_H
#define TREY_SEQUENCE_EXPAND_H

#include "base/check.h"
#include "sequence/eval.h"

/* A board one move on. 32 bytes. */
struct trey_child {
    trey_bytes board;
    uint64_t score;
    int32_t value; /* evaluation, score and a little noise */
    uint32_t link; /* trey_link(parent, direction) */
};

/* What the children of a layer have in common. */
struct trey_expansion {
    struct trey_eval eval;
    uint64_t seed;  /* of the noise */
    uint32_t noise; /* its span, in units of a value */
    int tile_rank;  /* the tile that enters */
    uint64_t tile_points;
    double score_value; /* of a point, in units of a value */
};

/* Boards and scores of a layer, by place. */
struct trey_beam_layer {
    trey_bytes *boards;
    uint64_t *scores;
    uint32_t count;
};

/* Writes the children of the boards at places first..last-1, up to four each, in order;
 * returns how many. There must be room for four each. */
typedef size_t (*trey_expand_fn)(const struct trey_expansion *expansion,
                                 const struct trey_beam_layer *layer, uint32_t first,
                                 uint32_t last, struct trey_child *children);

/* The fastest version for this processor. All give the same children. */
trey_expand_fn trey_expand_choose(void);

/* All versions that this processor has, the fastest last; returns how many. */
enum { TREY_EXPAND_VERSIONS = 3 };
int trey_expand_versions(trey_expand_fn versions[TREY_EXPAND_VERSIONS]);

/* The version for any processor. */
size_t trey_expand_portable(const struct trey_expansion *expansion,
                            const struct trey_beam_layer *layer, uint32_t first,
                            uint32_t last, struct trey_child *children);

/* A well-mixed hash of a board. */
static inline uint64_t trey_board_hash(trey_bytes board)
{
    uint64_t half[2];
    memcpy(half, &board, sizeof half);
    uint64_t hash = (half[0] ^ (half[0] >> 29)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ half[1] ^ (hash >> 32)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
}

/* --- what the versions share ----------------------------------------------------------
 */

/* Points won when two tiles merge, by the rank of the one nearer the wall; 0 for none. */
extern const uint64_t trey_expand_merge_points[TREY_MAX_RANK + 1];

/* What a child is worth: its lines, less what its few ways to move take away, and its
 * score, with a little noise. */
__attribute__((always_inline)) static inline int32_t
trey_child_value(const struct trey_expansion *x, trey_bytes board, uint64_t score,
                 int32_t lines, int ways)
{
    assert(ways >= 0 && ways <= 4);
    uint32_t noise = (uint32_t)((trey_board_hash(board) * x->seed) >> 32);
    return lines - x->eval.ways[ways] +
           (int32_t)((double)(int64_t)score * x->score_value) +
           (int32_t)(((uint64_t)noise * x->noise) >> 32);
}

#if defined(__x86_64__)
/* As trey_expand_portable, for processors with AVX-512 BW, DQ and VL
 * (expand_avx512.c). */
size_t trey_expand_avx512(const struct trey_expansion *expansion,
                          const struct trey_beam_layer *layer, uint32_t first,
                          uint32_t last, struct trey_child *children);
#endif

#endif
