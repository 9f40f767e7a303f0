/* Bellman's equation, batch by batch: the arithmetic of the backward pass and its order
 * of additions. Everything that values a layer calls these functions in the order of
 * backward.c, and so gets the same doubles. Thread-safe for different batches. See
 * bellman.c. */
#ifndef TREY_EXACT_SOLVE_BELLMAN_H
#define TREY_EXACT_SOLVE_BELLMAN_H

#include "exact/solve/batch_moves.h"

/* Partial sums for the values of a batch of after-states, for one column. */
struct trey_value_sums {
    double avg[TREY_BATCH];
    uint32_t min[TREY_BATCH], max[TREY_BATCH];
};

void trey_value_sums_clear(struct trey_value_sums *sums, size_t count);

/* Weight of each spawn of an after-state: one divided by their number. */
void trey_spawn_weights_find(const struct trey_spawns *spawns, size_t count,
                             double *share);

/* Adds the contribution of a draw, the mean over the spawn cells of each after-state: the
 * board of spawn i has the value mean[place[i]]. */
void trey_value_sums_add(const struct trey_spawns *spawns, const struct trey_draw *draw,
                         const double *share, const struct trey_values *mean,
                         const uint32_t *place, struct trey_value_sums *sums);

/* Stores the finished sums as values of the after-states from place `at` on, of `columns`
 * columns. */
void trey_value_sums_store(const struct trey_value_sums *sums, size_t count, size_t at,
                           unsigned columns, unsigned column,
                           const struct trey_values *values);

/* Legal slides of a batch of boards in one direction. */
struct trey_legal_slides {
    size_t count;
    uint32_t index[TREY_BATCH]; /* of the after-state */
    uint32_t place[TREY_BATCH]; /* of its values */
    uint8_t source[TREY_BATCH]; /* index in the batch */
    bool exchanged[TREY_BATCH];
};

/* Reads the logged slides in direction d of the boards from place `at` on, without their
 * places. */
void trey_legal_slides_read(const struct trey_slide_log *log, int d, size_t at,
                            size_t count, struct trey_legal_slides *legal);

/* Call before the first direction: marks the boards from place `at` on as not valued. */
void trey_best_values_clear(const struct trey_values *best, size_t at, size_t count,
                            unsigned columns);

/* Replaces the values of boards by those of after-states where these are better. Call for
 * the directions in ascending order. */
void trey_best_values_update(const struct trey_values *best,
                             const struct trey_values *after, unsigned columns,
                             const struct trey_legal_slides *legal, size_t at);

/* Call after the last direction: values boards without a slide, computes the means over
 * the hints, and counts. If the frame of the other slot of this sum is open, its set must
 * be that of the same boards. */
void trey_best_values_finish(struct trey_solver *solver, const struct trey_frame *frame,
                             const trey_board *boards, size_t count, size_t at,
                             struct trey_layer_tally *tally);

/* Adds the counts of the chunks to the layer. */
void trey_layer_tally_add(struct trey_layer *layer, const struct trey_layer_tally *tally,
                          size_t chunks);

/* Adds a start board, as trey_exact_starts passes it, to the root value; `mean` is that
 * of its canonical board. */
void trey_root_add(struct trey_solver *solver, trey_board board, unsigned number,
                   double chance, double mean);

#endif
