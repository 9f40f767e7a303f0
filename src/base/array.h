/* Growing arrays. */
#ifndef TREY_BASE_ARRAY_H
#define TREY_BASE_ARRAY_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns `array` with a capacity of at least `wanted` items of `item_bytes` bytes each,
 * moved if it has to grow, and updates *capacity, which counts items. The capacity at
 * least doubles, so appending item by item takes linear time. Returns NULL if memory runs
 * out or the size in bytes does not fit into size_t; then the array and *capacity are
 * unchanged, and the array is still the caller's to free(). `array` may be NULL with a
 * capacity of 0; `wanted` and `item_bytes` are at least 1.
 *
 * The new capacity depends on *capacity and `wanted` alone, so parallel arrays that grow
 * by equal calls have equal capacities. */
static inline void *trey_array_grow(void *array, size_t *capacity, size_t wanted,
                                    size_t item_bytes)
{
    enum { MIN_CAPACITY = 64 };
    assert(wanted > 0 && item_bytes > 0);
    assert((array == NULL) == (*capacity == 0));
    if (wanted <= *capacity)
        return array;
    const size_t max = SIZE_MAX / item_bytes;
    if (wanted > max)
        return NULL;
    size_t larger = *capacity > max / 2 ? max : 2 * *capacity;
    if (larger < MIN_CAPACITY && max >= MIN_CAPACITY)
        larger = MIN_CAPACITY;
    if (larger < wanted)
        larger = wanted;
    void *grown = realloc(array, larger * item_bytes);
    if (grown != NULL)
        *capacity = larger;
    return grown;
}

#endif
