/* The heuristics and searchers of a student report of 2014 on the
 * known-sequence game, as players for comparison.
 *
 * A player is made from a text, its configuration:
 *
 *     beta                                              a preset
 *     dldfs                                             a searcher with its defaults
 *     pruner(weighted,weights=0.3/0.5/0.2/0,depth=15)   with settings
 *     strategy-bt(easy=pruner(empties,depth=9),hard=wide,bt=20)
 *
 * The brackets hold KEY=VALUE settings separated by commas; a single word is a heuristic.
 * Keys:
 *   heuristic  a name in the table of heuristics
 *   cap        count above which a heuristic does not increase, 1..48
 *   transform  linear, sqrt or polynomial (the square), applied to counts
 *   weights    of the heuristic `weighted`: four numbers separated by slashes or commas
 *   depth      moves looked ahead, 1..TREY_SEARCHER_MAX_DEPTH
 *   nodes      boards kept (wide) or wanted at full depth (pruner), 1..2^24
 *   moves      moves made at once (jogger), 1..TREY_SEARCHER_MAX_DEPTH
 *   easy, hard the two searchers of a strategy, configurations themselves
 *   bt         moves taken back (strategy-bt), 1..1000000
 * A setting of a strategy applies to those of its two searchers that have it. Everything
 * here is deterministic: games do not depend on chance or threads, nor, unless a time
 * limit ends them, on the clock. */
#ifndef TREY_EXTRAS_BASELINES_BASELINES_H
#define TREY_EXTRAS_BASELINES_BASELINES_H

#include "extras/baselines/compare.h"
#include "trey/plan.h"

#define TREY_SEARCHER_MAX_DEPTH 64

/* --- tables of names ---------------------------------------------------------------- */

/* Name of a preset. */
const char *trey_preset_name_at(int index);

/* Configuration of a preset. */
const char *trey_preset_text_at(int index);

/* --- players ------------------------------------------------------------------------ */

/* A player. Opaque; any number of threads may read one that no thread changes. */
struct trey_searcher_player;

/* Makes a player from a configuration of at most 1000 letters. On success *player belongs
 * to the caller, for trey_searcher_player_free. TREY_ERR_ARGUMENT with a message that
 * names the part that is wrong. */
enum trey_status trey_searcher_player_parse(const char *config,
                                            struct trey_searcher_player **player,
                                            struct trey_error *error);

/* Changes one setting; key and value as in a configuration. TREY_ERR_ARGUMENT, with
 * nothing changed, if the player has no such setting, if the setting was given before,
 * here or in the configuration, or if the value is out of range. */
enum trey_status trey_searcher_player_set(struct trey_searcher_player *player,
                                          const char *key, const char *value,
                                          struct trey_error *error);

/* The whole configuration with every setting: equal players give equal texts, and the
 * text makes the same player again. *text belongs to the caller, for trey_free. */
enum trey_status trey_searcher_player_format(const struct trey_searcher_player *player,
                                             char **text, struct trey_error *error);

/* Frees a player that is not playing. NULL is allowed. */
void trey_searcher_player_free(struct trey_searcher_player *player);

/* --- playing ------------------------------------------------------------------------ */

/* Passed to the progress callback a few times a second. */
struct trey_searcher_progress {
    size_t moves_done, moves_longest; /* of this game; no game is longer */
    uint64_t score, bound;            /* of this game; upper bound of any game */
    uint64_t switches;                /* times the hard searcher was called */
    double seconds;                   /* since the start */
};

typedef void (*trey_searcher_progress_fn)(void *context,
                                          const struct trey_searcher_progress *progress);

/* Called when the other searcher takes over: `hard` if it is the hard one, the moves of
 * the game so far, and the number of all moves made, including those taken back. */
typedef void (*trey_searcher_switch_fn)(void *context, bool hard, size_t moves_done,
                                        uint64_t moves_made);

/* Options of a game. Initialise with trey_searcher_defaults. */
struct trey_searcher_options {
    double time_limit_s; /* 0: none. When it is reached, the game so far is the result */
    size_t max_memory_bytes;            /* upper limit of the searchers' memory */
    const struct trey_cancel *cancel;   /* optional: stop soon once it is raised */
    trey_searcher_progress_fn progress; /* optional; called by the same thread */
    void *progress_context;
    trey_searcher_switch_fn switched; /* optional; called by the same thread */
    void *switched_context;
    uint64_t reserved[TREY_RESERVED];
};

/* Sets the defaults: no time limit, 512 MiB. */
void trey_searcher_defaults(struct trey_searcher_options *options);

/* Work of a game. */
struct trey_searcher_report {
    uint64_t positions;   /* boards made by the searchers */
    uint64_t moves_made;  /* including those taken back later */
    uint64_t switches;    /* times a strategy called its hard searcher */
    uint64_t memory_cuts; /* searches of a move that the memory limit cut short */
    size_t peak_bytes;    /* peak memory of the searchers */
};

/* Plays an instance to the end. *plan receives the game, to be freed with
 * trey_plan_clear; its width and passes are 0, and moves_per_second includes moves that
 * were taken back. The report is optional. TREY_ERR_MEMORY, or TREY_ERR_LIMIT if the
 * memory limit is too small for a searcher; a cancelled or timed-out game succeeds with
 * the moves so far. Uses one thread; calls may run in parallel, also with one player. */
enum trey_status trey_searcher_player_play(const struct trey_searcher_player *player,
                                           const struct trey_sequence *sequence,
                                           const struct trey_searcher_options *options,
                                           struct trey_plan *plan,
                                           struct trey_searcher_report *report,
                                           struct trey_error *error);

/* --- for comparisons ---------------------------------------------------------------- */

/* Makes a player of trey/compare.h from its configuration: one of the above, or the
 * planner:
 *     plan(width=300,seed=1)    one pass of this width
 *     plan(time=2)              as wide as the time allows; 10 s without any setting
 * The planner always uses one thread here. On success *player belongs to the caller, for
 * trey_sequence_player_free; otherwise it is unchanged, and TREY_ERR_ARGUMENT comes with
 * a message that names the part that is wrong. Thread-safe. */
enum trey_status trey_sequence_player_parse(const char *config,
                                            struct trey_sequence_player **player,
                                            struct trey_error *error);

#endif
