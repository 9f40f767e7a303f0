/* What both passes do with a layer: slides and entries in batches, and the sets of
 * after-states. */
#include "exact/solve/expand.h"

#include <string.h>

/* Where 1s and 2s may be exchanged, takes the less of an after-state and it exchanged. */
static void take_exchanged(const struct trey_solver *solver, const struct trey_fold *fold,
                           trey_board *other, struct trey_slides *slides)
{
    for (size_t i = 0; i < slides->count; i++)
        other[i] = trey_exchange(other[i]);
    solver->kernels->fold(&solver->game, fold, other, slides->count);
    for (size_t i = 0; i < slides->count; i++) {
        slides->turned[i] = other[i] < slides->after[i];
        slides->after[i] = slides->turned[i] ? other[i] : slides->after[i];
    }
}

void trey_slide_batch(const struct trey_solver *solver, unsigned slot, int d,
                      const trey_board *boards, size_t count, struct trey_slides *slides)
{
    const struct trey_exact_game *game = &solver->game;
    trey_board all[TREY_BATCH];
    solver->kernels->slide(game, d, boards, all, count);
    size_t legal = 0;
    for (size_t i = 0; i < count; i++) {
        slides->after[legal] = all[i];
        slides->who[legal] = (uint8_t)i;
        legal += all[i] != boards[i];
    }
    slides->count = legal;
    memcpy(all, slides->after, legal * sizeof *all);
    memset(slides->turned, 0, legal * sizeof *slides->turned);
    solver->kernels->fold(game, &game->after[d], slides->after, legal);
    if (trey_slot_fold(game, slot)->exchange)
        take_exchanged(solver, &game->after[d], all, slides);
}

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

/* --- all of a layer
 * ----------------------------------------------------------------------
 */

struct work {
    struct trey_solver *solver;
    const struct trey_frame *frame;
};

static void list_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    struct trey_solver *solver = work->solver;
    const struct trey_frame *frame = work->frame;
    trey_board boards[TREY_BATCH];
    struct trey_slides slides;
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, frame->rows, &frame->set, chunk);
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0;)
        for (int d = 0; d < 4; d++) {
            struct trey_set *set = &solver->after[solver->game.edge[d]].set;
            trey_slide_batch(solver, frame->number, d, boards, count, &slides);
            for (size_t i = 0; i < slides.count; i++)
                trey_set_add(
                    set, trey_rank_of(&solver->ranking, frame->rows, slides.after[i]));
        }
}

void trey_afters_list(struct trey_solver *solver, const struct trey_frame *frame)
{
    struct work work = {solver, frame};
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_reset(&solver->after[edge].set, frame->size);
    trey_parallel_for(solver->threads, trey_set_chunks(&frame->set), list_chunk, &work);
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_close(&solver->after[edge].set);
}
