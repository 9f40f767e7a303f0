/* A compact set of integers with a value for each, searched without unpacking. See
 * sparse.c. */
#ifndef TREY_EXACT_TABLE_SPARSE_H
#define TREY_EXACT_TABLE_SPARSE_H

#include <stdbool.h>
#include <stdint.h>

/* Views of one block of memory (docs/formats/exact-carried.md). */
struct trey_sparse {
    uint32_t size;        /* members are below this */
    uint32_t count;       /* members, 1 or more */
    unsigned low_bits;    /* low bits of a member that are stored directly */
    unsigned value_bytes; /* 0: no values */
    const uint64_t *low, *high;
    const uint32_t *before;
    const uint8_t *values;
};

/* Number of low bits that minimises the size. */
unsigned trey_sparse_low_bits(uint32_t size, uint32_t count);

/* Bytes of the block, a multiple of 8; size, count, low_bits and value_bytes must be set.
 */
uint64_t trey_sparse_bytes(const struct trey_sparse *sparse);

/* Writes the block for these ascending members; `code` has their values and is ignored if
 * value_bytes is 0. The same four fields must be set. */
void trey_sparse_make(const struct trey_sparse *sparse, const uint32_t *member,
                      const uint32_t *code, void *block);

void trey_sparse_view(struct trey_sparse *sparse, const void *block);

/* True if `index`, which is below size, is a member; *code is then its value. Safe for
 * any bytes. */
bool trey_sparse_find(const struct trey_sparse *sparse, uint32_t index, uint32_t *code);

#endif
