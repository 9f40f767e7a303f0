/* Growing arrays. The library's own (src/base/array.h) is not public, and the command
 * uses public headers alone, as any other program would; these few lines cost less than
 * a public function that has nothing to do with games. */
#ifndef TREY_CLI_ARRAY_H
#define TREY_CLI_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns `array` with a capacity of at least `wanted` items of `item_bytes` bytes each,
 * moved if it has to grow, and updates *capacity, which counts items. The capacity at
 * least doubles. Returns NULL if memory runs out or the size in bytes does not fit into
 * size_t; then the array and *capacity are unchanged, and the array is still the caller's
 * to free(). `array` may be NULL with a capacity of 0; `wanted` and `item_bytes` are at
 * least 1. */
static inline void *cli_array_grow(void *array, size_t *capacity, size_t wanted,
                                   size_t item_bytes)
{
    enum { MIN_CAPACITY = 64 };
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
