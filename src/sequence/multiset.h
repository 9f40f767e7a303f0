/* The tiles on a board without their places, as one number: five bits for each of the
 * ranks 1 to 10, four, three, two and one for 11 to 14. That is enough for all boards of
 * at most 16 tiles whose sum is below TREY_MULTISET_SUM_LIMIT. */
#ifndef TREY_SEQUENCE_MULTISET_H
#define TREY_SEQUENCE_MULTISET_H

#include "base/check.h"
#include "board/vector.h"
#include "sequence/sequence.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t trey_multiset;

#define TREY_MULTISET_TOP 14

/* Content sums below this keep all counts of tiles within their bits. */
#define TREY_MULTISET_SUM_LIMIT ((uint64_t)3 << 12)

static inline int trey_multiset_bits(int rank)
{
    assert(rank >= 1 && rank <= TREY_MULTISET_TOP);
    return rank <= 10 ? 5 : 15 - rank;
}

static inline int trey_multiset_shift(int rank)
{
    static const uint8_t shifts[TREY_MULTISET_TOP + 1] = {0,  0,  5,  10, 15, 20, 25, 30,
                                                          35, 40, 45, 50, 54, 57, 59};
    return shifts[rank];
}

static inline int trey_multiset_count(trey_multiset set, int rank)
{
    return (int)(set >> trey_multiset_shift(rank) &
                 ((1U << trey_multiset_bits(rank)) - 1));
}

/* `count` tiles of a rank, to be added to or taken from a multiset. */
static inline trey_multiset trey_multiset_of(int rank, int count)
{
    assert(count >= 0 && count < 1 << trey_multiset_bits(rank));
    return (trey_multiset)count << trey_multiset_shift(rank);
}

/* False if it holds a tile that no multiset can. */
bool trey_multiset_of_board(trey_bytes board, trey_multiset *set);

static inline int trey_multiset_tiles(trey_multiset set)
{
    int tiles = 0;
    for (int rank = 1; rank <= TREY_MULTISET_TOP; rank++)
        tiles += trey_multiset_count(set, rank);
    return tiles;
}

static inline uint64_t trey_multiset_score(trey_multiset set)
{
    uint64_t score = 0;
    for (int rank = 1; rank <= TREY_MULTISET_TOP; rank++)
        score += (uint64_t)trey_multiset_count(set, rank) * trey_sequence_points(rank);
    return score;
}

/* Multisets of a content that score above `score`, hold at least `least_tiles` and at
 * most 16 tiles, and one of rank `holds` (0: any). */
struct trey_multiset_query {
    struct trey_content content;
    uint64_t score;
    int least_tiles, holds;
    int64_t max_nodes; /* of the search for them */
    /* Told each of them; false ends the listing. */
    bool (*found)(void *context, trey_multiset set);
    void *context;
};

/* False if `found` ended it, if the sum is beyond the limit, or if it took too long: then
 * nothing can be said of those that were not listed. */
bool trey_multiset_list(const struct trey_multiset_query *query);

#endif
