/* Solves a game with several processes (trey_exact_solve_shared): sets up
 * each process, runs the passes, and gives every process the result. */
#include "exact/share/share.h"

#include "base/error.h"
#include "exact/share/checkpoint.h"
#include "exact/share/command.h"
#include "exact/share/passes.h"
#include "exact/share/share_solve.h"
#include "exact/solve/memory.h"
#include "mpi/processes.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

/* --- the result ------------------------------------------------------------------------
 */

enum { COUNTS = 6 };

/* Replaces the counts of all layers by their sums over all processes, and frees the
 * blocks. */
static enum trey_status sum_counts(struct trey_share *share, struct trey_error *error)
{
    struct trey_layers *store = &share->solver->store;
    size_t slots = store->slots;
    uint64_t *sum = calloc((COUNTS + 1) * slots, sizeof *sum),
             *top = sum + COUNTS * slots;
    enum trey_status status = sum != NULL ? TREY_OK : trey_fail_memory(error, slots);
    status = trey_processes_agree(share->processes, status, error);
    for (size_t i = 0; status == TREY_OK && i < slots; i++) {
        const struct trey_layer *layer = &store->layer[i];
        uint64_t each[COUNTS] = {layer->boards, layer->words,    layer->afters,
                                 layer->orbits, layer->terminal, layer->in_both_bags};
        memcpy(sum + COUNTS * i, each, sizeof each);
        top[i] = layer->top_rank;
    }
    if (status == TREY_OK) {
        trey_processes_sum_u64(share->processes, sum, COUNTS * slots);
        trey_processes_max_u64(share->processes, top, slots);
    }
    for (unsigned i = 0; status == TREY_OK && i < slots; i++) {
        struct trey_layer *layer = &store->layer[i];
        const uint64_t *each = sum + (size_t)COUNTS * i;
        struct trey_slot slot;
        free(layer->boards_block);
        trey_slot_make(&share->solver->game, i, &slot);
        *layer = (struct trey_layer){.slot = i, .columns = slot.columns};
        if (each[0] > 0)
            layer->size = trey_ranking_rows(&share->solver->ranking, &slot,
                                            share->solver->frame[0].rows);
        layer->boards = (uint32_t)each[0];
        layer->words = (uint32_t)each[1];
        layer->afters = (uint32_t)each[2];
        layer->orbits = (uint32_t)each[3];
        layer->terminal = (uint32_t)each[4];
        layer->in_both_bags = (uint32_t)each[5];
        layer->top_rank = (uint32_t)top[i];
    }
    free(sum);
    return status;
}

static enum trey_status prepare_share(struct trey_share *share, struct trey_exact *exact,
                                      struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    const struct trey_exact_game *game = &solver->game;
    enum trey_status status = trey_solver_prepare(solver, exact, error);
    if (status != TREY_OK)
        return status;
    unsigned columns = game->is_2048 ? 1 : TREY_HINTS;
    share->boards = calloc(solver->store.slots, sizeof *share->boards);
    if (share->boards == NULL)
        return trey_fail_memory(error, solver->store.slots * sizeof *share->boards);
    status = trey_solver_charge(
        solver, trey_key_exchange_bytes(share->processes, !game->folded, columns), error);
    if (status == TREY_OK)
        status = trey_key_exchange_new(&share->exchange, share->processes, !game->folded,
                                       columns, error);
    if (status == TREY_OK && solver->largest >> (32 - TREY_TAG_BITS) != 0)
        status =
            trey_fail(error, TREY_ERR_LIMIT, 0, "this board needs more processes than %u",
                      solver->partition.count);
    return status;
}

static enum trey_status run_passes(struct trey_share *share, struct trey_exact *exact,
                                   struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    enum trey_status status =
        trey_processes_agree(share->processes, prepare_share(share, exact, error), error);
    if (status == TREY_OK)
        status = trey_checkpoint_open(share, error);
    if (status == TREY_OK && !solver->work.begin.valuing)
        status = trey_share_forward(share, error);
    if (status == TREY_OK)
        status = trey_processes_agree(share->processes, trey_solver_values(solver, error),
                                      error);
    if (status == TREY_OK)
        status = trey_share_backward(share, error);
    if (status == TREY_OK)
        status = sum_counts(share, error);
    if (status == TREY_OK)
        trey_checkpoint_finish(share);
    exact->store = solver->store;
    exact->counts.root_value = solver->root.value;
    memcpy(exact->counts.first, solver->root.first, sizeof solver->root.first);
    exact->counts.seconds =
        solver->work.spent_s + trey_clock_monotonic() - solver->begun_s;
    return status;
}

/* `exact` is new and `solver` zero. */
static enum trey_status run_solver(const struct trey_exact_options *options,
                                   struct trey_processes *processes,
                                   struct trey_exact *exact, struct trey_solver *solver,
                                   struct trey_error *error)
{
    struct trey_share share = {
        .solver = solver, .processes = processes, .after_room = true};
    solver->store = TREY_LAYERS_NONE;
    solver->options = options;
    solver->begun_s = trey_clock_monotonic();
    trey_partition_make(&solver->partition, trey_process_index(processes),
                        trey_process_count(processes));
    enum trey_status status = run_passes(&share, exact, error);
    trey_key_exchange_clear(&share.exchange);
    trey_checkpoint_clear(&share.files);
    free(share.boards);
    trey_solver_clear(solver);
    return status;
}

static enum trey_status check_options(const struct trey_exact_options *options,
                                      const struct trey_processes *processes,
                                      struct trey_error *error)
{
    enum trey_status status = trey_exact_check_options(options, error);
    if (status != TREY_OK)
        return status;
    if (options->values || options->save != NULL || options->disk_bytes != 0)
        return trey_fail(
            error, TREY_ERR_ARGUMENT, 0,
            "several processes compute only counts and the root value: they support "
            "no stored values, no table and no disk limit");
    if (trey_process_count(processes) > TREY_PARTITION_MAX_PROCESSES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "at most %d processes can solve a board",
                         TREY_PARTITION_MAX_PROCESSES);
    return TREY_OK;
}

enum trey_status trey_share_solve(const struct trey_exact_options *options,
                                  struct trey_processes *processes,
                                  struct trey_exact **result, struct trey_error *error)
{
    enum trey_status status =
        trey_processes_agree(processes, check_options(options, processes, error), error);
    if (status != TREY_OK)
        return status;
    struct trey_exact *exact = trey_exact_alloc(error);
    struct trey_solver *solver = calloc(1, sizeof *solver);
    if (exact == NULL || solver == NULL)
        status = trey_fail_memory(error, sizeof *exact + sizeof *solver);
    status = trey_processes_agree(processes, status, error);
    struct trey_exact_options own = *options;
    own.threads = 1;
    if (status == TREY_OK)
        status = run_solver(&own, processes, exact, solver, error);
    free(solver);
    if (status != TREY_OK) {
        trey_exact_free(exact);
        return status;
    }
    trey_exact_prepare(exact);
    trey_exact_update_counts(exact);
    *result = exact;
    return TREY_OK;
}

enum trey_status trey_exact_solve_shared(const struct trey_exact_options *options,
                                         struct trey_processes *processes,
                                         struct trey_exact **result,
                                         struct trey_error *error)
{
    bool found = false;
    if (trey_processes_single(processes)) {
        enum trey_status status = trey_exact_check_options(options, error);
        if (status == TREY_OK)
            status = trey_checkpoint_find(options, &found, error);
        if (status != TREY_OK || !found)
            return status != TREY_OK ? status : trey_exact_solve(options, result, error);
    }
    return trey_share_solve(options, processes, result, error);
}
