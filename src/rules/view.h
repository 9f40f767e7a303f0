/* Changes and checks of a view, for games and for replays. */
#ifndef TREY_RULES_VIEW_H
#define TREY_RULES_VIEW_H

#include "trey/game.h"

/* Score of a board without known merges. */
uint64_t trey_view_score(const struct trey_rules *rules, trey_board board);

/* Applies a legal move and its spawn; cell -1: no tile spawned. Does not draw the next
 * hint. */
void trey_view_spawn(struct trey_view *view, enum trey_direction direction, int cell,
                     int rank);

/* True if the hidden tile of a game fits its view, which must be possible. */
bool trey_game_tile_fits(const struct trey_game *game);

/* For assertions: a view is possible; a game is, with its hidden tile. */
bool trey_view_sound(const struct trey_view *view);
bool trey_game_sound(const struct trey_game *game);

#endif
