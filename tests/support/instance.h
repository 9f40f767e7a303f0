/* Instances and plans, made or the test fails. Include after cmocka's headers. */
#ifndef TREY_TESTS_INSTANCE_H
#define TREY_TESTS_INSTANCE_H

#include "oracle.h"
#include "trey/plan.h"

/* The instance that a game of the oracle is at, its coming tiles being all `tiles`. */
struct trey_sequence *instance_of(const struct oracle_game *game);
struct trey_sequence *instance_generated(enum trey_mix mix, size_t count, uint64_t seed);

/* One pass of a width (0: many, growing), one thread, no limit of time. */
struct trey_plan_options instance_one_pass(unsigned width);

/* The plan found, after instance_check_plan. To be cleared by the caller. */
struct trey_plan instance_plan(const struct trey_sequence *sequence,
                               const struct trey_plan_options *options);

/* Whatever else a plan is: its moves are legal and make its score, which the bound
 * allows, and it says that it met the bound exactly when it did. */
void instance_check_plan(const struct trey_sequence *sequence,
                         const struct trey_plan *plan);

#endif
