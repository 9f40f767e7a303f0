/* trey judge --league: many players on many inputs, as a class is marked. */
#ifndef TREY_CLI_JUDGE_LEAGUE_H
#define TREY_CLI_JUDGE_LEAGUE_H

#include "common.h"

/* What became of a player's file for an input. */
enum cli_entry_state {
    CLI_ENTRY_COUNTS,
    CLI_ENTRY_ILLEGAL,   /* a move shifts nothing though another would */
    CLI_ENTRY_MALFORMED, /* unreadable, without moves, or two files for one input */
    CLI_ENTRY_MISSING,
};

struct cli_league_entry {
    enum cli_entry_state state;
    struct trey_verdict verdict; /* of files that were replayed */
    char *file;                  /* name in the player's folder; NULL if missing */
    char reason[600];            /* what is wrong with a malformed one */
    uint64_t score;              /* that counts; 0 where nothing does */
    double points;               /* 0 to 100 */
};

struct cli_league_input {
    char *path, *name; /* name: without folders; its stem is what files go by */
    struct trey_sequence *sequence;
    struct trey_bound bound;
    uint64_t best; /* score that counts, of all players */
};

struct cli_league_player {
    char *name;
    struct cli_league_entry *entries; /* one an input */
    size_t rank;                      /* 1 is best; equals share one */
    uint64_t score;                   /* sums over the inputs */
    double points;
    size_t states[CLI_ENTRY_MISSING + 1];
    char **strangers; /* files that no input goes by */
    size_t stranger_count, stranger_capacity;
};

struct cli_league {
    struct cli_league_input *inputs;
    size_t input_count, input_capacity;
    struct cli_league_player *players; /* best first */
    size_t player_count, player_capacity;
    bool by_bound;       /* points are shares of the bound, not of the best score */
    bool illegal_counts; /* the score up to an illegal move */
};

enum cli_league_form { CLI_LEAGUE_TABLE, CLI_LEAGUE_CSV, CLI_LEAGUE_JSON };

/* Judges everything below paths[count - 1], a folder with a folder a player, on the files
 * and the folders of files before it, and prints the league. Returns the exit status:
 * CLI_FAILED if inputs or folders cannot be read; what players did wrong is a result. */
int cli_judge_league(struct cli_league *options, const char *const *paths, size_t count,
                     enum cli_league_form form);

/* The same facts as a table, as comma-separated values, or as one JSON object. */
int cli_league_print(const struct cli_league *league, enum cli_league_form form);

#endif
