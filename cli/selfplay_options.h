/* The command line of trey selfplay. */
#ifndef TREY_CLI_SELFPLAY_OPTIONS_H
#define TREY_CLI_SELFPLAY_OPTIONS_H

#include "optimum.h"
#include "player_options.h"
#include "result_options.h"
#include "rules_options.h"
#include "selfplay_watch.h"

struct cli_selfplay_options {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *player, *versus, *store, *record;
    struct trey_selfplay_options play;
    enum trey_record_format format;
    struct cli_result_options result;
    bool default_player; /* no player was named */
    bool optimum, force, verify, course_statistics;
    bool answer_time_given;
    bool wall_clock;         /* for --time-ms; false: processor time of the player */
    struct cli_optimum best; /* if asked for or computed for a player */
    bool watched;
    struct cli_watch watch;
    struct trey_processes *processes; /* share the games; NULL: a single process */
};

/* The command line, stored in a struct cli_selfplay_options. */
extern const struct cli_syntax cli_selfplay_syntax;

#endif
