/* What both passes do with a layer. */
#ifndef TREY_EXACT_SOLVE_EXPAND_H
#define TREY_EXACT_SOLVE_EXPAND_H

#include "exact/solve/solver.h"

/* Where a tile may enter a batch of after-states. */
struct trey_entries {
    size_t count;
    trey_board after[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint64_t flag[TREY_BATCH * TREY_EXACT_MAX_CELLS]; /* low bit of the cell */
    uint8_t owner[TREY_BATCH * TREY_EXACT_MAX_CELLS]; /* number in the batch */
};

void trey_entries_find(const struct trey_exact_game *game, unsigned edge,
                       const trey_board *after, size_t count,
                       struct trey_entries *entries);

/* The boards that come about by a draw, as they are kept. */
void trey_entries_boards(const struct trey_solver *solver,
                         const struct trey_entries *entries, const struct trey_draw *draw,
                         trey_board *boards);

/* Fills and closes the sets of after-states of the frame's layer, whose set must be
 * closed. With `slid`, notes there what has slid where. */
void trey_afters_list(struct trey_solver *solver, const struct trey_frame *frame,
                      struct trey_slid *slid);

#endif
