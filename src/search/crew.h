/* Several threads on one position. */
#ifndef TREY_SEARCH_CREW_H
#define TREY_SEARCH_CREW_H

#include "search/expand.h"

/* The caller's thread and others, each with a search of its own and one table. */
struct trey_crew;

/* For this search, `threads` >= 2; NULL for want of memory. */
struct trey_crew *trey_crew_new(const struct trey_search *search, unsigned threads);

/* NULL is taken. */
void trey_crew_free(struct trey_crew *crew);

/* As trey_search_root, by the whole crew of the search; adds up what all have counted. */
bool trey_crew_root(struct trey_search *search, const struct trey_view *view,
                    unsigned plies, float value[4]);

#endif
