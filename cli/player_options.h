/* The options that limit a player's search, and helpers for players' names and warnings.
 */
#ifndef TREY_CLI_PLAYER_OPTIONS_H
#define TREY_CLI_PLAYER_OPTIONS_H

#include "common.h"

/* Fill `how` with the command's defaults, which apply if no limit is given. */
struct cli_player_options {
    struct trey_player_options how;
    unsigned depth_plies; /* 0: not given */
    uint64_t nodes;
    double time_s;
};

/* Sets the default limit to `nodes` positions per move at any depth, for commands whose
 * output must not depend on the speed of the machine. */
void cli_limit_nodes(struct cli_player_options *options, uint64_t nodes);

/* Names of the options, for cli_first_given. */
#define CLI_SEARCH_OPTIONS "depth|nodes|time-ms|min-probability|search-memory|table-mib"

/* The options as rows of a command, stored in a struct cli_player_options. */
extern const struct cli_part cli_player_part;

/* The memory of the search's transposition table: a size_t. */
extern const struct cli_part cli_search_memory_part;

/* For --player where positions are evaluated: stores the name of an evaluator, refuses
 * unknown ones. `destination` is a const char *. */
cli_parse_fn cli_parse_evaluator;

/* Name of the strongest player for these rules whose file is available:
 * trey_evaluator_default. */
const char *cli_default_player(const struct trey_rules *rules);

/* Prints a warning about a player on standard error, in one line. */
void cli_print_warning(const char *player, const char *warning);

/* Prints trey_evaluator_warning() if there is one; returns true if it did. */
bool cli_warn_of_evaluator(const struct trey_evaluator *evaluator);

/* Prints a warning if cli_default_player() is the heuristic because the network's file is
 * missing. */
void cli_warn_of_default(const struct trey_rules *rules);

/* The file in a player's name, network:FILE or exact:FILE, a part of the name; NULL if
 * there is none. */
const char *cli_player_file(const char *player);

/* cli_refuse_same for the file in a player's name. */
int cli_refuse_player_file(const char *output, const char *player);

#endif
