/* The two passes on several processes. Decisions that all processes must take alike are
 * taken by a sum over the processes, once or twice a layer: whether the layer is empty,
 * whether a process failed, whether to save. If one process fails, all fail with its
 * message. */
#include "exact/share/passes.h"

#include "base/error.h"
#include "exact/share/checkpoint.h"
#include "exact/share/share_moves.h"
#include "exact/share/value_layer.h"
#include "exact/solve/bellman.h"
#include "exact/solve/forward.h"
#include "exact/solve/progress.h"
#include "exact/solve/resume.h"
#include "mpi/processes.h"

#include <limits.h>

/* --- collective decisions --------------------------------------------------------------
 */

/* Sums over all processes. */
struct totals {
    uint64_t boards, failed, cancelled, due;
};

static void sum_totals(const struct trey_share *share, uint64_t boards,
                       enum trey_status status, struct totals *totals)
{
    const struct trey_solver *solver = share->solver;
    bool first = solver->partition.process == 0; /* process 0's clock decides */
    *totals = (struct totals){boards, status != TREY_OK,
                              trey_cancel_raised(solver->options->cancel),
                              first && trey_resume_due(&solver->work)};
    uint64_t each[] = {totals->boards, totals->failed, totals->cancelled, totals->due};
    trey_processes_sum_u64(share->processes, each, sizeof each / sizeof *each);
    *totals = (struct totals){each[0], each[1], each[2], each[3]};
}

/* Saves if due, reports progress, and fails after a cancellation. */
static enum trey_status finish_layer(struct trey_share *share,
                                     const struct trey_solver_place *at,
                                     const struct totals *totals,
                                     struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    if (totals->cancelled > 0 || totals->due > 0)
        status = trey_checkpoint_save(share, at, error);
    if (status == TREY_OK && totals->cancelled > 0)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    if (status == TREY_OK && share->solver->options->report != NULL)
        trey_solver_report(share->solver, at->valuing != 0);
    return status;
}

/* --- forward ---------------------------------------------------------------------------
 */

struct start_task {
    struct trey_share *share;
    struct trey_frame *frame;
};

static void add_start(void *context, trey_board board, unsigned number, double chance)
{
    const struct start_task *task = context;
    struct trey_solver *solver = task->share->solver;
    struct trey_frame *frame = task->frame;
    uint32_t owner, local;
    (void)chance;
    number = trey_slot_canonicalise(&solver->game, number, &board);
    if (number == frame->number &&
        trey_share_owns(task->share,
                        trey_board_index(&solver->ranking, frame->rows, board), &owner,
                        &local))
        trey_set_add(&frame->set, local);
}

/* Stores this process's part of a complete layer, or reads it if an earlier run listed
 * it. */
static enum trey_status store_layer(struct trey_share *share, struct trey_frame *frame,
                                    struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_layers *store = &solver->store;
    struct trey_layer *layer = &store->layer[frame->number];
    bool listed = frame->number < solver->work.begin.next;
    if (listed && layer->boards > 0)
        return trey_layers_load(store, frame->number, &frame->set, error);
    if (!listed && frame->number <= trey_last_start(&solver->game))
        trey_exact_starts(&solver->game, &(struct start_task){share, frame}, add_start);
    trey_set_close(&frame->set);
    if (frame->set.count == 0)
        return TREY_OK;
    return trey_forward_store(solver, frame, TREY_LAYER_KEPT, error);
}

static void expand_layer(struct trey_share *share, const struct trey_frame *frame)
{
    struct trey_solver *solver = share->solver;
    uint32_t *afters = &solver->store.layer[frame->number].afters;
    *afters = 0;
    trey_share_slides(share, frame, NULL);
    for (unsigned edge = 0; edge < solver->game.edges; edge++) {
        uint32_t count = solver->after[edge].set.count;
        *afters += count;
        if (count > solver->max_after_states[edge])
            solver->max_after_states[edge] = count;
    }
    trey_share_spawns(share, frame);
}

