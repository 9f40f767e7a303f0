/* The public side: iterative deepening under limits.
 *
 * Each depth is a search of its own, for all legal slides; one that a limit cuts short is
 * thrown away, so that all values reported are of the same depth. Expectimax has no
 * cut-offs that the order of moves could help, so an earlier depth is of no use to a
 * later one, but it costs little, a few percent of it.
 *
 * A whole ply more costs ten to forty times as much: of a budget of time, most would be
 * wasted on a ply that cannot be finished. So within a budget the depth is the cut-off
 * by probability, which can be lowered by any factor: what a cut-off costs foretells
 * which one the rest of the budget will pay for. Two or three are tried. */
#include "base/clock.h"
#include "base/error.h"
#include "base/threads.h"
#include "search/expand.h"
#include "search/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum trey_status check(const struct trey_rules *rules,
                              const struct trey_evaluator *evaluator, size_t table_bytes,
                              struct trey_error *error)
{
    enum trey_status status = trey_rules_check(rules, error);
    if (status != TREY_OK)
        return status;
    if (evaluator->shape.rows != rules->shape.rows ||
        evaluator->shape.cols != rules->shape.cols ||
        evaluator->family != trey_eval_family_of(rules))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the evaluation is not for the board and tiles of the rules");
    if (table_bytes < TREY_SEARCH_MIN_TABLE_BYTES ||
        table_bytes > TREY_SEARCH_MAX_TABLE_BYTES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a search table of %zu bytes: it may be %zu to %zu", table_bytes,
                         TREY_SEARCH_MIN_TABLE_BYTES, TREY_SEARCH_MAX_TABLE_BYTES);
    return TREY_OK;
}

static struct trey_table *make_table(size_t table_bytes)
{
    struct trey_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    size_t bucket_bytes = TREY_TABLE_WAYS * sizeof *table->entries;
    table->buckets = 1;
    while (table->buckets * 2 * bucket_bytes <= table_bytes)
        table->buckets *= 2;
    table->entries = aligned_alloc(bucket_bytes, table->buckets * bucket_bytes);
    if (table->entries == NULL) {
        free(table);
        return NULL;
    }
    memset(table->entries, 0, table->buckets * bucket_bytes);
    return table;
}

enum trey_status trey_search_new(const struct trey_rules *rules,
                                 const struct trey_evaluator *evaluator,
                                 size_t table_bytes, struct trey_search **search,
                                 struct trey_error *error)
{
    enum trey_status status = check(rules, evaluator, table_bytes, error);
    if (status != TREY_OK)
        return status;
    struct trey_search *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->chance_cache = calloc(1, sizeof *made->chance_cache);
    made->table = make_table(table_bytes);
    if (made->chance_cache == NULL || made->table == NULL) {
        trey_search_free(made);
        return trey_fail_memory(error, table_bytes);
    }
    made->rules = *rules;
    made->evaluator = evaluator;
    trey_law_make(rules, &made->law);
    made->by_lines = evaluator->lines != NULL && rules->entry != TREY_ENTRY_ANY;
    made->counts_merges = evaluator->points && made->law.merges_score;
    *search = made;
    return TREY_OK;
}

void trey_search_free(struct trey_search *search)
{
    if (search == NULL)
        return;
    trey_search_threads_free(search->threads);
    if (search->table != NULL)
        free(search->table->entries);
    free(search->table);
    free(search->chance_cache);
    free(search);
}

enum trey_status trey_search_set_threads(struct trey_search *search, unsigned count,
                                         struct trey_error *error)
{
    struct trey_search_threads *threads = NULL;
    if (count == 0)
        count = trey_processors();
    if (count > TREY_SEARCH_MAX_THREADS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%u threads: it may be 1 to %d",
                         count, TREY_SEARCH_MAX_THREADS);
    if (count > 1) {
        threads = trey_search_threads_new(search, count);
        if (threads == NULL)
            return trey_fail_memory(error, count * sizeof *search);
    }
    trey_search_threads_free(search->threads);
    search->threads = threads;
    return TREY_OK;
}

void trey_search_limits_defaults(struct trey_search_limits *limits)
{
    *limits = (struct trey_search_limits){.depth_plies = TREY_SEARCH_MAX_DEPTH};
}

static enum trey_status check_run(const struct trey_search *search,
                                  const struct trey_view *view,
                                  const struct trey_search_limits *limits,
                                  struct trey_error *error)
{
    if (!trey_rules_equal(&search->rules, &view->rules))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the position is not of the rules that the search is for");
    if (limits->depth_plies < 1 || limits->depth_plies > TREY_SEARCH_MAX_DEPTH)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "a depth of %u: it may be 1 to %d",
                         limits->depth_plies, TREY_SEARCH_MAX_DEPTH);
    if (!(limits->time_s >= 0.0) || !(limits->min_probability >= 0.0) ||
        !(limits->min_probability <= 1.0))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a time below 0, or a probability outside 0..1");
    return TREY_OK;
}

static uint64_t nodes_of(const struct trey_search *search)
{
    return search->positions + search->leaves;
}

