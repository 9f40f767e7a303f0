/* trey/search.h - expectimax: what every legal slide is worth, with all that is known.
 *
 * Depth 1 is the player's own slide with the entry of the known tile averaged; each
 * further ply adds one draw, one slide and one entry. The deck is tracked exactly, bonus
 * tiles by their rule. A search is given a view, so it cannot know what a player may not.
 *
 * The same view, options and evaluator give the same values and counts everywhere,
 * whatever was searched before, unless a limit of time or the cancel flag cuts in. */
#ifndef TREY_SEARCH_H
#define TREY_SEARCH_H

#include "trey/eval.h"
#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More plies than this are not looked ahead. */
#define TREY_SEARCH_MAX_DEPTH 100

#define TREY_SEARCH_MIN_TABLE_BYTES ((size_t)1 << 12)
#define TREY_SEARCH_MAX_TABLE_BYTES                                                      \
    ((size_t)(sizeof(size_t) > 4 ? (uint64_t)1 << 36 : (uint64_t)1 << 30))

struct trey_search_result;

/* When to stop: at the first of these. Depth 1 is always finished. Fill it through
 * trey_search_limits_defaults, then change what is wanted.
 *
 * With neither nodes nor time limited, the search goes deeper ply by ply. Within such a
 * budget it goes on in finer steps: it lowers the probability below which it evaluates
 * and does not search, each time by so much as the budget will most likely allow; and
 * further down it leaves aside what falls far behind, which makes a value as good as one
 * of about four times the budget. */
struct trey_search_limits {
    unsigned depth_plies;   /* 1..TREY_SEARCH_MAX_DEPTH */
    uint64_t nodes;         /* boards looked at, over all depths; 0: no limit. One thread
                               searches then, so that the result does not depend on the
                               number of threads */
    double time_s;          /* of the call; 0: no limit */
    bool cpu_time;          /* of this thread's processor, else of the wall clock */
    double min_probability; /* a position that is less likely to be reached than this,
                               the player's slides given, is evaluated and not searched;
                               0: none. It trades exactness for depth. */
    bool best_only; /* slides that fall far behind the best are looked at no further, nor
                       is the last one left, and without a budget, too, what is far behind
                       further down is left aside: for players */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    /* Optional: told what each depth has found; `result` is valid during the call. */
    void (*report)(void *context, const struct trey_search_result *result);
    void *report_context;
};

/* Whether they are a budget: nodes or time are limited. */
static inline bool trey_search_limits_budget(const struct trey_search_limits *limits)
{
    return limits->nodes != 0 || limits->time_s > 0.0;
}

/* Values of one finished depth of a search, in the order in which depths were searched.
 */
struct trey_search_depth {
    double value[4];        /* by direction; 0 where illegal */
    double min_probability; /* cut-off of this depth */
    uint64_t nodes;         /* of this depth and all before it */
    unsigned depth_plies;   /* longest line of this depth */
};

/* Number of depths that a result keeps. A search within a budget finishes three to six;
 * of a longer one the last ones are kept. */
#define TREY_SEARCH_HISTORY 8

/* What a search found, all values from the same, last finished depth; with `best_only`
 * those of slides that fell behind are of the depth in which they did. Values are in the
 * evaluator's scale; of points, those of the whole game in Threes! and those from here on
 * in 2048. A slide that ends the game (trey_rules_ends) is worth what it ends with;
 * beside one no other is worth as much by a network that downgrades boards, which says
 * what they would be in a game that does not end. */
struct trey_search_result {
    double value[4];      /* by direction; 0 where illegal */
    unsigned legal;       /* bit 1 << direction */
    int best;             /* the first direction of the largest value, of those looked at
                             to the end; -1: game over */
    unsigned depth_plies; /* of the longest lines looked at; 0: game over */
    double min_probability; /* by which lines were cut off, of all the same */
    bool exact;             /* every line was followed to the end of the game, so that no
                               greater depth gives other values; never by a network that
                               downgrades boards, or whose values are sums of tiles */
    uint64_t nodes;         /* positions searched and boards evaluated, over all depths */
    uint64_t leaves;        /* of these, boards evaluated */
    double seconds;
    unsigned history_count; /* depths kept in `history`, 0..TREY_SEARCH_HISTORY */
    struct trey_search_depth history[TREY_SEARCH_HISTORY]; /* oldest first; the last one
                                                              has the values above */
};

/* Memory for searches of one rule set, to be used by one thread at a time. */
struct trey_search;

/* Makes a search for these rules. The evaluator must be for their board and tiles and
 * outlive the search; several may share it. The transposition table takes at most
 * `table_bytes`: the largest power of two that fits (TREY_SEARCH_MIN_TABLE_BYTES..MAX).
 * TREY_SEARCH_TABLE_BYTES is a good choice. TREY_ERR_ARGUMENT for rules that cannot be
 * played, another evaluator or a table too small or large; TREY_ERR_MEMORY. */
