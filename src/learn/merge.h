/* One training on several processes: what each learnt by itself becomes what all know. */
#ifndef TREY_LEARN_MERGE_H
#define TREY_LEARN_MERGE_H

#include "learn/learner.h"
#include "mpi/processes.h"

struct trey_merge;

/* For a learner on each process of `processes`, which are not alone; both must outlive
 * it. Takes as much memory again as the learner's weights. Collective; fails on all
 * processes or none.
 */
enum trey_status trey_merge_new(struct trey_learner *learner,
                                struct trey_processes *processes,
                                struct trey_merge **merge, struct trey_error *error);
void trey_merge_free(struct trey_merge *merge); /* NULL is taken */

/* What process 0's learner knows, the others, which are new, know then too: all that a
 * checkpoint holds. Once, before the first of those below. Collective. */
void trey_merge_share(struct trey_merge *merge);

/* Weights, their pasts, and the counts of games and slides become the same on all
 * processes. Collective. Not while a learner runs. */
void trey_merge_weights(struct trey_merge *merge);

#endif
