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

/* Legal slides of a batch of boards in one direction. */
struct trey_solver_slides {
    size_t count;
    trey_board after[TREY_BATCH]; /* folded to their kind */
    uint32_t number[TREY_BATCH];
    uint8_t who[TREY_BATCH]; /* number in the batch */
    bool turned[TREY_BATCH]; /* 1s and 2s are exchanged */
};

/* Slides boards of the frame's slot in direction d. */
void trey_slides_find(const struct trey_solver *solver, const struct trey_frame *frame,
                      int d, const trey_board *boards, size_t count,
                      struct trey_solver_slides *slides);

/* Notes that boards are about to slide, which have the places `at` and on, and what slid
 * in direction d. */
void trey_slid_begin(struct trey_slid *slid, const trey_board *boards, size_t count,
                     size_t at);
void trey_slid_note(struct trey_slid *slid, const struct trey_solver_slides *slides,
                    int d, size_t at);

/* Fills and closes the sets of after-states of the frame's layer, whose set must be
 * closed. With `slid`, notes there what has slid where. */
void trey_afters_list(struct trey_solver *solver, const struct trey_frame *frame,
                      struct trey_slid *slid);

#endif
