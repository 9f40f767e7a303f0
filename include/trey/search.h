/* trey/search.h - expectimax search: the value of each legal move, given all that is
 * known.
 *
 * Depth 1 is the player's move and the spawn of the known tile, averaged over its cells;
 * each further ply adds a draw, a move and a spawn. The deck is tracked exactly, and
 * bonus tiles follow their rule. A search receives a view, so it cannot use what a player
 * must not know.
 *
 * The same view, options and evaluator give the same values and counts on every machine,
 * whatever was searched before, unless a time limit or the cancel flag intervenes. */
#ifndef TREY_SEARCH_H
#define TREY_SEARCH_H

#include "trey/eval.h"
#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum search depth in plies. */
#define TREY_SEARCH_MAX_DEPTH 100

#define TREY_SEARCH_MIN_TABLE_BYTES ((size_t)1 << 12)
#define TREY_SEARCH_MAX_TABLE_BYTES                                                      \
    ((size_t)(sizeof(size_t) > 4 ? (uint64_t)1 << 36 : (uint64_t)1 << 30))

struct trey_search_result;

/* Limits of a search; the first one reached ends it. Depth 1 is always finished.
 * Initialise with trey_search_limits_defaults, then change what is needed.
 *
 * Without a limit of nodes or time, the search deepens ply by ply. Within such a budget
 * it uses finer steps: it lowers the probability cut-off (see min_probability), each time
 * by as much as the budget probably allows, and at deeper plies it prunes moves that fall
 * far behind (forward pruning), which makes values as good as those of about four times
 * the budget. Where a tile may spawn in any empty cell, as in 2048, it deepens ply by ply
 * instead, and a tile with a chance below 0.2 takes two plies. */
struct trey_search_limits {
    unsigned depth_plies;   /* 1..TREY_SEARCH_MAX_DEPTH */
    uint64_t nodes;         /* boards visited, over all depths; 0: no limit. The search
                               then uses one thread, so that the result does not depend
                               on the number of threads */
    double time_s;          /* duration of the call; 0: no limit */
    bool cpu_time;          /* time_s is CPU time of this thread, otherwise wall-clock
                               time */
    double min_probability; /* positions with a lower probability, conditional on the
                               player's moves, are evaluated, not searched; 0: none.
                               Trades exactness for depth */
    bool best_only; /* for players: moves far behind the best are not searched further,
                       nor is the last remaining one, and forward pruning is used
                       without a budget, too. In 2048 with a limit of time alone, the
                       search reuses values that the previous one has stored */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    /* Optional: called after each depth; `result` is valid during the call. */
    void (*report)(void *context, const struct trey_search_result *result);
    void *report_context;
    uint64_t reserved[TREY_RESERVED];
};

/* True if the limits are a budget: nodes or time are limited. */
static inline bool trey_search_limits_budget(const struct trey_search_limits *limits)
{
    return limits->nodes != 0 || limits->time_s > 0.0;
}

/* Result of one finished depth of a search; depths are stored in the order of the
 * search. */
struct trey_search_depth {
    double value[4];        /* by direction; 0 if illegal */
    double min_probability; /* probability cut-off of this depth */
    uint64_t nodes;         /* of this depth and all earlier ones */
    unsigned depth_plies;   /* longest line of this depth */
};

/* Maximum number of depths stored in a result. A search within a budget finishes three to
 * six; of a longer search the last ones are stored. */
#define TREY_SEARCH_HISTORY 8

/* Result of a search. All values are from the same, last finished depth; with
 * `best_only`, values of moves that fell behind are from the depth where they did. Values
 * have the evaluator's scale; points are those of the whole game in Threes!, and those
 * still to come in 2048. A move that ends the game (trey_rules_ends) has the value of the
 * final position. If there is such a move, a network that downgrades boards never values
 * another one as equal, because its values are those of a game that does not end. */
struct trey_search_result {
    double value[4];        /* by direction; 0 if illegal */
    unsigned legal;         /* bit 1 << direction */
    int best;               /* direction of the largest value, the first of equal ones,
                               among the moves searched to the end; -1: game over */
    unsigned depth_plies;   /* of the longest lines searched; 0: game over */
    double min_probability; /* probability cut-off of the last finished depth */
    bool exact;             /* every line was followed to the end of the game, so
                               greater depths give the same values; never with a
                               network that downgrades boards or uses the tile-sum
                               objective */
    uint64_t nodes;         /* positions searched and boards evaluated, all depths */
    uint64_t leaves;        /* of these, boards evaluated */
    double seconds;
    unsigned history_count; /* number of entries of `history`, 0..TREY_SEARCH_HISTORY */
    struct trey_search_depth history[TREY_SEARCH_HISTORY]; /* oldest first; the last one
                                                              has the values above */
};

/* A search: the memory for searching positions of one rule set, one thread at a time. */
struct trey_search;

/* Default size of the transposition table. */
#define TREY_SEARCH_TABLE_BYTES ((size_t)64 << 20)

