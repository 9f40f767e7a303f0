/* The public side: iterative deepening under limits.
 *
 * Each depth is a search of its own; one that a limit cuts short is thrown away, so that
 * all values reported are of the same depth. Expectimax has no exact cut-offs that the
 * order of moves could help, so an earlier depth is of no use to a later one but to tell
 * what it will cost and what may be left aside; it costs a few percent of it itself.
 *
 * A whole ply more costs ten to forty times as much: of a budget of time, most would be
 * wasted on a ply that cannot be finished. So within a budget the depth is the cut-off
 * by probability, which can be lowered by any factor: what a cut-off costs foretells
 * which one the rest of the budget will pay for. Two or three are tried.
 *
 * Within a budget, too, slides that fall far behind are not looked at further: inside the
 * tree always (narrow.c), at the root if only the best slide is asked for. A depth that
 * saw all games end but for those is searched once more with nothing left aside.
 *
 * A limit of nodes is fixed work: one thread searches, whatever their number. Threads
 * that share a table would find values in it that depend on which of them came first.
 *
 * A search can be done in slices, for programs that have no second thread to look after
 * the world meanwhile. A slice that ends within a depth leaves its way back through the
 * recursion unfinished; the next one searches the same depth again, without a new
 * generation of the table, and finds there all that was finished. That costs a few
 * percent, and values and best slides are those of a search in one piece. */
#include "base/check.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
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
                         "the evaluator is not for the board and tiles of these rules");
    if (table_bytes < TREY_SEARCH_MIN_TABLE_BYTES ||
        table_bytes > TREY_SEARCH_MAX_TABLE_BYTES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the search table must have %zu to %zu bytes, not %zu",
                         TREY_SEARCH_MIN_TABLE_BYTES, TREY_SEARCH_MAX_TABLE_BYTES, table_bytes);
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
    assert(trey_is_power_of_2(table->buckets) && trey_table_bytes(table) <= table_bytes);
    table->entries = trey_large_new(trey_table_bytes(table));
    if (table->entries == NULL) {
        free(table);
        return NULL;
    }
    assert(trey_is_aligned(table->entries, bucket_bytes)); /* a bucket is a cache line */
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
    made->slides = 15;
    made->rules = *rules;
    made->evaluator = evaluator;
    trey_mechanics_make(rules, &made->mechanics);
    made->by_lines = evaluator->lines != NULL && rules->entry != TREY_ENTRY_ANY;
    made->counts_merges =
        evaluator->measure == TREY_MEASURE_POINTS && made->mechanics.merges_score;
    made->downgrades = trey_eval_downgrade_points(evaluator->downgrade);
    *search = made;
    return TREY_OK;
}

void trey_search_free(struct trey_search *search)
{
    if (search == NULL)
        return;
    trey_search_threads_free(search->threads);
    if (search->table != NULL)
        trey_large_free(search->table->entries, trey_table_bytes(search->table));
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
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "the number of threads must be 1 to %d, not %u",
                         TREY_SEARCH_MAX_THREADS, count);
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
                         "the position's rules are not those of the search");
    if (limits->depth_plies < 1 || limits->depth_plies > TREY_SEARCH_MAX_DEPTH)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "the depth must be 1 to %d plies, not %u",
                         TREY_SEARCH_MAX_DEPTH, limits->depth_plies);
    if (!(limits->time_s >= 0.0) || !(limits->min_probability >= 0.0) ||
        !(limits->min_probability <= 1.0))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the time must be at least 0 and the probability 0 to 1");
    return TREY_OK;
}

static uint64_t nodes_of(const struct trey_search *search)
{
    return search->positions + search->leaves;
}

