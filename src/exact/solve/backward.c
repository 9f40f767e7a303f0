/* The backward pass: layers in descending order.
 *
 * Values are points of the board at the end of the game. For 2048, whose points are
 * earned by merges, a tile 2^r counts (r - 1) 2^r, what its merges earned had it been
 * made of 2s; a 4 that enters adds its 4 unearned points, which are taken off again. So
 * one rule does for both games:
 *
 *     board and hint:  the best of its after-states; without a slide, its points
 *     after-state:     mean over the cells where the hinted tile may enter of the board's
 *                      mean over its hints, which are all equally likely
 *
 * Only the means of boards are looked up, so a layer in hand takes 8 bytes a board. */
#include "exact/solve/backward.h"

#include "base/check.h"
#include "base/error.h"
#include "exact/solve/carry.h"
#include "exact/solve/expand.h"
#include "exact/solve/forward.h"
#include "exact/solve/resume.h"
#include "exact/solve/step.h"
#include "exact/solve/worth.h"

struct work {
    struct trey_solver *solver;
    struct trey_frame *frame;
    unsigned edge;
};

TREY_ASSERT_ONLY bool are_members(const struct trey_set *set, const uint32_t *number,
                                  size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((set->bits[number[i] / 64] >> (number[i] % 64) & 1) == 0)
            return false;
    return true;
}

/* The places of boards in a frame's layer. */
static void locate(const struct trey_solver *solver, const struct trey_frame *frame,
                   const trey_board *boards, uint32_t *place, size_t count)
{
    uint32_t number[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    solver->kernels->rank(&solver->ranking, frame->rows, boards, number, count);
    assert(are_members(&frame->set, number, count)); /* the forward pass listed them */
    solver->kernels->locate(&frame->set, number, place, count);
}

/* --- after-states ----------------------------------------------------------------------
 */

/* Adds what the draw brings. */
static void add_draw(const struct trey_solver *solver, const struct trey_entries *entries,
                     const struct trey_draw *draw, const double *share,
                     struct trey_sums *sums)
{
    trey_board boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t place[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    const struct trey_frame *next = &solver->frame[draw->slot % TREY_OPEN_SLOTS];
    assert(next->number == draw->slot); /* its values are in memory */
    trey_entries_boards(solver, entries, draw, boards);
    locate(solver, next, boards, place, entries->count);
    trey_sums_add(entries, draw, share, &next->mean, place, sums);
}

static void value_afters_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    const struct trey_solver *solver = work->solver;
    const struct trey_slot *slot = &work->frame->slot;
    const struct trey_afters *after = &work->solver->after[work->edge];
    trey_board boards[TREY_BATCH];
    double share[TREY_BATCH];
    struct trey_entries entries;
    struct trey_sums sums;
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, work->frame->rows, &after->set, chunk);
    size_t at = after->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; at += count) {
        trey_entries_find(&solver->game, work->edge, boards, count, &entries);
        trey_shares_find(&entries, count, share);
        for (unsigned column = 0; column < slot->columns; column++) {
            trey_sums_clear(&sums, count);
            for (unsigned k = 0; k < slot->column[column].count; k++)
                add_draw(solver, &entries, &slot->column[column].draw[k], share, &sums);
            trey_sums_put(&sums, count, at, slot->columns, column, &after->values);
        }
    }
}

/* --- boards ----------------------------------------------------------------------------
 */

static void value_boards_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    const struct trey_solver *solver = work->solver;
    const struct trey_frame *frame = work->frame;
    unsigned columns = frame->slot.columns;
    struct trey_legal legal;
    struct trey_tally tally = {0};
    const struct trey_set *set = &frame->set;
    size_t beyond = (chunk + 1) * TREY_CHUNK_WORDS;
    size_t end = beyond < set->words ? set->before[beyond] : set->count, count;
    for (size_t at = set->before[chunk * TREY_CHUNK_WORDS]; at < end; at += count) {
        count = end - at < TREY_BATCH ? end - at : TREY_BATCH;
        assert(at + count <= set->count);
        trey_best_clear(&solver->best, at, count, columns);
        for (int d = 0; d < 4; d++) {
            const struct trey_afters *after = &solver->after[solver->game.edge[d]];
            trey_legal_recall(&solver->slid, d, at, count, &legal);
            assert(are_members(&after->set, legal.number, legal.count));
            solver->kernels->locate(&after->set, legal.number, legal.place, legal.count);
            trey_best_take(&solver->best, &after->values, columns, &legal, at);
        }
        trey_best_finish(work->solver, frame, solver->slid.board + at, count, at, &tally);
    }
    solver->tally[chunk] = tally;
}

