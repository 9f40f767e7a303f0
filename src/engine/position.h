/* Parts of a position as JSON members. */
#ifndef TREY_ENGINE_POSITION_H
#define TREY_ENGINE_POSITION_H

#include "engine/calls.h"

/* Adds rules, rows, cols, board, hex, next, tiles, deck, decks, score, moves, largest.
 * Without `shown` the hint is unknown. `decks` is the number of possible decks, -1 if not
 * computed; 1 with an unknown deck in the view means none. */
void trey_engine_add_view(struct trey_text *text, const struct trey_view *view,
                          bool shown, int decks);

/* Adds `slides`: the paths of the tiles for each `legal` move. */
void trey_engine_add_motions(struct trey_text *text, const struct trey_rules *rules,
                             trey_board board, unsigned legal);

/* Adds `facts` and `words` of all moves (advice.c). */
void trey_engine_add_reasons(struct trey_text *text, const struct trey_view *view);

/* Adds a set of moves as letters. */
void trey_engine_add_legal(struct trey_text *text, const char *key, unsigned legal);

#endif
