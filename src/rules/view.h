/* Changes of a view, for the game and for replays. */
#ifndef TREY_RULES_VIEW_H
#define TREY_RULES_VIEW_H

#include "trey/game.h"

/* Points of a board that no merge is known of. */
uint64_t trey_view_score(const struct trey_rules *rules, trey_board board);

/* Takes over a legal slide and the tile that entered then; cell -1: none did. The next
 * hint is not drawn. */
void trey_view_enter(struct trey_view *view, enum trey_direction direction, int cell,
                     int rank);

/* For assertions: a view that can be, and of a game the hidden tile with it. */
bool trey_view_sound(const struct trey_view *view);
bool trey_game_sound(const struct trey_game *game);

#endif
