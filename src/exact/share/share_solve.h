/* Solving with any number of processes. See share_solve.c. */
#ifndef TREY_EXACT_SHARE_SHARE_SOLVE_H
#define TREY_EXACT_SHARE_SHARE_SOLVE_H

#include "mpi/processes.h"
#include "trey/exact.h"

/* As trey_exact_solve_shared, but a single process uses the same code as several. */
enum trey_status trey_share_solve(const struct trey_exact_options *options,
                                  struct trey_processes *processes,
                                  struct trey_exact **result, struct trey_error *error);

#endif
