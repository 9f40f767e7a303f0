/* Allocates all memory of a solver: the sets when the ranking is known, the values when
 * the layers are. */
#include "exact/solve/memory.h"

#include "base/error.h"
#include "exact/solve/compact_writer.h"
#include "exact/solve/estimate.h"
#include "exact/solve/work_files.h"

#include <stdlib.h>

static enum trey_status make_rows(struct trey_solver *solver, struct trey_error *error)
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

static enum trey_status make_sets(struct trey_solver *solver, uint32_t largest,
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

/* Bytes of the backward pass's values, and of the stored values if they are kept in
 * memory. */
static uint64_t backward_bytes(const struct trey_solver *solver)
{
    const struct trey_layers *store = &solver->store;
    uint64_t columns = solver->game.is_2048 ? 1 : TREY_HINTS, kept = 0;
    uint64_t values = (TREY_OPEN_SLOTS + columns) * solver->max_boards;
    for (unsigned i = 0; i < solver->game.edges; i++)
        values += columns * solver->max_after_states[i];
    for (unsigned i = 0; store->file < 0 && store->keep_values && i < store->slots; i++) {
        struct trey_slot slot;
        trey_slot_make(&solver->game, i, &slot);
        struct trey_layer layer = store->layer[i];
        layer.columns = slot.columns;
        kept += trey_values_bytes(store, &layer);
    }
    return values * trey_value_bytes(&solver->game) + kept +
           TREY_SLIDE_LOG_BYTES * solver->max_boards;
}

static enum trey_status slide_log_new(struct trey_slide_log *log, uint64_t boards,
                                      struct trey_error *error)
{
    size_t room = (size_t)boards + 1;
    log->board = malloc(room * sizeof *log->board);
    log->legal = malloc(room);
    log->exchanged = malloc(room);
    bool good = log->board != NULL && log->legal != NULL && log->exchanged != NULL;
    for (int d = 0; d < 4; d++) {
        log->to[d] = malloc(room * sizeof *log->to[d]);
        good = good && log->to[d] != NULL;
    }
    return good ? TREY_OK : trey_fail_memory(error, room * TREY_SLIDE_LOG_BYTES);
}

static void slide_log_clear(struct trey_slide_log *log)
{
    free(log->board);
    free(log->legal);
    free(log->exchanged);
    for (int d = 0; d < 4; d++)
        free(log->to[d]);
}

enum trey_status trey_solver_values(struct trey_solver *solver, struct trey_error *error)
{
    bool all = !solver->game.folded;
    unsigned columns = solver->game.is_2048 ? 1 : TREY_HINTS;
    uint64_t boards = solver->max_boards;
    enum trey_status status = trey_solver_charge(solver, backward_bytes(solver), error);
    if (status == TREY_OK)
        status = trey_values_new(&solver->best, boards * columns, all, error);
    if (status == TREY_OK)
        status = slide_log_new(&solver->slide_log, boards, error);
    for (int i = 0; status == TREY_OK && i < TREY_OPEN_SLOTS; i++)
        status = trey_values_new(&solver->frame[i].mean, boards, all, error);
    for (unsigned i = 0; status == TREY_OK && i < solver->game.edges; i++)
        status = trey_values_new(&solver->after[i].values,
                                 solver->max_after_states[i] * columns, all, error);
    return status;
}

void trey_solver_clear(struct trey_solver *solver)
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
    slide_log_clear(&solver->slide_log);
    free(solver->tally);
    trey_threads_free(solver->threads);
    trey_compact_writer_free(solver->compact_writer);
    trey_work_clear(&solver->work);
}

enum trey_status trey_solver_prepare(struct trey_solver *solver, struct trey_exact *exact,
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
    status = make_rows(solver, error);
    if (status != TREY_OK)
        return status;
    uint32_t largest = trey_max_ranking_size(&solver->game, &solver->ranking,
                                             solver->frame[0].rows, &solver->numbers);
    largest = solver->largest = trey_partition_max_size(&solver->partition, largest);
    solver->numbers /= solver->partition.count;
    status = trey_solver_plan(solver, largest, error);
    if (status == TREY_OK)
        status = make_sets(solver, largest, error);
    unsigned threads = options->threads != 0 ? options->threads : trey_processors();
    if (status == TREY_OK && threads > 1 && solver->game.cells > 6)
        solver->threads = trey_threads_new(threads);
    return status;
}
