/* trey/statistics.h - confidence intervals of means and fractions. */
#ifndef TREY_STATISTICS_H
#define TREY_STATISTICS_H

#include "trey/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A mean with its 95 % confidence interval. */
struct trey_interval {
    double mean, low, high;
    bool known; /* low and high are known */
};

/* Minimum number of values for an interval; fewer values give only a mean. */
#define TREY_INTERVAL_MIN 5

/* Computes the mean of `count` >= 1 values and its 95 % interval. The interval suits
 * skewed values such as scores of games: if no value is negative it is computed on a
 * logarithmic scale and is longer above the mean than below (docs/statistics.md).
 * Thread-safe. */
TREY_API void trey_interval_of(const double *values, size_t count,
                               struct trey_interval *interval);

/* Computes the mean of `count` >= 1 differences, which could be of either sign, and its
 * symmetric 95 % interval, also if none of them is negative. So the interval does not
 * depend on which one is subtracted. Thread-safe. */
TREY_API void trey_interval_of_differences(const double *values, size_t count,
                                           struct trey_interval *interval);

#ifdef __cplusplus
}
#endif
#endif
