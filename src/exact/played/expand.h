/* What both passes do with the boards of a layer: slides, and where tiles may enter. */
#ifndef TREY_EXACT_PLAYED_EXPAND_H
#define TREY_EXACT_PLAYED_EXPAND_H

#include "exact/played/solver.h"

enum {
    TREY_PLAYED_BATCH = 32, /* boards that are handled together */
    TREY_PLAYED_ENTRIES = TREY_PLAYED_BATCH * 4 * TREY_PLAYED_MAX_CELLS,
};

/* A legal slide of a board. */
struct trey_played_turn {
    unsigned first, entries; /* among those of the batch; none: the game ends */
    double score;            /* of the board then, if it ends */
};

/* The slides of a batch of boards. */
struct trey_turns {
    size_t boards, entries;
    unsigned slides[TREY_PLAYED_BATCH];
    unsigned last_rank[TREY_PLAYED_BATCH]; /* highest of a bonus tile */
    struct trey_played_turn turn[TREY_PLAYED_BATCH][4];
    trey_board after[TREY_PLAYED_ENTRIES]; /* by entry */
    uint64_t flag[TREY_PLAYED_ENTRIES];    /* low bit of the cell */
    uint8_t owner[TREY_PLAYED_ENTRIES];    /* number of the board in the batch */
};

void trey_turns_find(const struct trey_played_solver *solver, const trey_board *boards,
                     size_t count, struct trey_turns *turns);

/* The boards that come about by a tile of this rank, numbered in the slot that it leads
 * to, and the entries that they are of; returns how many. */
size_t trey_turns_enter(const struct trey_played_solver *solver,
                        const struct trey_turns *turns, unsigned slot, unsigned rank,
                        uint32_t number[TREY_PLAYED_ENTRIES],
                        uint16_t entry[TREY_PLAYED_ENTRIES]);

#endif
