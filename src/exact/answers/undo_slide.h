/* Undoing slides. See undo_slide.c. */
#ifndef TREY_EXACT_ANSWERS_UNDO_SLIDE_H
#define TREY_EXACT_ANSWERS_UNDO_SLIDE_H

#include "exact/table/exact_game.h"

/* Calls visit for each board that the slide d, legally, turns into `after`, reachable or
 * not, until it returns true. Returns whether it did. */
bool trey_undo_slide(const struct trey_exact_game *game, trey_board after, int d,
                     void *context, bool visit(void *context, trey_board before));

#endif
