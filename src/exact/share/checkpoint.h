/* Checkpoints of several processes. All functions are collective unless stated otherwise:
 * they fail on all processes or on none. See checkpoint.c. */
#ifndef TREY_EXACT_SHARE_CHECKPOINT_H
#define TREY_EXACT_SHARE_CHECKPOINT_H

#include "exact/share/share.h"

/* Sets *found if there is a checkpoint of several processes, which a single process can
 * resume too. Not collective. */
enum trey_status trey_checkpoint_find(const struct trey_exact_options *options,
                                      bool *found, struct trey_error *error);

/* Creates or opens the files if the options ask for any, and restores the solver's store
 * and root value from the last checkpoint, which may be of any number of processes. */
enum trey_status trey_checkpoint_open(struct trey_share *share, struct trey_error *error);

/* Restores the values of the backward pass if it had begun; they have been allocated.
 * Deletes the files of an old partition, which are no longer needed. */
enum trey_status trey_checkpoint_frames(struct trey_share *share,
                                        struct trey_error *error);

/* Saves a checkpoint. */
enum trey_status trey_checkpoint_save(struct trey_share *share,
                                      const struct trey_solver_place *at,
                                      struct trey_error *error);

/* Deletes all files at the end of the work. */
void trey_checkpoint_finish(struct trey_share *share);

void trey_checkpoint_clear(struct trey_share_files *files);

#endif