/* Values of all legal slides at one depth; false if a limit cut it short. */
static bool search_depth(struct trey_search *search, const struct trey_view *view,
                         unsigned plies, double min_probability,
                         struct trey_search_result *result)
{
    float value[4];
    search->min_probability = (float)min_probability;
    search->least_plies = plies;
    bool finished = search->threads != NULL && !search->must_finish
                        ? trey_search_root_threads(search, view, plies, value)
                        : trey_search_root(search, view, plies, value);
    if (!finished)
        return false;
    result->depth_plies = plies - search->least_plies + 1;
    result->min_probability = min_probability;
    result->best = -1;
    for (int direction = 0; direction < 4; direction++) {
        result->value[direction] = (double)value[direction];
        if ((result->legal >> direction & 1) != 0 &&
            (result->best < 0 || value[direction] > value[result->best]))
            result->best = direction;
    }
    return true;
}

/* What a depth took, in the budget's measure: nodes if they are limited, else seconds. */
struct cost {
    double spent, last; /* over all depths, and by the last one */
};

static void add_cost(const struct trey_search *search, double start_s, struct cost *cost)
{
    const struct trey_search_limits *limits = search->limits;
    double before = cost->spent;
    cost->spent = limits->nodes != 0 ? (double)nodes_of(search)
                                     : trey_search_clock(limits) - start_s;
    cost->last = cost->spent - before;
}

/* One depth; false if it was cut short or leaves nothing to look at. */
static bool one_depth(struct trey_search *search, const struct trey_view *view,
                      unsigned plies, double min_probability, uint64_t *positions,
                      struct trey_search_result *result)
{
    enum { BUCKETS_AT_FIRST = 16, BUCKETS_A_POSITION = 16 };
    uint64_t begun = search->positions, leaves = search->leaves;
    trey_table_begin(search->table, BUCKETS_AT_FIRST + BUCKETS_A_POSITION * *positions);
    if (!search_depth(search, view, plies, min_probability, result))
        return false;
    *positions = search->positions - begun;
    if (search->leaves == leaves)
        result->exact = true;
    result->nodes = nodes_of(search);
    result->leaves = search->leaves;
    if (search->limits->report != NULL)
        search->limits->report(search->limits->report_context, result);
    return !result->exact;
}

/* Ply by ply. */
static void deepen(struct trey_search *search, const struct trey_view *view,
                   struct trey_search_result *result)
{
    uint64_t positions = 0;
    for (unsigned plies = 1; plies <= search->limits->depth_plies; plies++) {
        search->must_finish = plies == 1;
        if (!one_depth(search, view, plies, search->limits->min_probability, &positions,
                       result) ||
            result->depth_plies < plies) /* more plies would be cut off */
            break;
    }
}

/* The next cut-off: the one that should take what is left of the budget, or half of that
 * if it is far. Costs grow with about the power GROWTH of 1 / cut-off; too small a step
 * is not worth its cost, and 0 is returned. */
static double next_cut(double cut, const struct cost *cost, double budget)
{
    static const double growth = 2.2, first = 0.3, smallest = 1.3, largest = 12.0;
    if (cut > first)
        return first;
    double left = 0.6 * budget - cost->spent;
    double step = left > 0.0 ? pow(left / cost->last, 1.0 / growth) : 0.0;
    if (step < smallest)
        return 0.0;
    return cut / (step > largest ? sqrt(step) < largest ? sqrt(step) : largest : step);
}

/* By ever less likely lines, until the budget is used. */
static void spend(struct trey_search *search, const struct trey_view *view,
                  double start_s, struct trey_search_result *result)
{
    const struct trey_search_limits *limits = search->limits;
    double budget = limits->nodes != 0 ? (double)limits->nodes : limits->time_s;
    double cut = 1.0, least = limits->min_probability;
    struct cost cost = {0.0, 0.0};
    uint64_t positions = 0;
    search->must_finish = true;
    bool more = one_depth(search, view, 1, cut, &positions, result);
    search->must_finish = false;
    while (more && limits->depth_plies > 1 && cut > least) {
        add_cost(search, start_s, &cost);
        cut = next_cut(cut, &cost, budget);
        if (cut <= 0.0)
            break;
        cut = cut > least ? cut : least;
        more = one_depth(search, view, limits->depth_plies, cut, &positions, result);
    }
}

enum trey_status trey_search_run(struct trey_search *search, const struct trey_view *view,
                                 const struct trey_search_limits *limits,
                                 struct trey_search_result *result,
                                 struct trey_error *error)
{
    enum trey_status status = check_run(search, view, limits, error);
    if (status != TREY_OK)
        return status;
    double start_s = trey_search_clock(limits);
    search->limits = limits;
    search->deadline_s = limits->time_s > 0.0 ? start_s + limits->time_s : 0.0;
    search->node_limit = limits->nodes;
    search->positions = search->leaves = 0;
    search->stopped = false;
    trey_chance_cache_trim(search->chance_cache);

    *result = (struct trey_search_result){.best = -1};
    result->legal = trey_rules_legal(&view->rules, view->board);
    if (result->legal == 0)
        result->exact = true;
    else if (limits->nodes != 0 || limits->time_s > 0.0)
        spend(search, view, start_s, result);
    else
        deepen(search, view, result);
    result->nodes = nodes_of(search);
    result->leaves = search->leaves;
    result->seconds = trey_search_clock(limits) - start_s;
    search->limits = NULL;
    return TREY_OK;
}
