/* Values of states. See value.c. */
#ifndef TREY_EXACT_ANSWERS_VALUE_H
#define TREY_EXACT_ANSWERS_VALUE_H

#include "exact/table/solution.h"

/* Value of an after-state made by the slide d or, if d is -1, of the empty board before
 * the first tile. False if a board that may follow is missing, in a damaged table. */
bool trey_exact_after_slide(const struct trey_exact *exact, trey_board after, int d,
                            int hint, struct trey_exact_value *value);

/* Subtracts from a value of 2048 the points that the board has scored already. */
void trey_exact_subtract_score(const struct trey_exact *exact, trey_board board,
                               struct trey_exact_value *value);

enum { TREY_FIRST_TILE = -1, TREY_NO_SLIDE = -2 };

/* First slide, from direction `from` on, that makes this after-state from a reachable
 * board; TREY_FIRST_TILE for the empty board before the first tile; else TREY_NO_SLIDE.
 */
int trey_exact_slide_to(const struct trey_exact *exact, trey_board board, int hint,
                        int from);

#endif
