/* Training on several processes: combines what each of them has learned. */
#ifndef TREY_LEARN_MERGE_H
#define TREY_LEARN_MERGE_H

#include "learn/learner.h"
#include "mpi/processes.h"

struct trey_merge;

/* Makes the merging state for a learner on each of two or more `processes`; both must
 * outlive it. Takes as much memory again as the learner's weights. Collective; fails on
 * all processes or none. */
enum trey_status trey_merge_new(struct trey_learner *learner,
                                struct trey_processes *processes,
                                struct trey_merge **merge, struct trey_error *error);
void trey_merge_free(struct trey_merge *merge); /* NULL is allowed */

/* Copies everything that a checkpoint holds from process 0's learner to the others, which
 * must be new. Call it once, before trey_merge_weights. Collective. */
void trey_merge_broadcast(struct trey_merge *merge);

/* Merges weights, TC statistics and the counts of games and moves; they are then equal on
 * all processes. Collective. Not while a learner runs. */
void trey_merge_weights(struct trey_merge *merge);

#endif
