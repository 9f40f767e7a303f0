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
    bool by_default; /* no player was named */
    bool optimum, force, verify, course_statistics;
    bool wall_clock;         /* of --time-ms; else the processor time of the player */
    struct cli_optimum best; /* where it is asked for */
    bool watched;
    struct cli_watch watch;
    struct trey_processes *processes; /* that share the games; the first has the files */
};

/* Its members are those of a struct cli_selfplay_options. */
extern const struct cli_syntax cli_selfplay_syntax;

#endif