/* Values of all legal slides at one depth; false if a limit cut it short. */
static bool search_depth(struct trey_search *search, unsigned plies)
{
    struct trey_search_course *course = &search->course;
    struct trey_search_result *result = &course->result;
    float value[4] = {0};
    bool finished = search->threads != NULL && !search->must_finish &&
                            course->limits.nodes == 0 && search->evaluator->flush == NULL
                        ? trey_search_root_threads(search, &course->view, plies, value)
                        : trey_search_root(search, &course->view, plies, value);
    if (!finished)
        return false;
    assert(search->least_plies >= 1 && search->least_plies <= plies);
    result->depth_plies = plies - search->least_plies + 1;
    result->min_probability = course->cut;
    result->best = -1;
    search->narrowed = search->narrowed || search->slides != result->legal;
    for (int direction = 0; direction < 4; direction++) {
        if ((search->slides >> direction & 1) == 0)
            continue;
        result->value[direction] = trey_eval_display(
            search->evaluator->measure, course->view.board, (double)value[direction]);
        if (result->best < 0 || value[direction] > value[result->best])
            result->best = direction;
    }
    assert(result->best >= 0 && (result->legal >> result->best & 1) != 0);
    if (course->limits.best_only && search->narrow.on)
        search->slides = trey_search_contenders(search, value, search->slides);
    return true;
}

/* What the depths so far took, in the budget's measure: nodes if they are limited, else
 * seconds. */
static void add_cost(const struct trey_search *search, struct trey_search_course *course)
{
    double before = course->spent;
    course->spent = course->limits.nodes != 0
                        ? (double)nodes_of(search)
                        : trey_search_clock(&course->limits) - course->start_s;
    course->last = course->spent - before;
    assert(course->last >= 0.0); /* nodes and clocks only go up */
}

/* The next cut-off: the one that should take what is left of the budget, or half of that
 * if it is far. Costs grow with about the power GROWTH of 1 / cut-off; too small a step
 * is not worth its cost, and 0 is returned. */
static double next_cut(const struct trey_search_course *course)
{
    static const double growth = 2.2, first = 0.3, smallest = 1.3, largest = 12.0;
    double budget =
        course->limits.nodes != 0 ? (double)course->limits.nodes : course->limits.time_s;
    if (course->cut > first)
        return first;
    double left = 0.6 * budget - course->spent;
    double step = left > 0.0 ? pow(left / course->last, 1.0 / growth) : 0.0;
    if (step < smallest)
        return 0.0;
    return course->cut /
           (step > largest ? sqrt(step) < largest ? sqrt(step) : largest : step);
}

/* Whether another ply should fit into what is left: its cost will have grown as the last
 * ones did. The first ply tells nothing of the others, least of all where a network had
 * to be unpacked for it. */
static bool ply_fits(const struct trey_search_course *course, double before)
{
    static const double usual = 12.0, least = 4.0;
    double budget =
        course->limits.nodes != 0 ? (double)course->limits.nodes : course->limits.time_s;
    if (course->plies == 1)
        return course->spent < budget;
    double growth = course->plies > 2 ? fmax(course->last / before, least) : usual;
    return course->spent + course->last * growth <= budget;
}

/* Another ply, unless more of them would all be cut off, or it would not fit a budget. */
static bool next_ply(const struct trey_search *search, struct trey_search_course *course)
{
    double before = course->last;
    if (course->result.depth_plies < course->plies ||
        course->plies >= course->limits.depth_plies)
        return false;
    if (course->budget) {
        add_cost(search, course);
        if (!ply_fits(course, before))
            return false;
    }
    course->plies++;
    return true;
}

static bool one_slide(const struct trey_search *search)
{
    return (search->slides & (search->slides - 1)) == 0;
}

/* The depth after one that is finished; false if there is none. */
static bool next_depth(const struct trey_search *search,
                       struct trey_search_course *course)
{
    const struct trey_search_limits *limits = &course->limits;
    if (course->again)
        return true;
    if (limits->best_only && one_slide(search))
        return false;
    if (!course->by_cut)
        return next_ply(search, course);
    if (limits->depth_plies == 1 || course->cut <= limits->min_probability)
        return false;
    add_cost(search, course);
    course->cut = next_cut(course);
    course->plies = limits->depth_plies;
    if (course->cut <= 0.0)
        return false;
    course->cut = fmax(course->cut, limits->min_probability);
    return true;
}

