/* Several threads on one position. */
#ifndef TREY_SEARCH_THREADS_H
#define TREY_SEARCH_THREADS_H

#include "search/expand.h"

/* The caller's thread and others, each with a search of its own and one table. */
struct trey_search_threads;

/* For this search, `threads` >= 2; NULL for want of memory. */
struct trey_search_threads *trey_search_threads_new(const struct trey_search *search,
                                                    unsigned count);

/* NULL is taken. */
void trey_search_threads_free(struct trey_search_threads *threads);

/* As trey_search_root, by the whole threads of the search; adds up what all have counted.
 */
bool trey_search_root_threads(struct trey_search *search, const struct trey_view *view,
                              unsigned plies, float value[4]);

#endif
