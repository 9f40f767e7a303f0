/* Confidence intervals of means and shares against known values, and their measured
 * coverage. */
#include "base/interval.h"
#include "base/random.h"
#include "support/test.h"
#include "trey/selfplay.h"
#include "trey/statistics.h"

#include <math.h>
#include <stdlib.h>

static void test_intervals(void **state)
{
    (void)state;
    double values[100];
    struct trey_interval interval;
    for (int i = 0; i < 100; i++)
        values[i] = i % 10;
    trey_interval_of(values, 100, &interval);
    assert_true(fabs(interval.mean - 4.5) < 1e-9);
    assert_true(interval.known);
    /* t with 74.25 degrees of freedom is 1.9924, the standard error 0.28868. */
    const double reach = 1.9924 * 0.28868 / 4.5;
    assert_true(fabs(interval.low - 4.5 * exp(-reach)) < 1e-3);
    assert_true(fabs(interval.high - 4.5 * exp(reach)) < 1e-3);
    values[0] = -1.0; /* either sign: symmetric */
    trey_interval_of(values, 100, &interval);
    assert_true(fabs(interval.high + interval.low - 2 * interval.mean) < 1e-9);
    values[0] = 0.0;
    trey_interval_of_differences(values, 100, &interval); /* symmetric without any */
    assert_true(fabs(interval.high + interval.low - 2 * interval.mean) < 1e-9);
    trey_interval_of(values, TREY_INTERVAL_MIN - 1, &interval);
    assert_false(interval.known);
    assert_true(fabs(interval.mean - 1.5) < 1e-9);
}

enum { POOL = 2000, SAMPLES = 4000 };

/* Scores of POOL games of a player. */
static void play_pool(const char *player, double scores[POOL])
{
    struct trey_player_options how;
    struct trey_selfplay_options options = {.games = POOL, .seed = 19, .threads = 2};
    struct trey_game_result *results = calloc(POOL, sizeof *results);
    assert_non_null(results);
    trey_player_defaults(&how);
    how.limits.depth_plies = 1;
    assert_int_equal(trey_rules_named("window", &options.rules, NULL), TREY_OK);
    assert_int_equal(trey_selfplay_run(player, &how, &options, results, NULL), TREY_OK);
    for (int i = 0; i < POOL; i++)
        scores[i] = (double)results[i].score;
    free(results);
}

/* Share of the samples whose interval contains the mean of their pool. */
static double measure_coverage(const double pool[POOL], int size)
{
    struct trey_random random;
    double mean = 0.0, sample[100];
    int covered = 0;
    for (int i = 0; i < POOL; i++)
        mean += pool[i] / POOL;
    trey_random_seed(&random, 1979);
    for (int i = 0; i < SAMPLES; i++) {
        struct trey_interval interval;
        for (int k = 0; k < size; k++)
            sample[k] = pool[trey_random_below(&random, POOL)];
        trey_interval_of(sample, (size_t)size, &interval);
        covered += interval.low <= mean && mean <= interval.high;
    }
    return (double)covered / SAMPLES;
}

/* Intervals of 95 % contain the mean about that often, for few games and for players of
 * any strength (docs/statistics.md). */
static void test_coverage(void **state)
{
    (void)state;
    static const char *const players[] = {"random", "greedy", "heuristic"};
    static const int sizes[] = {5, 10, 20, 100};
    static double pool[POOL];
    for (int player = 0; player < 3; player++) {
        play_pool(players[player], pool);
        for (int i = 0; i < 4; i++) {
            const double coverage = measure_coverage(pool, sizes[i]);
            if (coverage < 0.915 || coverage > 0.985)
                fail_msg("%s, %d games: the interval holds the mean in %.1f %%",
                         players[player], sizes[i], 100 * coverage);
        }
    }
}

static void test_shares(void **state)
{
    (void)state;
    struct trey_interval interval;
    trey_interval_of_share(0, 10, &interval);
    assert_true(interval.mean == 0.0 && interval.low == 0.0);
    assert_true(fabs(interval.high - 0.27753) < 1e-4);
    trey_interval_of_share(5, 10, &interval);
    assert_true(fabs(interval.low - 0.23659) < 1e-4);
    assert_true(fabs(interval.high - 0.76341) < 1e-4);
    trey_interval_of_share(10, 10, &interval);
    assert_true(interval.mean == 1.0 && interval.high == 1.0);
    assert_true(fabs(interval.low - 0.72247) < 1e-4);
}

/* Paired shares: known values, in both orders; the true difference is inside as often as
 * claimed, also if few cases differ. */
static void test_paired_shares(void **state)
{
    (void)state;
    struct trey_interval interval, other;
    trey_interval_of_paired_shares(30, 10, 100, &interval);
    assert_true(interval.known && fabs(interval.mean - 0.2) < 1e-12);
    /* (30 - 10) / 102 and 1.96 * sqrt(41 - 400 / 102) / 102 */
    assert_true(fabs(interval.low - (0.196078 - 0.117007)) < 1e-4);
    assert_true(fabs(interval.high - (0.196078 + 0.117007)) < 1e-4);
    trey_interval_of_paired_shares(10, 30, 100, &other);
    assert_true(fabs(interval.low + other.high) < 1e-12);
    trey_interval_of_paired_shares(0, 0, 100, &interval);
    assert_true(interval.low < 0.0 && interval.high > 0.0);
    trey_interval_of_paired_shares(1, 0, 1, &interval);
    assert_true(interval.high <= 1.0);

    enum { RUNS = 4000, CASES = 60 };
    static const double only_first[] = {0.02, 0.2, 0.5}, only_second[] = {0.0, 0.05, 0.3};
    struct trey_random random;
    trey_random_seed(&random, 20);
    for (int at = 0; at < 3; at++) {
        int held = 0;
        for (int run = 0; run < RUNS; run++) {
            uint64_t first = 0, second = 0;
            for (int i = 0; i < CASES; i++) {
                double drawn = trey_random_unit(&random);
                first += drawn < only_first[at];
                second +=
                    drawn >= only_first[at] && drawn < only_first[at] + only_second[at];
            }
            trey_interval_of_paired_shares(first, second, CASES, &interval);
            double difference = only_first[at] - only_second[at];
            held += interval.low <= difference && difference <= interval.high;
        }
        assert_true(held > 0.935 * RUNS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_paired_shares),
        cmocka_unit_test(test_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
