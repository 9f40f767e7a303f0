/* trey/selfplay.h - players of Threes! and 2048 by name, many games, and what they say.
 *
 * A player is asked for one slide at a time and is given a view: it cannot know what a
 * person at the table would not. */
#ifndef TREY_SELFPLAY_H
#define TREY_SELFPLAY_H

#include "trey/exact.h"
#include "trey/processes.h"
#include "trey/record.h"
#include "trey/search.h"
#include "trey/statistics.h"
#include "trey/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- players ------------------------------------------------------------------------ */

/* How a player is to think. Zero-initialise through trey_player_defaults. */
struct trey_player_options {
    struct trey_search_limits limits; /* of one slide; time_s is a mean over the game */
    size_t table_bytes;               /* of the search's table */
    uint64_t seed;                    /* of players that choose at random */
    bool cpu_time; /* time is that of the thread's processor, so that other programs on
                      the machine do not weaken the player; else of the wall clock */
    bool late;     /* limits.time_s, if any, is shared out by where games are lost: late,
                      and where large tiles have not met yet. It stays the mean of many
                      games; the first has the same time for each slide */
    double answer_s; /* a program that is silent for so long is given up; for a slide,
                        twenty times limits.time_s more */
    const struct trey_exact *exact; /* what the player exact goes by, must outlive it;
                                       NULL: it has a solution of its own */
};

/* Depth 2, a table of TREY_SEARCH_TABLE_BYTES, 60 s for answers. */
TREY_API void trey_player_defaults(struct trey_player_options *options);

/* A player with what it remembers of the game it is in. For one thread at a time. */
struct trey_player;

/* Makes a player for these rules:
 *     random          each legal slide equally likely
 *     greedy          the slide that gains most points at once, the first of the best
 *     heuristic       search with the hand-made evaluation
 *     points          search with nothing but the points of the board
 *     network         search with the network that trey ships
 *     network-small   the same with the smaller one
 *     network:FILE    search with a network that trey/learn.h has trained
 *     exact           the best slide by the solution of a small board, trey/exact.h
 *     exact:FILE      the same by a table that was saved
 *     exec:COMMAND    a program that speaks docs/formats/engine.md, run by the shell
 * `evaluator` may be NULL; else players that search use it instead of making their own,
 * so that many can share one, and it must outlive the player. TREY_ERR_ARGUMENT for an
 * unknown name, TREY_ERR_IO for a program that does not answer. */
TREY_API enum trey_status trey_player_new(const char *name,
                                          const struct trey_rules *rules,
                                          const struct trey_player_options *options,
                                          const struct trey_evaluator *evaluator,
                                          struct trey_player **player,
                                          struct trey_error *error);

/* The solution for the player "exact", or "exact:FILE" from the file, to be shared by
 * players; for trey_exact_free. Of `how`, which may be NULL, threads, memory, report and
 * cancel are used. TREY_ERR_ARGUMENT for a game that is not solved: boards of more than
 * TREY_EXACT_MAX_CELLS cells, other rules than `course` and 2048; else errors as of
 * trey_exact_new and trey_exact_load. */
TREY_API enum trey_status trey_exact_player_solve(const char *name,
                                                  const struct trey_rules *rules,
                                                  const struct trey_exact_options *how,
                                                  struct trey_exact **exact,
                                                  struct trey_error *error);

/* NULL is taken. */
TREY_API void trey_player_free(struct trey_player *player);

/* Names for lists and help texts: index 0, 1, ... NULL after the last. */
TREY_API const char *trey_player_name_at(int index);

/* TREY_ERR_ARGUMENT, with a list of all names in *error, for a name that is none of them;
 * files and commands are not looked at. error may be NULL. Any thread. */
TREY_API enum trey_status trey_player_known(const char *name, struct trey_error *error);

/* The name with every setting that changes what the player does, for records:
 * "heuristic depth=2". Owned by the player. */
TREY_API const char *trey_player_text(const struct trey_player *player);

/* The same text of a player that need not exist. *text is the caller's, for trey_free.
 * Fails for want of memory only. */
TREY_API enum trey_status trey_player_label(const char *name,
                                            const struct trey_player_options *options,
                                            char **text, struct trey_error *error);

/* A new game begins, of this seed and number. */
TREY_API enum trey_status trey_player_begin(struct trey_player *player, uint64_t seed,
                                            uint64_t number, struct trey_error *error);

/* The slide the player chooses; `view` is not over. TREY_ERR_INPUT if a program answers
 * with an illegal slide or none, TREY_ERR_IO if it is gone. */
TREY_API enum trey_status trey_player_choose(struct trey_player *player,
                                             const struct trey_view *view,
                                             enum trey_direction *direction,
                                             struct trey_error *error);

/* --- many games --------------------------------------------------------------------- */

/* Slides by time: bin b counts those of [2^(b/4), 2^((b+1)/4)) microseconds, the first
 * and the last also what lies beyond. */
#define TREY_MS_BINS 128
TREY_API int trey_ms_bin(double ms); /* the bin of a time */

/* What came of a game, beside its record. */
struct trey_game_result {
    uint64_t score, moves;
    uint8_t largest;               /* rank; see trey_rules_largest */
    double seconds;                /* that the player thought, all slides */
    double slowest_ms;             /* slide */
    uint32_t spread[TREY_MS_BINS]; /* slides by the time they took: see trey_ms_bin */
    bool done;                     /* false: not finished */
};

