/* The public interface: iterative deepening under limits.
 *
 * Each depth is a search of its own; one that a limit interrupts is discarded, so that
 * all reported values are of the same depth. Expectimax has no exact cut-offs for which
 * the order of moves matters, so an earlier depth helps a later one only by predicting
 * its cost and what can be pruned; it costs a few percent of it.
 *
 * One more ply costs ten to forty times as much: of a time budget, most would be wasted
 * on a ply that cannot be finished. So within a budget the depth is the probability
 * cut-off, which can be lowered by any factor: the cost of a cut-off predicts which one
 * the rest of the budget will pay for. Two to five are tried.
 *
 * Within a budget moves that fall far behind are pruned, too: inside the tree always
 * (pruning.c), at the root if only the best move is asked for. If a depth followed all
 * games to their end except for pruned moves, it is searched once more without pruning.
 *
 * Where a time limit is spent ply by ply, as in 2048, a search for the best move reuses
 * table entries of the search for the previous move. The new root is one ply below the
 * previous one, so these entries have its values for one ply less than the last depth of
 * that search. This resumed depth costs little and replaces all smaller depths, a third
 * of the time. The previous search also predicts the cost of the next depth.
 *
 * A node limit means a fixed amount of work: one thread searches, whatever their number.
 * Threads that share a table would find values in it that depend on which of them was
 * faster.
 *
 * A search can be done in slices, for programs without a second thread for other work. A
 * slice that ends within a depth abandons the recursion; the next one searches the same
 * depth again, without a new generation of the table, and finds there all that was
 * finished. That costs a few percent; values and best moves are those of a search in one
 * piece. */
#include "base/check.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"
#include "eval/network.h"
#include "os/clock.h"
#include "search/expand.h"
#include "search/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum trey_status check_new(const struct trey_rules *rules,
                                  const struct trey_evaluator *evaluator,
                                  size_t table_bytes, struct trey_error *error)
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
                         TREY_SEARCH_MIN_TABLE_BYTES, TREY_SEARCH_MAX_TABLE_BYTES,
                         table_bytes);
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
    assert(
        trey_is_aligned(table->entries, bucket_bytes)); /* a bucket is one cache line */
    return table;
}

enum trey_status trey_search_new(const struct trey_rules *rules,
                                 const struct trey_evaluator *evaluator,
                                 size_t table_bytes, struct trey_search **search,
                                 struct trey_error *error)
{
    enum trey_status status = check_new(rules, evaluator, table_bytes, error);
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
    made->root_moves = 15;
    made->rules = *rules;
    made->evaluator = evaluator;
    trey_mechanics_make(rules, &made->mechanics);
    made->use_line_tables = evaluator->lines != NULL && rules->entry != TREY_SPAWN_ANY;
    made->counts_merges =
        evaluator->measure != TREY_MEASURE_OWN && made->mechanics.merges_score;
    made->counts_moves = made->counts_merges && evaluator->measure == TREY_MEASURE_SUMS;
    made->discount = trey_eval_discount(evaluator);
    made->min_downgrade_gain = trey_eval_downgrade_points(evaluator->downgrade);
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
    count = trey_eval_threads(search->evaluator, count);
    if (count > TREY_SEARCH_MAX_THREADS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the number of threads must be 1 to %d, not %u",
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
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the depth must be 1 to %d plies, not %u", TREY_SEARCH_MAX_DEPTH,
                         limits->depth_plies);
    if (!(limits->time_s >= 0.0) || !(limits->min_probability >= 0.0) ||
        !(limits->min_probability <= 1.0))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the time must be at least 0 and the probability 0 to 1");
    return TREY_OK;
}

static uint64_t count_nodes(const struct trey_search *search)
{
    return search->positions + search->leaves;
}

