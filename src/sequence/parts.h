/* Multisets of large tiles, by number, and which of them merges may have made. See
 * parts.c. */
#ifndef TREY_SEQUENCE_PARTS_H
#define TREY_SEQUENCE_PARTS_H

#include "sequence/multiset.h"

enum {
    TREY_PARTS_MAX = UINT16_MAX, /* numbers are below */
    TREY_PARTS_MERGES = 4,       /* in a slide at most */
    TREY_PARTS_PAIRS = (TREY_PARTS_MERGES + 1) * (TREY_PARTS_MERGES + 1),
};

/* Numbers of the multisets that some merges to the least and of large tiles may have
 * begun with: count of them in the pool, from `first` on. */
struct trey_merge_parts {
    uint32_t first, count;
    bool known;
};

struct trey_parts {
    int large;                /* tiles of this rank and above */
    trey_multiset *multisets; /* by number */
    uint32_t *numbers;        /* + 1, by hash */
    struct trey_merge_parts (*parts)[TREY_PARTS_PAIRS];
    size_t count;   /* of the multisets */
    uint16_t *pool; /* of parts */
    size_t pool_count, pool_size;
    bool failed; /* memory was wanting when parts were listed last */
};

/* False for want of memory; to be cleared in any case. */
bool trey_parts_new(struct trey_parts *parts, int large);
void trey_parts_clear(struct trey_parts *parts);

/* Forgets all numbers. */
void trey_parts_forget(struct trey_parts *parts);

/* The large tiles of a multiset. */
trey_multiset trey_parts_large(const struct trey_parts *parts, trey_multiset set);

/* The number of a multiset of large tiles, a new one if need be; TREY_PARTS_MAX if there
 * is none left. */
uint32_t trey_parts_number(struct trey_parts *parts, trey_multiset set);

/* The same if it has one; TREY_PARTS_MAX if not. */
uint32_t trey_parts_find(const struct trey_parts *parts, trey_multiset set);

/* Lists the parts of a multiset; see trey_parts_of. */
const struct trey_merge_parts *trey_parts_list(struct trey_parts *parts, uint32_t number,
                                               int least, int large);

/* What so many merges that make the least large tile, and so many of large tiles, may
 * have begun with to end with this multiset; NULL if memory (`failed`) or numbers are
 * wanting. */
static inline const struct trey_merge_parts *
trey_parts_of(struct trey_parts *parts, uint32_t number, int least, int large)
{
    const struct trey_merge_parts *of =
        &parts->parts[number][least * (TREY_PARTS_MERGES + 1) + large];
    return of->known ? of : trey_parts_list(parts, number, least, large);
}

#endif