/* Told after each game, in order of the games whatever the threads, and for those found
 * in the store; `record` is NULL if none was asked for. Called by one
 * thread at a time, any of those that play. A status other than TREY_OK ends the run. */
typedef enum trey_status (*trey_selfplay_fn)(void *context, uint64_t game,
                                             const struct trey_game_result *result,
                                             const struct trey_record *record,
                                             struct trey_error *error);

/* A game that is being played. */
struct trey_game_under_way {
    uint64_t number, moves, score;
};

/* Told now and then the games under way, in no order; valid during the call. Called by
 * one thread at a time, and not while trey_selfplay_fn is. */
typedef void (*trey_selfplay_progress_fn)(void *context,
                                          const struct trey_game_under_way *games,
                                          size_t count);

/* Told of each slide of a game that is being played: the views before and after it, and
 * the cell that the new tile entered, or -1. It may take its time, which is not counted
 * as the player's. Games are told of as they are played, by the threads that play them:
 * with one thread one after the other. */
typedef void (*trey_watch_fn)(void *context, uint64_t game,
                              const struct trey_view *before,
                              enum trey_direction direction,
                              const struct trey_view *after, int cell);

/* Given trey_evaluator_warning() of the evaluator that the player searches with, at most
 * once: before the first game, or after the last one if only stages of a network that
 * were used later look untrained. All stages of a network:FILE are checked before.
 * `player` is trey_evaluator_name(). Both are valid during the call, which the thread
 * that called trey_selfplay_run makes. */
typedef void (*trey_selfplay_warning_fn)(void *context, const char *player,
                                         const char *warning);

struct trey_selfplay_options {
    struct trey_rules rules;
    uint64_t seed, first, games;            /* numbers first .. first + games - 1 */
    unsigned threads;                       /* 0: one per processor */
    const struct trey_evaluator *evaluator; /* optional: for players that search,
                                               instead of the one they are named after */
    bool records;                           /* keep records, for `report` and the store */
    struct trey_store *store; /* optional: games found there are not played again; they
                                 are known by rules, seed, number, the player's name and
                                 settings, and what the file of a network or a solution
                                 holds. Not with an evaluator */
    const struct trey_cancel *cancel;   /* optional: stop soon once it is raised */
    trey_selfplay_fn report;            /* optional */
    trey_selfplay_progress_fn progress; /* optional */
    double progress_s;                  /* between two of them; 0: after each slide */
    trey_selfplay_warning_fn warn;      /* optional */
    void *report_context;               /* of these three */
    trey_watch_fn watch;                /* optional */
    void *watch_context;
    struct trey_processes *processes; /* optional: processes that share the games. Only
                                 process 0 uses `store` and `report` and receives all
                                 results; each uses its own `progress`, `warn`, `watch` */
};

/* Plays the games. results[game - first], of the caller's, receives them; `done` tells
 * which were finished when the run failed or was cancelled (TREY_ERR_CANCELLED). The same
 * options give the same results with any number of threads and processes, unless time
 * limits them.
 *
 * With several processes it is collective: all call it with the same options, except for
 * those that only process 0 uses. If one fails, all do. Process 0 receives the results of
 * all games, the others only those of the games that they played. */
TREY_API enum trey_status trey_selfplay_run(const char *player,
                                            const struct trey_player_options *how,
                                            const struct trey_selfplay_options *options,
                                            struct trey_game_result *results,
                                            struct trey_error *error);

/* What trey_selfplay_verify has checked. */
struct trey_selfplay_verified {
    uint64_t games;    /* rows, whose checksums are right */
    uint64_t replayed; /* games among them that have a record, which agrees */
};

/* Checks all games of a store, of all players and rules: the checksum of each and, where
 * the game's record is stored, that the record replays by the rules (trey_record_replay)
 * to the stored score, largest tile and number of moves and has the stored rules, seed
 * and number; for games of this version also that the tiles are those of the seed.
 * *verified receives the numbers so far, also on failure. TREY_ERR_INPUT names the first
 * row that is wrong; else fails as the store does. */
TREY_API enum trey_status trey_selfplay_verify(struct trey_store *store,
                                               struct trey_selfplay_verified *verified,
                                               struct trey_error *error);

/* --- statistics --------------------------------------------------------------------- */

/* What many games say. */
struct trey_selfplay_stats {
    uint64_t games;
    struct trey_interval mean; /* of scores */
    double median;             /* of scores; half a point for an even number of games */
    uint64_t least, most;
    /* By rank: share of games that made it, or larger; in which it was the largest. */
    struct trey_interval reach[TREY_MAX_RANKS];
    double ends[TREY_MAX_RANKS];
    double moves;           /* a game, the mean */
    double ms_mean;         /* a slide, over all slides */
    double ms_p99, ms_most; /* the 99th percentile of slides, and the slowest */
};

/* Of the `count` games that are done among these results, which are only read, into
 * *stats. Fails for want of memory only. */
TREY_API enum trey_status trey_selfplay_sum(const struct trey_game_result *results,
                                            size_t count,
                                            struct trey_selfplay_stats *stats,
                                            struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
