/* Solves a game in two passes: the forward pass lists the reachable boards of every
 * layer, the backward pass values them. A compact table is verified by solving again and
 * comparing each block when it is made. */
#include "base/error.h"
#include "exact/solve/backward.h"
#include "exact/solve/command.h"
#include "exact/solve/compact_writer.h"
#include "exact/solve/forward.h"
#include "exact/solve/memory.h"
#include "exact/solve/work_files.h"
#include "exact/table/compact.h"
#include "exact/table/solution.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

/* --- solving ---------------------------------------------------------------------------
 */

static enum trey_status run_passes(struct trey_solver *solver,
                                   const struct trey_exact *expected,
                                   struct trey_exact *exact, struct trey_error *error)
{
    enum trey_status status = trey_solver_prepare(solver, exact, error);
    if (status == TREY_OK)
        status = trey_compact_writer_new(solver, expected, error);
    if (status == TREY_OK)
        status = trey_work_open(solver, error);
    const bool opened = status == TREY_OK;
    if (status == TREY_OK && !solver->work.begin.valuing)
        status = trey_forward(solver, error);
    if (status == TREY_OK)
        status = trey_solver_values(solver, error);
    if (status == TREY_OK)
        status = trey_backward(solver, error);
    if (status == TREY_OK)
        status = trey_work_finish(solver, error);
    if (status != TREY_OK)
        trey_work_discard(solver);
    if (opened && !solver->work.target.replaceable)
        status = trey_work_name_file(solver, solver->work.layers_path, status, error);
    exact->store = solver->store;
    exact->counts.root_value = solver->root.value;
    memcpy(exact->counts.first, solver->root.first, sizeof solver->root.first);
    exact->counts.seconds =
        solver->work.spent_s + trey_clock_monotonic() - solver->begun_s;
    return status;
}

/* Bytes of a compact table: header, blocks and directory entries. */
static uint64_t compact_bytes(const struct trey_layers *store)
{
    uint64_t bytes = TREY_HEADER_BYTES;
    for (unsigned i = 0; i < store->slots; i++) {
        uint64_t blocks = trey_compact_set_bytes(store, &store->layer[i]) +
                          trey_compact_choices_bytes(&store->layer[i]);
        bytes += blocks > 0 ? blocks + TREY_COMPACT_ENTRY : 0;
    }
    return bytes;
}

/* Solves; with `expected`, compares the blocks of a compact table with that table. */
static enum trey_status new_solution(const struct trey_exact_options *options,
                                     const struct trey_exact *expected,
                                     struct trey_exact **result, struct trey_error *error)
{
    struct trey_exact *exact = trey_exact_alloc(error);
    struct trey_solver *solver = calloc(1, sizeof *solver);
    if (exact == NULL || solver == NULL) {
        trey_exact_free(exact);
        free(solver);
        return trey_fail_memory(error, sizeof *exact + sizeof *solver);
    }
    solver->store = TREY_LAYERS_NONE;
    solver->options = options;
    solver->begun_s = trey_clock_monotonic();
    trey_partition_make(&solver->partition, 0, 1);
    enum trey_status status = run_passes(solver, expected, exact, error);
    trey_solver_clear(solver);
    free(solver);
    if (status != TREY_OK) {
        trey_exact_free(exact);
        return status;
    }
    trey_exact_prepare(exact);
    trey_exact_update_counts(exact);
    exact->kind = options->kind;
    if (exact->kind != TREY_EXACT_WHOLE)
        exact->counts.bytes = compact_bytes(&exact->store);
    *result = exact;
    return TREY_OK;
}

enum trey_status trey_exact_solve(const struct trey_exact_options *options,
                                  struct trey_exact **result, struct trey_error *error)
{
    enum trey_status status = trey_exact_check_options(options, error);
    return status == TREY_OK ? new_solution(options, NULL, result, error) : status;
}

/* --- verifying -------------------------------------------------------------------------
 */

/* Compares the counts and root values of the header; the blocks have been compared. */
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

/* A compact table is verified by making it again. */
static enum trey_status verify_compact(const struct trey_exact *exact,
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
    enum trey_status status = new_solution(&options, exact, &made, error);
    if (status != TREY_OK)
        return status;
    status = compare_counts(exact, made, error);
    trey_exact_free(made);
    return status;
}

enum trey_status trey_exact_verify(const struct trey_exact *exact,
                                   const struct trey_exact_check *check,
                                   struct trey_error *error)
{
    if (exact->store.map == NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "only tables can be verified");
    enum trey_status status = exact->kind == TREY_EXACT_WHOLE
                                  ? trey_table_verify(exact, check, error)
                                  : verify_compact(exact, check, error);
    if (status == TREY_ERR_CANCELLED)
        return trey_fail(error, status, 0, "interrupted before the check was complete");
    return status;
}
