/* From options to a solution: memory, and the two passes. */
#include "base/clock.h"
#include "base/error.h"
#include "exact/solve/backward.h"
#include "exact/solve/carry.h"
#include "exact/solve/forward.h"
#include "exact/solve/needs.h"
#include "exact/solve/work.h"
#include "exact/table/carried.h"
#include "exact/table/solution.h"

#include <stdlib.h>
#include <string.h>

/* --- memory ----------------------------------------------------------------------------
 */

static enum trey_status rows_new(struct trey_solver *solver, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    size_t bytes = trey_rows_bytes(&solver->ranking);
    for (int i = 0; status == TREY_OK && i < TREY_OPEN_SLOTS; i++) {
        solver->frame[i].rows = malloc(bytes);
        if (solver->frame[i].rows == NULL)
            status = trey_fail_memory(error, bytes);
    }
    return status;
}

static enum trey_status sets_new(struct trey_solver *solver, uint32_t largest,
                                 struct trey_error *error)
{
    uint64_t sets = TREY_OPEN_SLOTS + solver->game.edges;
    enum trey_status status =
        trey_solver_charge(solver, sets * trey_set_bytes(largest), error);
    for (int i = 0; status == TREY_OK && i < TREY_OPEN_SLOTS; i++)
        status = trey_set_new(&solver->frame[i].set, largest, error);
    for (unsigned i = 0; status == TREY_OK && i < solver->game.edges; i++)
        status = trey_set_new(&solver->after[i].set, largest, error);
    size_t chunks = largest / (64 * TREY_CHUNK_WORDS) + (size_t)1;
    solver->tally = status == TREY_OK ? malloc(chunks * sizeof *solver->tally) : NULL;
    if (status == TREY_OK && solver->tally == NULL)
        status = trey_fail_memory(error, chunks * sizeof *solver->tally);
    return status;
}

/* The values of the backward pass, and in memory those that are kept. */
static uint64_t backward_bytes(const struct trey_solver *solver)
{
    const struct trey_layers *store = &solver->store;
    uint64_t columns = solver->game.twos ? 1 : TREY_HINTS, kept = 0;
    uint64_t values = (TREY_OPEN_SLOTS + columns) * solver->most_boards;
    for (unsigned i = 0; i < solver->game.edges; i++)
        values += columns * solver->most_afters[i];
    for (unsigned i = 0; store->file < 0 && store->keep_values && i < store->slots; i++) {
        struct trey_slot slot;
        trey_slot_make(&solver->game, i, &slot);
        struct trey_layer layer = store->layer[i];
        layer.columns = slot.columns;
        kept += trey_values_bytes(store, &layer);
    }
    return values * trey_value_bytes(&solver->game) + kept +
           TREY_SLID_BYTES * solver->most_boards;
}

static enum trey_status slid_new(struct trey_slid *slid, uint64_t boards,
                                 struct trey_error *error)
{
    size_t room = (size_t)boards + 1;
    slid->board = malloc(room * sizeof *slid->board);
    slid->legal = malloc(room);
    slid->turned = malloc(room);
    bool good = slid->board != NULL && slid->legal != NULL && slid->turned != NULL;
    for (int d = 0; d < 4; d++) {
        slid->to[d] = malloc(room * sizeof *slid->to[d]);
        good = good && slid->to[d] != NULL;
    }
    return good ? TREY_OK : trey_fail_memory(error, room * TREY_SLID_BYTES);
}

static void slid_clear(struct trey_slid *slid)
{
    free(slid->board);
    free(slid->legal);
    free(slid->turned);
    for (int d = 0; d < 4; d++)
        free(slid->to[d]);
}

static enum trey_status values_new(struct trey_solver *solver, struct trey_error *error)
{
    bool all = !solver->game.folded;
    unsigned columns = solver->game.twos ? 1 : TREY_HINTS;
    uint64_t boards = solver->most_boards;
    enum trey_status status = trey_solver_charge(solver, backward_bytes(solver), error);
    if (status == TREY_OK)
        status = trey_values_new(&solver->best, boards * columns, all, error);
    if (status == TREY_OK)
        status = slid_new(&solver->slid, boards, error);
    for (int i = 0; status == TREY_OK && i < TREY_OPEN_SLOTS; i++)
        status = trey_values_new(&solver->frame[i].mean, boards, all, error);
    for (unsigned i = 0; status == TREY_OK && i < solver->game.edges; i++)
        status = trey_values_new(&solver->after[i].values,
                                 solver->most_afters[i] * columns, all, error);
    return status;
}

static void solver_clear(struct trey_solver *solver)
{
    for (int i = 0; i < TREY_OPEN_SLOTS; i++) {
        free(solver->frame[i].rows);
        trey_set_clear(&solver->frame[i].set);
        trey_values_clear(&solver->frame[i].mean);
    }
    for (int i = 0; i < TREY_EDGES; i++) {
        trey_set_clear(&solver->after[i].set);
        trey_values_clear(&solver->after[i].values);
    }
    trey_values_clear(&solver->best);
    slid_clear(&solver->slid);
    free(solver->tally);
    trey_threads_free(solver->threads);
    trey_carrier_free(solver->carrier);
    trey_work_clear(&solver->work);
}

/* --- solving ---------------------------------------------------------------------------
 */

