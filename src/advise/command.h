/* Calls of advice that only the command makes; not part of the public API. */
#ifndef TREY_ADVISE_COMMAND_H
#define TREY_ADVISE_COMMAND_H

#include "trey/advise.h"
#include "trey/review.h"

/* Certainty of a lead >= 0 with an uncertainty `doubt` >= 0 when `to_come` >= 0 points
 * are still expected (0: the values are not points), all in one unit. Clear if the lead
 * is at least `doubt` and 0.5 % of `to_come`, better if it is at least half of `doubt`
 * and 0.2 % of `to_come`. Monotonic: a larger lead never lowers the certainty, and a
 * larger doubt or more points to come never raise it. A lead of 0 is always
 * TREY_CERTAINTY_EQUAL. */
enum trey_certainty trey_certainty_of_lead(double lead, double doubt, double to_come);

/* Certainty of a measured difference of mean scores, from its 95 % interval: better if
 * the interval is above 0, clear if it lies in the upper half of the difference. Equals
 * that of a lead whose doubt is twice the half length of the interval. A negative
 * `to_come` counts as 0. Thread-safe. */
static inline enum trey_certainty
trey_certainty_of_difference(const struct trey_interval *behind, double to_come)
{
    if (!behind->known)
        return TREY_CERTAINTY_UNKNOWN;
    return trey_certainty_of_lead(behind->mean > 0.0 ? behind->mean : 0.0,
                                  2.0 * (behind->mean - behind->low),
                                  to_come > 0.0 ? to_come : 0.0);
}

/* Loss of a move, 0 or more, by the formula above. `before` is the view before it. */
double trey_review_loss(const struct trey_view *before, double best, double played);

/* Length of the bar drawn for a move of this loss, 0 to 1: 1 for no loss, half at the
 * loss of a mistake. */
double trey_review_bar(double loss);

/* A turning point: a move after which the expected result of the game changed, by the
 * move itself and by the spawn that followed. In points if the evaluator counts them. */
struct trey_review_turn {
    size_t index;
    double before, after; /* value of the best move before it, and before the next move */
    double fault;         /* part of the difference caused by the move: 0 or less */
    double luck;          /* part caused by chance */
};

/* Finds the turning points with the largest changes relative to the points still to come,
 * the largest first, of equal ones the earlier first; the last move of the game is never
 * one. With `ahead`, values count points to come, as in 2048, and the score is added to
 * them. Fills at most `room` entries of `turns` and returns their number. */
size_t trey_review_turns(const struct trey_reviewed_move *slides, size_t count,
                         bool ahead, struct trey_review_turn *turns, size_t room);

#endif
