/* The rules once more, cell by cell, for the check of tables: nothing of the solver's own
 * slides, bags or points is used here. */
#ifndef TREY_EXACT_TABLE_PLAIN_H
#define TREY_EXACT_TABLE_PLAIN_H

#include "trey/exact.h"

struct trey_plain {
    int rows, cols, cells;
    bool twos; /* 2048, else the rule set course */
};

/* A board as the ranks of its cells, row by row. */
struct trey_plain_board {
    uint8_t rank[TREY_EXACT_MAX_CELLS];
};

/* A tile that may enter: its rank, probability, the slot (see game.h) that a board with
 * it has, and for 2048 the points that it counts without having been earned. */
struct trey_plain_draw {
    unsigned rank, slot;
    double chance, unearned;
};

/* What a player may be shown with a board. */
struct trey_plain_hint {
    unsigned count; /* of draws */
    struct trey_plain_draw draw[2];
};

void trey_plain_read(const struct trey_plain *plain, trey_board board,
                     struct trey_plain_board *to);
trey_board trey_plain_board(const struct trey_plain *plain,
                            const struct trey_plain_board *board);

/* Slides to the wall d (U, R, D, L = 0 to 3); false if nothing moves. */
bool trey_plain_slide(const struct trey_plain *plain, int d,
                      struct trey_plain_board *board);

/* The cells where a tile may enter after the slide; returns how many. */
int trey_plain_entries(const struct trey_plain *plain, int d,
                       const struct trey_plain_board *after, int *cells);

/* The hints of a slot; returns how many. */
unsigned trey_plain_hints(const struct trey_plain *plain, unsigned slot,
                          struct trey_plain_hint hints[3]);

/* Points of a board; for 2048, what its merges have earned if 2s alone have entered. */
double trey_plain_points(const struct trey_plain *plain,
                         const struct trey_plain_board *board);

#endif
