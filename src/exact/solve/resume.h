/* What a run that was cut short goes on from: the state that is saved. See resume.c. */
#ifndef TREY_EXACT_SOLVE_RESUME_H
#define TREY_EXACT_SOLVE_RESUME_H

#include "exact/solve/solver.h"

#include <stdbool.h>

/* Puts the solver's store, its counts and its root in the state that was saved last, if
 * there is one and the layers' file, which is open, has not gone; checks that file. */
enum trey_status trey_resume(struct trey_solver *solver, struct trey_error *error);

/* Takes a frame whose values are there; it is another slot's when it returns. */
typedef void trey_frame_fn(void *context, const struct trey_frame *frame);

/* Brings the values back that the backward pass was using; its frames have room. With
 * `visit`, which may be NULL, each frame is handed over as soon as it is there. */
enum trey_status trey_resume_frames(struct trey_solver *solver, trey_frame_fn *visit,
                                    void *context, struct trey_error *error);

/* Whether the work since the state was saved last is worth saving it again. */
bool trey_resume_due(const struct trey_work *work);

/* Saves the state, if it is time to or `now`. */
enum trey_status trey_resume_save(struct trey_solver *solver,
                                  const struct trey_solver_place *at, bool now,
                                  struct trey_error *error);

#endif
