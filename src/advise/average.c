/* Values of the moves when the deck, or the next tile, is one of several.
 *
 * Each case is searched by itself and the values are averaged: a move is chosen once, by
 * a player who does not know the case. From the next hint on the search knows it, which
 * is a little more than the player will: the hints show the deck soon, but not at once.
 * The error is the same for all moves, and smaller than that of an unknown deck, which
 * forgets even what the hints do show.
 *
 * The search goes in rounds, each of all cases. Round 1 has depth 1, so that there is an
 * answer at once. Within a budget, round 2 is the last: each case has its share of the
 * nodes and of the time. Without one, each round is a ply deeper, since a search without
 * limits would never leave the first case. */
#include "advise/average.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/error.h"
#include "trey/advise.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static double now_s(const struct trey_search_limits *limits)
{
    return limits->cpu_time ? trey_clock_cpu() : trey_clock_monotonic();
}

/* Adds the depths of a deck, counted from the last one: decks have their own cut-offs,
 * and as many depths are averaged as every deck has. */
static void add_history(struct trey_search_result *sum,
                        const struct trey_search_result *one, double weight, bool first)
{
    unsigned count = first || one->history_count < sum->history_count
                         ? one->history_count
                         : sum->history_count;
    const struct trey_search_depth *from = one->history + (one->history_count - count);
    if (!first)
        memmove(sum->history, sum->history + (sum->history_count - count),
                count * sizeof *sum->history);
    sum->history_count = count;
    for (unsigned i = 0; i < count; i++) {
        struct trey_search_depth *depth = &sum->history[i];
        if (first)
            *depth = (struct trey_search_depth){.depth_plies = from[i].depth_plies};
        for (int direction = 0; direction < 4; direction++)
            depth->value[direction] += weight * from[i].value[direction];
        depth->min_probability = fmax(depth->min_probability, from[i].min_probability);
        depth->nodes += from[i].nodes;
        if (from[i].depth_plies < depth->depth_plies)
            depth->depth_plies = from[i].depth_plies;
    }
}

/* Adds what was found for a deck to the sums. */
static void add(struct trey_search_result *sum, const struct trey_search_result *one,
                double weight, bool first)
{
    for (int direction = 0; direction < 4; direction++)
        sum->value[direction] += weight * one->value[direction];
    sum->legal = one->legal; /* the same for all decks */
    if (first || one->depth_plies < sum->depth_plies)
        sum->depth_plies = one->depth_plies;
    if (first || one->min_probability > sum->min_probability)
        sum->min_probability = one->min_probability;
    sum->exact = one->exact && (first || sum->exact);
    sum->nodes += one->nodes;
    sum->leaves += one->leaves;
    add_history(sum, one, weight, first);
}

/* The first of the largest, as in one search: values that differ by the rounding of
 * single precision alone are equal. */
static void choose_best(struct trey_search_result *sum)
{
    sum->best = -1;
    for (int direction = 0; direction < 4; direction++)
        if ((sum->legal >> direction & 1) != 0 &&
            (sum->best < 0 ||
             sum->value[direction] >
                 sum->value[sum->best] + 1e-6 * fabs(sum->value[sum->best])))
            sum->best = direction;
}

/* --- rounds ----------------------------------------------------------------------------
 */

static void begin_case(struct trey_average *average)
{
    enum trey_status status = trey_search_begin(
        average->search, &average->guess->views[average->next], &average->share, NULL);
    assert(status == TREY_OK); /* trey_average_begin has checked views and limits */
    (void)status;
}

/* A round that ends early, with the first depth that the limits allow or nothing more to
 * find, is the last one. */
static bool is_last_round(const struct trey_average *average)
{
    bool budget = trey_search_limits_budget(&average->limits);
    return average->share.depth_plies >= average->limits.depth_plies ||
           (average->round > 1 && budget) || average->sum.exact;
}

/* Without a budget, what is cut short does not count: the round before is whole. */
static bool is_cut_short(const struct trey_average *average)
{
    return average->round > 1 && !trey_search_limits_budget(&average->limits) &&
           trey_cancel_raised(average->limits.cancel);
}

static void begin_round(struct trey_average *average)
{
    const struct trey_search_limits *limits = &average->limits;
    unsigned cases = (unsigned)average->guess->count;
    average->round++;
    average->before = average->sum;
    average->sum = (struct trey_search_result){.best = -1};
    average->next = 0;
    average->share = *limits;
    average->share.report = NULL;
    if (average->round == 1 && limits->depth_plies > 1) {
        average->share.nodes = 0;
        average->share.time_s = 0.0;
        average->share.depth_plies = 1;
        return;
    }
    if (!trey_search_limits_budget(limits) && average->round < limits->depth_plies)
        average->share.depth_plies = average->round;
    if (limits->nodes != 0)
        average->share.nodes = 1 + limits->nodes / cases;
    if (limits->time_s > 0.0)
        average->share.time_s = limits->time_s / cases;
}

/* A round is done: true if another one follows. */
static bool end_round(struct trey_average *average)
{
    const struct trey_search_limits *limits = &average->limits;
    choose_best(&average->sum);
    average->sum.seconds = now_s(limits) - average->start_s;
    if (limits->report != NULL)
        limits->report(limits->report_context, &average->sum);
    if (is_last_round(average))
        return false;
    begin_round(average);
    return true;
}

enum trey_status trey_average_begin(struct trey_average *average,
                                    const struct trey_guess *guess,
                                    struct trey_search *search,
                                    const struct trey_search_limits *limits,
                                    struct trey_error *error)
{
    assert(guess->count >= 1);
    *average = (struct trey_average){.guess = guess,
                                     .search = search,
                                     .limits = *limits,
                                     .share = *limits,
                                     .start_s = now_s(limits)};
    for (int i = 1; i < guess->count; i++)
        if (!trey_rules_equal(&guess->views[i].rules, &guess->views[0].rules))
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "the positions are of different rules");
    enum trey_status status = trey_search_begin(search, &guess->views[0], limits, error);
    if (status != TREY_OK || guess->count == 1)
        return status;
    begin_round(average);
    begin_case(average);
    return TREY_OK;
}

bool trey_average_step(struct trey_average *average, double slice_s,
                       struct trey_search_result *result)
{
    static const double shortest_s = 1e-3;
    const struct trey_guess *guess = average->guess;
    struct trey_search_result one;
    if (guess->count == 1)
        return trey_search_step(average->search, slice_s, result);
    double end_s = trey_clock_monotonic() + slice_s, left_s = slice_s;
    for (;;) {
        if (trey_search_step(average->search, left_s, &one))
            return true;
        if (is_cut_short(average)) {
            *result = average->before;
            return false;
        }
        add(&average->sum, &one, guess->weight[average->next], average->next == 0);
        if (++average->next == guess->count && !end_round(average)) {
            *result = average->sum;
            return false;
        }
        begin_case(average);
        if (slice_s > 0.0) {
            left_s = fmax(end_s - trey_clock_monotonic(), shortest_s);
            if (left_s <= shortest_s)
                return true;
        }
    }
}

enum trey_status trey_guess_search(const struct trey_guess *guess,
                                   struct trey_search *search,
                                   const struct trey_search_limits *limits,
                                   struct trey_search_result *result,
                                   struct trey_error *error)
{
    struct trey_average average;
    enum trey_status status = trey_average_begin(&average, guess, search, limits, error);
    if (status == TREY_OK)
        trey_average_step(&average, 0.0, result);
    return status;
}
