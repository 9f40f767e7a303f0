/* What each slide is worth when the deck is one of several.
 *
 * Each deck is searched for itself and the values are averaged: a slide is chosen once,
 * by a player who does not know the deck. From the next hint on the search knows it,
 * which is a little more than the player will: the hints tell him soon, but not at once.
 * The error is the same way for all slides, and smaller than that of an unknown deck,
 * which forgets even what the hints do tell.
 *
 * Depth 1 comes first for all decks, so that there is an answer at once; then each has
 * its share of the nodes and of the time that are left. */
#include "base/clock.h"
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

/* One search of every deck. */
static enum trey_status search_all(const struct trey_guess *guess,
                                   struct trey_search *search,
                                   const struct trey_search_limits *limits,
                                   struct trey_search_result *sum,
                                   struct trey_error *error)
{
    *sum = (struct trey_search_result){.best = -1};
    for (int i = 0; i < guess->count; i++) {
        struct trey_search_result one;
        enum trey_status status =
            trey_search_run(search, &guess->views[i], limits, &one, error);
        if (status != TREY_OK)
            return status;
        add(sum, &one, guess->weight[i], i == 0);
    }
    choose_best(sum);
    return TREY_OK;
}

enum trey_status trey_guess_search(const struct trey_guess *guess,
                                   struct trey_search *search,
                                   const struct trey_search_limits *limits,
                                   struct trey_search_result *result,
                                   struct trey_error *error)
{
    if (guess->count == 1)
        return trey_search_run(search, &guess->views[0], limits, result, error);
    double start_s = now_s(limits);
    struct trey_search_limits share = *limits;
    share.report = NULL;
    share.nodes = 0;
    share.time_s = 0.0;
    share.depth_plies = 1;
    enum trey_status status = TREY_OK;
    if (limits->depth_plies > 1 && limits->report != NULL) {
        status = search_all(guess, search, &share, result, error);
        if (status == TREY_OK)
            limits->report(limits->report_context, result);
    }
    share.depth_plies = limits->depth_plies;
    if (limits->nodes != 0)
        share.nodes = 1 + limits->nodes / (uint64_t)guess->count;
    if (limits->time_s > 0.0)
        share.time_s = limits->time_s / guess->count;
    if (status == TREY_OK)
        status = search_all(guess, search, &share, result, error);
    if (status != TREY_OK)
        return status;
    result->seconds = now_s(limits) - start_s;
    if (limits->report != NULL)
        limits->report(limits->report_context, result);
    return TREY_OK;
}
