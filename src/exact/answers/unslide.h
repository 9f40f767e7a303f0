/* Whether a slide leads to an after-state. */
#ifndef TREY_EXACT_ANSWERS_UNSLIDE_H
#define TREY_EXACT_ANSWERS_UNSLIDE_H

#include "exact/table/solution.h"

/* Whether some before-state with this hint can be reached that the slide d, legally,
 * makes into `after`. */
bool trey_exact_slid(const struct trey_exact *exact, trey_board after, int d, int hint);

#endif
