/* Answers from tables to carry. See carried.c. */
#ifndef TREY_EXACT_ANSWERS_CARRIED_H
#define TREY_EXACT_ANSWERS_CARRIED_H

#include "exact/table/solution.h"

/* Whether a board was reached in a slot, of which it is an image as it is kept: found by
 * undoing entries and slides down to the last full bag, whose boards are there. False
 * where the table has no sets. */
bool trey_carried_holds(const struct trey_exact *exact, unsigned number,
                        trey_board board);

/* The mean over the hints of such a board, by a checkpoint table. False for many that
 * were not reached, and in damaged tables. */
bool trey_carried_mean(const struct trey_exact *exact, unsigned number, trey_board board,
                       double *mean);

/* The best slide by a table for play alone, as trey_exact_best. */
int trey_carried_best(const struct trey_exact *exact, trey_board board, int hint);

#endif