enum trey_status trey_share_forward(struct trey_share *share, struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    unsigned next = solver->work.begin.next, end = trey_slot_end(&solver->game);
    unsigned first = next < TREY_OPEN_SLOTS ? 0 : next - (TREY_OPEN_SLOTS - 1);
    for (unsigned i = 0; i < TREY_OPEN_SLOTS; i++)
        trey_frame_open(solver, first + i);
    for (unsigned number = first, empty = 0; number < end; number++) {
        struct trey_frame *frame = trey_frame_of(solver, number);
        struct totals totals;
        enum trey_status status = store_layer(share, frame, error);
        sum_totals(share, frame->set.count, status, &totals);
        if (totals.failed > 0)
            return trey_processes_agree(share->processes, status, error);
        if (totals.boards > 0) {
            expand_layer(share, frame);
            empty = 0;
            if (number >= next)
                status = finish_layer(share, &(struct trey_solver_place){0, number + 1},
                                      &totals, error);
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

/* --- backward --------------------------------------------------------------------------
 */

/* Start boards whose means are collected from their owners. */
struct root_batch {
    struct trey_share *share;
    const struct trey_frame *frame;
    size_t count;
    struct {
        trey_board board;
        unsigned number;
        double chance;
    } start[TREY_BATCH];
    double mean[TREY_BATCH]; /* 0 if another process owns it */
};

/* Only one summand is not zero, so the sum is exact and every process gets the same root.
 */
static void add_roots(struct root_batch *roots)
{
    trey_processes_sum_f64(roots->share->processes, roots->mean, roots->count);
    for (size_t i = 0; i < roots->count; i++)
        trey_root_add(roots->share->solver, roots->start[i].board, roots->start[i].number,
                      roots->start[i].chance, roots->mean[i]);
    roots->count = 0;
}

static void gather_root(void *context, trey_board board, unsigned number, double chance)
{
    struct root_batch *roots = context;
    const struct trey_solver *solver = roots->share->solver;
    const struct trey_frame *frame = roots->frame;
    trey_board canonical = board;
    uint32_t owner, local, place;
    if (trey_slot_canonicalise(&solver->game, number, &canonical) != frame->number)
        return;
    size_t at = roots->count++;
    roots->start[at].board = board;
    roots->start[at].number = number;
    roots->start[at].chance = chance;
    roots->mean[at] = 0;
    if (trey_share_owns(roots->share,
                        trey_board_index(&solver->ranking, frame->rows, canonical),
                        &owner, &local)) {
        solver->kernels->locate(&frame->set, &local, &place, 1);
        roots->mean[at] = frame->mean.avg[place];
    }
    if (roots->count == TREY_BATCH)
        add_roots(roots);
}

/* The next non-empty layer below a slot; UINT_MAX if there is none. */
static unsigned layer_below(const struct trey_share *share, unsigned number)
{
    while (number-- > 0)
        if (share->boards[number] > 0)
            return number;
    return UINT_MAX;
}

/* Loads this process's part of a layer. Its frame was that of a slot which the remaining
 * layers do not lead to. */
static enum trey_status open_layer(struct trey_solver *solver, unsigned number,
                                   struct trey_error *error)
{
    struct trey_frame *frame = trey_frame_of(solver, number);
    trey_frame_open(solver, number);
    if (solver->store.layer[number].boards > 0)
        return trey_layers_load(&solver->store, number, &frame->set, error);
    trey_set_close(&frame->set);
    return TREY_OK;
}

static enum trey_status value_layer(struct trey_share *share, unsigned number,
                                    struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    struct trey_frame *frame = trey_frame_of(solver, number);
    trey_share_slides(share, frame, &solver->slide_log);
    if (!share->after_room) {
        enum trey_status status = trey_processes_agree(
            share->processes, trey_share_after_buffers(share, error), error);
        if (status != TREY_OK)
            return status;
    }
    trey_share_value_layer(share, frame);
    solver->done += frame->set.count;
    if (number <= trey_last_start(&solver->game)) {
        struct root_batch roots = {.share = share, .frame = frame};
        trey_exact_starts(&solver->game, &roots, gather_root);
        add_roots(&roots);
    }
    return TREY_OK;
}

/* Restores the frames of an interrupted backward pass. */
static enum trey_status restore_frames(struct trey_share *share, struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    unsigned next = solver->work.begin.next;
    for (unsigned i = 0; i + 1 < TREY_OPEN_SLOTS; i++) {
        trey_frame_open(solver, next + i);
        trey_set_close(&trey_frame_of(solver, next + i)->set);
    }
    return trey_checkpoint_frames(share, error);
}

enum trey_status trey_share_backward(struct trey_share *share, struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    const struct trey_solver_place *begin = &solver->work.begin;
    enum trey_status status = TREY_OK;
    unsigned first = begin->valuing ? begin->next : solver->store.slots;
    for (unsigned i = 0; i < solver->store.slots; i++)
        share->boards[i] = solver->store.layer[i].boards;
    trey_processes_sum_u64(share->processes, share->boards, solver->store.slots);
    if (begin->valuing)
        status = restore_frames(share, error);
    else
        solver->done = 0;
    unsigned number = layer_below(share, first);
    if (status == TREY_OK && number != UINT_MAX)
        status = trey_processes_agree(share->processes, open_layer(solver, number, error),
                                      error);
    while (status == TREY_OK && number != UINT_MAX) {
        struct totals totals;
        unsigned next = layer_below(share, number);
        status = value_layer(share, number, error);
        if (status != TREY_OK)
            return status;
        if (next != UINT_MAX)
            status = open_layer(solver, next, error);
        sum_totals(share, 0, status, &totals);
        if (totals.failed > 0)
            return trey_processes_agree(share->processes, status, error);
        /* The frame of the next layer is loaded already, so the saved position is that
         * layer's. */
        unsigned done = next != UINT_MAX ? next + 1 : number;
        status =
            finish_layer(share, &(struct trey_solver_place){1, done}, &totals, error);
        number = next;
    }
    return status;
}
