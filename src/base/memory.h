/* Large tables. */
#ifndef TREY_BASE_MEMORY_H
#define TREY_BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory for a table that is read all over: in large pages where the system gives
 * them, so that a look-up does not also miss the page table, and taken from the system
 * only as it is touched. NULL if there is none. For trey_large_free with the same size.
 */
void *trey_large_new(size_t bytes);
void trey_large_free(void *memory, size_t bytes); /* NULL is taken */

/* Of a function that only sends for memory: called, not inlined, it is taken by GCC 12
 * for one that does nothing, and left out. */
#define TREY_PREFETCH_FN __attribute__((always_inline)) static inline

/* Sends for what lies there, into the second cache: what is sent for by hundreds of lines
 * at a time would drive itself out of the first. */
TREY_PREFETCH_FN void trey_prefetch(const void *at)
{
    __builtin_prefetch(at, 0, 2);
}

#endif
