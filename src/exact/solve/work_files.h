/* The files of a run. See work_files.c. */
#ifndef TREY_EXACT_SOLVE_WORK_FILES_H
#define TREY_EXACT_SOLVE_WORK_FILES_H

#include "exact/solve/solver.h"

#include <stdbool.h>

/* Creates or opens the files that the options ask for, and restores the solver's store,
 * counts and root value from the saved state. */
enum trey_status trey_work_open(struct trey_solver *solver, struct trey_error *error);

/* The first step of trey_work_open, for modules with files of their own: sets
 * work->layers_path and work->state_path (NULL if not needed) and work->target. */
enum trey_status trey_work_paths(struct trey_solver *solver, struct trey_error *error);

/* Opens or creates the layers' file and locks it for this run. */
enum trey_status trey_work_layers(const struct trey_work *work, int *file,
                                  struct trey_error *error);

/* Ends the work: the layers' file is renamed to the table, or is deleted when the store
 * is cleared. */
enum trey_status trey_work_finish(struct trey_solver *solver, struct trey_error *error);

/* After a failure: removes the layers' file if this run made it and saved no state, so
 * that nothing could be resumed from it. */
void trey_work_discard(const struct trey_solver *solver);

/* Puts `path`, a file in the work directory, before the message of a failed access to it,
 * unless the message begins with the path of the saved state already. Returns `status`.
 * Does nothing for other errors, without a work directory, and if the text is too long.
 */
enum trey_status trey_work_name_file(const struct trey_solver *solver, const char *path,
                                     enum trey_status status, struct trey_error *error);

/* Free bytes of the disk on which these options put their files; UINT64_MAX if there are
 * none or it is unknown. */
uint64_t trey_work_free_bytes(const struct trey_exact_options *options);

/* Frees the paths; files that still exist are for the next run. */
void trey_work_clear(struct trey_work *work);

#endif
