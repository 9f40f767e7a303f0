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
#define TREY_INTERVAL_LEAST 5

/* Of `count` >= 1 values, which are read only, by bootstrap: 10,000 resamples, their
 * percentiles, the same resamples every time. *interval is written also on failure, then
 * without low and high. Fails with TREY_ERR_MEMORY only; error may be NULL. Any number of
 * threads may call it. */
TREY_API enum trey_status trey_interval_of(const double *values, size_t count,
                                           struct trey_interval *interval,
                                           struct trey_error *error);

/* Of a share, `hits` out of `count` >= 1, by Wilson. Any number of threads may call it.
 */
TREY_API void trey_interval_of_share(uint64_t hits, uint64_t count,
                                     struct trey_interval *interval);

#ifdef __cplusplus
}
#endif
#endif
