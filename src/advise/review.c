/* Review of a finished game. Each move is valued with what the player knew at the time:
 * board, hint, and cards left. One search gives the values of all four moves, so the
 * values of the played and of the best move have the same depth.
 *
 * The thresholds and the bar are part of the page's design. The accuracy is fitted on
 * games of players of known strength (docs/review.md), only in trey_review_accuracy. */
#include "trey/review.h"
#include "advise/command.h"
#include "advise/review.h"
#include "base/error.h"
#include "trey/advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double min_to_come = 1000.0;
static const double half_bar_loss = 0.04;
static const double half_accuracy_loss = 0.01;
static const double mark_from[TREY_MARKS] = {0.0, 0.015, 0.04, 0.10};

enum { EVERY = 24 };

const char *trey_mark_text(enum trey_mark mark)
{
    static const char *const texts[TREY_MARKS] = {"", "?!", "?", "??"};
    return (unsigned)mark < TREY_MARKS ? texts[mark] : "";
}

double trey_review_loss(const struct trey_view *before, double best, double played)
{
    double to_come = trey_points_to_come(before, best);
    return fmax(best - played, 0.0) / fmax(to_come, min_to_come);
}

enum trey_mark trey_review_mark(double loss, double unsure)
{
    int mark = TREY_MARK_NONE;
    while (mark + 1 < TREY_MARKS && loss >= mark_from[mark + 1])
        mark++;
    return loss > unsure ? (enum trey_mark)mark : TREY_MARK_NONE;
}

double trey_review_bar(double loss)
{
    return 1.0 / (1.0 + fmax(loss, 0.0) / half_bar_loss);
}

double trey_review_accuracy(double loss)
{
    return 1.0 / (1.0 + fmax(loss, 0.0) / half_accuracy_loss);
}

static double loss_of(const struct trey_view *before, enum trey_direction played,
                      const struct trey_search_result *result)
{
    return trey_review_loss(before, result->value[result->best], result->value[played]);
}

void trey_review_from_search(const struct trey_view *before, enum trey_direction played,
                             const struct trey_search_result *result,
                             const struct trey_search_result *earlier,
                             struct trey_reviewed_move *slide)
{
    *slide = (struct trey_reviewed_move){
        .done = true,
        .forced = (result->legal & (result->legal - 1)) == 0,
        .played = (uint8_t)played,
        .best = (uint8_t)result->best,
        .legal = (uint8_t)result->legal,
        .score = before->score,
        .loss = loss_of(before, played, result),
    };
    memcpy(slide->value, result->value, sizeof slide->value);
    if (earlier != NULL && earlier->best >= 0)
        slide->unsure = fabs(slide->loss - loss_of(before, played, earlier));
    slide->mark =
        slide->forced ? TREY_MARK_NONE : trey_review_mark(slide->loss, slide->unsure);
}

void trey_review_summary(const struct trey_reviewed_move *slides, size_t count,
                         struct trey_review_summary *sum)
{
    double accurate = 0.0, losses = 0.0;
    *sum = (struct trey_review_summary){0};
    for (size_t i = 0; i < count; i++) {
        sum->valued += slides[i].done;
        if (!slides[i].done || slides[i].forced)
            continue;
        sum->counted++;
        sum->marks[slides[i].mark]++;
        accurate += trey_review_accuracy(slides[i].loss);
        losses += slides[i].loss;
    }
    sum->accuracy = sum->counted > 0 ? 100.0 * accurate / (double)sum->counted : 100.0;
    sum->loss = sum->counted > 0 ? losses / (double)sum->counted : 0.0;
}

size_t trey_review_worst(const struct trey_reviewed_move *slides, size_t count,
                         size_t *worst, size_t room)
{
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        if (!slides[i].done || slides[i].forced || !(slides[i].loss > 0.0))
            continue;
        size_t at = filled;
        while (at > 0 && slides[worst[at - 1]].loss < slides[i].loss)
            at--;
        if (at >= room)
            continue;
        filled += filled < room;
        memmove(worst + at + 1, worst + at, (filled - at - 1) * sizeof *worst);
        worst[at] = i;
    }
    return filled;
}