static enum trey_status prepare(struct trey_solver *solver, struct trey_exact *exact,
                                struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    solver->kernels = trey_kernels_best();
    trey_exact_game_make(options, &solver->game);
    enum trey_status status = trey_ranking_new(&solver->game, &solver->ranking, error);
    exact->game = solver->game;
    exact->ranking = solver->ranking;
    if (status == TREY_OK)
        status = trey_layers_new(&solver->store, trey_slot_end(&solver->game), error);
    if (status != TREY_OK)
        return status;
    solver->store.exact_values = options->keep == TREY_EXACT_KEEP_ALL;
    solver->store.keep_values =
        (options->values || options->save != NULL) && options->kind == TREY_EXACT_WHOLE;
    status = rows_new(solver, error);
    if (status != TREY_OK)
        return status;
    uint32_t largest = trey_largest_ranking(&solver->game, &solver->ranking,
                                            solver->frame[0].rows, &solver->numbers);
    status = trey_solver_allow(solver, largest, error);
    if (status == TREY_OK)
        status = sets_new(solver, largest, error);
    unsigned threads = options->threads != 0 ? options->threads : trey_processors();
    if (status == TREY_OK && threads > 1 && solver->game.cells > 6)
        solver->threads = trey_threads_new(threads);
    return status;
}

static enum trey_status solve(struct trey_solver *solver,
                              const struct trey_exact *against, struct trey_exact *exact,
                              struct trey_error *error)
{
    enum trey_status status = prepare(solver, exact, error);
    if (status == TREY_OK)
        status = trey_carrier_new(solver, against, error);
    if (status == TREY_OK)
        status = trey_work_open(solver, error);
    if (status == TREY_OK && !solver->work.begin.valuing)
        status = trey_forward(solver, error);
    if (status == TREY_OK)
        status = values_new(solver, error);
    if (status == TREY_OK)
        status = trey_backward(solver, error);
    if (status == TREY_OK)
        status = trey_work_finish(solver, error);
    exact->store = solver->store;
    exact->counts.root_value = solver->root.value;
    memcpy(exact->counts.first, solver->root.first, sizeof solver->root.first);
    exact->counts.seconds =
        solver->work.spent_s + trey_clock_monotonic() - solver->begun_s;
    return status;
}

/* What the blocks of a table to carry take with their entries. */
static uint64_t carried_bytes(const struct trey_layers *store)
{
    uint64_t bytes = TREY_TABLE_HEAD;
    for (unsigned i = 0; i < store->slots; i++) {
        uint64_t blocks = trey_carried_set_bytes(store, &store->layer[i]) +
                          trey_carried_choices_bytes(&store->layer[i]);
        bytes += blocks > 0 ? blocks + TREY_CARRIED_ENTRY : 0;
    }
    return bytes;
}

/* Solves, and with `against` holds what comes out against that table. */
static enum trey_status run(const struct trey_exact_options *options,
                            const struct trey_exact *against, struct trey_exact **result,
                            struct trey_error *error)
{
    struct trey_exact *exact = calloc(1, sizeof *exact);
    struct trey_solver *solver = calloc(1, sizeof *solver);
    if (exact == NULL || solver == NULL) {
        free(exact);
        free(solver);
        return trey_fail_memory(error, sizeof *exact + sizeof *solver);
    }
    exact->store.file = solver->store.file = -1;
    solver->options = options;
    solver->begun_s = trey_clock_monotonic();
    enum trey_status status = solve(solver, against, exact, error);
    solver_clear(solver);
    free(solver);
    if (status != TREY_OK) {
        trey_exact_free(exact);
        return status;
    }
    trey_exact_prepare(exact);
    trey_exact_tally(exact);
    exact->kind = options->kind;
    if (exact->kind != TREY_EXACT_WHOLE)
        exact->counts.bytes = carried_bytes(&exact->store);
    *result = exact;
    return TREY_OK;
}

enum trey_status trey_exact_new(const struct trey_exact_options *options,
                                struct trey_exact **result, struct trey_error *error)
{
    enum trey_status status = trey_exact_check_options(options, error);
    return status == TREY_OK ? run(options, NULL, result, error) : status;
}

/* --- verifying -------------------------------------------------------------------------
 */

/* The blocks have been compared; now what stands in the head. */
static enum trey_status compare_counts(const struct trey_exact *table,
                                       const struct trey_exact *made,
                                       struct trey_error *error)
{
    const struct trey_exact_counts *a = &table->counts, *b = &made->counts;
    bool same = a->boards == b->boards && a->classes == b->classes &&
                a->terminal == b->terminal && a->max_tile == b->max_tile &&
                a->layers == b->layers && a->longest == b->longest &&
                a->bytes == b->bytes &&
                memcmp(&a->root_value, &b->root_value, sizeof a->root_value) == 0 &&
                memcmp(a->first, b->first, sizeof a->first) == 0;
    if (same)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "damaged table: its counts or its root are wrong");
}

/* A table to carry is verified by making it again. */
static enum trey_status verify_carried(const struct trey_exact *exact,
                                       const struct trey_exact_check *how,
                                       struct trey_error *error)
{
    struct trey_exact_options options;
    struct trey_exact *made;
    trey_table_options(&exact->game, &options);
    options.values = false;
    options.kind = exact->kind;
    options.value_bytes = exact->store.value_bytes;
    options.states = exact->has_sets;
    options.threads = how->threads;
    options.report = how->report;
    options.context = how->context;
    options.cancel = how->cancel;
    enum trey_status status = run(&options, exact, &made, error);
    if (status != TREY_OK)
        return status;
    status = compare_counts(exact, made, error);
    trey_exact_free(made);
    return status;
}

enum trey_status trey_exact_verify(const struct trey_exact *exact,
                                   const struct trey_exact_check *how,
                                   struct trey_error *error)
{
    if (exact->store.map == NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "only tables can be verified");
    enum trey_status status = exact->kind == TREY_EXACT_WHOLE
                                  ? trey_table_verify(exact, how, error)
                                  : verify_carried(exact, how, error);
    if (status == TREY_ERR_CANCELLED)
        return trey_fail(error, status, 0,
                         "interrupted before it was checked to the end");
    return status;
}
