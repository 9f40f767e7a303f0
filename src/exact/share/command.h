/* Solving with several processes, which only the command does. */
#ifndef TREY_EXACT_SHARE_COMMAND_H
#define TREY_EXACT_SHARE_COMMAND_H

#include "mpi/processes.h"
#include "trey/exact.h"

/* Solves the game with several processes (mpi/processes.h); each stores a part of every
 * layer. Collective: all processes call it with the same options.
 *
 * Every process receives the counts and the root's value, bit for bit those of
 * trey_exact_solve, but no values of boards: TREY_ERR_ARGUMENT for `values`, `save` and
 * `disk_bytes`. `memory_bytes` is the limit of each process; `threads` is ignored.
 * `work_dir` must be a directory that all processes can access; interrupted work can be
 * resumed by any number of processes, also by one. If a process fails, all return its
 * error. With NULL or a single process it is the same as trey_exact_solve. */
enum trey_status trey_exact_solve_shared(const struct trey_exact_options *options,
                                         struct trey_processes *processes,
                                         struct trey_exact **result,
                                         struct trey_error *error);

#endif
