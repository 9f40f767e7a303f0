/* A solution: the game, its layers, its counts. See solution.c. */
#ifndef TREY_EXACT_TABLE_SOLUTION_H
#define TREY_EXACT_TABLE_SOLUTION_H

#include "exact/table/command.h"
#include "exact/table/store.h"
#include "exact/table/values.h"

#include <stdatomic.h>

struct trey_exact {
    struct trey_exact_game game;
    struct trey_ranking ranking;
    struct trey_layers store;
    struct trey_exact_counts counts;
    enum trey_exact_kind kind;
    bool has_sets;                     /* the compact table has sets of states */
    _Atomic(struct trey_rows *) *rows; /* by slot, computed when first needed */
    /* By slot: state of a layer's check (layer_checks.c). The last element is 1 + the
     * slot of the first damaged layer found, or 0. NULL: layers are not checked. */
    atomic_uint *layer_state;
};

/* Allocates an empty solution; NULL if out of memory. Free with trey_exact_free. */
struct trey_exact *trey_exact_alloc(struct trey_error *error);

/* Sums up the counts of the layers; for a solution, keeps root values and seconds. */
void trey_layers_count(const struct trey_layers *store,
                       const struct trey_exact_game *game,
                       struct trey_exact_counts *counts);
void trey_exact_update_counts(struct trey_exact *exact);

/* Prepares for queries; the layers are in memory or mapped. */
void trey_exact_prepare(struct trey_exact *exact);

/* Makes queries check each layer at its first use; the layers must be mapped by then. */
enum trey_status trey_exact_enable_checks(struct trey_exact *exact,
                                          struct trey_error *error);

/* True if a table's layer is undamaged; checks it at the first call. Thread-safe. */
bool trey_exact_layer_intact(const struct trey_exact *exact, unsigned number);

/* As trey_exact_verify, for a table of all values. */
enum trey_status trey_table_verify(const struct trey_exact *exact,
                                   const struct trey_exact_check *how,
                                   struct trey_error *error);

/* Checks the options: TREY_ERR_ARGUMENT, with a reason, if they cannot be solved. */
enum trey_status trey_exact_check_options(const struct trey_exact_options *options,
                                          struct trey_error *error);

#endif
