/* Moves between two observed positions. See between.c. */
#ifndef TREY_RECORD_BETWEEN_H
#define TREY_RECORD_BETWEEN_H

#include "trey/record.h"

/* Finds the moves between two observed positions of one game, for example from two
 * screenshots: `before`, then `board` with the hint `next`. Two moves are considered only
 * if no single move explains the second position.
 *
 * steps[0], and steps[1] for TREY_BETWEEN_TWO, receive the moves. An unseen hint (the one
 * between two moves, and `next` if it is TREY_NEXT_HIDDEN) is set to the most likely one
 * that fits. `before` must pass trey_view_check. Thread-safe. */
enum trey_between trey_record_between(const struct trey_view *before, trey_board board,
                                      trey_next next, struct trey_step steps[2]);

#endif
