/* trey/statistics.h - how sure a mean or a share is. */
#ifndef TREY_STATISTICS_H
#define TREY_STATISTICS_H

#include "trey/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A mean with its 95 % interval. */
struct trey_interval {
    double mean, low, high;
    bool known; /* low and high are */
};

/* Fewer values than this give a mean without an interval. */
#define TREY_INTERVAL_MIN 5

/* Mean of `count` >= 1 values and its 95 % interval, into *interval. The interval suits
 * skewed values such as scores of games: if no value is negative it lies on the scale of
 * logarithms and is longer above the mean than below (docs/statistics.md). `values` are
 * read only. Any number of threads may call it. */
TREY_API void trey_interval_of(const double *values, size_t count,
                               struct trey_interval *interval);

/* Of a share, `hits` out of `count` >= 1, by Wilson. Any number of threads may call it.
 */
TREY_API void trey_interval_of_share(uint64_t hits, uint64_t count,
                                     struct trey_interval *interval);

/* Of the difference between two shares of the same `count` >= 1 cases: `first` cases have
 * only the first property, `second` only the second one, and the others both or neither.
 * The mean is (first - second) / count; the interval is that of Agresti and Min. Any
 * number of threads may call it. */
TREY_API void trey_interval_of_paired_shares(uint64_t first, uint64_t second,
                                             uint64_t count,
                                             struct trey_interval *interval);

#ifdef __cplusplus
}
#endif
#endif
