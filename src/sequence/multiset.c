/* Listing multisets by branch and bound: rank by rank from the largest tile that fits,
 * cut off if even the best use of the remaining sum does not score above the limit. */
#include "sequence/multiset.h"

#include "base/pause.h"

struct listing {
    const struct trey_multiset_query *query;
    int64_t nodes_left;
};

/* Makes ones and twos of the remaining sum; their difference determines both numbers. */
static bool list_singles(const struct listing *listing, uint64_t left, uint64_t points,
                         int tiles, trey_multiset set)
{
    const struct trey_multiset_query *query = listing->query;
    int64_t difference = query->content.ones_minus_twos;
    int64_t thrice = (int64_t)left - difference;
    if (thrice < 0 || thrice % 3 != 0)
        return true;
    int64_t twos = thrice / 3, ones = twos + difference;
    if (ones < 0 || tiles + ones + twos > TREY_MAX_CELLS ||
        tiles + ones + twos < query->min_tiles ||
        points + (uint64_t)(ones + twos) <= query->score)
        return true;
    set += trey_multiset_of(1, (int)ones) + trey_multiset_of(2, (int)twos);
    if (query->required_rank != 0 && trey_multiset_count(set, query->required_rank) == 0)
        return true;
    return query->found(query->context, set);
}

static bool list_ranks(struct listing *listing, int rank, uint64_t left, uint64_t points,
                       int tiles, trey_multiset set)
{
    enum { PAUSE_EVERY = 1 << 14 }; /* nodes */
    if (rank < 3)
        return list_singles(listing, left, points, tiles, set);
    uint64_t value = trey_tile_of_rank(rank), tile_points = trey_sequence_points(rank);
    /* Upper bound: points per unit of value rise with the rank, and are at most 1 for
     * ones and twos. All but one of the tiles still needed take at least 1 each. */
    int needed = listing->query->min_tiles - tiles;
    uint64_t small = needed > 1 ? (uint64_t)needed - 1 : 0;
    if (left < small ||
        points + small + (left - small) * tile_points / value <= listing->query->score)
        return true;
    if (listing->nodes_left-- <= 0)
        return false;
    if (listing->nodes_left % PAUSE_EVERY == 0)
        trey_pause();
    uint64_t max = left / value;
    if (max > (uint64_t)(TREY_MAX_CELLS - tiles))
        max = (uint64_t)(TREY_MAX_CELLS - tiles);
    for (int count = (int)max; count >= 0; count--)
        if (!list_ranks(listing, rank - 1, left - (uint64_t)count * value,
                        points + (uint64_t)count * tile_points, tiles + count,
                        set + trey_multiset_of(rank, count)))
            return false;
    return true;
}

bool trey_multiset_list(const struct trey_multiset_query *query)
{
    struct listing listing = {query, query->max_nodes};
    if (query->content.sum >= TREY_MULTISET_SUM_LIMIT)
        return false;
    return list_ranks(&listing, TREY_MULTISET_MAX_RANK, query->content.sum, 0, 0, 0);
}

bool trey_multiset_of_board(trey_bytes board, trey_multiset *set)
{
    uint8_t ranks[TREY_MAX_CELLS];
    memcpy(ranks, &board, sizeof ranks);
    *set = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        if (ranks[cell] > TREY_MULTISET_MAX_RANK)
            return false;
        if (ranks[cell] != 0)
            *set += trey_multiset_of(ranks[cell], 1);
    }
    return true;
}
