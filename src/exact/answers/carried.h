/* Answers from tables to carry. See carried.c. */
#ifndef TREY_EXACT_ANSWERS_CARRIED_H
#define TREY_EXACT_ANSWERS_CARRIED_H

#include "exact/table/solution.h"

bool trey_exact_can_slide(const struct trey_exact_game *game, trey_board board);

/* Looks a board up that has a full bag and a slide; *code is that of its mean, if there
 * are any. */
bool trey_carried_find(const struct trey_exact *exact, unsigned number, trey_board board,
                       uint32_t *code);

/* The mean over the hints of such a board, by a checkpoint table. False for many that
 * were not reached, and in damaged tables. */
bool trey_carried_mean(const struct trey_exact *exact, unsigned number, trey_board board,
                       double *mean);

/* The best slide by a table for play alone, as trey_exact_best. */
int trey_carried_best(const struct trey_exact *exact, trey_board board, int hint);

#endif
