/* What a solver stands on. See memory.c. */
#ifndef TREY_EXACT_SOLVE_MEMORY_H
#define TREY_EXACT_SOLVE_MEMORY_H

#include "exact/solve/solver.h"
#include "exact/table/solution.h"

/* Makes game, ranking, store and sets of a solver that has its options and its deal and
 * is zero else; *exact gets the game and the ranking, and is to free the store. Fails if
 * the work is likely to take more memory or disk than there may be. */
enum trey_status trey_solver_prepare(struct trey_solver *solver, struct trey_exact *exact,
                                     struct trey_error *error);

/* Takes memory for the values of the backward pass, all layers having been listed. */
enum trey_status trey_solver_values(struct trey_solver *solver, struct trey_error *error);

/* Frees what they have taken, but for store and ranking. */
void trey_solver_clear(struct trey_solver *solver);

#endif
