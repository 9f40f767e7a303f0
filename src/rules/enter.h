/* The second half of a slide, for those that have made the first. */
#ifndef TREY_RULES_ENTER_H
#define TREY_RULES_ENTER_H

#include "trey/game.h"

/* What trey_game_slide does after a legal slide whose board, points (trey_rules_gain) and
 * entry cells, as flags (board/lines.h), are known. Without cells the game is over.
 * Returns the cell that the tile entered, or -1. */
int trey_game_enter(struct trey_game *game, trey_board after, uint64_t gain,
                    uint64_t cells);

#endif
