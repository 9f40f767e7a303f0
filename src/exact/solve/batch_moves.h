/* Batches of slides and spawns, used by both passes. See batch_moves.c. */
#ifndef TREY_EXACT_SOLVE_BATCH_MOVES_H
#define TREY_EXACT_SOLVE_BATCH_MOVES_H

#include "exact/solve/solver.h"

/* The spawn cells of a batch of after-states. */
struct trey_spawns {
    size_t count;
    trey_board after[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint64_t flag[TREY_BATCH * TREY_EXACT_MAX_CELLS]; /* low bit of the cell */
    uint8_t owner[TREY_BATCH * TREY_EXACT_MAX_CELLS]; /* index in the batch */
};

void trey_spawns_find(const struct trey_exact_game *game, unsigned edge,
                      const trey_board *after, size_t count, struct trey_spawns *spawns);

/* The boards after a draw, one for each spawn, in canonical form. */
void trey_spawns_boards(const struct trey_solver *solver,
                        const struct trey_spawns *spawns, const struct trey_draw *draw,
                        trey_board *boards);

/* The legal slides of a batch of boards in one direction. */
struct trey_solver_slides {
    size_t count;
    trey_board after[TREY_BATCH]; /* canonical after-states */
    uint32_t index[TREY_BATCH];
    uint8_t source[TREY_BATCH]; /* index in the batch */
    bool exchanged[TREY_BATCH]; /* 1s and 2s are exchanged */
};

/* Slides boards of the frame's slot in direction d, legal slides only. */
void trey_slides_find(const struct trey_solver *solver, const struct trey_frame *frame,
                      int d, const trey_board *boards, size_t count,
                      struct trey_solver_slides *slides);

/* Starts the log of `count` boards, whose places in the layer begin at `at`; then adds
 * their slides in direction d. */
void trey_slide_log_begin(struct trey_slide_log *log, const trey_board *boards,
                          size_t count, size_t at);
void trey_slide_log_add(struct trey_slide_log *log,
                        const struct trey_solver_slides *slides, int d, size_t at);

/* Fills and closes the sets of after-states of the frame's layer, whose own set must be
 * closed. If `log` is not NULL, records all slides there. */
void trey_after_states_list(struct trey_solver *solver, const struct trey_frame *frame,
                            struct trey_slide_log *log);

#endif
