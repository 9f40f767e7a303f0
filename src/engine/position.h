/* Parts of a position as JSON members. */
#ifndef TREY_ENGINE_POSITION_H
#define TREY_ENGINE_POSITION_H

#include "engine/session.h"

/* rules, rows, cols, board, hex, next, tiles, deck, decks, score, moves, largest. If the
 * hint is not `shown`, it is not known yet. `decks` is how many are possible, -1 if that
 * was not worked out; 1 with an unknown deck in the view stands for none. */
void trey_engine_tell_view(struct trey_text *text, const struct trey_view *view,
                           bool shown, int decks);

/* slides: the motions of those that are `legal`. */
void trey_engine_tell_motions(struct trey_text *text, const struct trey_rules *rules,
                              trey_board board, unsigned legal);

/* facts and words of all slides (advice.c). */
void trey_engine_tell_reasons(struct trey_text *text, const struct trey_view *view);

/* A set of slides as letters. */
void trey_engine_tell_legal(struct trey_text *text, const char *key, unsigned legal);

#endif
