/* Values of the moves when the deck, or the next tile, is one of several.
 *
 * Each case is searched separately and the values are averaged: the player chooses one
 * move without knowing the case. After the next hint the search assumes that the case is
 * known. The real player learns it later, because hints reveal the deck gradually. This
 * error is the same for all moves, and smaller than that of a search with an unknown
 * deck, which ignores what the hints reveal.
 *
 * The search runs in rounds over all cases. Round 1 has depth 1, so that an answer exists
 * at once. Within a budget, round 2 is the last: each case gets an equal part of the
 * nodes and of the time. Without a budget, each round is one ply deeper, because an
 * unlimited search would never leave the first case. */
#include "advise/average.h"
#include "base/check.h"
#include "base/error.h"
#include "os/clock.h"
#include "trey/advise.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static double now_s(const struct trey_search_limits *limits)
{
    return limits->cpu_time ? trey_clock_cpu() : trey_clock_monotonic();
}

/* Adds the history of a case, aligned at the last depth: cases have different cut-offs,
 * so only as many depths are averaged as all cases have. */
static void add_history(struct trey_search_result *sum,
                        const struct trey_search_result *found, double weight, bool first)
{
    unsigned count = first || found->history_count < sum->history_count
                         ? found->history_count
                         : sum->history_count;
    const struct trey_search_depth *from =
        found->history + (found->history_count - count);
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

/* Adds the result of a case to the sums. */
static void add_case_result(struct trey_search_result *sum,
                            const struct trey_search_result *found, double weight,
                            bool first)
{
    for (int direction = 0; direction < 4; direction++)
        sum->value[direction] += weight * found->value[direction];
    sum->legal = found->legal; /* the same for all cases */
    if (first || found->depth_plies < sum->depth_plies)
        sum->depth_plies = found->depth_plies;
    if (first || found->min_probability > sum->min_probability)
        sum->min_probability = found->min_probability;
    sum->exact = found->exact && (first || sum->exact);
    sum->nodes += found->nodes;
    sum->leaves += found->leaves;
    add_history(sum, found, weight, first);
}

/* The first of the largest values, as in a single search; values that differ only by
 * single-precision rounding are equal. */
static void select_best(struct trey_search_result *sum)
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
    enum trey_status status =
        trey_search_begin(average->search, &average->guess->views[average->next],
                          &average->case_limits, NULL);
    assert(status == TREY_OK); /* trey_average_begin has checked views and limits */
    (void)status;
}

/* True after the last round: the budget is used, or the depth limit or exact values are
 * reached. */
static bool is_last_round(const struct trey_average *average)
{
    bool budget = trey_search_limits_budget(&average->limits);
    return average->case_limits.depth_plies >= average->limits.depth_plies ||
           (average->round > 1 && budget) || average->sum.exact;
}

/* True if the current round must be discarded: it was interrupted, and without a budget
 * only complete rounds count. */
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
    average->previous = average->sum;
    average->sum = (struct trey_search_result){.best = -1};
    average->next = 0;
    average->case_limits = *limits;
    average->case_limits.report = NULL;
    if (average->round == 1 && limits->depth_plies > 1) {
        average->case_limits.nodes = 0;
        average->case_limits.time_s = 0.0;
        average->case_limits.depth_plies = 1;
        return;
    }
    if (!trey_search_limits_budget(limits) && average->round < limits->depth_plies)
        average->case_limits.depth_plies = average->round;
    if (limits->nodes != 0)
        average->case_limits.nodes = 1 + limits->nodes / cases;
    if (limits->time_s > 0.0)
        average->case_limits.time_s = limits->time_s / cases;
}

/* Ends a round; returns true if another one follows. */
static bool end_round(struct trey_average *average)
{
    const struct trey_search_limits *limits = &average->limits;
    select_best(&average->sum);
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
                                     .case_limits = *limits,
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
    struct trey_search_result found;
    if (guess->count == 1)
        return trey_search_step(average->search, slice_s, result);
    double end_s = trey_clock_monotonic() + slice_s, left_s = slice_s;
    for (;;) {
        if (trey_search_step(average->search, left_s, &found))
            return true;
        if (is_cut_short(average)) {
            *result = average->previous;
            return false;
        }
        add_case_result(&average->sum, &found, guess->weight[average->next],
                        average->next == 0);
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
