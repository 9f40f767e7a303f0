/* Positions of recorded games, for restarts of trey train. */
#ifndef TREY_CLI_TRAIN_POSITIONS_H
#define TREY_CLI_TRAIN_POSITIONS_H

#include "common.h"

#include "trey/learn.h"

/* Reads a file of game records and adds positions of each game, some distance apart, to
 * the learner. `rules` are used for records without rules. Adds the number of positions
 * to *count. Returns 0, or CLI_FAILED after a message. */
int cli_keep_positions(struct trey_learner *learner, const struct trey_rules *rules,
                       const char *path, uint64_t *count);

#endif
