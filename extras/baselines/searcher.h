/* A searcher: chooses the next move or moves of a position.
 *
 * To add one: write a file that defines a `const struct trey_searcher`, declare it in the
 * list below, and add its row to searchers.c. Most define only `choose`. `open` and
 * `close` allocate and free what a searcher keeps from move to move; `play` is for
 * searchers that take moves back. */
#ifndef TREY_EXTRAS_BASELINES_SEARCHER_H
#define TREY_EXTRAS_BASELINES_SEARCHER_H

#include "extras/baselines/baselines.h"
#include "extras/baselines/heuristic.h"

struct trey_lookahead;

/* --- a run: one game of one player ---------------------------------------------------
 */

/* Shared by all searchers of a run: the instance, limits and counters. */
struct trey_run {
    const struct trey_sequence *sequence;
    const struct trey_searcher_options *options;
    struct trey_searcher_report *report;
    struct trey_searcher_progress progress;
    size_t bytes_left, bytes_limit; /* of memory */
    double start;                   /* by trey_clock_monotonic */
    double next_report;             /* seconds after start */
    bool hard;                      /* the hard searcher of a strategy is active */
    bool stopped; /* cancelled or out of time: searchers must return soon */
};

/* Checks the clock and the cancel flag; true if the run must stop. */
bool trey_run_check_limits(struct trey_run *run);

/* To be called for every board made; true if the run must stop. */
static inline bool trey_run_count(struct trey_run *run)
{
    return (++run->report->positions & 1023) == 0 ? trey_run_check_limits(run)
                                                  : run->stopped;
}

/* Allocates and frees memory within the limit. NULL if out of memory. */
void *trey_run_alloc(struct trey_run *run, size_t size_bytes);
void trey_run_free(struct trey_run *run, void *memory, size_t size_bytes);

/* Sets which searcher of a strategy is active after `moves` moves of the game. */
void trey_run_switch(struct trey_run *run, bool hard, size_t moves);

/* The game so far. */
struct trey_path {
    struct trey_position position;
    uint8_t *moves;   /* with room for all moves of the longest game */
    uint8_t *longest; /* the longest game so far */
    size_t longest_moves;
    uint64_t longest_score;
};

/* Plays `count` moves, which must be legal. */
void trey_path_play(struct trey_run *run, struct trey_path *game, const uint8_t *moves,
                    size_t count);

/* Takes back `count` moves, or all if there are fewer. */
void trey_path_undo(struct trey_run *run, struct trey_path *game, size_t count);

/* Saves the game if it is the longest so far, or as long with a higher score. */
void trey_path_save_longest(struct trey_path *game);

/* True if every tile of the list has been played. */
bool trey_path_complete(const struct trey_run *run, const struct trey_path *game);

/* --- the interface -------------------------------------------------------------------
 */

/* The moves to play; none if the searcher finds none. */
struct trey_choice {
    uint8_t moves[TREY_SEARCHER_MAX_DEPTH];
    size_t count;
    bool reached; /* found a board at full depth, or with all tiles played */
};

struct trey_lookahead_settings {
    const struct trey_searcher *searcher;
    struct trey_heuristic_settings heuristic;
    unsigned depth_plies, nodes, moves;
    bool moves_given; /* `moves` was set, and is not the default */
};

/* Bits of trey_searcher.uses. */
enum {
    TREY_USES_DEPTH = 1,
    TREY_USES_NODES = 2,
    TREY_USES_MOVES = 4,
    TREY_USES_BACKTRACK = 8,
    TREY_USES_EASY_HARD = 16,
};

struct trey_searcher {
    const char *name, *summary;
    const char *defaults; /* as in a configuration: "weighted,depth=6" */
    unsigned uses;
    /* Both may be NULL. `open` stores what it allocates in search->scratch. */
    enum trey_status (*open)(struct trey_lookahead *search, struct trey_error *error);
    void (*close)(struct trey_lookahead *search);
    void (*choose)(struct trey_lookahead *search, const struct trey_position *from,
                   struct trey_choice *choice);
    /* NULL: choose and play until there is no move. */
    void (*play)(struct trey_lookahead *search, struct trey_path *game);
};

/* A searcher during a run. */
struct trey_lookahead {
    struct trey_run *run;
    struct trey_lookahead_settings settings;
    unsigned backtrack;
    struct trey_lookahead *easy, *hard; /* of the strategies */
    void *scratch;
};

extern const struct trey_searcher trey_searcher_dldfs;
extern const struct trey_searcher trey_searcher_pruner;
extern const struct trey_searcher trey_searcher_jogger;
extern const struct trey_searcher trey_searcher_wide;
extern const struct trey_searcher trey_searcher_strategy;
extern const struct trey_searcher trey_searcher_strategy_bt;
extern const struct trey_searcher trey_searcher_strategy_bt_jogger;

/* All searchers, NULL-terminated. */
extern const struct trey_searcher *const trey_searchers[];

/* Calls the searcher. The choice is empty if no tile is left or the run must stop. */
void trey_lookahead_choose(struct trey_lookahead *search,
                           const struct trey_position *from, struct trey_choice *choice);

/* Depth limit from a position: at most the number of tiles left. */
unsigned trey_lookahead_depth(const struct trey_lookahead *search,
                              const struct trey_position *from);

#endif