/* Searches all legal moves at one depth; returns false if a limit was reached. */
static bool search_depth(struct trey_search *search, unsigned plies)
{
    struct trey_search_progress *progress = &search->progress;
    struct trey_search_result *result = &progress->result;
    float value[4] = {0};
    bool finished =
        search->threads != NULL && !search->must_finish && progress->limits.nodes == 0
            ? trey_search_root_threads(search, &progress->view, plies, value)
            : trey_search_root(search, &progress->view, plies, value);
    if (!finished)
        return false;
    assert(search->least_plies >= 1 && search->least_plies <= plies);
    result->depth_plies = plies - search->least_plies + 1;
    result->min_probability = progress->cutoff;
    result->best = -1;
    search->pruned = search->pruned || search->root_moves != result->legal;
    for (int direction = 0; direction < 4; direction++) {
        if ((search->root_moves >> direction & 1) == 0)
            continue;
        result->value[direction] = trey_eval_display(
            search->evaluator, progress->view.board, (double)value[direction]);
        if (result->best < 0 || value[direction] > value[result->best])
            result->best = direction;
    }
    assert(result->best >= 0 && (result->legal >> result->best & 1) != 0);
    /* Static values alone prune no move at the root. Only after a search that reuses
     * results could they: their pruning margin is known from the beginning. */
    if (progress->limits.best_only && search->pruning.enabled && plies > 1)
        search->root_moves = trey_search_contenders(search, value, search->root_moves);
    return true;
}

/* Updates the cost of all depths and of the last one, in the budget's unit: nodes if they
 * are limited, else seconds. */
static void add_cost(const struct trey_search *search,
                     struct trey_search_progress *progress)
{
    double last_cost_before = progress->total_cost;
    progress->total_cost = progress->limits.nodes != 0
                               ? (double)count_nodes(search)
                               : trey_search_clock(&progress->limits) - progress->start_s;
    progress->last_cost = progress->total_cost - last_cost_before;
    assert(progress->last_cost >= 0.0); /* nodes and clocks never decrease */
}

static double budget_of(const struct trey_search_progress *progress)
{
    return progress->limits.nodes != 0 ? (double)progress->limits.nodes
                                       : progress->limits.time_s;
}

/* Returns the next cut-off: the one after which `share` of the budget should be used; the
 * rest is a reserve, as costs are hard to predict. If it would cost more than `max_ratio`
 * times as much as the last one, a cut-off between the two. Returns 0 if less than
 * `min_ratio` times the cost of the last one is left. Cost grows about with the power
 * `growth` of 1 / cut-off. Measured: docs/notes/2026-11-26-search.md. */
static double next_cutoff(const struct trey_search_progress *progress)
{
    static const double first = 0.3, share = 0.55, growth = 1.4, min_ratio = 2.0,
                        max_ratio = 20.0;
    if (progress->cutoff > first)
        return first;
    double left = share * budget_of(progress) - progress->total_cost;
    double ratio = left > 0.0 ? left / progress->last_cost : 0.0;
    if (ratio < min_ratio)
        return 0.0;
    if (ratio > max_ratio)
        ratio = fmin(sqrt(ratio), max_ratio);
    return progress->cutoff / pow(ratio, 1.0 / growth);
}

static bool has_one_move(const struct trey_search *search)
{
    return (search->root_moves & (search->root_moves - 1)) == 0;
}

static const double typical_growth = 12.0; /* of the cost, for one more ply */

/* The factor by which one more ply is expected to cost more than the last one. */
static double growth_of_cost(const struct trey_search_progress *progress,
                             double last_cost_before)
{
    static const double min_factor = 4.0;
    return progress->plies > 2 ? fmax(progress->last_cost / last_cost_before, min_factor)
                               : typical_growth;
}

static uint64_t root_sum(const struct trey_search *search,
                         const struct trey_search_progress *progress)
{
    return trey_tile_sum(search->mechanics.slide,
                         trey_search_board(search, &progress->view));
}

/* Number of plies with which the previous search has searched this root; 0: none, or too
 * few to reuse. Since its root, each spawned 2 took one ply and each 4 two. */
static unsigned plies_left(const struct trey_search_previous *previous, uint64_t tile_sum)
{
    uint64_t taken = (tile_sum - previous->tile_sum) / 2;
    return tile_sum > previous->tile_sum && taken + 1 < previous->plies
               ? previous->plies - (unsigned)taken
               : 0;
}

/* Expected ratio of the cost of a depth to that of the previous search's last one. */
static double cost_ratio(const struct trey_search_previous *previous, unsigned plies)
{
    return pow(previous->growth, (double)plies - (double)previous->plies);
}

/* Stores what the next search needs of a finished depth. A resumed depth changes nothing:
 * only the entries that it reused include all positions below. */
