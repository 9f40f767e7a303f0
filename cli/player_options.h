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

/* The name of --player where a position is valued, which is refused as wrong usage (exit
 * 2) if no evaluator has it. */
const char *cli_evaluator_name(struct argp_state *state, const char *text);

/* Name of the strongest player that can be loaded for such boards:
 * trey_evaluator_default.
 */
const char *cli_default_player(const struct trey_rules *rules);

/* Prints a warning about a player on standard error, in one line. */
void cli_print_warning(const char *player, const char *warning);

/* Prints trey_evaluator_warning() if there is one; returns true if it did. */
bool cli_warn_of_evaluator(const struct trey_evaluator *evaluator);

/* Prints a warning if cli_default_player() is the heuristic because the network's file is
 * missing. */
void cli_warn_of_default(const struct trey_rules *rules);

/* cli_refuse_same for the file in a player's name: network:FILE or exact:FILE. */
int cli_refuse_player_file(const char *output, const char *player);

#endif
