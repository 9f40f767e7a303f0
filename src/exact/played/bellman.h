/* Bellman's equation for one board: its values from those of the boards that may follow.
 */
#ifndef TREY_EXACT_PLAYED_BELLMAN_H
#define TREY_EXACT_PLAYED_BELLMAN_H

#include "exact/played/played_moves.h"

enum {
    TREY_LANES = 16,           /* numbers processed together, padding included */
    TREY_MAX_SPAWN_RANKS = 13, /* all ranks of spawned tiles are below this */
};

/* How a card leads from the values of one row to those of another. A row has the believed
 * value, for a player who counts no cards, and then one value for each deck. */
struct trey_blend {
    unsigned width; /* values of a row */
    uint8_t from[TREY_CARDS + 1][TREY_LANES];
    /* of the card; 0 if the deck has none left */
    double chance[TREY_CARDS + 1][TREY_LANES];
};

void trey_blend_make(const struct trey_played_game *game, unsigned slot,
                     struct trey_blend *blend);

/* A board with at least one legal slide, and the values of its successors. */
struct trey_bellman_input {
    const struct trey_played_game *game;
    const struct trey_draw_odds *odds;
    const struct trey_blend *blend;
    const struct trey_played_move *move;
    unsigned slides, last_rank; /* last_rank: highest rank of a spawned tile */
    /* By rank and spawn: row of the resulting board; TREY_LANES numbers must be readable.
     */
    const double *(*row)[TREY_PLAYED_SPAWNS];
};

typedef void trey_bellman_fn(const struct trey_bellman_input *input, double *row);

/* The function that fills in a row, with the widest vectors of this processor. All
 * versions give the same results, bit by bit. */
trey_bellman_fn *trey_bellman_best(void);

#endif
