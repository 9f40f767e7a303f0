/* The first pass. See forward.c. */
#ifndef TREY_EXACT_SOLVE_FORWARD_H
#define TREY_EXACT_SOLVE_FORWARD_H

#include "exact/solve/solver.h"

/* Lists all layers into the store. */
/* Lists all layers, from where the work was left off. */
enum trey_status trey_forward(struct trey_solver *solver, struct trey_error *error);

/* Keeps the set of a layer that is whole, which is not empty, and counts it. */
enum trey_status trey_forward_keep(struct trey_solver *solver,
                                   const struct trey_frame *frame,
                                   enum trey_layer_place place, struct trey_error *error);

/* Where not all layers are kept: makes those of the period of a slot again, in the
 * scratch file, whose other layers go. Frames have other slots then. */
enum trey_status trey_forward_again(struct trey_solver *solver, unsigned number,
                                    struct trey_error *error);

#endif