/* Begins the depth, or goes on with it: without a new generation of the table, so that
 * what was finished is found there. */
static void enter_depth(struct trey_search *search, struct trey_search_course *course)
{
    enum { BUCKETS_AT_FIRST = 16, BUCKETS_A_POSITION = 16, LASTING_PLIES = 3 };
    assert(course->plies >= 1 && course->plies <= course->limits.depth_plies);
    assert(course->cut >= 0.0 && course->cut <= 1.0);
    search->must_finish = course->result.depth_plies == 0;
    search->min_probability = (float)course->cut;
    search->stopped = search->sliced = false;
    search->lasting = 0;
    if (course->in_depth)
        return;
    search->guessed = search->narrowed = course->again = false;
    search->least_plies = course->plies;
    search->lasting_plies =
        course->plies > LASTING_PLIES ? course->plies - LASTING_PLIES : 1;
    course->begun = search->positions;
    course->idle = 0;
    course->stretch = 1.0;
    trey_table_begin(search->table,
                     BUCKETS_AT_FIRST + BUCKETS_A_POSITION * course->positions);
}

/* All games were looked at to their end. */
static bool is_whole(const struct trey_search *search)
{
    return !search->guessed && !search->narrowed;
}

/* Keeps the values of the depth that has just finished; the oldest one gives way. */
static void add_history(struct trey_search_result *result)
{
    if (result->history_count == TREY_SEARCH_HISTORY)
        memmove(&result->history[0], &result->history[1],
                (TREY_SEARCH_HISTORY - 1) * sizeof result->history[0]);
    else
        result->history_count++;
    struct trey_search_depth *depth = &result->history[result->history_count - 1];
    memcpy(depth->value, result->value, sizeof depth->value);
    depth->min_probability = result->min_probability;
    depth->nodes = result->nodes;
    depth->depth_plies = result->depth_plies;
}

static void leave_depth(struct trey_search *search, struct trey_search_course *course)
{
    struct trey_search_result *result = &course->result;
    course->in_depth = false;
    assert(search->positions >= course->begun);
    course->positions = search->positions - course->begun;
    /* Nothing was cut off by depth: what was left aside is looked at after all. */
    course->again = !search->guessed && search->narrowed && !one_slide(search);
    if (course->again) {
        search->narrow.on = false;
        search->slides = result->legal;
    }
    result->exact = is_whole(search) && search->evaluator->downgrade == 0 &&
                    search->evaluator->measure != TREY_MEASURE_SUMS;
    result->nodes = nodes_of(search);
    result->leaves = search->leaves;
    add_history(result);
    if (course->limits.report == NULL) /* needed only at the end */
        return;
    result->seconds = trey_search_clock(&course->limits) - course->start_s;
    course->limits.report(course->limits.report_context, result);
}

/* A slice ended in a depth. What it added to the table at the uppermost plies stays
 * there, as entries give way to those with more plies left; if slice after slice adds
 * none, they are too short for the table, and grow. */
static void cut_depth(struct trey_search *search, struct trey_search_course *course)
{
    enum { PATIENCE = 64 };
    course->in_depth = true;
    course->idle = search->lasting > 0 ? 0 : course->idle + 1;
    if (course->idle < PATIENCE)
        return;
    course->idle = 0;
    course->stretch *= 2.0;
}