#define TREY_SEARCH_TABLE_BYTES ((size_t)64 << 20)
TREY_API enum trey_status trey_search_new(const struct trey_rules *rules,
                                          const struct trey_evaluator *evaluator,
                                          size_t table_bytes, struct trey_search **search,
                                          struct trey_error *error);

/* Sets how many threads search one position, at first 1; 0: one per processor. Limits of
 * time are then of the wall clock. A search with a limit of nodes uses one thread: its
 * result never depends on this number, nor does that of a search without min_probability
 * and without limits. TREY_ERR_ARGUMENT for too many, TREY_ERR_MEMORY. */
#define TREY_SEARCH_MAX_THREADS 256
TREY_API enum trey_status trey_search_set_threads(struct trey_search *search,
                                                  unsigned threads,
                                                  struct trey_error *error);

/* NULL is taken. The evaluator is left alone. */
TREY_API void trey_search_free(struct trey_search *search);

/* Any depth, no limit of nodes or time, no probability cut-off. */
TREY_API void trey_search_limits_defaults(struct trey_search_limits *limits);

/* Searches a position. Allocates nothing. TREY_ERR_ARGUMENT if the view is not of the
 * search's rules or a limit is out of its range; a game that is over is no error. The
 * view is taken to be possible (trey_view_check). */
TREY_API enum trey_status trey_search_run(struct trey_search *search,
                                          const struct trey_view *view,
                                          const struct trey_search_limits *limits,
                                          struct trey_search_result *result,
                                          struct trey_error *error);

/* The same in slices, for one thread that has other things to do between them: begin,
 * then step until it returns false. `view` and `limits` are copied; the limit of time
 * counts from the beginning, pauses included. A slice takes about `slice_s` seconds, with
 * a limit of nodes instead about half a million nodes, so that what is found does not
 * depend on the machine; 0: all of the search. *result is that of the last finished
 * depth, best -1 if there is none yet; depth 1 is finished by the first slice. Each slice
 * but the last costs a few thousand nodes more than a search in one piece. A search that
 * was begun may be given up: begin another, or free it. Errors of the beginning are those
 * of trey_search_run; a step must follow a begin, and not one that returned false. */
TREY_API enum trey_status trey_search_begin(struct trey_search *search,
                                            const struct trey_view *view,
                                            const struct trey_search_limits *limits,
                                            struct trey_error *error);
TREY_API bool trey_search_step(struct trey_search *search, double slice_s,
                               struct trey_search_result *result);

/* Time for the slides of games, so that their mean comes to what is wanted: what one
 * slide leaves over, the following may use. Slides may count for more than others, each
 * with a weight of 0 or more: how much a weight is worth is known once a game is over, so
 * that all slides of the first one are alike. Initialise by trey_pace_begin. */
struct trey_pace {
    double mean_s;
    double due_s, spent_s;                /* of the game */
    double slides, weights;               /* of the game */
    double former_slides, former_weights; /* of those before */
};

static inline void trey_pace_begin(struct trey_pace *pace, double mean_s)
{
    pace->mean_s = mean_s;
    pace->due_s = pace->spent_s = pace->slides = pace->weights = 0.0;
    pace->former_slides = pace->former_weights = 0.0;
}

/* A game begins; of the one before, what its slides weighed is all that is kept. */
static inline void trey_pace_game(struct trey_pace *pace)
{
    pace->former_slides += pace->slides;
    pace->former_weights += pace->weights;
    pace->due_s = pace->spent_s = pace->slides = pace->weights = 0.0;
}

/* The weight, or that with which a slide takes a quarter of the mean, if it is more. */
static inline double trey_pace_weight(const struct trey_pace *pace, double weight)
{
    double least = pace->former_weights > 0.0
                       ? 0.25 * pace->former_weights / pace->former_slides
                       : 0.0;
    return weight < least ? least : weight;
}

/* What a slide of this weight is to take, in seconds. */
static inline double trey_pace_due(const struct trey_pace *pace, double weight)
{
    return pace->former_weights > 0.0 ? trey_pace_weight(pace, weight) * pace->mean_s *
                                            (pace->former_slides / pace->former_weights)
                                      : pace->mean_s;
}

/* For the limit `time_s` of the next slide: up to four times what is due. */
static inline double trey_pace_limit(const struct trey_pace *pace, double weight)
{
    double due_s = trey_pace_due(pace, weight);
    double limit_s = due_s + (pace->due_s - pace->spent_s) / 16.0;
    return limit_s < 0.25 * due_s  ? 0.25 * due_s
           : limit_s > 4.0 * due_s ? 4.0 * due_s
                                   : limit_s;
}

/* A slide of this weight took so long. */
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
