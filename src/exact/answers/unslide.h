/* Slides undone. See unslide.c. */
#ifndef TREY_EXACT_ANSWERS_UNSLIDE_H
#define TREY_EXACT_ANSWERS_UNSLIDE_H

#include "exact/table/game.h"

/* Calls visit for the boards that the slide d, legally, makes into `after`, until it
 * returns true; returns whether it did. Nothing is said of whether they can be reached.
 */
bool trey_unslide(const struct trey_exact_game *game, trey_board after, int d,
                  void *context, bool visit(void *context, trey_board before));

#endif
