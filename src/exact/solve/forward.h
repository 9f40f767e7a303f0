/* The first pass: reachable boards. See forward.c. */
#ifndef TREY_EXACT_SOLVE_FORWARD_H
#define TREY_EXACT_SOLVE_FORWARD_H

#include "exact/solve/solver.h"

/* Lists all layers into the store, resuming where the last run was interrupted. */
enum trey_status trey_forward(struct trey_solver *solver, struct trey_error *error);

/* Stores and counts the set of a complete layer, which must not be empty. */
enum trey_status trey_forward_store(struct trey_solver *solver,
                                    const struct trey_frame *frame,
                                    enum trey_layer_place place,
                                    struct trey_error *error);

/* If only some layers are stored: recomputes those of the period of a slot into the
 * scratch file, replacing its contents. All frames are reused. */
enum trey_status trey_forward_recompute(struct trey_solver *solver, unsigned number,
                                        struct trey_error *error);

#endif
