/* Memory and disk that a solution takes. See needs.c. */
#ifndef TREY_EXACT_SOLVE_NEEDS_H
#define TREY_EXACT_SOLVE_NEEDS_H

#include "exact/solve/solver.h"

/* Bytes of a set of boards numbered below `size`, and of the values of a state. */
uint64_t trey_set_bytes(uint64_t size);
uint64_t trey_value_bytes(const struct trey_exact_game *game);

/* How many boards the largest ranking of a game numbers, and all rankings together;
 * `rows` is room. */
uint32_t trey_largest_ranking(const struct trey_exact_game *game,
                              const struct trey_ranking *ranking, struct trey_rows *rows,
                              uint64_t *total);

/* Plans how the disk is used: which layers are kept. Fails if the work is likely to take
 * more memory or disk than there may be. */
enum trey_status trey_solver_allow(struct trey_solver *solver, uint32_t largest,
                                   struct trey_error *error);

#endif
