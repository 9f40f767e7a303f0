/* The planner's hot loop: generates and evaluates the children of many boards. */
#ifndef TREY_SEQUENCE_BEAM_EXPAND_H
#define TREY_SEQUENCE_BEAM_EXPAND_H

#include "base/check.h"
#include "sequence/eval.h"

/* A board after one more move. 32 bytes. */
struct trey_child {
    trey_bytes board;
    uint64_t score;
    int32_t value; /* trey_child_value */
    uint32_t link; /* trey_link(parent, direction) */
};

/* Parameters that all children of a layer share. */
struct trey_expansion {
    struct trey_eval eval;
    uint64_t seed;  /* of the noise */
    uint32_t noise; /* its range, in units of a value */
    int tile_rank;  /* of the tile that spawns */
    uint64_t tile_points;
    double score_value; /* value of a point */
};

/* Boards of a layer and their scores, by index. */
struct trey_beam_layer {
    trey_bytes *boards;
    uint64_t *scores;
    uint32_t count;
};

/* Writes the children of boards first..last-1 in order, up to four each, and returns
 * their number. `children` must have room for four of each board. */
typedef size_t (*trey_beam_expand_fn)(const struct trey_expansion *expansion,
                                      const struct trey_beam_layer *layer, uint32_t first,
                                      uint32_t last, struct trey_child *children);

/* The fastest version for this processor. All give the same children. */
trey_beam_expand_fn trey_beam_expand_select(void);

/* Lists all versions that run on this processor, the fastest last; returns their number.
 */
enum { TREY_BEAM_EXPAND_VERSIONS = 3 };
int trey_beam_expand_versions(trey_beam_expand_fn versions[TREY_BEAM_EXPAND_VERSIONS]);

/* The version for any processor. */
size_t trey_beam_expand_portable(const struct trey_expansion *expansion,
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

/* --- shared by the versions -----------------------------------------------------------
 */

/* Points won when two tiles merge, by the rank of the one nearer the wall; 0 for none. */
extern const uint64_t trey_beam_merge_points[TREY_MAX_RANK + 1];

/* Value of a child: sum of its line values, less the penalty for few legal moves, plus
 * its weighted score, plus a little noise. */
__attribute__((always_inline)) static inline int32_t
trey_child_value(const struct trey_expansion *x, trey_bytes board, uint64_t score,
                 int32_t lines, int legal_slides)
{
    assert(legal_slides >= 0 && legal_slides <= 4);
    uint32_t noise = (uint32_t)((trey_board_hash(board) * x->seed) >> 32);
    return lines - x->eval.slide_penalty[legal_slides] +
           (int32_t)((double)(int64_t)score * x->score_value) +
           (int32_t)(((uint64_t)noise * x->noise) >> 32);
}

#if defined(__x86_64__)
/* As trey_beam_expand_portable, for processors with AVX-512 BW, DQ and VL
 * (expand_avx512.c). */
size_t trey_beam_expand_avx512(const struct trey_expansion *expansion,
                               const struct trey_beam_layer *layer, uint32_t first,
                               uint32_t last, struct trey_child *children);
#endif

#endif
