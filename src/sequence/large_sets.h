/* Multisets of large tiles by index, and their predecessors under merges.
 *
 * A state of the fine regression has 16 bits for its multiset of large tiles, so each
 * multiset gets an index. The multisets from which merges can make a given one are listed
 * once, when first asked for, as indices in one pool. */
#ifndef TREY_SEQUENCE_LARGE_SETS_H
#define TREY_SEQUENCE_LARGE_SETS_H

#include "sequence/multiset.h"

enum {
    TREY_LARGE_SETS_MAX = UINT16_MAX, /* indices are below; also stands for "none" */
    TREY_LARGE_SETS_MERGES = 4,       /* in a slide at most */
    TREY_LARGE_SETS_PAIRS = (TREY_LARGE_SETS_MERGES + 1) * (TREY_LARGE_SETS_MERGES + 1),
};

/* `count` indices in the pool, from `first` on. */
struct trey_predecessor_range {
    uint32_t first, count;
    bool listed;
};

struct trey_large_sets {
    int large;                /* rank of the smallest large tiles */
    trey_multiset *multisets; /* by index */
    uint32_t *table;          /* hash table of the indices + 1; 0: free */
    struct trey_predecessor_range (*ranges)[TREY_LARGE_SETS_PAIRS]; /* by index */
    size_t count;                                                   /* of multisets */
    uint16_t *pool;
    size_t pool_count, pool_capacity;
    bool out_of_memory; /* in the last listing of predecessors */
};

/* Makes an empty table for large tiles from rank `large` on; false if out of memory. Call
 * trey_large_sets_clear in any case. */
bool trey_large_sets_init(struct trey_large_sets *sets, int large);
void trey_large_sets_clear(struct trey_large_sets *sets);

/* Removes all multisets. */
void trey_large_sets_reset(struct trey_large_sets *sets);

/* The large tiles of a multiset. */
trey_multiset trey_large_sets_tiles(const struct trey_large_sets *sets,
                                    trey_multiset set);

/* Index of a multiset of large tiles, which is added if it is new. TREY_LARGE_SETS_MAX if
 * no index is left. */
uint32_t trey_large_sets_index(struct trey_large_sets *sets, trey_multiset set);

/* Index of a multiset of large tiles; TREY_LARGE_SETS_MAX if it has none. */
uint32_t trey_large_sets_find(const struct trey_large_sets *sets, trey_multiset set);

/* Lists what trey_large_sets_predecessors returns. */
const struct trey_predecessor_range *
trey_large_sets_list_predecessors(struct trey_large_sets *sets, uint32_t index,
                                  int promotions, int large_merges);

/* The multisets that a slide turns into this one if it merges small tiles into one of
 * rank `large` `promotions` times, and two large tiles `large_merges` times. NULL if out
 * of memory (`out_of_memory` is set) or of indices. */
static inline const struct trey_predecessor_range *
trey_large_sets_predecessors(struct trey_large_sets *sets, uint32_t index, int promotions,
                             int large_merges)
{
    const struct trey_predecessor_range *range =
        &sets->ranges[index][promotions * (TREY_LARGE_SETS_MERGES + 1) + large_merges];
    return range->listed
               ? range
               : trey_large_sets_list_predecessors(sets, index, promotions, large_merges);
}

#endif
