/* What a table to carry keeps of a layer, made when the layer has its values. See
 * carry.c.
 */
#ifndef TREY_EXACT_SOLVE_CARRY_H
#define TREY_EXACT_SOLVE_CARRY_H

#include "exact/solve/solver.h"
#include "exact/table/solution.h"

/* Makes solver->carrier if a table to carry is wanted. With `against` the blocks are held
 * against those of that table, which is open, and not kept. */
enum trey_status trey_carrier_new(struct trey_solver *solver,
                                  const struct trey_exact *against,
                                  struct trey_error *error);
void trey_carrier_free(struct trey_carrier *carrier);

/* The layer of a frame: its blocks go to the store's file. TREY_ERR_INPUT where they are
 * not those of the other table. */
enum trey_status trey_carry_layer(struct trey_solver *solver,
                                  const struct trey_frame *frame,
                                  struct trey_error *error);

#endif
