/* What both passes do with a layer: slides and entries in batches, and the sets of
 * after-states. */
#include "exact/solve/expand.h"

size_t trey_slide_batch(const struct trey_solver *solver, int d, const trey_board *boards,
                        size_t count, trey_board *after, uint8_t *who)
{
    const struct trey_exact_game *game = &solver->game;
    trey_board all[TREY_BATCH];
    solver->kernels->slide(game, d, boards, all, count);
    size_t legal = 0;
    for (size_t i = 0; i < count; i++) {
        after[legal] = all[i];
        who[legal] = (uint8_t)i;
        legal += all[i] != boards[i];
    }
    solver->kernels->fold(game, &game->after[d], after, legal);
    return legal;
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
                         const struct trey_entries *entries, unsigned rank,
                         trey_board *boards)
{
    for (size_t i = 0; i < entries->count; i++)
        boards[i] = entries->after[i] + entries->flag[i] * rank;
    solver->kernels->fold(&solver->game, &solver->game.whole, boards, entries->count);
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
    trey_board boards[TREY_BATCH], after[TREY_BATCH];
    uint8_t who[TREY_BATCH];
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, frame->rows, &frame->set, chunk);
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0;)
        for (int d = 0; d < 4; d++) {
            struct trey_set *set = &solver->after[solver->game.edge[d]].set;
            size_t legal = trey_slide_batch(solver, d, boards, count, after, who);
            for (size_t i = 0; i < legal; i++)
                trey_set_add(set, trey_rank_of(&solver->ranking, frame->rows, after[i]));
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
