/* trey/selfplay.h - players of Threes! and 2048 by name, runs of many games, and
 * statistics.
 *
 * A player chooses one move at a time and receives a view: it cannot use what a person at
 * the table would not know. */
#ifndef TREY_SELFPLAY_H
#define TREY_SELFPLAY_H

#include "trey/exact.h"
#include "trey/record.h"
#include "trey/search.h"
#include "trey/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- players ------------------------------------------------------------------------ */

/* Options of a player. Initialise with trey_player_defaults. */
struct trey_player_options {
    struct trey_search_limits limits; /* of one move; time_s is a mean over the game */
    size_t table_bytes;               /* of the transposition table */
    uint64_t seed;                    /* seed of random players */
    bool cpu_time;   /* times are CPU times of the thread, so that other programs on the
                        machine do not weaken the player; otherwise wall-clock times */
    bool late;       /* limits.time_s, if any, is distributed by where games are lost:
                        late, and where a network expects fewer points to come than usual
                        (other players: where large tiles have not merged). It remains
                        the mean over many games; the moves of the first game have equal
                        times */
    double answer_s; /* timeout for answers of a program; for a move, twenty times
                        limits.time_s is added */
    const struct trey_exact *exact; /* solution for the player "exact", which must
                                       outlive the player; NULL: the player computes
                                       its own */
    uint64_t reserved[TREY_RESERVED];
};

/* Sets the defaults: depth 2, a table of TREY_SEARCH_TABLE_BYTES, 60 s for answers. */
TREY_API void trey_player_defaults(struct trey_player_options *options);

/* A player with its state in the current game. For one thread at a time. */
struct trey_player;

/* Makes a player for these rules:
 *     random          a random legal move
 *     greedy          the move that scores most points, the first of equal ones
 *     heuristic       search with the heuristic evaluator
 *     points          search with the points on the board only
 *     network         search with the network that is shipped with trey
 *     network-small   the same with the smaller network
 *     network:FILE    search with a network trained by trey/learn.h
 *     exact           the best move from the solution of a small board, trey/exact.h
 *     exact:FILE      the same from a saved table
 *     exec:COMMAND    a program that speaks docs/formats/engine.md, run by the shell
 * Players that search use `evaluator` if it is not NULL, instead of making their own, so
 * that many can share one; it must outlive the player. TREY_ERR_ARGUMENT for an unknown
 * name, TREY_ERR_IO for a program that does not answer. */
TREY_API enum trey_status trey_player_new(const char *name,
                                          const struct trey_rules *rules,
                                          const struct trey_player_options *options,
                                          const struct trey_evaluator *evaluator,
                                          struct trey_player **player,
                                          struct trey_error *error);

/* Frees a player. NULL is allowed. */
TREY_API void trey_player_free(struct trey_player *player);

/* Name of the player with every setting that affects its play, for records: "heuristic
 * depth=2". Owned by the player. */
TREY_API const char *trey_player_text(const struct trey_player *player);

/* Starts a new game of the player, with its seed and number. */
TREY_API enum trey_status trey_player_begin(struct trey_player *player, uint64_t seed,
                                            uint64_t number, struct trey_error *error);

/* Chooses a move; the game of `view` must not be over. TREY_ERR_INPUT if a program
 * answers with an illegal move or none, TREY_ERR_IO if it has ended. */
TREY_API enum trey_status trey_player_select_move(struct trey_player *player,
                                                  const struct trey_view *view,
                                                  enum trey_direction *direction,
                                                  struct trey_error *error);

/* --- many games --------------------------------------------------------------------- */

/* Bins of a histogram of times per move: bin b counts times of [2^(b/4), 2^((b+1)/4))
 * microseconds, the first and the last also those beyond. */
#define TREY_MS_BINS 128

/* Result of a game. */
struct trey_game_result {
    uint64_t score, moves;
    uint8_t largest;               /* rank of the largest tile; see trey_rules_largest */
    double seconds;                /* thinking time of all moves */
    double slowest_ms;             /* of the slowest move */
    uint32_t spread[TREY_MS_BINS]; /* histogram of times per move: see TREY_MS_BINS */
    bool done;                     /* false: not finished */
};

/* Called for each game, in the order of the games with any number of threads, also for
 * those found in the store; `record` is NULL if none was requested. Called by one thread
 * at a time, any of those that play. A status other than TREY_OK ends the run. */
