/* The passes of solve/forward.c and solve/backward.c, each process with the boards that
 * are its own. Both are collective: they fail on all processes or on none. See passes.c.
 */
#ifndef TREY_EXACT_SHARE_PASSES_H
#define TREY_EXACT_SHARE_PASSES_H

#include "exact/share/share.h"

/* Lists all layers, from where the work was left off. */
enum trey_status trey_share_forward(struct trey_share *share, struct trey_error *error);

/* Values them, from the last layer to the first, and finds the solver's root, the same on
 * all processes. */
enum trey_status trey_share_backward(struct trey_share *share, struct trey_error *error);

#endif
