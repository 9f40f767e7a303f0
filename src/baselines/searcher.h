/* A searcher: from a position to the next move or moves.
 *
 * To add one: write a file that defines a `const struct trey_searcher`, declare it in the
 * list below, and add its row to searchers.c. Most give `choose` alone; `open` and
 * `close` hold what it needs from move to move, `play` is for those that take moves
 * back. */
#ifndef TREY_BASELINES_SEARCHER_H
#define TREY_BASELINES_SEARCHER_H

#include "baselines/heuristic.h"
#include "trey/baselines.h"

struct trey_lookahead;

/* --- a run: one game of one player ---------------------------------------------------
 */

/* What all searchers of a run share: the instance, the limits, the counters. */
struct trey_run {
    const struct trey_sequence *sequence;
    const struct trey_searcher_options *options;
    struct trey_searcher_report *report;
    struct trey_searcher_progress progress;
    size_t bytes_left, bytes_limit; /* of memory */
    double start, next_report;
    bool hard;    /* the hard searcher of a strategy is at work */
    bool stopped; /* cancelled or out of time: return soon, whatever was found */
};

/* To be called for every board made; true once the run is to stop. */
bool trey_run_look(struct trey_run *run); /* the clock and the cancel flag */
static inline bool trey_run_count(struct trey_run *run)
{
    return (++run->report->positions & 1023) == 0 ? trey_run_look(run) : run->stopped;
}

/* Memory within the limit, and its return. NULL: the limit or the system refused. */
void *trey_run_take(struct trey_run *run, size_t size_bytes);
void trey_run_give(struct trey_run *run, void *memory, size_t size_bytes);

/* Which searcher of a strategy works from here on, `moves` into the game. */
void trey_run_switch(struct trey_run *run, bool hard, size_t moves);

/* The game so far. */
struct trey_path {
    struct trey_position position;
    uint8_t *moves;   /* room for every possible move */
    uint8_t *longest; /* the longest game seen */
    size_t longest_moves;
    uint64_t longest_score;
};

/* Plays up to `count` moves, all of which must be legal. */
void trey_path_play(struct trey_run *run, struct trey_path *game, const uint8_t *moves,
                    size_t count);
void trey_path_take_back(struct trey_run *run, struct trey_path *game, size_t count);
void trey_path_keep(struct trey_path *game); /* if it is the longest so far */

/* Whether every tile of the list was played: nobody can go further. */
bool trey_path_complete(const struct trey_run *run, const struct trey_path *game);

/* --- the interface -------------------------------------------------------------------
 */

/* The moves to make; none if the searcher knows none. */
struct trey_choice {
    uint8_t moves[TREY_SEARCHER_MAX_DEPTH];
    size_t count;
    bool reached; /* a board at the full depth was found (all tiles played counts) */
};

struct trey_lookahead_settings {
    const struct trey_searcher *searcher;
    struct trey_heuristic_settings heuristic;
    unsigned depth_plies, nodes, moves;
    bool moves_given; /* and not the searcher's default */
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
    /* May be NULL. What open took goes to search->scratch. */
    enum trey_status (*open)(struct trey_lookahead *search, struct trey_error *error);
    void (*close)(struct trey_lookahead *search);
    void (*choose)(struct trey_lookahead *search, const struct trey_position *from,
                   struct trey_choice *choice);
    /* NULL: choose and play until there is no move. */
    void (*play)(struct trey_lookahead *search, struct trey_path *game);
};

/* A searcher at work. */
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

/* The table; NULL-terminated. */
extern const struct trey_searcher *const trey_searchers[];

/* Chooses; the choice is empty where no tile is left and when the run is to stop. */
void trey_lookahead_choose(struct trey_lookahead *search,
                           const struct trey_position *from, struct trey_choice *choice);

/* Depth limit from a position: no deeper than there are tiles. */
unsigned trey_lookahead_depth(const struct trey_lookahead *search,
                              const struct trey_position *from);

/* The `play` of the strategies with backtracking. */
void trey_strategy_bt_play(struct trey_lookahead *search, struct trey_path *game);

#endif
