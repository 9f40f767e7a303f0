/* Statistics of many games: means, shares and times. */
#include "base/check.h"
#include "base/error.h"
#include "base/interval.h"
#include "players/command.h"
#include "trey/selfplay.h"

#include <math.h>
#include <stdlib.h>

int trey_ms_bin(double ms)
{
    double us = 1e3 * ms;
    if (!(us > 1.0))
        return 0;
    int bin = (int)(4.0 * log2(us));
    return bin < TREY_MS_BINS ? bin : TREY_MS_BINS - 1;
}

static int compare_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The upper end of the bin that 99 % of the moves do not exceed, or the slowest move. */
static double percentile_99(const uint64_t spread[TREY_MS_BINS], uint64_t moves,
                            double slowest_ms)
{
    uint64_t below = 0;
    for (int bin = 0; bin < TREY_MS_BINS; bin++) {
        below += spread[bin];
        if ((double)below >= 0.99 * (double)moves) {
            double end = 1e-3 * exp2((bin + 1) / 4.0);
            return end < slowest_ms ? end : slowest_ms;
        }
    }
    return slowest_ms;
}

enum trey_status trey_selfplay_summarise(const struct trey_game_result *results,
                                         size_t count, struct trey_selfplay_stats *stats,
                                         struct trey_error *error)
{
    *stats = (struct trey_selfplay_stats){0};
    double *scores = malloc((count + 1) * sizeof *scores);
    if (scores == NULL)
        return trey_fail_memory(error, (count + 1) * sizeof *scores);
    uint64_t spread[TREY_MS_BINS] = {0}, largest[TREY_MAX_RANKS] = {0}, moves = 0;
    double seconds = 0.0;
    size_t games = 0;
    for (size_t i = 0; i < count; i++) {
        const struct trey_game_result *result = &results[i];
        if (!result->done)
            continue;
        scores[games++] = (double)result->score;
        moves += result->moves;
        seconds += result->seconds;
        assert(result->largest < TREY_MAX_RANKS);
        largest[result->largest % TREY_MAX_RANKS]++;
        stats->ms_max =
            result->slowest_ms > stats->ms_max ? result->slowest_ms : stats->ms_max;
        for (int bin = 0; bin < TREY_MS_BINS; bin++)
            spread[bin] += result->spread[bin];
    }
    stats->games = games;
    enum trey_status status = TREY_OK;
    if (games == 0)
        goto cleanup;
    trey_interval_of(scores, games, &stats->mean);
    qsort(scores, games, sizeof *scores, compare_ascending);
    assert(scores[0] <= scores[games - 1]);
    stats->median = (scores[(games - 1) / 2] + scores[games / 2]) / 2.0;
    stats->least = (uint64_t)scores[0];
    stats->most = (uint64_t)scores[games - 1];
    uint64_t reached = 0;
    for (int rank = TREY_MAX_RANKS - 1; rank >= 0; rank--) {
        reached += largest[rank];
        stats->ends[rank] = (double)largest[rank] / (double)games;
        trey_interval_of_share(reached, games, &stats->reach[rank]);
    }
    assert(reached == games); /* each game has a largest tile */
    stats->moves = (double)moves / (double)games;
    stats->ms_mean = moves > 0 ? 1e3 * seconds / (double)moves : 0.0;
    stats->ms_p99 = percentile_99(spread, moves, stats->ms_max);
cleanup:
    free(scores);
    return status;
}
