/* The files of a solution in the making, and its resumption. See work.c. */
#ifndef TREY_EXACT_SOLVE_WORK_H
#define TREY_EXACT_SOLVE_WORK_H

#include "exact/solve/solver.h"

#include <stdbool.h>

/* Makes or opens the files, if the options want any, and puts the solver's store, its
 * counts and its root in the state that was saved last. */
enum trey_status trey_work_open(struct trey_solver *solver, struct trey_error *error);

/* What it begins with, for those who have files of their own: the names of the layers'
 * file and of the state, NULL where the options want none. Makes work->target. */
enum trey_status trey_work_paths(struct trey_solver *solver, struct trey_error *error);

/* Opens or makes the layers' file for this run alone. */
enum trey_status trey_work_layers(const struct trey_work *work, int *file,
                                  struct trey_error *error);

/* The work is done: the table gets its name, or the layers lose theirs and go when the
 * store is cleared. */
enum trey_status trey_work_finish(struct trey_solver *solver, struct trey_error *error);

/* What the disk has left where these options want their files; UINT64_MAX if there are
 * none or it is not known. */
uint64_t trey_work_free_bytes(const struct trey_exact_options *options);

/* Frees paths; files that are left are for the next run. */
void trey_work_clear(struct trey_work *work);

#endif
