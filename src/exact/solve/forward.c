/* The forward pass lists the reachable boards of all layers, in ascending order of their
 * slots. A layer is complete when all layers with smaller sums have been expanded. Its
 * slides make the sets of after-states; each after-state is expanded once, however many
 * boards lead to it. */
#include "exact/solve/forward.h"

#include "base/check.h"
#include "base/error.h"
#include "exact/solve/batch_moves.h"
#include "exact/solve/progress.h"

struct forward_task {
    struct trey_solver *solver;
    const struct trey_frame *frame;
    unsigned edge;
};

/* --- spawns ----------------------------------------------------------------------------
 */

static void expand_chunk(void *context, size_t chunk)
{
    const struct forward_task *task = context;
    struct trey_solver *solver = task->solver;
    const struct trey_slot *slot = &task->frame->slot;
    trey_board after[TREY_BATCH], boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t numbers[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    struct trey_spawns spawns;
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, task->frame->rows,
                    &solver->after[task->edge].set, chunk);
    for (size_t count; (count = trey_scan_next(&scan, after)) > 0;) {
        trey_spawns_find(&solver->game, task->edge, after, count, &spawns);
        for (unsigned column = 0; column < slot->columns; column++)
            for (unsigned k = 0; k < slot->column[column].count; k++) {
                const struct trey_draw *draw = &slot->column[column].draw[k];
                struct trey_frame *next = trey_frame_of(solver, draw->slot);
                assert(draw->slot > task->frame->number); /* spawns increase the sum */
                assert(draw->slot < task->frame->number + TREY_OPEN_SLOTS);
                trey_spawns_boards(solver, &spawns, draw, boards);
                solver->kernels->index(&solver->ranking, next->rows, boards, numbers,
                                       spawns.count);
                trey_set_add_all(&next->set, numbers, spawns.count,
                                 solver->threads != NULL);
            }
    }
}

static void expand_layer(struct trey_solver *solver, const struct trey_frame *frame)
{
    struct forward_task task = {solver, frame, 0};
    trey_after_states_list(solver, frame, NULL);
    uint32_t *afters = &solver->store.layer[frame->number].afters;
    *afters = 0;
    for (task.edge = 0; task.edge < solver->game.edges; task.edge++) {
        const struct trey_set *set = &solver->after[task.edge].set;
        if (set->count > solver->max_after_states[task.edge])
            solver->max_after_states[task.edge] = set->count;
        *afters += set->count;
        trey_solver_for(solver, trey_set_chunks(set), expand_chunk, &task);
    }
}

/* --- layer by layer --------------------------------------------------------------------
 */

static void add_start(void *context, trey_board board, unsigned number, double chance)
{
    const struct forward_task *task = context;
    struct trey_solver *solver = task->solver;
    (void)chance;
    number = trey_slot_canonicalise(&solver->game, number, &board);
    if (number == task->frame->number) {
        struct trey_frame *frame = trey_frame_of(solver, number);
        trey_set_add(&frame->set, trey_board_index(&solver->ranking, frame->rows, board));
    }
}

/* Of each period only the first layers are stored, as many as needed to recompute the
 * others. */
static enum trey_layer_place storage_of(const struct trey_solver *solver, unsigned number)
{
    bool kept = solver->period == 0 || number % solver->period < TREY_OPEN_SLOTS - 1;
    return kept ? TREY_LAYER_KEPT : TREY_LAYER_GONE;
}

/* Adds the start boards to a layer and closes its set. */
static void close_layer(struct trey_solver *solver, struct trey_frame *frame)
{
    struct forward_task task = {solver, frame, 0};
    if (frame->number <= trey_last_start(&solver->game))
        trey_exact_starts(&solver->game, &task, add_start);
    trey_set_close(&frame->set);
}

