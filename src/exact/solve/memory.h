/* Setup and memory of a solver. See memory.c. */
#ifndef TREY_EXACT_SOLVE_MEMORY_H
#define TREY_EXACT_SOLVE_MEMORY_H

#include "exact/solve/solver.h"
#include "exact/table/solution.h"

/* Creates the game, ranking, store and sets of a solver whose options and partition are
 * set and whose other fields are zero. *exact shares the game and the ranking, and frees
 * the store. TREY_ERR_LIMIT if the work would probably exceed a memory or disk limit. */
enum trey_status trey_solver_prepare(struct trey_solver *solver, struct trey_exact *exact,
                                     struct trey_error *error);

/* Allocates the values of the backward pass, after all layers have been listed. */
enum trey_status trey_solver_values(struct trey_solver *solver, struct trey_error *error);

/* Frees everything except store and ranking. */
void trey_solver_clear(struct trey_solver *solver);

#endif
