/* Where states are. See find.c. */
#ifndef TREY_EXACT_ANSWERS_FIND_H
#define TREY_EXACT_ANSWERS_FIND_H

#include "exact/table/solution.h"

enum { TREY_MAX_CLASSES = 4096 };

/* The rows of a slot, which may be in `space`, TREY_MAX_CLASSES of them. */
const struct trey_rows *trey_exact_rows(const struct trey_exact *exact, unsigned number,
                                        struct trey_rows *space);

/* The number of a board's place in the layer of a slot; false if it is not there, or the
 * layer is damaged. */
bool trey_exact_place(const struct trey_exact *exact, unsigned number, trey_board board,
                      uint32_t *place);

/* A state that was reached: its layer and the number of its value. */
bool trey_exact_find(const struct trey_exact *exact, trey_board board, int hint,
                     const struct trey_layer **layer, uint64_t *index);

#endif
