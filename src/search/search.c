/* The public side: iterative deepening under limits.
 *
 * Each depth is a search of its own, for all legal slides; one that a limit cuts short is
 * thrown away, so that all values reported are of the same depth. Expectimax has no
 * cut-offs that the order of moves could help, so an earlier depth is of no use to a
 * later one, but it costs little, a few percent of it. A depth that would most likely not
 * be finished, by the growth of the two before it, is not begun. */
#include "search/expand.h"
#include "util/clock.h"
#include "util/error.h"

#include <stdlib.h>
#include <string.h>

static enum trey_status check(const struct trey_rules *rules,
                              const struct trey_evaluator *evaluator, size_t table_bytes,
                              struct trey_error *error)
{
    enum trey_status status = trey_rules_check(rules, error);
    if (status != TREY_OK)
        return status;
    bool doubles = rules->slide == TREY_SLIDE_2048;
    if (evaluator->shape.rows != rules->shape.rows ||
        evaluator->shape.cols != rules->shape.cols ||
        (evaluator->family == TREY_EVAL_2048) != doubles)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the evaluation is not for the board and tiles of the rules");
    if (table_bytes < TREY_SEARCH_MIN_TABLE_BYTES ||
        table_bytes > TREY_SEARCH_MAX_TABLE_BYTES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a search table of %zu bytes: it may be %zu to %zu", table_bytes,
                         TREY_SEARCH_MIN_TABLE_BYTES, TREY_SEARCH_MAX_TABLE_BYTES);
    return TREY_OK;
}

static bool make_table(struct trey_table *table, size_t table_bytes)
{
    size_t bucket_bytes = TREY_TABLE_WAYS * sizeof *table->entries;
    table->buckets = 1;
    while (table->buckets * 2 * bucket_bytes <= table_bytes)
        table->buckets *= 2;
    table->entries = aligned_alloc(bucket_bytes, table->buckets * bucket_bytes);
    if (table->entries == NULL)
        return false;
    memset(table->entries, 0, table->buckets * bucket_bytes);
    return true;
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
    made->outlooks = calloc(1, sizeof *made->outlooks);
    if (made->outlooks == NULL || !make_table(&made->table, table_bytes)) {
        trey_search_free(made);
        return trey_fail_memory(error, table_bytes);
    }
    made->rules = *rules;
    made->evaluator = evaluator;
    made->quick = rules->slide == TREY_SLIDE_THREES && rules->shape.rows == 4 &&
                  rules->shape.cols == 4 && rules->entry != TREY_ENTRY_ANY;
    made->quick_moved = made->quick && rules->entry == TREY_ENTRY_MOVED;
    made->quick_stop = rules->top == TREY_TOP_STOP ? TREY_LOW_BITS : 0;
    made->counts_merges = evaluator->points && rules->slide == TREY_SLIDE_2048;
    *search = made;
    return TREY_OK;
}

void trey_search_free(struct trey_search *search)
{
    if (search == NULL)
        return;
    free(search->table.entries);
    free(search->outlooks);
    free(search);
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

/* What two finished depths cost, in nodes. */
struct growth {
    uint64_t last, before;
};

/* False if the next depth would most likely run into a limit, even if it grew but half
 * as much as the one before. */
static bool worth_beginning(const struct trey_search *search, struct growth growth,
                            double seconds)
{
    const struct trey_search_limits *limits = search->limits;
    if (growth.before == 0)
        return true;
    double factor = 0.5 * (double)growth.last / (double)growth.before;
    double expected = (double)growth.last * (factor > 1.0 ? factor : 1.0);
    double done = (double)nodes_of(search);
    if (limits->nodes != 0 && done + expected > (double)limits->nodes)
        return false;
    return limits->time_s <= 0.0 || seconds * (1.0 + expected / done) <= limits->time_s;
}

/* Values of all legal slides at one depth; false if a limit cut it short. */
static bool search_depth(struct trey_search *search, const struct trey_view *view,
                         unsigned plies, struct trey_search_result *result)
{
    struct trey_outlook outlook;
    trey_outlook_shown(&view->rules, view->board, view->next, view->deck, &outlook);
    double value[4] = {0};
    for (int direction = 0; direction < 4; direction++) {
        float found = 0.0F;
        if ((result->legal >> direction & 1) != 0)
            trey_search_slide(search, view->board, (enum trey_direction)direction,
                              &outlook, plies, 1.0F, &found);
        value[direction] = (double)found;
    }
    if (search->stopped)
        return false;
    result->depth_plies = plies;
    result->best = -1;
    for (int direction = 0; direction < 4; direction++) {
        result->value[direction] = value[direction];
        if ((result->legal >> direction & 1) != 0 &&
            (result->best < 0 || value[direction] > value[result->best]))
            result->best = direction;
    }
    return true;
}

static void deepen(struct trey_search *search, const struct trey_view *view,
                   double start_s, struct trey_search_result *result)
{
    enum { BUCKETS_AT_FIRST = 16, BUCKETS_A_POSITION = 16 };
    struct growth growth = {0, 0};
    uint64_t last_positions = 0;
    for (unsigned plies = 1; plies <= search->limits->depth_plies; plies++) {
        if (plies > 1 &&
            !worth_beginning(search, growth, trey_clock_monotonic() - start_s))
            break;
        uint64_t positions = search->positions, leaves = search->leaves;
        trey_table_begin(&search->table,
                         BUCKETS_AT_FIRST + BUCKETS_A_POSITION * last_positions);
        search->must_finish = plies == 1;
        if (!search_depth(search, view, plies, result))
            break;
        last_positions = search->positions - positions;
        growth = (struct growth){
            .last = last_positions + search->leaves - leaves,
            .before = growth.last,
        };
        if (search->leaves == leaves) {
            result->exact = true;
            break;
        }
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
    double start_s = trey_clock_monotonic();
    search->limits = limits;
    search->deadline_s = limits->time_s > 0.0 ? start_s + limits->time_s : 0.0;
    search->positions = search->leaves = 0;
    search->min_probability = (float)limits->min_probability;
    search->stopped = false;
    if (search->outlooks->count > TREY_OUTLOOK_SLOTS / 2) {
        memset(search->outlooks->key, 0, sizeof search->outlooks->key);
        search->outlooks->count = 0;
    }

    *result = (struct trey_search_result){.best = -1};
    result->legal = trey_rules_legal(&view->rules, view->board);
    if (result->legal == 0)
        result->exact = true;
    else
        deepen(search, view, start_s, result);
    result->nodes = nodes_of(search);
    result->leaves = search->leaves;
    result->seconds = trey_clock_monotonic() - start_s;
    search->limits = NULL;
    return TREY_OK;
}
