/* Commands that mpirun started several times: who speaks, and how they begin and end. */
#ifndef TREY_CLI_RANKS_H
#define TREY_CLI_RANKS_H

#include "trey/ranks.h"

/* For the beginning of main: of several ranks, the first alone speaks. The others print
 * nothing, and until cli_ranks_start say nothing on standard error either, since all read
 * the same command line; should they end before, the first is given a second to say why.
 */
void cli_ranks_hush(void);

/* Says that a command, or this trey, does not work on several ranks; returns CLI_USAGE.
 */
int cli_ranks_refuse(const char *command);

/* Joins the other ranks, NULL if there are none, after the command line was read. What
 * hinders is said; returns 0 or CLI_FAILED. */
int cli_ranks_start(struct trey_ranks **ranks);

/* On all ranks: `failed` of this one, or CLI_FAILED if another failed. */
int cli_ranks_agree(struct trey_ranks *ranks, int failed);

/* Leaves them, when all have come here. Returns as cli_ranks_agree does. NULL is
 * taken. */
int cli_ranks_end(struct trey_ranks *ranks, int failed);

#endif
