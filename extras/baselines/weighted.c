/* weighted: a linear combination of the four heuristics with values in 0..1, in the order
 * of the array below. The user's cap applies to the empty cells, the user's transform to
 * all three counts. */
#include "extras/baselines/heuristic.h"

static double value(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board)
{
    static const struct trey_heuristic *const terms[TREY_WEIGHTS] = {
        &trey_heuristic_board_score_normalised,
        &trey_heuristic_empties,
        &trey_heuristic_adjacent_matches,
        &trey_heuristic_adjacent_runs,
    };
    struct trey_heuristic_settings term = *settings;
    double sum = 0.0;
    for (int i = 0; i < TREY_WEIGHTS; i++) {
        term.cap = terms[i] == &trey_heuristic_empties ? settings->cap : 0;
        if (settings->weights[i] > 0.0 || settings->weights[i] < 0.0)
            sum += settings->weights[i] * terms[i]->value(&term, board);
    }
    return sum;
}

const struct trey_heuristic trey_heuristic_weighted = {
    .name = "weighted",
    .summary = "weighted sum of normalised score, empties, matches and runs",
    .uses = TREY_USES_CAP | TREY_USES_TRANSFORM | TREY_USES_WEIGHTS,
    .value = value,
};
