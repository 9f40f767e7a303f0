/* A search of all decks that are possible, in slices: for a program with one thread. */
#ifndef TREY_ADVISE_AVERAGE_H
#define TREY_ADVISE_AVERAGE_H

#include "trey/advise.h"

/* A search under way. Its members are average.c's own. */
struct trey_average {
    const struct trey_guess *guess; /* read only; must outlive the search */
    struct trey_search *search;
    struct trey_search_limits limits; /* of all cases together */
    struct trey_search_limits share;  /* of one case in this round */
    struct trey_search_result sum;    /* of the cases searched in this round */
    struct trey_search_result before; /* of the round before */
    unsigned round;                   /* from 1 */
    int next;                         /* index of the case that is searched */
    double start_s;
};

/* Begins what trey_guess_search does, with the same arguments, errors and result. */
enum trey_status trey_average_begin(struct trey_average *average,
                                    const struct trey_guess *guess,
                                    struct trey_search *search,
                                    const struct trey_search_limits *limits,
                                    struct trey_error *error);

/* Searches for about `slice_s` seconds, as trey_search_step does; 0: to the end. False
 * once the search is done and *result is final; true leaves *result undefined. */
bool trey_average_step(struct trey_average *average, double slice_s,
                       struct trey_search_result *result);

#endif
