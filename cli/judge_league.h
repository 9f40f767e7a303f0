/* trey judge --league: many players on many inputs, with points as for a class of
 * students.
 */
#ifndef TREY_CLI_JUDGE_LEAGUE_H
#define TREY_CLI_JUDGE_LEAGUE_H

#include "common.h"

/* State of a player's file for an input. */
enum cli_entry_state {
    CLI_ENTRY_COUNTS,
    CLI_ENTRY_ILLEGAL,   /* has an illegal move, although legal ones exist */
    CLI_ENTRY_MALFORMED, /* unreadable, without moves, or two files for one input */
    CLI_ENTRY_MISSING,
};

struct cli_league_entry {
    enum cli_entry_state state;
    struct trey_verdict verdict; /* if the file was replayed */
    char *file;                  /* name in the player's directory; NULL if missing */
    char reason[600];            /* problem of a malformed file */
    uint64_t score;              /* that counts, or 0 */
    double points;               /* 0 to 100 */
};

struct cli_league_input {
    char *path, *name; /* name: last component, whose stem players' files must have */
    struct trey_sequence *sequence;
    struct trey_bound bound;
    uint64_t best; /* best score that counts, of all players */
};

struct cli_league_player {
    char *name;
    struct cli_league_entry *entries; /* one per input */
    size_t place;                     /* 1 is best; equal players share a place */
    uint64_t score;                   /* sums over the inputs */
    double points;
    size_t states[CLI_ENTRY_MISSING + 1];
    char **unmatched; /* names of files that match no input */
    size_t unmatched_count, unmatched_capacity;
};

struct cli_league {
    struct cli_league_input *inputs;
    size_t input_count, input_capacity;
    struct cli_league_player *players; /* best first */
    size_t player_count, player_capacity;
    bool by_bound;       /* points are shares of the bound, not of the best score */
    bool illegal_counts; /* the score up to an illegal move counts */
};

enum cli_league_form { CLI_LEAGUE_TABLE, CLI_LEAGUE_CSV, CLI_LEAGUE_JSON };

/* Judges all players below paths[count - 1], a directory with one directory per player,
 * on the inputs given by the other paths, files or directories, and prints the league.
 * Returns 0, or CLI_FAILED if inputs or directories cannot be read. Players' errors are
 * results. */
int cli_judge_league(struct cli_league *options, const char *const *paths, size_t count,
                     enum cli_league_form form);

/* Prints the league. All forms have the same contents. */
int cli_league_print(const struct cli_league *league, enum cli_league_form form);

#endif
