/* A solution: the game, its layers, and what was counted. */
#ifndef TREY_EXACT_SOLUTION_H
#define TREY_EXACT_SOLUTION_H

#include "exact/store.h"
#include "exact/values.h"

#include <stdatomic.h>

struct trey_exact {
    struct trey_exact_game game;
    struct trey_ranking ranking;
    struct trey_layers store;
    struct trey_exact_counts counts;
    _Atomic(struct trey_rows *) *rows; /* by slot, made when they are first needed */
    /* By slot, what is known of a table's layer; behind the last, the slot of the first
     * that was found damaged, and 1. NULL: nothing is checked. */
    atomic_uint *seen;
};

/* A state that was reached: its layer and the number of its value. */
bool trey_exact_find(const struct trey_exact *exact, trey_board board, int hint,
                     const struct trey_layer **layer, uint64_t *index);

/* Whether a board, which must have the sum of the slot, was reached in it. */
bool trey_exact_holds(const struct trey_exact *exact, unsigned slot, trey_board board);

/* Adds up the counts of the layers. */
void trey_exact_tally(struct trey_exact *exact);

/* Makes the solution ready for queries, its layers being in memory or mapped. */
void trey_exact_prepare(struct trey_exact *exact);

/* From now on layers are checked when they are first asked, before which they must be
 * mapped. */
enum trey_status trey_exact_watch(struct trey_exact *exact, struct trey_error *error);

/* The value of an after-state that the slide d has made, or, if d is -1, of the empty
 * board before the first tile. False if one that may follow is not there, in a damaged
 * table. */
bool trey_exact_entered(const struct trey_exact *exact, trey_board after, int d, int hint,
                        struct trey_exact_value *value);

/* Makes a value of 2048 the points still to come on this board. */
void trey_exact_leave_out(const struct trey_exact *exact, trey_board board,
                          struct trey_exact_value *value);

enum { TREY_FIRST_TILE = -1, TREY_UNREACHED = -2 };

/* The first slide, of those from `from` on, that reaches an after-state, or
 * TREY_FIRST_TILE for the empty board that the first tile is to enter. */
int trey_exact_reach(const struct trey_exact *exact, trey_board board, int hint,
                     int from);

/* A state as a query names it; no hint (0) for 2048. */
struct trey_exact_state {
    bool after;
    trey_board board;
    int hint;
};

/* Reads "s t0 t1 ... +h"; false for what has not that form or no such tiles. */
bool trey_exact_read(const struct trey_exact_game *game, const char *line,
                     size_t size_bytes, struct trey_exact_state *state);

/* Its text and the reverse: " = min avg max", or " = avg" where averages alone are kept;
 * `now` is taken off. Returns the end. */
char *trey_exact_write(const struct trey_exact_game *game,
                       const struct trey_exact_state *state, char *to);
char *trey_exact_print(const struct trey_exact *exact,
                       const struct trey_exact_value *value, double now, char *to);

/* What a board has scored, for values less that; 0 for 2048. */
double trey_exact_now(const struct trey_exact *exact, trey_board board);

/* The shape that options must have; fails otherwise. */
enum trey_status trey_exact_check_options(const struct trey_exact_options *options,
                                          struct trey_error *error);

#endif
