/* parallel_for: the whole threading model. */
#ifndef TREY_BASE_THREADS_H
#define TREY_BASE_THREADS_H

#include "base/processors.h"

#include <stddef.h>

/* Threads that wait for loops to run. One loop at a time. */
struct trey_threads;

/* `count` threads, including the caller's; fewer if the system cannot create them.
 * NULL if out of memory. */
struct trey_threads *trey_threads_new(unsigned count);
void trey_threads_free(struct trey_threads *threads);
unsigned trey_threads_size(const struct trey_threads *threads);

/* Calls body(context, i) for i = 0..count-1, in any order, on these threads; returns
 * when all calls have. NULL runs them here, in order. */
void trey_parallel_for(struct trey_threads *threads, size_t count,
                       void (*body)(void *context, size_t index), void *context);

#endif
