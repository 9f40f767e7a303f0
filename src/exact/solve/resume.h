/* Saving and restoring the state of an interrupted run. See resume.c. */
#ifndef TREY_EXACT_SOLVE_RESUME_H
#define TREY_EXACT_SOLVE_RESUME_H

#include "exact/solve/solver.h"

#include <stdbool.h>

/* Restores the solver's store, counts and root value from the saved state, if there is
 * one and the layers' file, which is open, is not empty. Checks that file. */
enum trey_status trey_resume(struct trey_solver *solver, struct trey_error *error);

/* Receives a frame whose values have been restored. The frame is reused afterwards. */
typedef void trey_frame_visit(void *context, const struct trey_frame *frame);

/* Restores the values that the backward pass was using; the solver's frames have been
 * allocated. Calls `visit`, unless NULL, for each frame as soon as it is restored. */
enum trey_status trey_resume_frames(struct trey_solver *solver, trey_frame_visit *visit,
                                    void *context, struct trey_error *error);

/* True if it is time to save the state again. */
bool trey_resume_due(const struct trey_work *work);

/* Saves the state if it is time, or in any case if `now`. */
enum trey_status trey_resume_save(struct trey_solver *solver,
                                  const struct trey_solver_place *at, bool now,
                                  struct trey_error *error);

#endif
