/* The state of a search, and the parts of the search of one depth. */
#ifndef TREY_SEARCH_EXPAND_H
#define TREY_SEARCH_EXPAND_H

#include "base/memory.h"
#include "eval/eval.h"
#include "os/clock.h"
#include "rules/mechanics.h"
#include "search/chances.h"
#include "search/table.h"
#include "trey/search.h"

#include <stdatomic.h>

/* The progress of a search between two slices. */
struct trey_search_progress {
    struct trey_view view;
    struct trey_search_limits limits;
    struct trey_search_result result;
    double start_s;
    bool budget;    /* nodes or time are limited */
    bool by_cutoff; /* a budget is spent on lower and lower probability cut-offs, not ply
                       by ply. Not where a tile may spawn in any empty cell and one move
                       leaves three times as many as another: the former would be searched
                       less deeply, so that the two could not be compared */
    bool in_depth;  /* a depth was interrupted by the end of a slice */
    unsigned plies; /* of the current depth */
    double cutoff;  /* probability cut-off of the current depth */
    double total_cost, last_cost; /* cost of all depths and of the last one, in the
                                     budget's unit: nodes or seconds */
    uint64_t positions;           /* of the last depth */
    uint64_t begun;               /* search->positions when the depth began */
    bool repeat_unpruned;         /* the depth must be repeated without pruning */
    bool reuses;                  /* results of the previous search are reused, and those
                                     of this one stored */
    unsigned resumed_plies;       /* depth whose values the previous search has stored; 0:
                                     none */
    unsigned idle_slices;         /* successive slices that added no deep table entry */
    double stretch;               /* factor by which slices are longer than requested */
};

/* Results of the search for the previous move that the next search reuses, where a time
 * limit is spent ply by ply: see search.c. */
struct trey_search_previous {
    unsigned plies;      /* of the last finished depth; 0: no results */
    uint64_t tile_sum;   /* of the root */
    double cost_s;       /* time of that depth */
    double growth;       /* factor by which one more ply takes longer */
    uint64_t positions;  /* of that depth */
    uint64_t buckets;    /* of the table, used by that depth */
    uint32_t generation; /* of its entries */
};

/* A cache of the values of moves whose spawns are evaluated. In Threes! many are
 * evaluated again at the next depth. In 2048 only the afterstate matters, and many moves
 * lead to the same one, wherever in a line the last tile spawned. */
struct trey_search_spawn {
    trey_board after;       /* 0: empty */
    uint64_t key;           /* what else the values depend on: see leaves.c */
    float value[3];         /* by rank - 1; in 2048 the first is that of all ranks */
    uint32_t search_number; /* number of the search that evaluated it */
};
enum { TREY_SEARCH_SPAWN_BITS = 12 };

/* Running mean of score-gap changes, from which the pruning margin follows: see
 * pruning.c. */
struct trey_search_pruning {
    bool enabled;
    double total_change; /* sum of the changes over all pairs of moves */
    uint64_t pairs;
};

struct trey_search {
    struct trey_rules rules;
    const struct trey_evaluator *evaluator;
    struct trey_mechanics mechanics;
    bool use_line_tables;     /* leaves are evaluated by the evaluator's line tables */
    bool counts_merges;       /* moves make a part of the value, as in 2048 */
    bool counts_moves;        /* ... by how much the tile sum grows, not points */
    float discount;           /* factor of the values of positions after a move */
    float min_downgrade_gain; /* moves that gain less make no tile to downgrade */

    struct trey_table *table; /* shared by all threads of the search */
    struct trey_chance_cache *chance_cache;
    struct trey_search_threads *threads; /* helper threads; NULL: none */
    unsigned move_order; /* index of the helper thread, 0 for the first: sets the order of
                            moves */
    struct trey_search_spawn spawns[1 << TREY_SEARCH_SPAWN_BITS];
    uint32_t search_number; /* number of the current search */

    /* State of the current search: */
    const struct trey_search_limits *limits;
    double deadline_s;  /* on the clock that the limits select; 0: none */
    uint64_t positions; /* searched, over all depths */
    uint64_t leaves;    /* evaluated, over all depths */
    float min_probability;
    unsigned rare_cost;   /* plies that a rare tile takes in addition: 0 or 1 */
    unsigned least_plies; /* smallest number of plies left at a position of this depth */
    uint64_t node_limit;  /* sum of positions and leaves; 0: none */
    const atomic_bool *finished; /* optional: another thread has finished the depth */
    bool must_finish;            /* limits are ignored (depth 1) */
    double slice_end_s;          /* end of the slice on the monotonic clock; 0: none */
    uint64_t slice_nodes;        /* nodes at which the slice ends; 0: none */
    unsigned deep_plies;         /* plies left from which a table entry is deep */
    uint64_t deep_entries; /* ... and number of deep entries that this slice has added:
                              see search.c */
    struct trey_search_pruning pruning;
    uint32_t previous_generation; /* at this depth: entries of this generation are valid,
                                     too; 0: none */
    unsigned root_moves;  /* moves of the root that are searched: bit 1 << direction */
    bool reached_horizon; /* at this depth: a board before the end of its game was
                             evaluated */
    bool pruned;          /* at this depth: a move or hint was pruned */
    bool rare_cut;    /* at this depth: with one more ply, a position after a rare tile
                         would have been searched */
    bool stopped;     /* a limit was reached: values of this depth are invalid */
    bool slice_ended; /* the limit was only the end of the slice */

