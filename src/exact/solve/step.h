/* From position to position. */
#ifndef TREY_EXACT_SOLVE_STEP_H
#define TREY_EXACT_SOLVE_STEP_H

#include "exact/solve/solver.h"

/* To be called when the work has come to a position: tells the caller, saves the state,
 * fails if the work is to be given up. */
enum trey_status trey_solver_step(struct trey_solver *solver,
                                  const struct trey_position *at,
                                  struct trey_error *error);

#endif
