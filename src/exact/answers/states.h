/* Which boards are states. See states.c. */
#ifndef TREY_EXACT_ANSWERS_STATES_H
#define TREY_EXACT_ANSWERS_STATES_H

#include "exact/table/solution.h"

/* Whether some before-state with this hint can be reached that the slide d, legally,
 * makes into `after`. */
bool trey_exact_slid(const struct trey_exact *exact, trey_board after, int d, int hint);

/* Whether a board, which must have the sum of the slot, was reached in it. A table for
 * play alone without sets knows of none. */
bool trey_exact_holds(const struct trey_exact *exact, unsigned slot, trey_board board);

/* Whether this is a state, for the player to move; where it is not to be found out, one
 * that could be. */
bool trey_exact_is_state(const struct trey_exact *exact, trey_board board, int hint);

#endif
