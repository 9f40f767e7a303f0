/* Confidence intervals of fractions. See interval.c. */
#ifndef TREY_BASE_INTERVAL_H
#define TREY_BASE_INTERVAL_H

#include "trey/statistics.h"

/* Computes the Wilson interval of a fraction, `hits` out of `count` >= 1. Thread-safe. */
void trey_interval_of_share(uint64_t hits, uint64_t count,
                            struct trey_interval *interval);

/* Computes the difference between two fractions of the same `count` >= 1 cases: `first`
 * cases have only the first property, `second` only the second one, and the others both
 * or neither. The mean is (first - second) / count; the interval is that of Agresti and
 * Min. Thread-safe. */
void trey_interval_of_paired_shares(uint64_t first, uint64_t second, uint64_t count,
                                    struct trey_interval *interval);

#endif
