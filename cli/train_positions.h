/* Positions of recorded games, for a learner to begin from. */
#ifndef TREY_CLI_TRAIN_POSITIONS_H
#define TREY_CLI_TRAIN_POSITIONS_H

#include "common.h"

#include "trey/learn.h"

/* Reads a file of game records, of any Threes! rules on 4x4 cells, and keeps positions of
 * each, far enough apart. Adds their number to *count. Returns 0 or CLI_FAILED. */
int cli_keep_positions(struct trey_learner *learner, const struct trey_rules *rules,
                       const char *path, uint64_t *count);

#endif
