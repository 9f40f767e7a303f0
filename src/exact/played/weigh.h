/* The value of a board from those of the boards that may follow. */
#ifndef TREY_EXACT_PLAYED_WEIGH_H
#define TREY_EXACT_PLAYED_WEIGH_H

#include "exact/played/expand.h"

enum {
    TREY_LANES = 16, /* numbers that are handled together, those beyond a row included */
    TREY_LAST_TILE = 13, /* beyond the highest rank of a tile that may enter */
};

/* How a card leads from the numbers of a row to those of another; a row is what is
 * believed, of players that count no cards, and then a value for each deck. */
struct trey_blend {
    unsigned width; /* numbers of a row */
    uint8_t from[TREY_CARDS + 1][TREY_LANES];
    double chance[TREY_CARDS + 1][TREY_LANES]; /* of the card; 0 where there is none */
};

void trey_blend_make(const struct trey_played_game *game, unsigned slot,
                     struct trey_blend *blend);

/* A board that has a slide. */
struct trey_weighing {
    const struct trey_played_game *game;
    const struct trey_luck *luck;
    const struct trey_blend *blend;
    const struct trey_played_turn *turn;
    unsigned slides, last_rank; /* last_rank: of a tile that may enter */
    /* By rank and entry: the row of the board then, TREY_LANES numbers of which may be
     * read. */
    const double *(*row)[TREY_PLAYED_ENTRIES];
};

typedef void trey_weigh(const struct trey_weighing *weighing, double *row);

/* Fills a row, by the widest vectors that the processor has. The results are the same,
 * bit by bit. */
trey_weigh *trey_weigh_best(void);

#endif
