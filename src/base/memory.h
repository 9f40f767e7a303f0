/* Large tables. */
#ifndef TREY_BASE_MEMORY_H
#define TREY_BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory for a table with random access: in large pages if the system provides
 * them, to avoid TLB misses, and allocated by the system only as pages are touched. NULL
 * if out of memory. Free it by trey_large_free with the same size. */
void *trey_large_new(size_t bytes);
void trey_large_free(void *memory, size_t bytes); /* NULL is accepted */

/* Marks a function that only prefetches: GCC 12 would drop a call that it does not
 * inline, as a call without effect. */
#define TREY_PREFETCH_FN __attribute__((always_inline)) static inline

/* Prefetches a line into the second-level cache: hundreds of lines prefetched at a time
 * would evict each other from the first. */
TREY_PREFETCH_FN void trey_prefetch(const void *at)
{
    __builtin_prefetch(at, 0, 2);
}

#endif