static void store_depth(struct trey_search *search, struct trey_search_progress *progress,
                        double last_cost_before)
{
    struct trey_search_previous *previous = &search->previous;
    if (progress->plies == progress->resumed_plies) {
        double positions =
            (double)previous->positions * cost_ratio(previous, progress->plies);
        progress->positions = (uint64_t)fmax((double)progress->positions, positions);
    } else if (progress->plies > 1) {
        double growth =
            progress->plies == progress->resumed_plies + 1
                ? previous->growth /* a resumed depth has no cost of its own */
                : growth_of_cost(progress, last_cost_before);
        *previous = (struct trey_search_previous){
            .plies = progress->plies,
            .tile_sum = root_sum(search, progress),
            .cost_s = progress->last_cost,
            .growth = fmin(growth, typical_growth), /* a clock may be coarse */
            .positions = progress->positions,
            .buckets = search->table->used,
            .generation = search->table->generation,
        };
    }
}

/* The expected cost of one more ply, if costs grow as before; after a resumed depth they
 * grow from those of the previous search. */
static double next_cost(const struct trey_search *search,
                        const struct trey_search_progress *progress,
                        double last_cost_before)
{
    if (progress->reuses)
        return search->previous.cost_s *
               cost_ratio(&search->previous, progress->plies + 1);
    return progress->last_cost * growth_of_cost(progress, last_cost_before);
}

/* True if another ply should fit into the rest of the budget. The first ply predicts
 * nothing, least of all if a network was decoded for it. */
static bool ply_fits(const struct trey_search *search,
                     const struct trey_search_progress *progress, double last_cost_before)
{
    double budget = budget_of(progress);
    if (progress->plies == 1)
        return progress->total_cost < budget;
    return progress->total_cost + next_cost(search, progress, last_cost_before) <= budget;
}

/* Selects another ply, unless all its positions would be cut off, or it would not fit the
 * budget. */
static bool next_ply(struct trey_search *search, struct trey_search_progress *progress)
{
    double last_cost_before = progress->last_cost;
    if (progress->budget)
        add_cost(search, progress);
    if (progress->reuses)
        store_depth(search, progress, last_cost_before);
    if (progress->limits.best_only && has_one_move(search))
        return false;
    if ((progress->result.depth_plies < progress->plies && !search->rare_cut) ||
        progress->plies >= progress->limits.depth_plies)
        return false;
    if (progress->budget && !ply_fits(search, progress, last_cost_before))
        return false;
    progress->plies = progress->plies == 1 && progress->resumed_plies > 0
                          ? progress->resumed_plies
                          : progress->plies + 1;
    return true;
}

/* Selects the depth after one that is finished; returns false if there is none. */
static bool next_depth(struct trey_search *search, struct trey_search_progress *progress)
{
    const struct trey_search_limits *limits = &progress->limits;
    if (progress->repeat_unpruned)
        return true;
    if (!progress->by_cutoff)
        return next_ply(search, progress);
    if (limits->best_only && has_one_move(search))
        return false;
    if (limits->depth_plies == 1 || progress->cutoff <= limits->min_probability)
        return false;
    add_cost(search, progress);
    progress->cutoff = next_cutoff(progress);
    progress->plies = limits->depth_plies;
    if (progress->cutoff <= 0.0)
        return false;
    progress->cutoff = fmax(progress->cutoff, limits->min_probability);
    return true;
}

/* The share of the time in which a resumed depth must be finished. It takes far less,
 * unless the player did not make the best move of the previous search. */
static const double resumed_share = 0.25;

/* Begins a depth, or resumes it without a new generation of the table, so that finished
 * positions are found there. */
static void begin_depth(struct trey_search *search, struct trey_search_progress *progress)
{
    enum { MIN_BUCKETS = 16, BUCKETS_PER_POSITION = 16, DEEP_PLIES = 3 };
    assert(progress->plies >= 1 && progress->plies <= progress->limits.depth_plies);
    assert(progress->cutoff >= 0.0 && progress->cutoff <= 1.0);
    search->must_finish = progress->result.depth_plies == 0;
    search->min_probability = (float)progress->cutoff;
    search->stopped = search->slice_ended = false;
    search->deep_entries = 0;
    if (progress->in_depth)
        return;
    search->reached_horizon = search->pruned = search->rare_cut = false;
    progress->repeat_unpruned = false;
    search->least_plies = progress->plies;
    search->previous_generation = 0;
    search->deadline_s =
        progress->limits.time_s > 0.0 ? progress->start_s + progress->limits.time_s : 0.0;
    search->deep_plies = progress->plies > DEEP_PLIES ? progress->plies - DEEP_PLIES : 1;
    progress->begun = search->positions;
    progress->idle_slices = 0;
    progress->stretch = 1.0;
    if (progress->plies > 1 && progress->plies == progress->resumed_plies) {
        search->deadline_s = progress->start_s + resumed_share * progress->limits.time_s;
        trey_table_begin(search->table, search->previous.buckets);
        if (search->previous.generation < search->table->generation) /* not cleared */
            search->previous_generation = search->previous.generation;
        return;
    }
    trey_table_begin(search->table,
                     MIN_BUCKETS + BUCKETS_PER_POSITION * progress->positions);
}

