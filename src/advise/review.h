/* Ratings of single moves. See review.c. */
#ifndef TREY_ADVISE_REVIEW_H
#define TREY_ADVISE_REVIEW_H

#include "trey/review.h"

/* Rating of a loss. None if the loss is not larger than its change in the last depth of
 * the search, `unsure`: another depth might reverse it. */
enum trey_mark trey_review_mark(double loss, double unsure);

/* Fills *slide from the result of a search; `earlier` is the result of the last depth but
 * one, or NULL. The move played must be legal, and the search's best not -1. */
void trey_review_from_search(const struct trey_view *before, enum trey_direction played,
                             const struct trey_search_result *result,
                             const struct trey_search_result *earlier,
                             struct trey_reviewed_move *slide);

/* Accuracy of a move of this loss, 0 to 1: 1 for no loss, half at 0.01. Fitted to games
 * of players of known strength: docs/review.md. */
double trey_review_accuracy(double loss);

/* Evaluation order that soon covers the whole game: every `every`-th move (1..), then the
 * others. Returns the index of the `i`-th of `count` moves, i < count. */
size_t trey_review_order(size_t count, size_t every, size_t i);

/* Evaluates one move that is legal in `before` with a search for its rules; the report of
 * `limits` is not used. Errors as for trey_search_run. */
enum trey_status
trey_review_evaluate(struct trey_search *search, const struct trey_view *before,
                     enum trey_direction played, const struct trey_search_limits *limits,
                     struct trey_reviewed_move *slide, struct trey_error *error);

/* Points still to come according to the value of a move: the value less the score; in
 * 2048 the value itself, which counts points to come. Thread-safe. */
double trey_points_to_come(const struct trey_view *view, double value);

#endif
