/* One depth of the search: the state of it, and the value of a slide. */
#ifndef TREY_SEARCH_EXPAND_H
#define TREY_SEARCH_EXPAND_H

#include "base/clock.h"
#include "base/memory.h"
#include "eval/eval.h"
#include "rules/mechanics.h"
#include "search/chances.h"
#include "search/table.h"
#include "trey/search.h"

#include <stdatomic.h>

/* Where a search stands between two slices. */
struct trey_search_course {
    struct trey_view view;
    struct trey_search_limits limits;
    struct trey_search_result result;
    double start_s;
    bool budget;    /* nodes or time are limited */
    bool by_cut;    /* a budget is spent by lower and lower cut-offs, not ply by ply: not
                       where a tile may enter any empty cell, and one slide leaves it
                       thrice as many as another. Less far would be looked behind the
                       first, and the two could not be compared */
    bool in_depth;  /* a depth was begun and cut short by the end of a slice */
    unsigned plies; /* of the depth */
    double cut;     /* its cut-off */
    double spent,
        last; /* over all depths, and by the last one, in the budget's measure */
    uint64_t positions; /* of the last depth */
    uint64_t begun;     /* positions when the depth began */
    bool again;         /* the depth is to be searched once more, nothing left aside */
    unsigned idle;      /* slices in a row that added nothing lasting */
    double stretch;     /* slices are so many times longer than asked for */
};

/* Boards after a slide that were valued lately, of a game in which nothing else counts:
 * many a slide leads to the same one, wherever in a line the last tile has entered. Small
 * enough for the first cache. */
enum { TREY_SEARCH_RECENT_BITS = 10 };
struct trey_search_recent {
    trey_board after; /* 0: none */
    float value;
    uint32_t run; /* in which it was valued */
};

/* How far a search's parts set a slide right against another, which tells by how much a
 * slide must fall behind to be left aside: see narrow.c. */
struct trey_search_narrow {
    bool on;
    double apart; /* sum of how far, over all pairs */
    uint64_t pairs;
};

struct trey_search {
    struct trey_rules rules;
    const struct trey_evaluator *evaluator;
    struct trey_mechanics mechanics;
    bool by_lines;      /* leaves are valued by the evaluator's tables of lines */
    bool counts_merges; /* values are points, and slides make them, as in 2048 */
    float downgrades;   /* slides that make as many points may make a tile from which on
                           boards are downgraded */

    struct trey_table *table; /* shared by all threads of the search */
    struct trey_chance_cache *chance_cache;
    struct trey_search_threads *threads; /* that searches along; NULL: none */
    unsigned turn; /* 0, or the number in the threads: in which order to search */
    struct trey_search_recent recent[1 << TREY_SEARCH_RECENT_BITS];
    uint32_t run; /* number of the search that runs */

    /* Of the search that runs. */
    const struct trey_search_limits *limits;
    double deadline_s;  /* by the clock of the limits; 0: none */
    uint64_t positions; /* searched, over all depths */
    uint64_t leaves;    /* evaluated, over all depths */
    float min_probability;
    unsigned least_plies;        /* that were left anywhere, at this depth */
    uint64_t node_limit;         /* of positions and leaves; 0: none */
    const atomic_bool *finished; /* by another of the threads: optional */
    bool must_finish;            /* limits do not count (depth 1) */
    double slice_end_s;          /* of the slice, by the monotonic clock; 0: none */
    uint64_t slice_nodes;        /* the slice ends at so many nodes; 0: none */
    unsigned lasting_plies;      /* entries of the table with so many plies left... */
    uint64_t lasting;            /* ...that this slice has added: see search.c */
    struct trey_search_narrow narrow;
    unsigned slides; /* of the root, that are looked at: bit 1 << direction */
    bool guessed;    /* a board was evaluated, and not followed to the end, ... */
    bool narrowed;   /* ...or a slide or hint left aside, at this depth */
    bool stopped;    /* a limit cut in: values of this depth are void */
    bool sliced;     /* it was only the end of the slice */

