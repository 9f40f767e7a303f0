/* The backward pass values the layers in descending order of their slots.
 *
 * Values are final board points. In 2048 points are earned by merges: a tile 2^r counts
 * (r - 1) 2^r, the points of its merges if it was made of 2s only; a spawned 4 brings 4
 * unearned points, which are subtracted again. So one recurrence serves both games:
 *
 *     board and hint:  value of the best after-state; without a slide, the board's points
 *     after-state:     mean over the spawn cells of the hinted tile of the new board's
 *                      mean over its hints, which are equally likely
 *
 * Later layers need only the mean of each board: 8 bytes a board. */
#include "exact/solve/backward.h"

#include "base/check.h"
#include "base/error.h"
#include "exact/solve/batch_moves.h"
#include "exact/solve/bellman.h"
#include "exact/solve/compact_writer.h"
#include "exact/solve/forward.h"
#include "exact/solve/progress.h"
#include "exact/solve/resume.h"

struct value_task {
    struct trey_solver *solver;
    struct trey_frame *frame;
    unsigned edge;
};

TREY_ASSERT_ONLY bool are_members(const struct trey_set *set, const uint32_t *index,
                                  size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((set->bits[index[i] / 64] >> (index[i] % 64) & 1) == 0)
            return false;
    return true;
}

/* Finds the places of boards in a frame's layer. */
static void find_places(const struct trey_solver *solver, const struct trey_frame *frame,
                        const trey_board *boards, uint32_t *place, size_t count)
{
    uint32_t index[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    solver->kernels->index(&solver->ranking, frame->rows, boards, index, count);
    /* the forward pass found all of them */
    assert(are_members(&frame->set, index, count));
    solver->kernels->locate(&frame->set, index, place, count);
}

/* --- after-states ----------------------------------------------------------------------
 */

/* Adds the contribution of one draw to the after-states' values. */
static void add_draw(const struct trey_solver *solver, const struct trey_spawns *spawns,
                     const struct trey_draw *draw, const double *share,
                     struct trey_value_sums *sums)
{
    trey_board boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t place[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    const struct trey_frame *next = &solver->frame[draw->slot % TREY_OPEN_SLOTS];
    assert(next->number == draw->slot); /* its values are in memory */
    trey_spawns_boards(solver, spawns, draw, boards);
    find_places(solver, next, boards, place, spawns->count);
    trey_value_sums_add(spawns, draw, share, &next->mean, place, sums);
}

static void value_after_states_chunk(void *context, size_t chunk)
{
    const struct value_task *task = context;
    const struct trey_solver *solver = task->solver;
    const struct trey_slot *slot = &task->frame->slot;
    const struct trey_after_states *after = &task->solver->after[task->edge];
    trey_board boards[TREY_BATCH];
    double share[TREY_BATCH];
    struct trey_spawns spawns;
    struct trey_value_sums sums;
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, task->frame->rows, &after->set, chunk);
    size_t at = after->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; at += count) {
        trey_spawns_find(&solver->game, task->edge, boards, count, &spawns);
        trey_spawn_weights_find(&spawns, count, share);
        for (unsigned column = 0; column < slot->columns; column++) {
            trey_value_sums_clear(&sums, count);
            for (unsigned k = 0; k < slot->column[column].count; k++)
                add_draw(solver, &spawns, &slot->column[column].draw[k], share, &sums);
            trey_value_sums_store(&sums, count, at, slot->columns, column,
                                  &after->values);
        }
    }
}

/* --- boards ----------------------------------------------------------------------------
 */

static void value_boards_chunk(void *context, size_t chunk)
{
    const struct value_task *task = context;
    const struct trey_solver *solver = task->solver;
    const struct trey_frame *frame = task->frame;
    unsigned columns = frame->slot.columns;
    struct trey_legal_slides legal;
    struct trey_layer_tally tally = {0};
    const struct trey_set *set = &frame->set;
    size_t beyond = (chunk + 1) * TREY_CHUNK_WORDS;
    size_t end = beyond < set->words ? set->before[beyond] : set->count, count;
    for (size_t at = set->before[chunk * TREY_CHUNK_WORDS]; at < end; at += count) {
        count = end - at < TREY_BATCH ? end - at : TREY_BATCH;
        assert(at + count <= set->count);
        trey_best_values_clear(&solver->best, at, count, columns);
        for (int d = 0; d < 4; d++) {
            const struct trey_after_states *after = &solver->after[solver->game.edge[d]];
            trey_legal_slides_read(&solver->slide_log, d, at, count, &legal);
            assert(are_members(&after->set, legal.index, legal.count));
            solver->kernels->locate(&after->set, legal.index, legal.place, legal.count);
            trey_best_values_update(&solver->best, &after->values, columns, &legal, at);
        }
        trey_best_values_finish(task->solver, frame, solver->slide_log.board + at, count,
                                at, &tally);
    }
    solver->tally[chunk] = tally;
}

