/* The rules a second time, cell by cell, for the verification of tables. Nothing of the
 * solver's slides, bags or points is used here, so that a bug in either is found. */
#ifndef TREY_EXACT_TABLE_PLAIN_H
#define TREY_EXACT_TABLE_PLAIN_H

#include "trey/exact.h"

struct trey_plain {
    int rows, cols, cells;
    bool is_2048; /* 2048; else the rule set course */
};

/* A board as the ranks of its cells, row by row. */
struct trey_plain_board {
    uint8_t rank[TREY_EXACT_MAX_CELLS];
};

/* A possible spawn: its rank, probability, the slot (see exact_game.h) of the new board,
 * and in 2048 the points that it counts without having been earned. */
struct trey_plain_draw {
    unsigned rank, slot;
    double chance, unearned;
};

/* A hint that a board may have. */
struct trey_plain_hint {
    unsigned count; /* of draws */
    struct trey_plain_draw draw[2];
};

void trey_plain_from_board(const struct trey_plain *plain, trey_board board,
                           struct trey_plain_board *to);
trey_board trey_plain_to_board(const struct trey_plain *plain,
                               const struct trey_plain_board *board);

/* Slides to the wall d (U, R, D, L = 0 to 3); false if nothing moves. */
bool trey_plain_slide(const struct trey_plain *plain, int d,
                      struct trey_plain_board *board);

/* The spawn cells after the slide; returns their number. */
int trey_plain_spawn_cells(const struct trey_plain *plain, int d,
                           const struct trey_plain_board *after, int *cells);

/* The hints of a slot; returns their number. */
unsigned trey_plain_hints(const struct trey_plain *plain, unsigned slot,
                          struct trey_plain_hint hints[3]);

/* Points of a board; in 2048, what its merges earned if only 2s spawned. */
double trey_plain_points(const struct trey_plain *plain,
                         const struct trey_plain_board *board);

#endif
