/* A set of numbers in little room, with a value for each, that is searched where it lies.
 * See sparse.c. */
#ifndef TREY_EXACT_TABLE_SPARSE_H
#define TREY_EXACT_TABLE_SPARSE_H

#include <stdbool.h>
#include <stdint.h>

/* Views of one block of memory (docs/formats/exact-carried.md). */
struct trey_sparse {
    uint32_t size;        /* members are below this */
    uint32_t count;       /* members, 1 or more */
    unsigned low_bits;    /* of a member that stand by themselves */
    unsigned value_bytes; /* 0: a set alone */
    const uint64_t *low, *high;
    const uint32_t *before;
    const uint8_t *values;
};

/* How many low bits take least room. */
unsigned trey_sparse_low_bits(uint32_t size, uint32_t count);

/* Bytes of the block, a multiple of 8; size, count, low_bits and value_bytes are set. */
uint64_t trey_sparse_bytes(const struct trey_sparse *sparse);

/* Writes the block for these members, which ascend; `code` has their values, and is not
 * looked at where these take no bytes. The same four fields are set. */
void trey_sparse_make(const struct trey_sparse *sparse, const uint32_t *member,
                      const uint32_t *code, void *block);

void trey_sparse_view(struct trey_sparse *sparse, const void *block);

/* Whether a number, below size, is a member; *code is then its value. Bears any bytes. */
bool trey_sparse_find(const struct trey_sparse *sparse, uint32_t number, uint32_t *code);

#endif
