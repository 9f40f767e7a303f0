/* Locates states in a solution. See find.c. */
#ifndef TREY_EXACT_ANSWERS_FIND_H
#define TREY_EXACT_ANSWERS_FIND_H

#include "exact/table/solution.h"

enum { TREY_MAX_CLASSES = 4096 };

/* The rows of a slot; may use `space`, an array of TREY_MAX_CLASSES. Thread-safe. */
const struct trey_rows *trey_exact_rows(const struct trey_exact *exact, unsigned number,
                                        struct trey_rows *space);

/* Sets *place to the place of a board in the layer of a slot. False if the board is not
 * there or the layer is damaged. Thread-safe. */
bool trey_exact_find_board(const struct trey_exact *exact, unsigned number,
                           trey_board board, uint32_t *place);

/* Finds a reachable state: its layer and the index of its value. False if there is none.
 */
bool trey_exact_find(const struct trey_exact *exact, trey_board board, int hint,
                     const struct trey_layer **layer, uint64_t *index);

#endif
