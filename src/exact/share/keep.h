/* What work on several processes goes on from. All are collective: they fail on all
 * processes or on none. See keep.c. */
#ifndef TREY_EXACT_SHARE_KEEP_H
#define TREY_EXACT_SHARE_KEEP_H

#include "exact/share/share.h"

/* Whether files of work on several processes are there; then one process goes on with
 * them too. Not collective. */
enum trey_status trey_keep_find(const struct trey_exact_options *options, bool *found,
                                struct trey_error *error);

/* Makes or opens the files, if the options want any, and puts the solver's store and its
 * root in the state that was saved last, by however many processes. */
enum trey_status trey_keep_open(struct trey_share *share, struct trey_error *error);

/* Brings back the values that the backward pass was using, if it was begun; there is room
 * for them. The run that was dealt again is not needed any more, and its files go. */
enum trey_status trey_keep_frames(struct trey_share *share, struct trey_error *error);

/* Saves the state. */
enum trey_status trey_keep_save(struct trey_share *share,
                                const struct trey_solver_place *at,
                                struct trey_error *error);

/* The work is done, and its files go. */
void trey_keep_finish(struct trey_share *share);

void trey_keep_clear(struct trey_keep *keep);

#endif