/* Expected score of the whole game with the best move. */
static double expected_score(const struct trey_reviewed_move *slide, bool ahead)
{
    return slide->value[slide->best] + (ahead ? (double)slide->score : 0.0);
}

static double share_of(const struct trey_review_turn *turn,
                       const struct trey_reviewed_move *slides)
{
    double to_come = turn->before - (double)slides[turn->index].score;
    return fabs(turn->after - turn->before) / fmax(to_come, min_to_come);
}

size_t trey_review_turns(const struct trey_reviewed_move *slides, size_t count,
                         bool ahead, struct trey_review_turn *turns, size_t room)
{
    size_t filled = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        const struct trey_reviewed_move *slide = &slides[i];
        if (!slide->done || !slides[i + 1].done)
            continue;
        struct trey_review_turn turn = {
            .index = i,
            .before = expected_score(slide, ahead),
            .after = expected_score(&slides[i + 1], ahead),
            .fault = slide->value[slide->played] - slide->value[slide->best],
        };
        turn.luck = turn.after - turn.before - turn.fault;
        double share = share_of(&turn, slides);
        size_t at = filled;
        while (at > 0 && share_of(&turns[at - 1], slides) < share)
            at--;
        if (at >= room || !(share > 0.0))
            continue;
        filled += filled < room;
        memmove(turns + at + 1, turns + at, (filled - at - 1) * sizeof *turns);
        turns[at] = turn;
    }
    return filled;
}

size_t trey_review_order(size_t count, size_t every, size_t i)
{
    if (every <= 1)
        return i;
    size_t firsts = (count + every - 1) / every;
    if (i < firsts)
        return i * every;
    size_t rest = i - firsts; /* in each group of `every`, all but the first */
    return rest / (every - 1) * every + rest % (every - 1) + 1;
}

enum trey_status trey_review_views(const struct trey_record *record,
                                   struct trey_view *views, struct trey_error *error)
{
    const struct trey_view *start = &record->start;
    struct trey_view view = *start; /* with the deck as recorded */
    struct trey_guess guess;        /* with the possible decks */
    struct trey_error reason = {0};
    enum trey_status status = trey_view_check(&view, error);
    bool consistent =
        status == TREY_OK && trey_guess_make(&start->rules, start->board, start->next,
                                             start->deck, &guess, NULL) == TREY_OK;
    for (size_t i = 0; status == TREY_OK && i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        enum trey_direction direction = (enum trey_direction)step->direction;
        struct trey_view known = view;
        if (consistent)
            trey_guess_view(&guess, &known);
        views[i] = view;
        views[i].deck = known.deck;
        status = trey_view_advance(&view, direction, step->cell, step->rank, step->next,
                                   &reason);
        if (status != TREY_OK)
            return trey_fail(error, status, 0, "move %zu: %s", i + 1, reason.message);
        /* A recorded spawn may contradict every deck: it was drawn with an unknown one.
         */
        consistent =
            consistent && trey_guess_advance(&guess, direction, step->cell, step->rank,
                                             step->next, NULL) == TREY_OK;
    }
    return status;
}

void trey_review_defaults(struct trey_review_options *options)
{
    *options = (struct trey_review_options){.every = EVERY};
    trey_search_limits_defaults(&options->limits);
    options->limits.nodes = TREY_REVIEW_NODES;
}

/* Results of the last two depths of a search. */
struct depths {
    struct trey_search_result last, earlier;
};

static void record_depth(void *context, const struct trey_search_result *result)
{
    struct depths *depths = context;
    depths->earlier = depths->last;
    depths->last = *result;
}

enum trey_status
trey_review_evaluate(struct trey_search *search, const struct trey_view *before,
                     enum trey_direction played, const struct trey_search_limits *limits,
                     struct trey_reviewed_move *slide, struct trey_error *error)
{
    struct depths depths = {.last.best = -1, .earlier.best = -1};
    struct trey_search_limits with_report = *limits;
    struct trey_search_result result;
    with_report.report = record_depth;
    with_report.report_context = &depths;
    enum trey_status status =
        trey_search_run(search, before, &with_report, &result, error);
    if (status == TREY_OK)
        trey_review_from_search(before, played, &result, &depths.earlier, slide);
    return status;
}
