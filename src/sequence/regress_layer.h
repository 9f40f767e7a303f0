/* A layer of the coarse regression: a hash table of multisets of tiles, each with the
 * patterns of occupied cells with which it is alive (regress.c). */
#ifndef TREY_SEQUENCE_REGRESS_LAYER_H
#define TREY_SEQUENCE_REGRESS_LAYER_H

#include "sequence/multiset.h"
#include "sequence/pattern.h"

struct trey_regress_layer {
    struct trey_content content; /* of all its boards */
    trey_multiset *sets;
    struct trey_pattern_set **patterns; /* alive, by set; NULL: none */
    struct trey_pattern_set **reached;  /* those of them that the deepest layer leads to,
                                           by set; NULL: none, or not computed */
    uint32_t *table;                    /* hash table of the indices + 1; 0: free */
    size_t count, capacity, table_size; /* of sets; of sets; of the table */
};

void trey_regress_layer_clear(struct trey_regress_layer *layer);

/* Index of a set, SIZE_MAX if it is not in the layer. */
size_t trey_regress_layer_find(const struct trey_regress_layer *layer, trey_multiset set);

/* Adds a set without patterns, unless it is in the layer. False if out of memory. */
bool trey_regress_layer_add(struct trey_regress_layer *layer, trey_multiset set);

#endif
