/* How sure a mean is: the bootstrap (Efron 1979). As many values are drawn with
 * replacement as there are, 10,000 times; the middle 95 % of the means so made are the
 * interval. It asks nothing of the values' distribution, which suits shares of a bound
 * that crowd at 1; with few values it is somewhat too narrow. */
#include "base/error.h"
#include "base/random.h"
#include "trey/statistics.h"

#include <math.h>
#include <stdlib.h>

enum { RESAMPLES = 10000, SEED = 1979 };

static double mean_of(const double *values, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum trey_status trey_interval_of(const double *values, size_t count,
                                  struct trey_interval *interval,
                                  struct trey_error *error)
{
    *interval = (struct trey_interval){.mean = mean_of(values, count)};
    if (count < TREY_INTERVAL_LEAST)
        return TREY_OK;
    double *means = malloc(RESAMPLES * sizeof *means);
    if (means == NULL)
        return trey_fail_memory(error, RESAMPLES * sizeof *means);
    struct trey_random random;
    trey_random_seed(&random, SEED);
    for (int i = 0; i < RESAMPLES; i++) {
        double sum = 0.0;
        for (size_t drawn = 0; drawn < count; drawn++)
            sum += values[trey_random_below(&random, (uint32_t)count)];
        means[i] = sum / (double)count;
    }
    qsort(means, RESAMPLES, sizeof *means, ascending);
    interval->low = means[RESAMPLES / 40];
    interval->high = means[RESAMPLES - 1 - RESAMPLES / 40];
    interval->known = true;
    free(means);
    return TREY_OK;
}

/* Wilson (1927), "Probable inference, the law of succession, and statistical inference":
 * right also for shares near 0 and 1. */
void trey_interval_of_share(uint64_t hits, uint64_t count, struct trey_interval *interval)
{
    static const double z = 1.959963984540054;
    double n = (double)count, share = (double)hits / n;
    double centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    double reach =
        z * sqrt(share * (1.0 - share) / n + z * z / (4.0 * n * n)) / (1.0 + z * z / n);
    double low = centre - reach, high = centre + reach;
    *interval = (struct trey_interval){share, low > 0.0 && hits > 0 ? low : 0.0,
                                       high < 1.0 && hits < count ? high : 1.0, true};
}
