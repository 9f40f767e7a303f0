/* A layer of the coarse regression: multisets of tiles, by hash, each with the patterns
 * of occupied cells with which it is alive. */
#ifndef TREY_SEQUENCE_ALIVE_H
#define TREY_SEQUENCE_ALIVE_H

#include "sequence/multiset.h"
#include "sequence/pattern.h"

struct trey_alive {
    struct trey_content content; /* of all its boards */
    trey_multiset *sets;
    struct trey_pattern_set **patterns; /* NULL: not alive in any */
    struct trey_pattern_set **reached;  /* those of them that the deepest layer leads to,
                                           made last; NULL: none */
    uint32_t *table;                    /* of places + 1, by hash */
    size_t count, room, table_size;
};

void trey_alive_clear(struct trey_alive *layer);

/* Place of a set, SIZE_MAX if it is not there. */
size_t trey_alive_find(const struct trey_alive *layer, trey_multiset set);

/* Puts a set, not alive as yet, unless it is there. False for want of memory. */
bool trey_alive_put(struct trey_alive *layer, trey_multiset set);

#endif
