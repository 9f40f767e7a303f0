/* Values of states. See value.c. */
#ifndef TREY_EXACT_ANSWERS_VALUE_H
#define TREY_EXACT_ANSWERS_VALUE_H

#include "exact/table/solution.h"

/* The value of an after-state that the slide d has made, or, if d is -1, of the empty
 * board before the first tile. False if one that may follow is not there, in a damaged
 * table. */
bool trey_exact_entered(const struct trey_exact *exact, trey_board after, int d, int hint,
                        struct trey_exact_value *value);

/* Makes a value of 2048 the points still to come on this board. */
void trey_exact_leave_out(const struct trey_exact *exact, trey_board board,
                          struct trey_exact_value *value);

enum { TREY_FIRST_TILE = -1, TREY_UNREACHED = -2 };

/* The first slide, of those from `from` on, that reaches an after-state, or
 * TREY_FIRST_TILE for the empty board that the first tile is to enter. */
int trey_exact_reach(const struct trey_exact *exact, trey_board board, int hint,
                     int from);

#endif
