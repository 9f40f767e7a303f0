/* Resumes the work of another number of processes. See repartition.c. */
#ifndef TREY_EXACT_SHARE_REPARTITION_H
#define TREY_EXACT_SHARE_REPARTITION_H

#include "exact/share/share.h"

/* Sets work->layers_path and work->state_path to the file names of a process (see
 * checkpoint.c), or, if `plain`, to those of trey_exact_solve; `partition` may then be
 * NULL. */
enum trey_status trey_checkpoint_paths(const char *base,
                                       const struct trey_partition *partition,
                                       uint64_t serial, bool plain,
                                       struct trey_work *work, struct trey_error *error);

/* Opens the files of a run of `processes` processes, whose serial number (or `plain`) is
 * in share->checkpoint, and copies this process's part of the layers to the solver's
 * store, which is open and empty. Not collective. */
enum trey_status trey_repartition(struct trey_share *share, unsigned processes,
                                  struct trey_error *error);

/* Copies this process's part of the backward pass's values. Not collective. */
enum trey_status trey_repartition_values(struct trey_share *share,
                                         struct trey_error *error);

/* Closes the files and frees the old parts. */
void trey_repartition_clear(struct trey_share_files *files);

#endif
