/* From position to position. */
#ifndef TREY_EXACT_SOLVE_STEP_H
#define TREY_EXACT_SOLVE_STEP_H

#include "exact/solve/solver.h"

/* trey_parallel_for over a layer's chunks. Where there is one thread, with a pause
 * (base/pause.h) after each, and nothing more is done once it is cancelled, unless the
 * work is to be gone on with later: solver->given_up. The trey_solver_step that follows
 * fails then. */
void trey_solver_for(struct trey_solver *solver, size_t count,
                     void (*body)(void *context, size_t index), void *context);

/* To be called when the work has come to a position: tells the caller, saves the state,
 * fails if the work is to be given up. */
enum trey_status trey_solver_step(struct trey_solver *solver,
                                  const struct trey_solver_place *at,
                                  struct trey_error *error);

#endif