    struct trey_search_course course;
};

/* Values of all legal slides, one depth; false if a limit cut it short. The state of the
 * search that runs is set. */
bool trey_search_root(struct trey_search *search, const struct trey_view *view,
                      unsigned plies, float value[4]);

/* The board that is searched for a view's. */
static inline trey_board trey_search_board(const struct trey_search *search,
                                           const struct trey_view *view)
{
    return trey_eval_downgraded(view->board, search->evaluator->downgrade);
}

static inline double trey_search_clock(const struct trey_search_limits *limits)
{
    return limits->cpu_time ? trey_clock_cpu() : trey_clock_monotonic();
}

/* --- for the parts of the search -----------------------------------------------------
 */

/* The value of a board on which the game is over. */
float trey_search_over(const struct trey_search *search, trey_board board);

/* The value of a position that at least one more slide is looked ahead from;
 * `probability` is how likely it is to be reached, the player's slides given. */
float trey_search_position(struct trey_search *search, trey_board board, trey_deck deck,
                           unsigned plies, float probability);

/* The same of one that is not in the table, slides that fall behind left aside: see
 * narrow.c. */
float trey_search_narrowed(struct trey_search *search, trey_board board,
                           const struct trey_chances *chances, unsigned plies,
                           float probability);

/* Of the root's slides and their values, those that may still turn out best. */
unsigned trey_search_contenders(const struct trey_search *search, const float value[4],
                                unsigned slides);

/* A slide. */
struct trey_search_entry {
    trey_board after;
    int direction;
    uint64_t cells; /* that a tile may then enter, as flags; 0: the slide ends the game */
    float gain;     /* points made at once, where they count */
};

/* Makes a slide; false if it is illegal. */
bool trey_search_make(const struct trey_search *search, trey_board board, int direction,
                      struct trey_search_entry *entry);

/* Of the ranks, those so likely to come that `plies` > 1 are looked ahead behind them. */
unsigned trey_search_likely(const struct trey_search *search,
                            const struct trey_search_entry *entry,
                            const struct trey_chances *chances, unsigned ranks,
                            unsigned plies, float probability);

/* Sends for where the table may have the positions, all of them before the first is asked
 * for: most have no more behind them than a few leaves, and would each wait for memory.
 */
TREY_PREFETCH_FN void trey_search_fetch(const struct trey_search *search,
                                    const struct trey_search_entry *entry,
                                    const struct trey_chances *chances, unsigned ranks,
                                    unsigned plies)
{
    for (; ranks != 0; ranks &= ranks - 1) {
        unsigned rank = (unsigned)__builtin_ctz(ranks);
        assert(plies > 1 && (chances->ranks >> rank & 1) != 0);
        uint32_t tag = trey_table_tag(search->table, chances->deck[rank], plies - 1);
        for (uint64_t cells = entry->cells; cells != 0; cells &= cells - 1)
            __builtin_prefetch(trey_table_bucket(
                search->table, entry->after | (cells & -cells) * rank, tag));
    }
}

/* What a tile of each of these ranks is worth to the player after a slide, looked behind;
 * `worth` has room for 16. */
void trey_search_entries(struct trey_search *search,
                         const struct trey_search_entry *entry,
                         const struct trey_chances *chances, unsigned ranks,
                         unsigned plies, float probability, float worth[16]);

/* Values of a slide by the first `hints` hints, from what the ranks are worth; and of one
 * that ends the game. */
void trey_search_by_hint(const struct trey_chances *chances, int hints, float gain,
                         const float worth[16], float *values);
void trey_search_end_value(const struct trey_search *search,
                           const struct trey_search_entry *entry, int hints,
                           float *values);

/* `deck` is that of the chances. For each rank of the set, the mean of the boards with it
 * in one of the cells; `worth` has room for 16, and what else is in it is overwritten. */
void trey_search_leaves(struct trey_search *search, const struct trey_search_entry *entry,
                        unsigned ranks, const trey_deck deck[16], float worth[16]);

#endif