enum trey_status trey_search_begin(struct trey_search *search,
                                   const struct trey_view *view,
                                   const struct trey_search_limits *limits,
                                   struct trey_error *error)
{
    struct trey_search_course *course = &search->course;
    enum trey_status status = check_run(search, view, limits, error);
    if (status != TREY_OK)
        return status;
    *course = (struct trey_search_course){.view = *view, .limits = *limits};
    course->result.best = -1;
    course->result.legal = trey_rules_legal(&view->rules, view->board);
    if (search->evaluator->prepare != NULL)
        search->evaluator->prepare(search->evaluator, trey_search_board(search, view));
    course->start_s = trey_search_clock(limits);
    course->budget = trey_search_limits_budget(limits);
    course->by_cut = course->budget && search->rules.entry != TREY_ENTRY_ANY;
    course->plies = 1;
    course->cut = course->by_cut ? 1.0 : limits->min_probability;
    search->limits = &course->limits;
    search->deadline_s = limits->time_s > 0.0 ? course->start_s + limits->time_s : 0.0;
    search->node_limit = limits->nodes;
    search->positions = search->leaves = 0;
    search->narrow =
        (struct trey_search_narrow){.on = course->budget || limits->best_only};
    search->slides = course->result.legal;
    search->run++;
    trey_chance_cache_trim(search->chance_cache);
    return TREY_OK;
}

/* A depth by an evaluator that gathers boards: it is searched until the evaluator knows
 * all of them. Values of earlier passes are void, and so is what they have changed. */
static bool search_gathered(struct trey_search *search)
{
    struct trey_search_course *course = &search->course;
    const struct trey_search_result result = course->result;
    const struct trey_search_narrow narrow = search->narrow;
    unsigned slides = search->slides;
    for (;;) {
        if (!search_depth(search, course->plies))
            return false;
        if (search->evaluator->flush(search->evaluator) == 0)
            return true;
        search->narrow = narrow;
        search->slides = slides;
        course->result = result;
        course->in_depth = false;
        enter_depth(search, course);
    }
}

/* Depth after depth, until nothing is left to do (false) or the slice ends (true). */
static bool go_on(struct trey_search *search)
{
    struct trey_search_course *course = &search->course;
    if (course->result.legal == 0) {
        course->result.exact = true;
        return false;
    }
    do {
        enter_depth(search, course);
        if (!(search->evaluator->flush == NULL ? search_depth(search, course->plies)
                                               : search_gathered(search))) {
            if (search->sliced)
                cut_depth(search, course);
            return search->sliced;
        }
        leave_depth(search, course);
    } while (!is_whole(search) && next_depth(search, course));
    return false;
}

bool trey_search_step(struct trey_search *search, double slice_s,
                      struct trey_search_result *result)
{
    /* Within a budget of nodes what is found must not depend on the machine's speed. */
    enum { SLICE_NODES = 1 << 19 };
    struct trey_search_course *course = &search->course;
    assert(search->limits == &course->limits); /* a search was begun */
    search->slice_end_s = 0.0;
    search->slice_nodes = 0;
    if (slice_s > 0.0 && course->limits.nodes != 0)
        search->slice_nodes =
            nodes_of(search) +
            (uint64_t)(SLICE_NODES * (course->in_depth ? course->stretch : 1.0));
    else if (slice_s > 0.0)
        search->slice_end_s =
            trey_clock_monotonic() + slice_s * (course->in_depth ? course->stretch : 1.0);
    bool more = go_on(search);
    assert(nodes_of(search) >= course->result.nodes);
    course->result.nodes = nodes_of(search);
    course->result.leaves = search->leaves;
    course->result.seconds = trey_search_clock(&course->limits) - course->start_s;
    *result = course->result;
    assert(course->result.history_count > 0 || course->result.best < 0);
    if (!more)
        search->limits = NULL;
    return more;
}

enum trey_status trey_search_run(struct trey_search *search, const struct trey_view *view,
                                 const struct trey_search_limits *limits,
                                 struct trey_search_result *result,
                                 struct trey_error *error)
{
    enum trey_status status = trey_search_begin(search, view, limits, error);
    if (status == TREY_OK)
        trey_search_step(search, 0.0, result);
    return status;
}
