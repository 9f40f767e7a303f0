/* A state of the fine regression names the multiset of its large tiles by a number of 16
 * bits. What merges may have begun with is listed once for each multiset, in a pool. */
#include "sequence/parts.h"

#include "base/check.h"
#include "base/random.h"
#include "trey/array.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 1 << 17 }; /* of the hash table */

bool trey_parts_new(struct trey_parts *parts, int large)
{
    *parts = (struct trey_parts){
        .large = large,
        .multisets = malloc(TREY_PARTS_MAX * sizeof(*parts->multisets)),
        .numbers = calloc(NUMBERS, sizeof(*parts->numbers)),
        .parts = calloc(TREY_PARTS_MAX, sizeof(*parts->parts)),
    };
    return parts->multisets != NULL && parts->numbers != NULL && parts->parts != NULL;
}

void trey_parts_clear(struct trey_parts *parts)
{
    free(parts->multisets);
    free(parts->numbers);
    free(parts->parts);
    free(parts->pool);
    *parts = (struct trey_parts){0};
}

void trey_parts_forget(struct trey_parts *parts)
{
    memset(parts->numbers, 0, NUMBERS * sizeof(*parts->numbers));
    memset(parts->parts, 0, parts->count * sizeof(*parts->parts));
    parts->count = parts->pool_count = 0;
}

trey_multiset trey_parts_large(const struct trey_parts *parts, trey_multiset set)
{
    int shift = trey_multiset_shift(parts->large);
    return set >> shift << shift;
}

static uint32_t slot_of(const struct trey_parts *parts, trey_multiset set)
{
    uint32_t slot = (uint32_t)trey_mix64(set) & (NUMBERS - 1);
    while (parts->numbers[slot] != 0 && parts->multisets[parts->numbers[slot] - 1] != set)
        slot = (slot + 1) & (NUMBERS - 1);
    return slot;
}

uint32_t trey_parts_find(const struct trey_parts *parts, trey_multiset set)
{
    uint32_t slot = slot_of(parts, set);
    return parts->numbers[slot] != 0 ? parts->numbers[slot] - 1 : TREY_PARTS_MAX;
}

uint32_t trey_parts_number(struct trey_parts *parts, trey_multiset set)
{
    uint32_t slot = slot_of(parts, set);
    if (parts->numbers[slot] == 0) {
        if (parts->count == TREY_PARTS_MAX)
            return TREY_PARTS_MAX;
        parts->multisets[parts->count++] = set;
        parts->numbers[slot] = (uint32_t)parts->count;
    }
    return parts->numbers[slot] - 1;
}

static bool add_part(struct trey_parts *parts, trey_multiset set)
{
    uint32_t number = trey_parts_number(parts, set);
    uint16_t *pool = trey_array_grow(parts->pool, &parts->pool_size,
                                     parts->pool_count + 1, sizeof *pool);
    parts->failed = pool == NULL;
    if (pool == NULL)
        return false;
    parts->pool = pool;
    assert(number <= TREY_PARTS_MAX);
    parts->pool[parts->pool_count++] = (uint16_t)number;
    return number != TREY_PARTS_MAX;
}

/* Splits `splits` tiles above the least large ones, of those in `had`, into two each. */
static bool split(struct trey_parts *parts, trey_multiset set, trey_multiset had,
                  int rank, int splits)
{
    if (splits == 0)
        return add_part(parts, set);
    for (; rank > parts->large; rank--) {
        int most = trey_multiset_count(had, rank);
        for (int count = most < splits ? most : splits; count > 0; count--)
            if (!split(parts,
                       set - trey_multiset_of(rank, count) +
                           trey_multiset_of(rank - 1, 2 * count),
                       had, rank - 1, splits - count))
                return false;
    }
    return true;
}

const struct trey_merge_parts *trey_parts_list(struct trey_parts *parts, uint32_t number,
                                               int least, int large)
{
    assert(number < parts->count && least >= 0 && large >= 0);
    struct trey_merge_parts *of =
        &parts->parts[number][least * (TREY_PARTS_MERGES + 1) + large];
    trey_multiset set = parts->multisets[number];
    size_t first = parts->pool_count;
    parts->failed = false;
    if (trey_multiset_count(set, parts->large) >= least) {
        set -= trey_multiset_of(parts->large, least);
        if (!split(parts, set, set, TREY_MULTISET_TOP, large))
            return NULL;
    }
    *of = (struct trey_merge_parts){(uint32_t)first,
                                    (uint32_t)(parts->pool_count - first), true};
    return of;
}
