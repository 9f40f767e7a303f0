/* The second pass. See backward.c. */
#ifndef TREY_EXACT_SOLVE_BACKWARD_H
#define TREY_EXACT_SOLVE_BACKWARD_H

#include "exact/solve/solver.h"

/* Values them, from the last layer to the first, and finds the solver's root. */
enum trey_status trey_backward(struct trey_solver *solver, struct trey_error *error);

#endif
