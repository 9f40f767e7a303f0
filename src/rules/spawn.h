/* Completes a move whose slide was already made. */
#ifndef TREY_RULES_SPAWN_H
#define TREY_RULES_SPAWN_H

#include "trey/game.h"

/* Does what trey_game_slide does after a legal slide: `after` is the board, `gain` the
 * points (trey_rules_gain), `cells` the spawn cells as flags (board/lines.h), 0 if the
 * move ended the game. Returns the cell of the spawned tile, or -1. */
int trey_game_spawn(struct trey_game *game, trey_board after, uint64_t gain,
                    uint64_t cells);

#endif