/* --- layer by layer --------------------------------------------------------------------
 */

static enum trey_status store_values(struct trey_solver *solver, unsigned number,
                                     struct trey_error *error)
{
    struct trey_layers *store = &solver->store;
    struct trey_layer *layer = &store->layer[number];
    void *room = trey_layers_value_buffer(store, layer);
    if (room == NULL)
        return trey_fail_memory(error, trey_values_bytes(store, layer));
    trey_values_encode(layer, &solver->best, store->exact_values, room);
    return trey_layers_put_values(store, number, room, error);
}

static enum trey_status value_layer(struct trey_solver *solver, unsigned number,
                                    struct trey_error *error)
{
    struct trey_layer *layer = &solver->store.layer[number];
    struct trey_frame *frame = trey_frame_of(solver, number);
    struct value_task task = {solver, frame, 0};
    if (layer->boards == 0)
        return TREY_OK;
    trey_frame_open(solver, number);
    layer->columns = frame->slot.columns;
    enum trey_status status =
        trey_layers_load(&solver->store, number, &frame->set, error);
    if (status != TREY_OK)
        return status;
    trey_after_states_list(solver, frame, &solver->slide_log);
    for (task.edge = 0; task.edge < solver->game.edges; task.edge++)
        trey_solver_for(solver, trey_set_chunks(&solver->after[task.edge].set),
                        value_after_states_chunk, &task);
    size_t chunks = trey_set_chunks(&frame->set);
    trey_solver_for(solver, chunks, value_boards_chunk, &task);
    if (solver->given_up)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    trey_layer_tally_add(layer, solver->tally, chunks);
    assert(frame->set.count == layer->boards);
    solver->done += layer->boards;
    if (solver->compact_writer != NULL)
        return trey_compact_writer_add(solver, frame, error);
    return solver->store.keep_values ? store_values(solver, number, error) : TREY_OK;
}

struct root {
    struct trey_solver *solver;
    unsigned number;
};

static void add_root(void *context, trey_board board, unsigned number, double chance)
{
    const struct root *root = context;
    struct trey_solver *solver = root->solver;
    trey_board canonical = board;
    unsigned kept = trey_slot_canonicalise(&solver->game, number, &canonical);
    uint32_t place;
    if (kept != root->number)
        return;
    const struct trey_frame *frame = trey_frame_of(solver, kept);
    find_places(solver, frame, &canonical, &place, 1);
    trey_root_add(solver, board, number, chance, frame->mean.avg[place]);
}

/* Recomputes the layers of the period of a slot, and reloads the sets of the open frames
 * above it, whose values are still in memory. */
static enum trey_status recompute_period(struct trey_solver *solver, unsigned number,
                                         struct trey_error *error)
{
    enum trey_status status = trey_forward_recompute(solver, number, error);
    for (unsigned at = number + 1;
         at < number + TREY_OPEN_SLOTS && at < solver->store.slots; at++) {
        trey_frame_open(solver, at);
        if (status == TREY_OK && solver->store.layer[at].boards > 0)
            status = trey_layers_load(&solver->store, at, &trey_frame_of(solver, at)->set,
                                      error);
    }
    return status;
}

/* True if the layers of the period of slot `number`, the next one to be valued, must
 * still be recomputed. */
static bool starts_period(const struct trey_solver *solver, unsigned number)
{
    return solver->period > 0 && (number + 1 == solver->store.slots ||
                                  number % solver->period == solver->period - 1);
}

enum trey_status trey_backward(struct trey_solver *solver, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    struct root root = {solver, 0};
    const struct trey_solver_place *begin = &solver->work.begin;
    unsigned first = begin->valuing ? begin->next : solver->store.slots;
    if (begin->valuing && solver->period > 0 && first % solver->period != 0)
        status = trey_forward_recompute(solver, first, error);
    if (status == TREY_OK && begin->valuing)
        status = trey_resume_frames(solver, NULL, NULL, error);
    else
        solver->done = 0;
    for (unsigned number = first; status == TREY_OK && number-- > 0;) {
        if (starts_period(solver, number))
            status = recompute_period(solver, number, error);
        if (status == TREY_OK)
            status = value_layer(solver, number, error);
        root.number = number;
        if (status == TREY_OK && number <= trey_last_start(&solver->game))
            trey_exact_starts(&solver->game, &root, add_root);
        if (status == TREY_OK && solver->store.layer[number].boards > 0)
            status =
                trey_solver_step(solver, &(struct trey_solver_place){1, number}, error);
    }
    return status;
}
