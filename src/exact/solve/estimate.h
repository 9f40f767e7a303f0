/* Estimates of memory and disk space. See estimate.c. */
#ifndef TREY_EXACT_SOLVE_ESTIMATE_H
#define TREY_EXACT_SOLVE_ESTIMATE_H

#include "exact/solve/solver.h"

/* Bytes of a set of boards with indices below `size`, and of the values of one state. */
uint64_t trey_set_bytes(uint64_t size);
uint64_t trey_value_bytes(const struct trey_exact_game *game);

/* Number of boards of the game's largest ranking; *total receives that of all rankings
 * together. `rows` is scratch space for one slot. */
uint32_t trey_max_ranking_size(const struct trey_exact_game *game,
                               const struct trey_ranking *ranking, struct trey_rows *rows,
                               uint64_t *total);

/* Decides which layers are stored on disk. TREY_ERR_LIMIT if the estimated memory or disk
 * space exceeds its limit. */
enum trey_status trey_solver_plan(struct trey_solver *solver, uint32_t largest,
                                  struct trey_error *error);

#endif
