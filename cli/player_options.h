/* The options that limit a player's thinking. */
#ifndef TREY_CLI_PLAYER_OPTIONS_H
#define TREY_CLI_PLAYER_OPTIONS_H

#include "common.h"

/* Fill `how` with the command's defaults; they hold if no limit is given. */
struct cli_player_options {
    struct trey_player_options how;
    unsigned depth_plies; /* 0: not given */
    uint64_t nodes;
    double time_s;
};

/* The defaults of a command whose answer must not depend on the machine: as deep as it
 * gets with so many boards a move. */
void cli_think_nodes(struct cli_player_options *options, uint64_t nodes);

/* To be made a child of the command's argp; its input is a struct cli_player_options. */
extern const struct argp cli_player_argp;

/* The strongest player that trey has for such boards. */
const char *cli_default_player(const struct trey_rules *rules);

/* Prints a warning on standard error if the evaluator looks untrained in the stages used
 * so far. */
void cli_warn_of_evaluator(const char *name, const struct trey_evaluator *evaluator);

/* Prints a warning if the player network:FILE looks untrained; the file is read for that.
 * Other players, NULL, and files that cannot be read (reported elsewhere) are ignored. */
void cli_warn_of_network(const char *player, const struct trey_rules *rules);

/* cli_refuse_same for the file in a player's name: network:FILE or exact:FILE. */
int cli_refuse_player_file(const char *output, const char *player);

#endif
