/* Answers from compact tables. See compact_lookup.c. */
#ifndef TREY_EXACT_ANSWERS_COMPACT_LOOKUP_H
#define TREY_EXACT_ANSWERS_COMPACT_LOOKUP_H

#include "exact/table/solution.h"

bool trey_exact_can_slide(const struct trey_exact_game *game, trey_board board);

/* Looks up a board with a full bag and a legal slide. *code receives the code of its
 * mean, if the table has means. */
bool trey_compact_find(const struct trey_exact *exact, unsigned number, trey_board board,
                       uint32_t *code);

/* The mean over the hints of any board of the slot, from a checkpoint table. False for
 * many boards that cannot be reached, and in damaged tables. */
bool trey_compact_mean(const struct trey_exact *exact, unsigned number, trey_board board,
                       double *mean);

/* The best slide from a play table, as trey_exact_best. */
int trey_compact_best(const struct trey_exact *exact, trey_board board, int hint);

#endif
