/* The instance behind the opaque pointer, and the packing bound, for this room. */
#ifndef TREY_SEQUENCE_SEQUENCE_H
#define TREY_SEQUENCE_SEQUENCE_H

#include "trey/sequence.h"

/* Tiles sum to less than this, so that no tile outgrows TREY_MAX_RANK and no score 64
 * bits. */
#define TREY_SUM_LIMIT ((uint64_t)3 << 39)

/* Longer lists are refused. */
#define TREY_MAX_TILES ((size_t)100000000)

struct trey_sequence {
    struct trey_wide start;
    uint8_t *tiles; /* ranks */
    size_t count;
    size_t
        line_7_tiles; /* on the ignored line of its file; 0: none, or more than tiles */
};

/* What a slide keeps: all that the bounds of the rules page need to know of a board. */
struct trey_content {
    uint64_t sum;
    int64_t ones_minus_twos;
};

void trey_content_of(const struct trey_wide *board, struct trey_content *content);

/* Points of a tile in this game: 1 and 2 count one each. */
static inline uint64_t trey_sequence_points(int rank)
{
    return rank == 1 || rank == 2 ? 1 : trey_score_of_rank(rank);
}

static inline void trey_content_add(struct trey_content *content, int rank)
{
    content->sum += trey_tile_of_rank(rank);
    content->ones_minus_twos += (rank == 1) - (rank == 2);
}

/* The fewest tiles that hold this content, and the most points it can be worth: as many
 * threes as there can be, packed in binary. */
struct trey_packing {
    uint64_t tiles;
    uint64_t score;
};

struct trey_packing trey_content_pack(struct trey_content content);

/* The most that a board after n moves can be worth, knowing that the latest tiles to
 * enter had no time to merge much; `least` if that is not above it. `content` is that
 * after n moves. */
uint64_t trey_content_sharp_score(struct trey_content content, const uint8_t *tiles,
                                  size_t n, uint64_t least);

/* The number of moves after which the packing bound is reached, if it is. */
size_t trey_sequence_goal(const struct trey_sequence *sequence, size_t longest_moves);

/* Makes *rest, bound->longest_moves + 1 entries: no plan of n or more moves scores above
 * rest[n]. To be freed by the caller. */
enum trey_status trey_sequence_rest(const struct trey_sequence *sequence,
                                    const struct trey_bound *bound, uint64_t **rest,
                                    struct trey_error *error);

#endif
