/* What states are worth, batch by batch: the arithmetic of the backward pass, and the
 * order in which its sums are added up. Whoever values a layer calls these in the order
 * of backward.c, and so comes to the same doubles. Several threads may, for batches of
 * their own. See worth.c. */
#ifndef TREY_EXACT_SOLVE_WORTH_H
#define TREY_EXACT_SOLVE_WORTH_H

#include "exact/solve/expand.h"

/* Values of the after-states of a batch in the making, one column of them. */
struct trey_sums {
    double avg[TREY_BATCH];
    uint32_t min[TREY_BATCH], max[TREY_BATCH];
};

void trey_sums_clear(struct trey_sums *sums, size_t count);

/* What each entry of an after-state counts: one by their number. */
void trey_shares_find(const struct trey_entries *entries, size_t count, double *share);

/* Adds what a draw brings, the mean over the cells of each after-state: the value of the
 * board of entry i is number place[i] of `mean`. */
void trey_sums_add(const struct trey_entries *entries, const struct trey_draw *draw,
                   const double *share, const struct trey_values *mean,
                   const uint32_t *place, struct trey_sums *sums);

/* The sums of after-states that are numbers `at` and on of so many columns. */
void trey_sums_put(const struct trey_sums *sums, size_t count, size_t at,
                   unsigned columns, unsigned column, const struct trey_values *values);

/* Legal slides of a batch of boards in one direction. */
struct trey_legal {
    size_t count;
    uint32_t number[TREY_BATCH]; /* of the after-state */
    uint32_t place[TREY_BATCH];  /* of its values */
    uint8_t who[TREY_BATCH];     /* number in the batch */
    bool turned[TREY_BATCH];
};

/* Those in direction d of the boards from the place `at` on, as they were noted; without
 * their places. */
void trey_legal_recall(const struct trey_slid *slid, int d, size_t at, size_t count,
                       struct trey_legal *legal);

/* Before the first direction: the boards from the place `at` on have no value. */
void trey_best_clear(const struct trey_values *best, size_t at, size_t count,
                     unsigned columns);

/* Takes over the values of after-states where they are better; directions in ascending
 * order. */
void trey_best_take(const struct trey_values *best, const struct trey_values *after,
                    unsigned columns, const struct trey_legal *legal, size_t at);

/* After the last direction: values boards without a slide, makes the means over the
 * hints, and counts. The set of the other slot of this sum, if its frame is open, is that
 * of the same boards as the frame's. */
void trey_best_finish(struct trey_solver *solver, const struct trey_frame *frame,
                      const trey_board *boards, size_t count, size_t at,
                      struct trey_tally *tally);

/* What chunks have counted goes to the layer. */
void trey_tally_add(struct trey_layer *layer, const struct trey_tally *tally,
                    size_t chunks);

/* Adds a board with which a game may start, as trey_exact_starts gives it, to the root;
 * `mean` is that of the board that is kept for it. */
void trey_root_add(struct trey_solver *solver, trey_board board, unsigned number,
                   double chance, double mean);

#endif