typedef enum trey_status (*trey_selfplay_fn)(void *context, uint64_t game,
                                             const struct trey_game_result *result,
                                             const struct trey_record *record,
                                             struct trey_error *error);

/* A game in progress. */
struct trey_game_in_progress {
    uint64_t number, moves, score;
};

/* Called from time to time with the games in progress, in no order; valid during the
 * call. Called by one thread at a time, and not while trey_selfplay_fn runs. */
typedef void (*trey_selfplay_progress_fn)(void *context,
                                          const struct trey_game_in_progress *games,
                                          size_t count);

/* Called for each move of a game: the views before and after it, and the cell of the
 * spawned tile, or -1. Its duration does not count as the player's. Called while the
 * games are played, by the threads that play them: with one thread, game by game. */
typedef void (*trey_watch_fn)(void *context, uint64_t game,
                              const struct trey_view *before,
                              enum trey_direction direction,
                              const struct trey_view *after, int cell);

/* Receives trey_evaluator_warning() of the player's evaluator, at most once: before the
 * first game, or after the last one if only stages of a network that were used later look
 * untrained. All stages of a network:FILE are checked before the first game. `player` is
 * trey_evaluator_name(). Both are valid during the call, which the thread that called
 * trey_selfplay_run makes. */
typedef void (*trey_selfplay_warning_fn)(void *context, const char *player,
                                         const char *warning);

/* Options of a run. */
struct trey_selfplay_options {
    struct trey_rules rules;
    uint64_t seed, first, games;            /* games first .. first + games - 1 */
    unsigned threads;                       /* 0: one per processor */
    const struct trey_evaluator *evaluator; /* optional: for players that search,
                                               instead of the one that they are named
                                               after */
    bool records;                           /* make records, for `report` and the store */
    /* Optional: games found there are not played again. Their key: rules, seed, number,
     * the player's name and settings, and the contents of the file of a network or a
     * solution. Not with an evaluator. */
    struct trey_store *store;
    const struct trey_cancel *cancel;   /* optional: stop soon once it is raised */
    trey_selfplay_fn report;            /* optional */
    trey_selfplay_progress_fn progress; /* optional */
    double progress_s;                  /* between two calls; 0: after each move */
    trey_selfplay_warning_fn warn;      /* optional */
    void *report_context;               /* of report, progress and warn */
    trey_watch_fn watch;                /* optional */
    void *watch_context;
    struct trey_processes *processes; /* optional: processes that share the games. Only
                                         process 0 uses `store` and `report` and
                                         receives all results; each uses its own
                                         `progress`, `warn`, `watch` */
    uint64_t reserved[TREY_RESERVED];
};

/* Plays the games and stores the results in the caller's results[game - first]; `done` is
 * true for games that were finished before the run failed or was cancelled
 * (TREY_ERR_CANCELLED). The same options give the same results with any number of threads
 * and processes, unless there are time limits.
 *
 * With several processes it is collective: all call it with the same options, except for
 * those that only process 0 uses. If one fails, all do. Process 0 receives the results of
 * all games, the others only those of the games that they played. */
TREY_API enum trey_status trey_selfplay_run(const char *player,
                                            const struct trey_player_options *how,
                                            const struct trey_selfplay_options *options,
                                            struct trey_game_result *results,
                                            struct trey_error *error);

/* --- statistics --------------------------------------------------------------------- */

/* Statistics of many games. */
struct trey_selfplay_stats {
    uint64_t games;
    struct trey_interval mean; /* of scores */
    double median;             /* of scores; half a point for an even number of games */
    uint64_t least, most;
    /* By rank: fraction of games that made this tile or a larger one; in which it was the
     * largest. */
    struct trey_interval reach[TREY_MAX_RANKS];
    double ends[TREY_MAX_RANKS];
    double moves;          /* mean per game */
    double ms_mean;        /* mean per move, over all moves */
    double ms_p99, ms_max; /* 99th percentile of moves, and the slowest move */
};

/* Computes the statistics of the finished games among these `count` results.
 * TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_selfplay_summarise(const struct trey_game_result *results,
                                                  size_t count,
                                                  struct trey_selfplay_stats *stats,
                                                  struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
