/* parallel_for: the whole threading model. */
#ifndef TREY_UTIL_PARALLEL_H
#define TREY_UTIL_PARALLEL_H

#include <stddef.h>

/* A team of threads that waits for loops to run. One loop at a time. */
struct trey_team;

/* Processors this process may use, at least 1. */
unsigned trey_processors(void);

/* A team of `threads` threads, the caller's included; fewer if the system gives fewer.
 * NULL if memory could not be had. */
struct trey_team *trey_team_new(unsigned threads);
void trey_team_free(struct trey_team *team);
unsigned trey_team_size(const struct trey_team *team);

/* Calls body(context, i) for i = 0..count-1, in any order, on the team's threads; returns
 * when all calls have. A NULL team runs them here, in order. */
void trey_parallel_for(struct trey_team *team, size_t count,
                       void (*body)(void *context, size_t index), void *context);

#endif
