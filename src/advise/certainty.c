/* Certainty of advice.
 *
 * A search within a budget completes several depths. From one depth to the next, the
 * values change, and so does the lead of the best move over another one. A lead larger
 * than its changes in the last two steps will most likely survive the next step; a lead
 * that one such step would reverse means little. So a lead is compared with its doubt,
 * the largest change in the last two steps. This needs no scale of points and works for
 * every evaluator, rule set and budget.
 *
 * A lead can also be too small to matter, however stable it is. If values are points, it
 * is therefore also compared with the points still to come.
 *
 * The thresholds are measured: docs/search.md says how often ten times the work gives the
 * same advice, by certainty. */
#include "advise/command.h"
#include "advise/review.h"
#include "trey/advise.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/* Thresholds of a lead in multiples of its doubt. */
static const double clear_from = 1.0, better_from = 0.5;

/* Thresholds of a lead as a share of the points still to come. */
static const double clear_share = 0.005, better_share = 0.002;

enum { STEPS = 2 }; /* steps between depths that the doubt covers */

const char *trey_certainty_text(enum trey_certainty certainty)
{
    static const char *const texts[TREY_CERTAINTIES] = {
        [TREY_CERTAINTY_UNKNOWN] = "unknown",
        [TREY_CERTAINTY_EQUAL] = "about equal",
        [TREY_CERTAINTY_BETTER] = "better",
        [TREY_CERTAINTY_CLEAR] = "clear",
    };
    return (unsigned)certainty < TREY_CERTAINTIES ? texts[certainty] : "";
}

enum trey_certainty trey_certainty_of_lead(double lead, double doubt, double to_come)
{
    double clear = fmax(clear_from * doubt, clear_share * to_come);
    double better = fmax(better_from * doubt, better_share * to_come);
    if (!(lead > 0.0))
        return TREY_CERTAINTY_EQUAL;
    return lead >= clear    ? TREY_CERTAINTY_CLEAR
           : lead >= better ? TREY_CERTAINTY_BETTER
                            : TREY_CERTAINTY_EQUAL;
}

double trey_points_to_come(const struct trey_view *view, double value)
{
    return trey_rules_merges_score(&view->rules) ? value : value - (double)view->score;
}

/* Largest change of the lead over `move` in the last STEPS steps between depths. */
static double doubt_of(const struct trey_search_result *result, int move)
{
    double doubt = 0.0, later = 0.0;
    unsigned count = result->history_count;
    for (unsigned back = 0; back <= STEPS && back < count; back++) {
        const double *value = result->history[count - 1 - back].value;
        double lead = value[result->best] - value[move];
        if (back > 0)
            doubt = fmax(doubt, fabs(later - lead));
        later = lead;
    }
    return doubt;
}

static enum trey_certainty certainty_over(const struct trey_search_result *result,
                                          double lead, double doubt, double to_come)
{
    if (result->exact)
        return trey_certainty_of_lead(lead, 0.0, 0.0);
    return result->history_count < 2 ? TREY_CERTAINTY_UNKNOWN
                                     : trey_certainty_of_lead(lead, doubt, to_come);
}

void trey_confidence_of(const struct trey_view *view,
                        const struct trey_search_result *result, bool points,
                        struct trey_confidence *confidence)
{
    *confidence = (struct trey_confidence){.certainty = TREY_CERTAINTY_CLEAR};
    if (result->best < 0)
        return;
    assert((result->legal >> result->best & 1) != 0);
    confidence->only = (result->legal & (result->legal - 1)) == 0;
    if (points)
        confidence->to_come =
            fmax(trey_points_to_come(view, result->value[result->best]), 0.0);
    for (int move = 0; move < 4; move++) {
        confidence->over[move] = TREY_CERTAINTY_CLEAR;
        if (move == result->best || (result->legal >> move & 1) == 0)
            continue;
        double lead = fmax(result->value[result->best] - result->value[move], 0.0);
        confidence->lead[move] = lead;
        confidence->doubt[move] = doubt_of(result, move);
        confidence->over[move] =
            certainty_over(result, lead, confidence->doubt[move], confidence->to_come);
        if (confidence->over[move] < confidence->certainty)
            confidence->certainty = confidence->over[move];
    }
}

double trey_confidence_percent(const struct trey_confidence *confidence, int move)
{
    double to_come = fmax(confidence->to_come, 1.0);
    return fmin(100.0 * confidence->lead[move] / to_come, 100.0);
}