/* True if all games were followed to their end. */
static bool is_exhaustive(const struct trey_search *search)
{
    return !search->reached_horizon && !search->pruned;
}

/* Appends the depth that has just finished; drops the oldest one if there are too many.
 */
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

static void end_depth(struct trey_search *search, struct trey_search_progress *progress)
{
    struct trey_search_result *result = &progress->result;
    progress->in_depth = false;
    assert(search->positions >= progress->begun);
    progress->positions = search->positions - progress->begun;
    /* Nothing was cut off by depth: search the pruned moves after all. */
    progress->repeat_unpruned =
        !search->reached_horizon && search->pruned && !has_one_move(search);
    if (progress->repeat_unpruned) {
        search->pruning.enabled = false;
        search->root_moves = result->legal;
    }
    result->exact = is_exhaustive(search) && search->evaluator->downgrade == 0 &&
                    search->evaluator->measure != TREY_MEASURE_SUMS;
    result->nodes = count_nodes(search);
    result->leaves = search->leaves;
    add_history(result);
    if (progress->limits.report == NULL) /* the time is needed only at the end */
        return;
    result->seconds = trey_search_clock(&progress->limits) - progress->start_s;
    progress->limits.report(progress->limits.report_context, result);
}

/* Records that a slice ended within a depth. Table entries that it added at the uppermost
 * plies stay, as entries give way to those with more plies left. If successive slices add
 * none, they are too short for the table, and are lengthened. */
static void interrupt_depth(struct trey_search *search,
                            struct trey_search_progress *progress)
{
    enum { PATIENCE = 64 };
    progress->in_depth = true;
    progress->idle_slices = search->deep_entries > 0 ? 0 : progress->idle_slices + 1;
    if (progress->idle_slices < PATIENCE)
        return;
    progress->idle_slices = 0;
    progress->stretch *= 2.0;
}

/* Decides if results of the previous search are reused: only with a time limit, so that
 * all other results do not depend on earlier searches, and with an evaluator whose values
 * never change. */
static void begin_reuse(struct trey_search *search, struct trey_search_progress *progress,
                        const struct trey_search_pruning *pruning)
{
    enum { MAX_PAIRS = 256 }; /* so that later ones count, too */
    const struct trey_search_limits *limits = &progress->limits;
    progress->reuses = limits->time_s > 0.0 && limits->nodes == 0 && limits->best_only &&
                       !progress->by_cutoff && limits->min_probability <= 0.0 &&
                       search->mechanics.slide == TREY_SLIDE_2048 &&
                       (search->evaluator->lines != NULL || /* the heuristic */
                        trey_network_is(search->evaluator));
    unsigned left =
        progress->reuses ? plies_left(&search->previous, root_sum(search, progress)) : 0;
    progress->resumed_plies = left <= limits->depth_plies ? left : 0;
    if (progress->resumed_plies == 0)
        search->previous.plies = 0;
    if (progress->resumed_plies == 0 || pruning->pairs == 0)
        return;
    uint64_t pairs = pruning->pairs < MAX_PAIRS ? pruning->pairs : MAX_PAIRS;
    search->pruning.pairs = pairs;
    search->pruning.total_change =
        pruning->total_change * ((double)pairs / (double)pruning->pairs);
}

