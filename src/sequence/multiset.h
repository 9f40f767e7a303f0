/* Multisets of tiles: the tiles of a board without their cells, as one 64-bit number.
 *
 * It holds the number of tiles of each rank: five bits for ranks 1 to 10, four, three,
 * two and one for ranks 11 to 14. That suffices for all boards of at most 16 tiles whose
 * sum is below TREY_MULTISET_SUM_LIMIT. */
#ifndef TREY_SEQUENCE_MULTISET_H
#define TREY_SEQUENCE_MULTISET_H

#include "base/check.h"
#include "board/vector.h"
#include "sequence/sequence.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t trey_multiset;

#define TREY_MULTISET_MAX_RANK 14

/* With sums below this all counts fit their bits. */
#define TREY_MULTISET_SUM_LIMIT ((uint64_t)3 << 12)

static inline int trey_multiset_bits(int rank)
{
    assert(rank >= 1 && rank <= TREY_MULTISET_MAX_RANK);
    return rank <= 10 ? 5 : 15 - rank;
}

static inline int trey_multiset_shift(int rank)
{
    static const uint8_t shifts[TREY_MULTISET_MAX_RANK + 1] = {
        0, 0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 54, 57, 59};
    return shifts[rank];
}

static inline int trey_multiset_count(trey_multiset set, int rank)
{
    return (int)(set >> trey_multiset_shift(rank) &
                 ((1U << trey_multiset_bits(rank)) - 1));
}

/* `count` tiles of a rank, to be added to or subtracted from a multiset. */
static inline trey_multiset trey_multiset_of(int rank, int count)
{
    assert(count >= 0 && count < 1 << trey_multiset_bits(rank));
    return (trey_multiset)count << trey_multiset_shift(rank);
}

/* Sets *set to the multiset of a board; false if the board has a tile above
 * TREY_MULTISET_MAX_RANK. */
bool trey_multiset_of_board(trey_bytes board, trey_multiset *set);

static inline int trey_multiset_tiles(trey_multiset set)
{
    int tiles = 0;
    for (int rank = 1; rank <= TREY_MULTISET_MAX_RANK; rank++)
        tiles += trey_multiset_count(set, rank);
    return tiles;
}

static inline uint64_t trey_multiset_score(trey_multiset set)
{
    uint64_t score = 0;
    for (int rank = 1; rank <= TREY_MULTISET_MAX_RANK; rank++)
        score += (uint64_t)trey_multiset_count(set, rank) * trey_sequence_points(rank);
    return score;
}

/* Query for all multisets with this content that score above `score`. */
struct trey_multiset_query {
    struct trey_content content;
    uint64_t score;
    int min_tiles;     /* at most 16 in any case */
    int required_rank; /* at least one tile of this rank; 0: any */
    int64_t max_nodes; /* of the listing */
    /* Called for each; returns false to end the listing. */
    bool (*found)(void *context, trey_multiset set);
    void *context;
};

/* Lists the multisets. False if not all were listed: `found` ended it, the sum is not
 * below TREY_MULTISET_SUM_LIMIT, or max_nodes was reached. */
bool trey_multiset_list(const struct trey_multiset_query *query);

#endif
