/* What both passes do with a layer: slides and entries in batches, and the sets of
 * after-states. */
#include "exact/solve/expand.h"

#include "base/check.h"
#include "exact/solve/step.h"

#include <string.h>

void trey_entries_find(const struct trey_exact_game *game, unsigned edge,
                       const trey_board *after, size_t count,
                       struct trey_entries *entries)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t empty = game->entry[edge] & ~trey_nonzero_nibbles(after[i]);
        for (; empty != 0; empty &= empty - 1, n++) {
            entries->after[n] = after[i];
            entries->flag[n] = empty & (0 - empty);
            entries->owner[n] = (uint8_t)i;
        }
    }
    assert(n <= count * game->cells);
    entries->count = n;
}

void trey_entries_boards(const struct trey_solver *solver,
                         const struct trey_entries *entries, const struct trey_draw *draw,
                         trey_board *boards)
{
    for (size_t i = 0; i < entries->count; i++)
        boards[i] = entries->after[i] + entries->flag[i] * draw->rank;
    for (size_t i = 0; draw->exchange && i < entries->count; i++)
        boards[i] = trey_exchange(boards[i]);
    solver->kernels->fold(&solver->game, trey_slot_fold(&solver->game, draw->slot),
                          boards, entries->count);
}

void trey_slides_find(const struct trey_solver *solver, const struct trey_frame *frame,
                      int d, const trey_board *boards, size_t count,
                      struct trey_solver_slides *slides)
{
    const struct trey_exact_game *game = &solver->game;
    const struct trey_kernels *kernels = solver->kernels;
    size_t legal = kernels->slide(game, d, boards, count, slides->after, slides->who);
    assert(legal <= count && count <= TREY_BATCH);
    slides->count = legal;
    if (trey_slot_fold(game, frame->number)->exchange) {
        kernels->turn(game, &game->after[d], slides->after, slides->turned, legal);
    } else {
        kernels->fold(game, &game->after[d], slides->after, legal);
        memset(slides->turned, 0, legal * sizeof *slides->turned);
    }
    kernels->rank(&solver->ranking, frame->rows, slides->after, slides->number, legal);
}

void trey_slid_begin(struct trey_slid *slid, const trey_board *boards, size_t count,
                     size_t at)
{
    memcpy(slid->board + at, boards, count * sizeof *boards);
    memset(slid->legal + at, 0, count);
    memset(slid->turned + at, 0, count);
}

void trey_slid_note(struct trey_slid *slid, const struct trey_solver_slides *slides,
                    int d, size_t at)
{
    for (size_t i = 0; i < slides->count; i++) {
        size_t place = at + slides->who[i];
        slid->to[d][place] = slides->number[i];
        slid->legal[place] |= (uint8_t)(1u << d);
        slid->turned[place] |= (uint8_t)((unsigned)slides->turned[i] << d);
    }
}

/* --- all of a layer --------------------------------------------------------------------
 */

struct work {
    struct trey_solver *solver;
    const struct trey_frame *frame;
    struct trey_slid *slid;
};

static void list_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    struct trey_solver *solver = work->solver;
    const struct trey_frame *frame = work->frame;
    trey_board boards[TREY_BATCH];
    struct trey_solver_slides slides;
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, frame->rows, &frame->set, chunk);
    size_t at = frame->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; at += count) {
        if (work->slid != NULL)
            trey_slid_begin(work->slid, boards, count, at);
        for (int d = 0; d < 4; d++) {
            struct trey_set *set = &solver->after[solver->game.edge[d]].set;
            trey_slides_find(solver, frame, d, boards, count, &slides);
            trey_set_add_all(set, slides.number, slides.count, solver->threads != NULL);
            if (work->slid != NULL)
                trey_slid_note(work->slid, &slides, d, at);
        }
    }
}

void trey_afters_list(struct trey_solver *solver, const struct trey_frame *frame,
                      struct trey_slid *slid)
{
    struct work work = {solver, frame, slid};
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_reset(&solver->after[edge].set, frame->size);
    trey_solver_for(solver, trey_set_chunks(&frame->set), list_chunk, &work);
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_close(&solver->after[edge].set);
}
