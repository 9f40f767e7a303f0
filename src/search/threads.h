/* Helper threads: several threads search one position. */
#ifndef TREY_SEARCH_THREADS_H
#define TREY_SEARCH_THREADS_H

#include "search/expand.h"

/* The caller's thread and helpers, each with a search of its own and one shared table. */
struct trey_search_threads;

/* Makes `count` >= 2 threads for a search; NULL if out of memory. */
struct trey_search_threads *trey_search_threads_new(const struct trey_search *search,
                                                    unsigned count);

/* Ends and frees the threads. NULL is allowed. */
void trey_search_threads_free(struct trey_search_threads *threads);

/* Like trey_search_root, with all threads of the search; adds up their counts. */
bool trey_search_root_threads(struct trey_search *search, const struct trey_view *view,
                              unsigned plies, float value[4]);

#endif
