/* The passes of solve/forward.c and solve/backward.c, each process with the boards that
 * it owns. Both are collective: they fail on all processes or on none. See passes.c. */
#ifndef TREY_EXACT_SHARE_PASSES_H
#define TREY_EXACT_SHARE_PASSES_H

#include "exact/share/share.h"

/* Lists all layers, resuming interrupted work. */
enum trey_status trey_share_forward(struct trey_share *share, struct trey_error *error);

/* Values all layers, from the last to the first, and computes the solver's root value,
 * the same on all processes. */
enum trey_status trey_share_backward(struct trey_share *share, struct trey_error *error);

#endif
