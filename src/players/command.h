/* Calls of players that only the command makes; not part of the public API. */
#ifndef TREY_PLAYERS_COMMAND_H
#define TREY_PLAYERS_COMMAND_H

#include "trey/odds.h"
#include "trey/selfplay.h"

/* Makes the solution for the player "exact", or loads it for "exact:FILE", to share it
 * between players; for trey_exact_free. `how`, which may be NULL, provides threads,
 * memory, report and cancel. TREY_ERR_ARGUMENT for unsupported games: boards of more than
 * TREY_EXACT_MAX_CELLS cells, rules other than `course` and 2048. TREY_ERR_INPUT also for
 * the table of another game; other errors as for trey_exact_solve and trey_exact_load. */
enum trey_status trey_exact_player_solve(const char *name, const struct trey_rules *rules,
                                         const struct trey_exact_options *how,
                                         struct trey_exact **exact,
                                         struct trey_error *error);

/* Names of players for lists and help texts: index 0, 1, ... NULL after the last. */
const char *trey_player_name_at(int index);

/* Checks a player's name: TREY_ERR_ARGUMENT, with a list of all names in *error, if it is
 * unknown. Does not check files and commands. `error` may be NULL. Thread-safe. */
enum trey_status trey_player_check_name(const char *name, struct trey_error *error);

/* The same text without a player. *text belongs to the caller, for trey_free.
 * TREY_ERR_MEMORY. */
enum trey_status trey_player_label(const char *name,
                                   const struct trey_player_options *options, char **text,
                                   struct trey_error *error);

/* Bin of a time in milliseconds, 0..TREY_MS_BINS - 1. */
int trey_ms_bin(double ms);

/* Result of trey_selfplay_verify. */
struct trey_selfplay_verified {
    uint64_t games;    /* rows, all with correct checksums */
    uint64_t replayed; /* of these, games with a record, which agrees */
};

/* Checks all games of a store, of all players and rules: the checksum of each, and, if
 * the game's record is stored, that it replays by the rules (trey_record_replay) to the
 * stored score, largest tile and number of moves and has the stored rules, seed and
 * number; for games of this version also that the tiles are those of the seed. *verified
 * receives the numbers so far, also on failure. TREY_ERR_INPUT names the first row that
 * is wrong; other errors are those of the store. */
enum trey_status trey_selfplay_verify(struct trey_store *store,
                                      struct trey_selfplay_verified *verified,
                                      struct trey_error *error);

/* Prospects after each legal first move. The games are paired: game i has the same seed
 * and the same deck after every move, which reduces the variance of the differences. */
struct trey_odds_by_move {
    unsigned legal;           /* bit 1 << direction */
    int best;                 /* direction of the largest mean score, the first of
                                 equal ones; -1: game over */
    uint64_t games;           /* finished games after each move */
    struct trey_odds odds[4]; /* by direction; zero for illegal moves */
    /* The best move's mean score less this move's, and its fraction of games that reach a
     * tile less this move's, by rank; 0 for the best move itself and for illegal
     * moves. */
    struct trey_interval behind[4];
    struct trey_interval reach_behind[4][TREY_MAX_RANKS];
};

/* As trey_odds_find, after each legal move of the position, options->games games each;
 * the views must have the same board. Arguments, errors and cancellation as there. */
enum trey_status trey_odds_find_by_move(const struct trey_view *views,
                                        const double *weights, size_t count,
                                        const struct trey_evaluator *evaluator,
                                        const struct trey_odds_options *options,
                                        struct trey_odds_by_move *by_move,
                                        struct trey_error *error);

#endif
