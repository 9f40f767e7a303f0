/* Reachability of boards in a solution. See reachable.c. */
#ifndef TREY_EXACT_ANSWERS_REACHABLE_H
#define TREY_EXACT_ANSWERS_REACHABLE_H

#include "exact/table/solution.h"

/* True if the slide d is legal in some reachable board with this hint and leads to
 * `after`. */
bool trey_exact_slide_is_reachable(const struct trey_exact *exact, trey_board after,
                                   int d, int hint);

/* True if this is a before-state. If the table does not list states: true if it could be
 * one. */
bool trey_exact_is_state(const struct trey_exact *exact, trey_board board, int hint);

#endif
