/* A solution: the game, its layers, and what was counted. */
#ifndef TREY_EXACT_TABLE_SOLUTION_H
#define TREY_EXACT_TABLE_SOLUTION_H

#include "exact/table/store.h"
#include "exact/table/values.h"

#include <stdatomic.h>

struct trey_exact {
    struct trey_exact_game game;
    struct trey_ranking ranking;
    struct trey_layers store;
    struct trey_exact_counts counts;
    enum trey_exact_kind kind;
    bool has_sets;                     /* a table to carry tells states from others */
    _Atomic(struct trey_rows *) *rows; /* by slot, made when they are first needed */
    /* By slot, what is known of a table's layer; behind the last, the slot of the first
     * that was found damaged, and 1. NULL: nothing is checked. */
    atomic_uint *seen;
};

/* A solution that holds nothing yet, for trey_exact_free; NULL if memory is short. */
struct trey_exact *trey_exact_blank(struct trey_error *error);

/* Adds up the counts of the layers; of a solution, keeping its root and its seconds. */
void trey_layers_tally(const struct trey_layers *store,
                       const struct trey_exact_game *game,
                       struct trey_exact_counts *counts);
void trey_exact_tally(struct trey_exact *exact);

/* Makes the solution ready for queries, its layers being in memory or mapped. */
void trey_exact_prepare(struct trey_exact *exact);

/* From now on layers are checked when they are first asked, before which they must be
 * mapped. */
enum trey_status trey_exact_watch(struct trey_exact *exact, struct trey_error *error);

/* False if a table's layer is damaged, which is found out when it is first asked. */
bool trey_exact_layer_sound(const struct trey_exact *exact, unsigned number);

/* As trey_exact_verify, of a table of all values. */
enum trey_status trey_table_verify(const struct trey_exact *exact,
                                   const struct trey_exact_check *how,
                                   struct trey_error *error);

/* The shape that options must have; fails otherwise. */
enum trey_status trey_exact_check_options(const struct trey_exact_options *options,
                                          struct trey_error *error);

#endif
