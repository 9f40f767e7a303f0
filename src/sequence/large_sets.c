/* The hash table of large multisets, and the listing of their predecessors: merges are
 * undone by splitting tiles in every possible way. See large_sets.h. */
#include "sequence/large_sets.h"

#include "base/array.h"
#include "base/check.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_SIZE = 1 << 17 };

bool trey_large_sets_init(struct trey_large_sets *sets, int large)
{
    *sets = (struct trey_large_sets){
        .large = large,
        .multisets = malloc(TREY_LARGE_SETS_MAX * sizeof(*sets->multisets)),
        .table = calloc(TABLE_SIZE, sizeof(*sets->table)),
        .ranges = calloc(TREY_LARGE_SETS_MAX, sizeof(*sets->ranges)),
    };
    return sets->multisets != NULL && sets->table != NULL && sets->ranges != NULL;
}

void trey_large_sets_clear(struct trey_large_sets *sets)
{
    free(sets->multisets);
    free(sets->table);
    free(sets->ranges);
    free(sets->pool);
    *sets = (struct trey_large_sets){0};
}

void trey_large_sets_reset(struct trey_large_sets *sets)
{
    memset(sets->table, 0, TABLE_SIZE * sizeof(*sets->table));
    memset(sets->ranges, 0, sets->count * sizeof(*sets->ranges));
    sets->count = sets->pool_count = 0;
}

trey_multiset trey_large_sets_tiles(const struct trey_large_sets *sets, trey_multiset set)
{
    int shift = trey_multiset_shift(sets->large);
    return set >> shift << shift;
}

/* The slot that holds this multiset, or the free one where it belongs. */
static uint32_t slot_of(const struct trey_large_sets *sets, trey_multiset set)
{
    uint32_t slot = (uint32_t)trey_mix64(set) & (TABLE_SIZE - 1);
    while (sets->table[slot] != 0 && sets->multisets[sets->table[slot] - 1] != set)
        slot = (slot + 1) & (TABLE_SIZE - 1);
    return slot;
}

uint32_t trey_large_sets_find(const struct trey_large_sets *sets, trey_multiset set)
{
    uint32_t slot = slot_of(sets, set);
    return sets->table[slot] != 0 ? sets->table[slot] - 1 : TREY_LARGE_SETS_MAX;
}

uint32_t trey_large_sets_index(struct trey_large_sets *sets, trey_multiset set)
{
    uint32_t slot = slot_of(sets, set);
    if (sets->table[slot] == 0) {
        if (sets->count == TREY_LARGE_SETS_MAX)
            return TREY_LARGE_SETS_MAX;
        sets->multisets[sets->count++] = set;
        sets->table[slot] = (uint32_t)sets->count;
    }
    return sets->table[slot] - 1;
}

static bool add_predecessor(struct trey_large_sets *sets, trey_multiset set)
{
    uint32_t index = trey_large_sets_index(sets, set);
    uint16_t *pool = trey_array_grow(sets->pool, &sets->pool_capacity,
                                     sets->pool_count + 1, sizeof *pool);
    sets->out_of_memory = pool == NULL;
    if (pool == NULL)
        return false;
    sets->pool = pool;
    assert(index <= TREY_LARGE_SETS_MAX);
    sets->pool[sets->pool_count++] = (uint16_t)index;
    return index != TREY_LARGE_SETS_MAX;
}

/* Undoes `merges` merges in every possible way: splits tiles of `rank` and below, but
 * above `large`, into two of the next lower rank. A tile merges once in a slide, so only
 * tiles that `original` already holds are split. */
static bool split_tiles(struct trey_large_sets *sets, trey_multiset set,
                        trey_multiset original, int rank, int merges)
{
    if (merges == 0)
        return add_predecessor(sets, set);
    for (; rank > sets->large; rank--) {
        int max = trey_multiset_count(original, rank);
        for (int count = max < merges ? max : merges; count > 0; count--)
            if (!split_tiles(sets,
                             set - trey_multiset_of(rank, count) +
                                 trey_multiset_of(rank - 1, 2 * count),
                             original, rank - 1, merges - count))
                return false;
    }
    return true;
}

const struct trey_predecessor_range *
trey_large_sets_list_predecessors(struct trey_large_sets *sets, uint32_t index,
                                  int promotions, int large_merges)
{
    assert(index < sets->count && promotions >= 0 && large_merges >= 0);
    struct trey_predecessor_range *range =
        &sets->ranges[index][promotions * (TREY_LARGE_SETS_MERGES + 1) + large_merges];
    trey_multiset set = sets->multisets[index];
    size_t first = sets->pool_count;
    sets->out_of_memory = false;
    if (trey_multiset_count(set, sets->large) >= promotions) {
        set -= trey_multiset_of(sets->large, promotions);
        if (!split_tiles(sets, set, set, TREY_MULTISET_MAX_RANK, large_merges))
            return NULL;
    }
    *range = (struct trey_predecessor_range){(uint32_t)first,
                                             (uint32_t)(sets->pool_count - first), true};
    return range;
}
