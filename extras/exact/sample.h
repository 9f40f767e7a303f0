/* Estimates the number of classes of a board without solving it. See sample.c. */
#ifndef TREY_EXTRAS_EXACT_SAMPLE_H
#define TREY_EXTRAS_EXACT_SAMPLE_H

#include "trey/exact.h"

/* Maximum number of cells of a board whose classes can be estimated by sampling. */
#define TREY_EXACT_MAX_SAMPLED_CELLS 12

/* Estimate of the number of classes by sampling: draws random boards of every possible
 * tile sum and tests whether 32 moves, or a whole game, can have led to each. This test
 * accepts a few boards too many. All numbers are numbers of classes. */
struct trey_exact_sample {
    uint64_t samples;
    uint32_t sums;    /* tile sums that can occur in a game */
    double boards;    /* all boards and hints sampled from, reachable or not */
    double classes;   /* reachable ones */
    double error;     /* half width of the 95 % interval of `classes` */
    double undecided; /* classes of abandoned samples; not included in `classes` */
    double terminal;  /* classes without a legal move */
    double largest; /* maximum over the tile sums, smoothed over a 64th of all of them */
};

/* Samples boards of 2 to TREY_EXACT_MAX_SAMPLED_CELLS cells. Uses the options shape,
 * rules, start, threads, report and cancel. The same samples and seed give the same
 * estimate with any number of threads. Takes about 32 MiB and 18 MiB per thread, and a
 * millisecond per sample, more for larger boards. TREY_ERR_ARGUMENT for other boards or 0
 * samples, TREY_ERR_CANCELLED. */
enum trey_status trey_exact_sample(const struct trey_exact_options *options,
                                   uint64_t samples, uint64_t seed,
                                   struct trey_exact_sample *result,
                                   struct trey_error *error);

#endif
