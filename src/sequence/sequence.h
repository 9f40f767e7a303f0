/* Internals of this module: the instance behind the opaque pointer, and bounds. */
#ifndef TREY_SEQUENCE_SEQUENCE_H
#define TREY_SEQUENCE_SEQUENCE_H

#include "board/cells.h"
#include "trey/sequence.h"

/* Tiles must sum to less than this, so that no tile exceeds TREY_MAX_RANK and no score
 * exceeds 64 bits. */
#define TREY_SUM_LIMIT ((uint64_t)3 << 39)

/* Longer lists are rejected. */
#define TREY_MAX_TILES ((size_t)100000000)

struct trey_sequence {
    struct trey_wide start;
    uint8_t *tiles; /* ranks */
    size_t count;
    size_t line_7_tiles; /* on the ignored line 7 of its file; 0 if it has other words */
};

/* The invariants of a slide: the bounds depend on nothing else of a board. */
struct trey_content {
    uint64_t sum;
    int64_t ones_minus_twos;
};

void trey_content_of(const struct trey_wide *board, struct trey_content *content);

/* Points of a tile in this game: 1 and 2 count one point each. */
static inline uint64_t trey_sequence_points(int rank)
{
    return rank == 1 || rank == 2 ? 1 : trey_score_of_rank(rank);
}

static inline void trey_content_add(struct trey_content *content, int rank)
{
    content->sum += trey_tile_of_rank(rank);
    content->ones_minus_twos += (rank == 1) - (rank == 2);
}

/* The packing of a content, with the fewest tiles and the most points possible: as many
 * threes as possible, merged as in binary numbers. */
struct trey_packing {
    uint64_t tiles;
    uint64_t score;
};

struct trey_packing trey_content_pack(struct trey_content content);

/* The sharp bound: the largest score of a board after n moves, given that the tiles that
 * spawned last had no time to merge often; `min` if the bound is not above it. `content`
 * is that after n moves. */
uint64_t trey_content_sharp_score(struct trey_content content, const uint8_t *tiles,
                                  size_t n, uint64_t min);

/* Number of moves after which the packing bound is largest. */
size_t trey_sequence_goal(const struct trey_sequence *sequence, size_t longest_moves);

/* Makes *rest, with bound->longest_moves + 1 entries: no plan of n or more moves scores
 * above rest[n]. The caller frees it with free(). Fails if out of memory. */
enum trey_status trey_sequence_rest(const struct trey_sequence *sequence,
                                    const struct trey_bound *bound, uint64_t **rest,
                                    struct trey_error *error);

#endif