    struct trey_search_progress progress;
    struct trey_search_previous previous;
};

/* Searches all legal moves at one depth; returns false if a limit was reached. The state
 * of the current search must be set. */
bool trey_search_root(struct trey_search *search, const struct trey_view *view,
                      unsigned plies, float value[4]);

/* The board that is searched in place of a view's. */
static inline trey_board trey_search_board(const struct trey_search *search,
                                           const struct trey_view *view)
{
    return trey_eval_downgraded(view->board, search->evaluator->downgrade);
}

static inline double trey_search_clock(const struct trey_search_limits *limits)
{
    return limits->cpu_time ? trey_clock_cpu() : trey_clock_monotonic();
}

/* --- parts of the search -------------------------------------------------------------
 */

/* Returns the value of a board on which the game is over. */
float trey_search_final_value(const struct trey_search *search, trey_board board);

/* Returns the value of a position at which at least one more move is searched;
 * `probability` is that of reaching it, conditional on the player's moves. */
float trey_search_position(struct trey_search *search, trey_board board, trey_deck deck,
                           unsigned plies, float probability);

/* trey_search_position with forward pruning, for a position that is not in the table:
 * see pruning.c. */
float trey_search_pruned_value(struct trey_search *search, trey_board board,
                               const struct trey_chances *chances, unsigned plies,
                               float probability);

/* Returns those of the root's moves that may still turn out best. */
unsigned trey_search_contenders(const struct trey_search *search, const float value[4],
                                unsigned root_moves);

/* A move before its spawn. */
struct trey_search_move {
    trey_board after;
    int direction;
    uint64_t cells; /* spawn cells, as flags; 0: the move ends the game */
    float gain;     /* points made by the move itself, where they count */
};

/* Makes a move; returns false if it is illegal. */
bool trey_search_make_move(const struct trey_search *search, trey_board board,
                           int direction, struct trey_search_move *move);

/* Returns the plies left for the positions after a tile of this rank spawns; 0: they are
 * evaluated. */
static inline unsigned trey_search_plies_after(const struct trey_search *search,
                                               const struct trey_chances *chances,
                                               unsigned rank, unsigned plies)
{
    static const float rare = 0.2F;
    unsigned cost = 1 + (chances->chance[rank] < rare ? search->rare_cost : 0);
    return plies > cost ? plies - cost : 0;
}

/* Returns those of the ranks that are so likely to spawn that their positions are
 * searched; none unless `plies` > 1. */
unsigned trey_search_likely_ranks(struct trey_search *search,
                                  const struct trey_search_move *move,
                                  const struct trey_chances *chances, unsigned ranks,
                                  unsigned plies, float probability);

/* Prefetches the transposition-table buckets of all positions before the first is looked
 * up: most positions lead to only a few leaves, and each would wait for memory. */
TREY_PREFETCH_FN void trey_search_prefetch(const struct trey_search *search,
                                           const struct trey_search_move *move,
                                           const struct trey_chances *chances,
                                           unsigned ranks, unsigned plies)
{
    for (; ranks != 0; ranks &= ranks - 1) {
        unsigned rank = (unsigned)__builtin_ctz(ranks);
        assert((chances->ranks >> rank & 1) != 0);
        uint32_t tag =
            trey_table_tag(search->table, chances->deck[rank],
                           trey_search_plies_after(search, chances, rank, plies));
        for (uint64_t cells = move->cells; cells != 0; cells &= cells - 1)
            __builtin_prefetch(trey_table_bucket(
                search->table, move->after | (cells & -cells) * rank, tag));
    }
}

/* Searches the positions after each of these ranks spawns: `values` gets the mean over
 * the spawn cells by rank, and has room for 16. */
void trey_search_spawn_values(struct trey_search *search,
                              const struct trey_search_move *move,
                              const struct trey_chances *chances, unsigned ranks,
                              unsigned plies, float probability, float values[16]);

/* Computes the values of a move under the first `hints` hints, from those by rank; and of
 * a move that ends the game. */
void trey_search_hint_values(const struct trey_search *search,
                             const struct trey_chances *chances, int hints, float gain,
                             const float rank_value[16], float *values);
void trey_search_final_values(const struct trey_search *search,
                              const struct trey_search_move *move, int hints,
                              float *values);

/* The leaves after a move: the boards after each of these ranks spawns. `values` gets the
 * mean over the spawn cells by rank. It has room for 16; any of them may be overwritten.
 */
struct trey_search_leaf_move {
    const struct trey_search_move *move;
    unsigned ranks;
    float *values;
};

/* Evaluates the leaves after 1 to TREY_EVAL_MAX_SPAWNS moves. `deck` is that of the
 * chances.
 */
void trey_search_leaves(struct trey_search *search,
                        const struct trey_search_leaf_move *moves, int count,
                        const trey_deck deck[16]);

#endif
