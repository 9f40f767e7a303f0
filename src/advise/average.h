/* Search of all possible decks, in slices, for a program with one thread. */
#ifndef TREY_ADVISE_AVERAGE_H
#define TREY_ADVISE_AVERAGE_H

#include "trey/advise.h"

/* A search in progress. Only average.c uses the members. */
struct trey_average {
    const struct trey_guess *guess; /* read only; must outlive the search */
    struct trey_search *search;
    struct trey_search_limits limits;      /* for all cases together */
    struct trey_search_limits case_limits; /* for one case in this round */
    struct trey_search_result sum; /* weighted sums of the cases searched in this round */
    struct trey_search_result previous; /* result of the previous round */
    unsigned round;                     /* from 1 */
    int next;                           /* index of the current case */
    double start_s;
};

/* Starts the search of trey_guess_search, with the same arguments, errors and result. */
enum trey_status trey_average_begin(struct trey_average *average,
                                    const struct trey_guess *guess,
                                    struct trey_search *search,
                                    const struct trey_search_limits *limits,
                                    struct trey_error *error);

/* Searches for about `slice_s` seconds, as trey_search_step does; 0: to the end. Returns
 * false once the search is complete and *result is final; while true, *result is
 * undefined. */
bool trey_average_step(struct trey_average *average, double slice_s,
                       struct trey_search_result *result);

#endif
