/* Instances and plans; each function fails the test on an error. Include after cmocka's
 * headers. */
#ifndef TREY_TESTS_INSTANCE_H
#define TREY_TESTS_INSTANCE_H

#include "oracle.h"
#include "trey/plan.h"

/* The instance with the game's current board and `tiles` as its coming tiles. */
struct trey_sequence *instance_of(const struct oracle_game *game);
struct trey_sequence *instance_generated(enum trey_mix mix, size_t count, uint64_t seed);

/* Options for one pass of this width (0: several passes of growing width), one thread, no
 * time limit. */
struct trey_plan_options instance_one_pass(unsigned width);

/* The plan found, checked by instance_check_plan. The caller clears it. */
struct trey_plan instance_plan(const struct trey_sequence *sequence,
                               const struct trey_plan_options *options);

/* Checks what holds for every plan: its moves are legal and make its score, the score is
 * within the bound, and the plan claims to meet the bound exactly if it does. */
void instance_check_plan(const struct trey_sequence *sequence,
                         const struct trey_plan *plan);

#endif
