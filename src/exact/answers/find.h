/* Where states are. See find.c. */
#ifndef TREY_EXACT_ANSWERS_FIND_H
#define TREY_EXACT_ANSWERS_FIND_H

#include "exact/table/solution.h"

/* The number of a board's place in the layer of a slot; false if it is not there, or the
 * layer is damaged. */
bool trey_exact_place(const struct trey_exact *exact, unsigned number, trey_board board,
                      uint32_t *place);

/* A state that was reached: its layer and the number of its value. */
bool trey_exact_find(const struct trey_exact *exact, trey_board board, int hint,
                     const struct trey_layer **layer, uint64_t *index);

/* Whether a board, which must have the sum of the slot, was reached in it. */
bool trey_exact_holds(const struct trey_exact *exact, unsigned slot, trey_board board);

#endif
