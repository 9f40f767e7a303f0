/* Work of so many processes, dealt again to others. See redeal.c. */
#ifndef TREY_EXACT_SHARE_REDEAL_H
#define TREY_EXACT_SHARE_REDEAL_H

#include "exact/share/share.h"

/* Makes work->layers_path and work->state_path the files of a process, as keep.c has
 * them, or of one process if `plain`: `deal` may be NULL then. */
enum trey_status trey_keep_paths(const char *base, const struct trey_partition *partition,
                                 uint64_t serial, bool plain, struct trey_work *work,
                                 struct trey_error *error);

/* Opens the files of a run of so many processes, whose serial number, or that it was
 * plain, share->keep has, and puts this process's part of the layers into the solver's
 * store, which is open and empty. Not collective. */
enum trey_status trey_redeal(struct trey_share *share, unsigned processes,
                             struct trey_error *error);

/* The same of the values that the backward pass was using. */
enum trey_status trey_redeal_values(struct trey_share *share, struct trey_error *error);

/* Closes them. */
void trey_redeal_clear(struct trey_keep *keep);

#endif
