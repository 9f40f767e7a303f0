/* From options to a solution: memory, the two passes, and what is counted. */
#include "base/clock.h"
#include "base/error.h"
#include "exact/solution.h"
#include "exact/solver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void trey_exact_defaults(enum trey_exact_rules rules, struct trey_shape shape,
                         struct trey_exact_options *options)
{
    bool small = shape.rows * shape.cols <= 6 && rules == TREY_EXACT_COURSE;
    *options = (struct trey_exact_options){
        .shape = shape,
        .rules = rules,
        .keep = small ? TREY_EXACT_KEEP_ALL : TREY_EXACT_KEEP_AVERAGE,
        .start = rules == TREY_EXACT_2048 ? 2 : 1,
        .values = true,
    };
}

enum trey_status trey_exact_check_options(const struct trey_exact_options *options,
                                          struct trey_error *error)
{
    unsigned cells = (unsigned)options->shape.rows * options->shape.cols;
    if (cells < 2 || cells > TREY_EXACT_MAX_CELLS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "boards of 2 to %d cells can be solved, not of %u",
                         TREY_EXACT_MAX_CELLS, cells);
    if (options->start < 1 || options->start > cells)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a board of %u cells may start with 1 to %u tiles, not with %u",
                         cells, cells, options->start);
    return TREY_OK;
}

/* --- memory ----------------------------------------------------------------------------
 */

enum trey_status trey_solver_charge(struct trey_solver *solver, uint64_t bytes,
                                    struct trey_error *error)
{
    uint64_t limit = solver->options->memory_bytes;
    solver->memory += bytes;
    if (limit == 0 || solver->memory <= limit)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "needs at least %" PRIu64 " MiB of memory, more than the limit of "
                     "%" PRIu64 " MiB",
                     (solver->memory >> 20) + 1, limit >> 20);
}

static enum trey_status rows_new(struct trey_solver *solver, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    size_t rows = solver->ranking.low.classes + (size_t)1;
    for (int i = 0; status == TREY_OK && i < TREY_OPEN_SLOTS; i++) {
        solver->frame[i].rows = malloc(rows * sizeof *solver->frame[i].rows);
        if (solver->frame[i].rows == NULL)
            status = trey_fail_memory(error, rows * sizeof *solver->frame[i].rows);
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
    return values * trey_value_bytes(&solver->game) + kept;
}

static enum trey_status values_new(struct trey_solver *solver, struct trey_error *error)
{
    bool all = !solver->game.folded;
    unsigned columns = solver->game.twos ? 1 : TREY_HINTS;
    uint64_t boards = solver->most_boards;
    enum trey_status status = trey_solver_charge(solver, backward_bytes(solver), error);
    if (status == TREY_OK)
        status = trey_values_new(&solver->best, boards * columns, all, error);
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
    free(solver->tally);
    trey_threads_free(solver->threads);
    trey_work_clear(&solver->work);
}

/* --- counts ----------------------------------------------------------------------------
 */

void trey_exact_tally(struct trey_exact *exact)
{
    struct trey_exact_counts *counts = &exact->counts;
    uint32_t last = UINT32_MAX, top = 0;
    for (unsigned number = 0; number < exact->store.slots; number++) {
        const struct trey_layer *layer = &exact->store.layer[number];
        if (layer->boards == 0)
            continue;
        counts->layers += last != number / 2;
        last = number / 2;
        counts->boards += layer->kinds - layer->twice;
        counts->classes += (uint64_t)layer->kinds * layer->columns;
        counts->terminal += (uint64_t)layer->ended * layer->columns;
        if (!exact->game.folded) {
            counts->before_states += (uint64_t)layer->boards * layer->columns;
            counts->after_states += (uint64_t)layer->afters * layer->columns;
        }
        counts->bytes += trey_packed_bytes(layer->size, layer->words) +
                         trey_values_bytes(&exact->store, layer);
        top = layer->top_rank > top ? layer->top_rank : top;
        if (!exact->store.exact_values && layer->step / 2 > counts->rounding)
            counts->rounding = layer->step / 2;
        if (!exact->game.twos)
            counts->longest = trey_slot_tiles(number) - exact->game.start;
    }
    counts->max_tile = exact->game.tile[top];
}

/* --- solving ---------------------------------------------------------------------------
 */

static void tell(const struct trey_solver *solver, bool valuing)
{
    enum { LISTING_PERCENT = 40 }; /* of the time, most often */
    double share = LISTING_PERCENT / 100.0;
    double part =
        (double)solver->done / (double)(valuing ? solver->boards : solver->numbers);
    struct trey_exact_progress progress = {
        .done = valuing ? share + (1 - share) * part : share * part,
        .seconds = trey_clock_monotonic() - solver->begun_s,
        .valuing = valuing,
    };
    solver->options->report(solver->options->context, &progress);
}

enum trey_status trey_solver_step(struct trey_solver *solver,
                                  const struct trey_position *at,
                                  struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    bool cancelled = trey_cancel_raised(options->cancel);
    enum trey_status status = trey_work_save(solver, at, cancelled, error);
    if (status == TREY_OK && cancelled)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    if (status == TREY_OK && options->report != NULL)
        tell(solver, at->valuing != 0);
    return status;
}

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
    solver->store.keep_values = options->values || options->save != NULL;
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

static enum trey_status solve(struct trey_solver *solver, struct trey_exact *exact,
                              struct trey_error *error)
{
    enum trey_status status = prepare(solver, exact, error);
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

enum trey_status trey_exact_new(const struct trey_exact_options *options,
                                struct trey_exact **result, struct trey_error *error)
{
    enum trey_status status = trey_exact_check_options(options, error);
    if (status != TREY_OK)
        return status;
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
    status = solve(solver, exact, error);
    solver_clear(solver);
    free(solver);
    if (status != TREY_OK) {
        trey_exact_free(exact);
        return status;
    }
    trey_exact_prepare(exact);
    trey_exact_tally(exact);
    *result = exact;
    return TREY_OK;
}

void trey_exact_free(struct trey_exact *exact)
{
    if (exact == NULL)
        return;
    for (unsigned i = 0; exact->rows != NULL && i < exact->store.slots; i++)
        free(exact->rows[i]);
    free(exact->rows);
    free(exact->seen);
    trey_ranking_clear(&exact->ranking);
    trey_layers_clear(&exact->store);
    free(exact);
}
