/* trey/baselines.h - the heuristics and searchers of a student report of 2014 on the
 * known-sequence game, as players to compare with.
 *
 * A player is made from a text, its configuration:
 *
 *     beta                                              a preset
 *     dldfs                                             a searcher with its defaults
 *     pruner(weighted,weights=0.3/0.5/0.2/0,depth=15)   with settings
 *     strategy-bt(easy=pruner(empties,depth=9),hard=wide,bt=20)
 *
 * In the brackets stand KEY=VALUE, parted by commas; a word alone is a heuristic. Keys:
 *   heuristic  a name in the table of heuristics
 *   cap        count from which a heuristic gives no more, 1..48
 *   transform  linear, sqrt or polynomial (the square): how counts are bent
 *   weights    of the heuristic `weighted`: four numbers parted by slashes or commas
 *   depth      moves looked ahead, 1..TREY_SEARCHER_MAX_DEPTH
 *   nodes      boards kept (wide) or wanted at full depth (pruner), 1..2^24
 *   moves      moves made at once (jogger), 1..TREY_SEARCHER_MAX_DEPTH
 *   easy, hard the two searchers of a strategy, configurations themselves
 *   bt         moves taken back (strategy-bt), 1..1000000
 * A setting given to a strategy goes to both its searchers as far as they know it.
 * Everything here is deterministic: neither chance nor threads nor, unless a time limit
 * ends it, the clock has a part in what is played. */
#ifndef TREY_BASELINES_H
#define TREY_BASELINES_H

#include "trey/compare.h"
#include "trey/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_SEARCHER_MAX_DEPTH 64

/* --- the tables ------------------------------------------------------------------------
 * Names and one-line summaries: index 0, 1, ... NULL after the last. Any thread. */

TREY_API const char *trey_heuristic_name_at(int index);
TREY_API const char *trey_heuristic_summary_at(int index);

TREY_API const char *trey_searcher_name_at(int index);
TREY_API const char *trey_searcher_summary_at(int index);

/* Presets have the configuration they stand for instead of a summary. */
TREY_API const char *trey_preset_name_at(int index);
TREY_API const char *trey_preset_text_at(int index);

/* --- players ------------------------------------------------------------------------ */

/* A player. Opaque; any number of threads may read one that nobody changes. */
struct trey_searcher_player;

/* Makes a player from a configuration of at most 1000 letters. On success *player is
 * the caller's, to be freed with trey_searcher_player_free; TREY_ERR_ARGUMENT says what
 * was not understood. */
TREY_API enum trey_status trey_searcher_player_parse(const char *config,
                                                     struct trey_searcher_player **player,
                                                     struct trey_error *error);

/* Changes one setting; key and value as in a configuration. Fails, changing nothing, with
 * TREY_ERR_ARGUMENT if the player has no such setting or the value is out of range. */
TREY_API enum trey_status trey_searcher_player_set(struct trey_searcher_player *player,
                                                   const char *key, const char *value,
                                                   struct trey_error *error);

/* The whole configuration, every setting spelled out: equal players give equal texts, and
 * the text makes the same player again. *text is the caller's, for trey_free. */
TREY_API enum trey_status
trey_searcher_player_format(const struct trey_searcher_player *player, char **text,
                            struct trey_error *error);

/* NULL is taken. No game of the player may be under way. */
TREY_API void trey_searcher_player_free(struct trey_searcher_player *player);

/* --- playing ------------------------------------------------------------------------ */

/* Told to the progress callback a few times a second. */
struct trey_searcher_progress {
    size_t moves_done, moves_longest; /* of the game at hand; no game is longer */
    uint64_t score, bound;            /* of the game at hand; of any game */
    uint64_t switches;                /* times the hard searcher was called */
    double seconds;                   /* since the start */
};

typedef void (*trey_searcher_progress_fn)(void *context,
                                          const struct trey_searcher_progress *progress);

/* Told when the searcher at work changes: whether the hard one takes over, the moves of
 * the game at hand, and all moves made so far, those taken back included. */
typedef void (*trey_searcher_switch_fn)(void *context, bool hard, size_t moves_done,
                                        uint64_t moves_made);

/* Zero-initialise through trey_searcher_defaults, then change what is wanted. */
struct trey_searcher_options {
    double time_limit_s;     /* 0: none. Afterwards the game so far is the result */
    size_t max_memory_bytes; /* upper limit on what the searchers take */
    const struct trey_cancel *cancel;   /* optional: stop soon once it is raised */
    trey_searcher_progress_fn progress; /* optional; called by the same thread */
    void *progress_context;
    trey_searcher_switch_fn switched; /* optional; called by the same thread */
    void *switched_context;
};

/* No time limit, 512 MiB. */
TREY_API void trey_searcher_defaults(struct trey_searcher_options *options);

/* What a game took. */
struct trey_searcher_report {
    uint64_t positions;   /* boards made by the searchers */
    uint64_t moves_made;  /* those taken back later included */
    uint64_t switches;    /* times a strategy called its hard searcher */
    uint64_t memory_cuts; /* searches of a move that the memory limit ended */
    size_t peak_bytes;    /* the most memory that the searchers held */
};

/* Plays an instance to the end. The game goes to *plan, to be freed with trey_plan_clear;
 * width and passes stay 0, moves_per_second counts moves that were taken back too. The
 * report is optional. Fails for want of memory (TREY_ERR_MEMORY) or when a searcher
 * cannot work within the limit at all (TREY_ERR_LIMIT); a cancelled or timed-out game
 * succeeds with the moves so far. One thread; calls may run side by side, also on one
 * player. */
TREY_API enum trey_status trey_searcher_player_play(
    const struct trey_searcher_player *player, const struct trey_sequence *sequence,
    const struct trey_searcher_options *options, struct trey_plan *plan,
    struct trey_searcher_report *report, struct trey_error *error);

/* --- for comparisons ---------------------------------------------------------------- */

/* A player of trey/compare.h by its configuration: one of the above, or the planner as
 *     plan(width=300,seed=1)    one pass of a width
 *     plan(time=2)              as wide as the time allows; 10 s if nothing is given
 * which always plans with one thread here. On success *player is the caller's, for
 * trey_sequence_player_free; else it is left alone, and TREY_ERR_ARGUMENT says what was
 * not understood. error may be NULL. Any number of threads may call it. */
TREY_API enum trey_status trey_sequence_player_parse(const char *config,
                                                     struct trey_sequence_player **player,
                                                     struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
