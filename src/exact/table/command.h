/* Calls of tables that only the command makes: counts of layers, and queries without
 * checks. */
#ifndef TREY_EXACT_TABLE_COMMAND_H
#define TREY_EXACT_TABLE_COMMAND_H

#include "trey/exact.h"

/* Disables the checks of queries, so that the first ones read only what they need. A
 * damaged block can then cause wrong answers, but no other harm. For compact tables it
 * also makes queries accept every board as a state, since testing that takes most of
 * their time. Not while other threads query. */
void trey_exact_skip_checks(struct trey_exact *exact);

/* Options of trey_exact_verify. */
struct trey_exact_check {
    unsigned threads; /* 0: one per processor */
    void (*report)(void *context, const struct trey_exact_progress *progress);
    void *context;
    const struct trey_cancel *cancel;
};

/* Number of states with one tile sum, counted as in struct trey_exact_counts. */
struct trey_exact_layer {
    uint32_t sum;
    uint64_t boards, classes, terminal;
};

/* Finds the layer with the smallest tile sum >= layer->sum; false if there is none. Start
 * with sum 0 and continue with ++layer->sum. */
bool trey_exact_next_layer(const struct trey_exact *exact,
                           struct trey_exact_layer *layer);

#endif
