/* Slides and spawns, as both passes need them: boards are handled in batches, and each
 * layer's after-states are collected in sets. */
#include "exact/solve/batch_moves.h"

#include "base/check.h"
#include "exact/solve/progress.h"

#include <string.h>

void trey_spawns_find(const struct trey_exact_game *game, unsigned edge,
                      const trey_board *after, size_t count, struct trey_spawns *spawns)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t empty = game->spawn_cells[edge] & ~trey_nonzero_nibbles(after[i]);
        for (; empty != 0; empty &= empty - 1, n++) {
            spawns->after[n] = after[i];
            spawns->flag[n] = empty & (0 - empty);
            spawns->owner[n] = (uint8_t)i;
        }
    }
    assert(n <= count * game->cells);
    spawns->count = n;
}

void trey_spawns_boards(const struct trey_solver *solver,
                        const struct trey_spawns *spawns, const struct trey_draw *draw,
                        trey_board *boards)
{
    for (size_t i = 0; i < spawns->count; i++)
        boards[i] = spawns->after[i] + spawns->flag[i] * draw->rank;
    for (size_t i = 0; draw->exchange && i < spawns->count; i++)
        boards[i] = trey_exchange(boards[i]);
    solver->kernels->fold(&solver->game, trey_slot_fold(&solver->game, draw->slot),
                          boards, spawns->count);
}

void trey_slides_find(const struct trey_solver *solver, const struct trey_frame *frame,
                      int d, const trey_board *boards, size_t count,
                      struct trey_solver_slides *slides)
{
    const struct trey_exact_game *game = &solver->game;
    const struct trey_kernels *kernels = solver->kernels;
    size_t legal = kernels->slide(game, d, boards, count, slides->after, slides->source);
    assert(legal <= count && count <= TREY_BATCH);
    slides->count = legal;
    if (trey_slot_fold(game, frame->number)->exchange) {
        kernels->fold_exchanged(game, &game->after[d], slides->after, slides->exchanged,
                                legal);
    } else {
        kernels->fold(game, &game->after[d], slides->after, legal);
        memset(slides->exchanged, 0, legal * sizeof *slides->exchanged);
    }
    kernels->index(&solver->ranking, frame->rows, slides->after, slides->index, legal);
}

void trey_slide_log_begin(struct trey_slide_log *log, const trey_board *boards,
                          size_t count, size_t at)
{
    memcpy(log->board + at, boards, count * sizeof *boards);
    memset(log->legal + at, 0, count);
    memset(log->exchanged + at, 0, count);
}

void trey_slide_log_add(struct trey_slide_log *log,
                        const struct trey_solver_slides *slides, int d, size_t at)
{
    for (size_t i = 0; i < slides->count; i++) {
        size_t place = at + slides->source[i];
        log->to[d][place] = slides->index[i];
        log->legal[place] |= (uint8_t)(1u << d);
        log->exchanged[place] |= (uint8_t)((unsigned)slides->exchanged[i] << d);
    }
}

/* --- a whole layer ---------------------------------------------------------------------
 */

struct listing_task {
    struct trey_solver *solver;
    const struct trey_frame *frame;
    struct trey_slide_log *log;
};

static void list_after_states_chunk(void *context, size_t chunk)
{
    const struct listing_task *task = context;
    struct trey_solver *solver = task->solver;
    const struct trey_frame *frame = task->frame;
    trey_board boards[TREY_BATCH];
    struct trey_solver_slides slides;
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, frame->rows, &frame->set, chunk);
    size_t at = frame->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; at += count) {
        if (task->log != NULL)
            trey_slide_log_begin(task->log, boards, count, at);
        for (int d = 0; d < 4; d++) {
            struct trey_set *set = &solver->after[solver->game.edge[d]].set;
            trey_slides_find(solver, frame, d, boards, count, &slides);
            trey_set_add_all(set, slides.index, slides.count, solver->threads != NULL);
            if (task->log != NULL)
                trey_slide_log_add(task->log, &slides, d, at);
        }
    }
}

void trey_after_states_list(struct trey_solver *solver, const struct trey_frame *frame,
                            struct trey_slide_log *log)
{
    struct listing_task task = {solver, frame, log};
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_reset(&solver->after[edge].set, frame->size);
    trey_solver_for(solver, trey_set_chunks(&frame->set), list_after_states_chunk, &task);
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_close(&solver->after[edge].set);
}
