/* The first pass. See forward.c. */
#ifndef TREY_EXACT_SOLVE_FORWARD_H
#define TREY_EXACT_SOLVE_FORWARD_H

#include "exact/solve/solver.h"

/* Lists all layers into the store. */
enum trey_status trey_forward(struct trey_solver *solver, struct trey_error *error);

#endif