/* Makes a search for these rules. The evaluator must be for their board and tiles and
 * outlive the search; several searches may share it. The transposition table takes at
 * most `table_bytes`, rounded down to a power of two (TREY_SEARCH_MIN_TABLE_BYTES..MAX);
 * TREY_SEARCH_TABLE_BYTES is a good choice. TREY_ERR_ARGUMENT for invalid rules, an
 * evaluator of another game, or a table size out of range; TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_search_new(const struct trey_rules *rules,
                                          const struct trey_evaluator *evaluator,
                                          size_t table_bytes, struct trey_search **search,
                                          struct trey_error *error);

/* Maximum number of threads of a search. */
#define TREY_SEARCH_MAX_THREADS 256

/* Sets the number of threads that search one position, initially 1; 0: one per processor.
 * Time limits are then wall-clock time. A search with a limit of nodes uses one thread,
 * so its result never depends on this number; nor does that of a search without
 * min_probability and without limits. TREY_ERR_ARGUMENT for too many, TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_search_set_threads(struct trey_search *search,
                                                  unsigned threads,
                                                  struct trey_error *error);

/* Frees a search, but not its evaluator. NULL is allowed. */
TREY_API void trey_search_free(struct trey_search *search);

/* Sets the defaults: any depth, no limit of nodes or time, no probability cut-off. */
TREY_API void trey_search_limits_defaults(struct trey_search_limits *limits);

/* Searches a position. Allocates nothing. TREY_ERR_ARGUMENT if the view has other rules
 * than the search or a limit is out of range; a game that is over is not an error. The
 * view must be possible (trey_view_check). */
TREY_API enum trey_status trey_search_run(struct trey_search *search,
                                          const struct trey_view *view,
                                          const struct trey_search_limits *limits,
                                          struct trey_search_result *result,
                                          struct trey_error *error);

/* Begins the same search in slices, for threads that have other work in between: call
 * trey_search_step until it returns false. `view` and `limits` are copied; the time limit
 * starts now and includes pauses. To abandon a search, begin another one or free it.
 * Errors as for trey_search_run. */
TREY_API enum trey_status trey_search_begin(struct trey_search *search,
                                            const struct trey_view *view,
                                            const struct trey_search_limits *limits,
                                            struct trey_error *error);

/* Searches for one slice of about `slice_s` seconds, or with a limit of nodes about half
 * a million nodes, so that the result does not depend on the machine; 0: the whole
 * search. False if the search is finished; do not call it again then. *result is that of
 * the last finished depth, with best -1 before the first; the first slice finishes depth
 * 1. Each slice except the last costs a few thousand nodes more than an undivided
 * search. */
TREY_API bool trey_search_step(struct trey_search *search, double slice_s,
                               struct trey_search_result *result);

/* Divides time among the moves of games so that the mean per move meets a target: time
 * that a move does not use is available to later ones. Moves may have weights of 0 or
 * more; the scale of weights is taken from finished games, so all moves of the first game
 * are equal. Initialise with trey_pace_begin. Not thread-safe. */
struct trey_pace {
    double mean_s;
    double due_s, spent_s;                /* of this game */
    double slides, weights;               /* of this game */
    double former_slides, former_weights; /* of earlier games */
};

static inline void trey_pace_begin(struct trey_pace *pace, double mean_s)
{
    pace->mean_s = mean_s;
    pace->due_s = pace->spent_s = pace->slides = pace->weights = 0.0;
    pace->former_slides = pace->former_weights = 0.0;
}

/* Starts a new game; of the one before, only the weights of its moves are kept. */
static inline void trey_pace_game(struct trey_pace *pace)
{
    pace->former_slides += pace->slides;
    pace->former_weights += pace->weights;
    pace->due_s = pace->spent_s = pace->slides = pace->weights = 0.0;
}

/* The weight, raised to that of a move that takes a quarter of the mean time. */
static inline double trey_pace_weight(const struct trey_pace *pace, double weight)
{
    double least = pace->former_weights > 0.0
                       ? 0.25 * pace->former_weights / pace->former_slides
                       : 0.0;
    return weight < least ? least : weight;
}

/* Target time in seconds of a move of this weight. */
static inline double trey_pace_due(const struct trey_pace *pace, double weight)
{
    return pace->former_weights > 0.0 ? trey_pace_weight(pace, weight) * pace->mean_s *
                                            (pace->former_slides / pace->former_weights)
                                      : pace->mean_s;
}

/* Limit `time_s` for the next move: a quarter to four times its target. Time that moves
 * before have left over raises all limits by the same factor, so that their ratios are
 * those of the weights. */
static inline double trey_pace_limit(const struct trey_pace *pace, double weight)
{
    double left_s = pace->due_s - pace->spent_s;
    double factor = pace->mean_s > 0.0 ? 1.0 + left_s / (16.0 * pace->mean_s) : 1.0;
    return trey_pace_due(pace, weight) * (factor < 0.25  ? 0.25
                                          : factor > 4.0 ? 4.0
                                                         : factor);
}

/* Records the time that a move of this weight took. */
static inline void trey_pace_spent(struct trey_pace *pace, double weight, double seconds)
{
    pace->due_s += trey_pace_due(pace, weight);
    pace->spent_s += seconds;
    pace->slides += 1.0;
    pace->weights += trey_pace_weight(pace, weight);
}

#ifdef __cplusplus
}
#endif
#endif
