/* Batches of slides and spawns, used by both passes. See played_moves.c. */
#ifndef TREY_EXACT_PLAYED_PLAYED_MOVES_H
#define TREY_EXACT_PLAYED_PLAYED_MOVES_H

#include "exact/played/solver.h"

enum {
    TREY_PLAYED_BATCH = 32, /* boards of a batch */
    TREY_PLAYED_SPAWNS = TREY_PLAYED_BATCH * 4 * TREY_PLAYED_MAX_CELLS,
};

/* A legal slide of a board. */
struct trey_played_move {
    unsigned first, spawns; /* spawns in the batch; none: the slide ends the game */
    double score;           /* final score, if the game ends */
};

/* The legal slides and spawns of a batch of boards. */
struct trey_played_moves {
    size_t boards, spawns;
    unsigned slides[TREY_PLAYED_BATCH];
    unsigned last_rank[TREY_PLAYED_BATCH]; /* highest rank of a bonus tile */
    struct trey_played_move move[TREY_PLAYED_BATCH][4];
    trey_board after[TREY_PLAYED_SPAWNS]; /* by spawn */
    uint64_t flag[TREY_PLAYED_SPAWNS];    /* low bit of the spawn cell */
    uint8_t owner[TREY_PLAYED_SPAWNS];    /* index of the board in the batch */
};

void trey_played_moves_find(const struct trey_played_solver *solver,
                            const trey_board *boards, size_t count,
                            struct trey_played_moves *moves);

/* Spawns a tile of this rank at every spawn cell where it is possible. Sets the index of
 * each resulting board, in the slot that the tile leads to, and the index of its spawn;
 * returns their number. */
size_t trey_played_moves_spawn(const struct trey_played_solver *solver,
                               const struct trey_played_moves *moves, unsigned slot,
                               unsigned rank, uint32_t index[TREY_PLAYED_SPAWNS],
                               uint16_t spawn[TREY_PLAYED_SPAWNS]);

#endif