enum trey_status trey_forward_store(struct trey_solver *solver,
                                    const struct trey_frame *frame,
                                    enum trey_layer_place place, struct trey_error *error)
{
    struct trey_layers *store = &solver->store;
    const struct trey_layer *layer = &store->layer[frame->number];
    enum trey_status status =
        trey_layers_add(store, frame->number, &frame->set, frame->size, place, error);
    if (status == TREY_OK && store->file < 0)
        status = trey_solver_charge(solver, trey_packed_bytes(layer->size, layer->words),
                                    error);
    assert(frame->set.count > 0 && frame->set.count <= frame->size);
    solver->done += frame->size;
    solver->boards += frame->set.count;
    if (frame->set.count > solver->max_boards)
        solver->max_boards = frame->set.count;
    return status;
}

/* Stores a complete layer. A layer that an interrupted run has stored already is read
 * back. */
static enum trey_status store_layer(struct trey_solver *solver, struct trey_frame *frame,
                                    struct trey_error *error)
{
    struct trey_layers *store = &solver->store;
    struct trey_layer *layer = &store->layer[frame->number];
    bool listed = frame->number < solver->work.begin.next;
    if (listed && layer->boards == 0)
        return TREY_OK;
    if (listed && layer->where == TREY_LAYER_KEPT)
        return trey_layers_load(store, frame->number, &frame->set, error);
    close_layer(solver, frame);
    if (frame->set.count == 0 || listed)
        return TREY_OK;
    return trey_forward_store(solver, frame, storage_of(solver, frame->number), error);
}

/* Last slot, not after `next`, from which all later layers can be computed. */
static unsigned restart_slot(const struct trey_solver *solver, unsigned next)
{
    unsigned first = next < TREY_OPEN_SLOTS ? 0 : next - (TREY_OPEN_SLOTS - 1);
    return solver->period == 0 ? first : first - first % solver->period;
}

enum trey_status trey_forward(struct trey_solver *solver, struct trey_error *error)
{
    unsigned empty = 0, end = trey_slot_end(&solver->game);
    unsigned next = solver->work.begin.next, first = restart_slot(solver, next);
    for (unsigned i = 0; i < TREY_OPEN_SLOTS; i++)
        trey_frame_open(solver, first + i);
    for (unsigned number = first; number < end; number++) {
        struct trey_frame *frame = trey_frame_of(solver, number);
        enum trey_status status = store_layer(solver, frame, error);
        if (status == TREY_OK && solver->store.layer[number].boards > 0) {
            expand_layer(solver, frame);
            empty = 0;
            if (number >= next)
                status = trey_solver_step(
                    solver, &(struct trey_solver_place){0, number + 1}, error);
        } else if (++empty >= TREY_OPEN_SLOTS &&
                   number > trey_last_start(&solver->game)) {
            break;
        }
        if (status != TREY_OK)
            return status;
        trey_frame_open(solver, number + TREY_OPEN_SLOTS);
    }
    return TREY_OK;
}

enum trey_status trey_forward_recompute(struct trey_solver *solver, unsigned number,
                                        struct trey_error *error)
{
    struct trey_layers *store = &solver->store;
    unsigned first = number - number % solver->period, end = first + solver->period;
    enum trey_status status = TREY_OK;
    store->scratch_end = 0;
    for (unsigned i = 0; i < TREY_OPEN_SLOTS; i++)
        trey_frame_open(solver, first + i);
    for (unsigned at = first; status == TREY_OK && at < end && at < store->slots; at++) {
        struct trey_frame *frame = trey_frame_of(solver, at);
        bool kept = storage_of(solver, at) == TREY_LAYER_KEPT;
        if (store->layer[at].boards > 0) {
            if (kept)
                status = trey_layers_load(store, at, &frame->set, error);
            else
                close_layer(solver, frame);
            if (status == TREY_OK && !kept)
                status = trey_layers_add(store, at, &frame->set, frame->size,
                                         TREY_LAYER_SCRATCH, error);
            if (status == TREY_OK)
                expand_layer(solver, frame);
            if (status == TREY_OK && trey_cancel_raised(solver->options->cancel))
                status = trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
        }
        trey_frame_open(solver, at + TREY_OPEN_SLOTS);
    }
    return status;
}
