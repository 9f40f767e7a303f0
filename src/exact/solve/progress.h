/* Progress within a pass: running a layer's chunks, saving, reporting, cancelling. See
 * progress.c. */
#ifndef TREY_EXACT_SOLVE_PROGRESS_H
#define TREY_EXACT_SOLVE_PROGRESS_H

#include "exact/solve/solver.h"

/* Runs trey_parallel_for over a layer's chunks. With a single thread it calls trey_pause
 * (base/pause.h) after each chunk, and stops soon after a cancellation unless the work
 * can be resumed later: it then sets solver->given_up, and the next trey_solver_step
 * fails. */
void trey_solver_for(struct trey_solver *solver, size_t count,
                     void (*body)(void *context, size_t index), void *context);

/* Reports the share of the work done; options->report must not be NULL. A process that
 * owns no boards reports its passes as complete. */
void trey_solver_report(const struct trey_solver *solver, bool valuing);

/* Called at each position: saves the state if due and reports progress.
 * TREY_ERR_CANCELLED after a cancellation. */
enum trey_status trey_solver_step(struct trey_solver *solver,
                                  const struct trey_solver_place *at,
                                  struct trey_error *error);

#endif