enum trey_status trey_search_begin(struct trey_search *search,
                                   const struct trey_view *view,
                                   const struct trey_search_limits *limits,
                                   struct trey_error *error)
{
    struct trey_search_progress *progress = &search->progress;
    enum trey_status status = check_run(search, view, limits, error);
    if (status != TREY_OK)
        return status;
    *progress = (struct trey_search_progress){.view = *view, .limits = *limits};
    progress->result.best = -1;
    progress->result.legal = trey_rules_legal(&view->rules, view->board);
    if (search->evaluator->prepare != NULL)
        search->evaluator->prepare(search->evaluator, trey_search_board(search, view));
    progress->start_s = trey_search_clock(limits);
    progress->budget = trey_search_limits_budget(limits);
    progress->by_cutoff = progress->budget && search->rules.entry != TREY_SPAWN_ANY;
    search->rare_cost = progress->budget && !progress->by_cutoff;
    progress->plies = 1;
    progress->cutoff = progress->by_cutoff ? 1.0 : limits->min_probability;
    search->limits = &progress->limits;
    search->node_limit = limits->nodes;
    search->positions = search->leaves = 0;
    const struct trey_search_pruning pruning = search->pruning;
    search->pruning =
        (struct trey_search_pruning){.enabled = progress->budget || limits->best_only};
    begin_reuse(search, progress, &pruning);
    search->root_moves = progress->result.legal;
    search->search_number++;
    trey_chance_cache_trim(search->chance_cache);
    return TREY_OK;
}

/* Searches a depth with an evaluator that gathers boards, until it knows all of them.
 * Values of earlier passes are invalid, and so is what they have changed. */
static bool search_gathered(struct trey_search *search)
{
    struct trey_search_progress *progress = &search->progress;
    const struct trey_search_result result = progress->result;
    const struct trey_search_pruning pruning = search->pruning;
    unsigned root_moves = search->root_moves;
    for (;;) {
        if (!search_depth(search, progress->plies))
            return false;
        if (search->evaluator->flush(search->evaluator) == 0)
            return true;
        search->pruning = pruning;
        search->root_moves = root_moves;
        progress->result = result;
        progress->in_depth = false;
        begin_depth(search, progress);
    }
}

/* After an unfinished depth: returns true if it was a resumed one, which ordinary depths
 * then replace. */
static bool drop_resumed(struct trey_search *search,
                         struct trey_search_progress *progress)
{
    search->previous.plies = 0; /* its entries may be overwritten */
    if (progress->plies == 1 || progress->plies != progress->resumed_plies)
        return false;
    add_cost(search, progress);
    progress->resumed_plies = 0;
    progress->plies = 2;
    return !trey_cancel_raised(progress->limits.cancel);
}

/* Searches depth after depth, until nothing is left to do (returns false) or the slice
 * ends (true). */
static bool search_depths(struct trey_search *search)
{
    struct trey_search_progress *progress = &search->progress;
    if (progress->result.legal == 0) {
        progress->result.exact = true;
        return false;
    }
    bool more = true;
    while (more) {
        begin_depth(search, progress);
        if (search->evaluator->flush == NULL ? search_depth(search, progress->plies)
                                             : search_gathered(search)) {
            end_depth(search, progress);
            more = !is_exhaustive(search) && next_depth(search, progress);
        } else if (search->slice_ended) {
            interrupt_depth(search, progress);
            return true;
        } else {
            more = drop_resumed(search, progress);
        }
    }
    return false;
}

bool trey_search_step(struct trey_search *search, double slice_s,
                      struct trey_search_result *result)
{
    /* Within a node limit results must not depend on the machine's speed. */
    enum { SLICE_NODES = 1 << 19 };
    struct trey_search_progress *progress = &search->progress;
    assert(search->limits == &progress->limits); /* trey_search_begin was called */
    search->slice_end_s = 0.0;
    search->slice_nodes = 0;
    if (slice_s > 0.0 && progress->limits.nodes != 0)
        search->slice_nodes =
            count_nodes(search) +
            (uint64_t)(SLICE_NODES * (progress->in_depth ? progress->stretch : 1.0));
    else if (slice_s > 0.0)
        search->slice_end_s = trey_clock_monotonic() +
                              slice_s * (progress->in_depth ? progress->stretch : 1.0);
    bool more = search_depths(search);
    assert(count_nodes(search) >= progress->result.nodes);
    progress->result.nodes = count_nodes(search);
    progress->result.leaves = search->leaves;
    progress->result.seconds = trey_search_clock(&progress->limits) - progress->start_s;
    *result = progress->result;
    assert(progress->result.history_count > 0 || progress->result.best < 0);
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