/* --- layer by layer --------------------------------------------------------------------
 */

static enum trey_status keep_values(struct trey_solver *solver, unsigned number,
                                    struct trey_error *error)
{
    struct trey_layers *store = &solver->store;
    struct trey_layer *layer = &store->layer[number];
    void *room = trey_layers_room(store, layer);
    if (room == NULL)
        return trey_fail_memory(error, trey_values_bytes(store, layer));
    trey_values_encode(layer, &solver->best, store->exact_values, room);
    return trey_store_put_values(store, number, room, error);
}

static enum trey_status value_layer(struct trey_solver *solver, unsigned number,
                                    struct trey_error *error)
{
    struct trey_layer *layer = &solver->store.layer[number];
    struct trey_frame *frame = trey_frame_of(solver, number);
    struct work work = {solver, frame, 0};
    if (layer->boards == 0)
        return TREY_OK;
    trey_frame_open(solver, number);
    layer->columns = frame->slot.columns;
    enum trey_status status =
        trey_layers_boards(&solver->store, number, &frame->set, error);
    if (status != TREY_OK)
        return status;
    trey_afters_list(solver, frame, &solver->slid);
    for (work.edge = 0; work.edge < solver->game.edges; work.edge++)
        trey_solver_for(solver, trey_set_chunks(&solver->after[work.edge].set),
                        value_afters_chunk, &work);
    size_t chunks = trey_set_chunks(&frame->set);
    trey_solver_for(solver, chunks, value_boards_chunk, &work);
    if (solver->given_up)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    trey_tally_add(layer, solver->tally, chunks);
    assert(frame->set.count == layer->boards);
    solver->done += layer->boards;
    if (solver->carrier != NULL)
        return trey_carry_layer(solver, frame, error);
    return solver->store.keep_values ? keep_values(solver, number, error) : TREY_OK;
}

struct root {
    struct trey_solver *solver;
    unsigned number;
};

static void add_root(void *context, trey_board board, unsigned number, double chance)
{
    const struct root *root = context;
    struct trey_solver *solver = root->solver;
    trey_board least = board;
    unsigned kept = trey_slot_settle(&solver->game, number, &least);
    uint32_t place;
    if (kept != root->number)
        return;
    const struct trey_frame *frame = trey_frame_of(solver, kept);
    locate(solver, frame, &least, &place, 1);
    trey_root_add(solver, board, number, chance, frame->mean.avg[place]);
}

/* Makes the layers of the period of a slot again, and the frames those of the slots above
 * it again, whose values they still have. */
static enum trey_status enter_period(struct trey_solver *solver, unsigned number,
                                     struct trey_error *error)
{
    enum trey_status status = trey_forward_again(solver, number, error);
    for (unsigned at = number + 1;
         at < number + TREY_OPEN_SLOTS && at < solver->store.slots; at++) {
        trey_frame_open(solver, at);
        if (status == TREY_OK && solver->store.layer[at].boards > 0)
            status = trey_layers_boards(&solver->store, at,
                                        &trey_frame_of(solver, at)->set, error);
    }
    return status;
}

/* Whether the layers of the period of a slot, which is the next to be valued, are still
 * to be made again. */
static bool enters_period(const struct trey_solver *solver, unsigned number)
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
        status = trey_forward_again(solver, first, error);
    if (status == TREY_OK && begin->valuing)
        status = trey_resume_frames(solver, NULL, NULL, error);
    else
        solver->done = 0;
    for (unsigned number = first; status == TREY_OK && number-- > 0;) {
        if (enters_period(solver, number))
            status = enter_period(solver, number, error);
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
