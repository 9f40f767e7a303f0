/* The second pass: values. See backward.c. */
#ifndef TREY_EXACT_SOLVE_BACKWARD_H
#define TREY_EXACT_SOLVE_BACKWARD_H

#include "exact/solve/solver.h"

/* Values all layers, from the last to the first, and computes the solver's root value. */
enum trey_status trey_backward(struct trey_solver *solver, struct trey_error *error);

#endif
