/* The anytime strategy: full passes of growing width, and repairs between them.
 *
 * Narrow passes come first, so that there is a plan at once and an estimate of the speed.
 * The last full pass gets the width that fills the remaining time. Once neither memory
 * nor time allow a wider one, passes with different noise search for other games. Short
 * lists are searched with two evaluations in turn, since one finds ends that the other
 * misses.
 *
 * A long game is mostly easy; it is hard in a few places, where the tiles on the board
 * must be packed almost perfectly. So a plan is also repaired: the search restarts some
 * moves before its end, much wider than the pass that made it, and continues narrow after
 * the old end. Each repair that does not help goes back three times as far as the one
 * before. Repairs also help at the end of the list, where the last merges decide. */
#include "sequence/planner.h"

#include "base/error.h"
#include "os/clock.h"

#include <stdlib.h>

enum {
    FIRST_WIDTH = 100,
    WIDENING = 3,
    NOISE = 24, /* in units of a value */
    REPAIR_WIDENING = 10,
    FIRST_REPAIR_MOVES = 150,
    LAST_REPAIR_MOVES = 1500,
    REPAIR_SHARE = 4, /* time for repairs per time of the full pass before them */
};

static void show_progress(struct trey_planner *planner, size_t moves_done,
                          uint64_t best_score, double now)
{
    const struct trey_bound *bound = &planner->plan->bound;
    double pass_seconds = now - planner->pass_start_s;
    double pass_moves = (double)(moves_done - planner->pass_first_moves);
    struct trey_plan_progress progress = {
        .pass = planner->plan->passes > 0 ? planner->plan->passes : 1,
        .width = planner->pass_width,
        .moves_done = moves_done,
        .moves_longest = bound->longest_moves,
        .best_score =
            best_score > planner->opening_score ? best_score : planner->opening_score,
        .bound = bound->score,
        .seconds = now - planner->start_s,
        .seconds_left =
            pass_seconds / pass_moves * (double)(bound->longest_moves - moves_done),
    };
    planner->progress_shown_s = now;
    planner->options->progress(planner->options->progress_context, &progress);
}

static void stop_search(struct trey_planner *planner, enum trey_plan_stop why)
{
    planner->plan->stop = why;
    planner->stopped = true;
}

/* trey_beam_task.stop */
static bool stop_pass(void *context, size_t moves_done, uint64_t best_score)
{
    struct trey_planner *planner = context;
    const struct trey_plan_options *options = planner->options;
    double now = trey_clock_monotonic();
    if (options->progress != NULL &&
        now - planner->progress_shown_s >= options->progress_every_s)
        show_progress(planner, moves_done, best_score, now);
    if (trey_cancel_raised(options->cancel))
        stop_search(planner, TREY_PLAN_CANCELLED);
    else if (planner->deadline_s > 0.0 && now >= planner->deadline_s)
        stop_search(planner, TREY_PLAN_TIME);
    return planner->stopped ||
           (planner->pass_deadline_s > 0.0 && now >= planner->pass_deadline_s);
}

/* The parameters of one pass. */
struct pass {
    struct trey_position start;
    unsigned width, later_width;
    size_t wide_until;
    uint64_t seed;
    double deadline; /* of this pass alone; 0: none */
    bool uncounted;  /* not one of the passes that the caller asked for */
    bool unstoppable;
    bool ceiling_only; /* use the filter of the descent: keep only boards that may reach
                          the ceiling, not all that may beat the best plan */
    bool plain;        /* use the plain evaluation, if the game has one */
};

static bool has_plain_evaluation(const struct trey_planner *planner)
{
    return planner->plain[TREY_EVAL_EARLY].line != NULL;
}

static enum trey_status run_pass(struct trey_planner *planner, const struct pass *pass,
                                 struct trey_error *error)
{
    struct trey_plan *plan = planner->plan;
    size_t beam_bytes = trey_beam_bytes(pass->width);
    uint64_t score_before = planner->best.score;
    struct trey_beam_task task = {
        .sequence = planner->sequence,
        .stages = pass->plain && has_plain_evaluation(planner) ? planner->plain
                                                               : planner->stages,
        .rest = planner->rest,
        .longest_moves = plan->bound.longest_moves,
        .goal = planner->goal,
        .threads = planner->threads,
        .start = pass->start,
        .width = pass->width,
        .wide_until = pass->wide_until,
        .later_width = pass->later_width,
        .seed = pass->seed,
        .noise = NOISE,
        .filter = {planner->regress, NULL},
        .trace_bytes = plan->memory_bytes - planner->regress_bytes -
                       trey_descent_bytes(planner->descent) - beam_bytes,
        .stop = pass->unstoppable ? NULL : stop_pass,
        .stop_context = planner,
    };
    uint64_t excluded = 0; /* the filter excludes only boards that cannot exceed this */
    if (pass->ceiling_only)
        trey_descent_filter(planner->descent, &task.filter, &excluded);
    planner->pass_start_s = trey_clock_monotonic();
    planner->pass_first_moves = pass->start.moves;
    planner->pass_deadline_s = pass->deadline;
    planner->pass_width = pass->width;
    if (!pass->uncounted) {
        plan->passes++;
        if (pass->width > plan->widest)
            plan->widest = pass->width;
    }
    struct trey_beam_report report = {0};
    enum trey_status status = trey_beam_run(&task, &planner->best, &report, error);
    plan->positions += report.positions;
    if (!pass->uncounted)
        planner->layers += report.layers;
    if (plan->width == 0 || planner->best.score > score_before)
        plan->width = pass->width;
    bool exhausted = status == TREY_OK && report.complete && pass->start.moves == 0;
    trey_planner_lower_ceiling(planner, exhausted ? excluded : plan->ceiling,
                               exhausted ? TREY_PROOF_EXHAUSTED : TREY_PROOF_REGRESSED);
    return status;
}

/* True if plans below the target of the descent can also beat the best plan. */
static bool is_below_target(const struct trey_planner *planner)
{
    struct trey_filter filter;
    uint64_t score = 0;
    return trey_descent_filter(planner->descent, &filter, &score) &&
           score > planner->best.score;
}

static enum trey_status run_full(struct trey_planner *planner, unsigned width,
                                 uint64_t seed, bool ceiling_only, bool plain,
                                 struct trey_error *error)
{
    struct pass pass = {
        .width = width,
        .later_width = width,
        .wide_until = SIZE_MAX,
        .seed = seed,
        .ceiling_only = ceiling_only,
        .plain = plain,
    };
    trey_sequence_begin(planner->sequence, &pass.start);
    return run_pass(planner, &pass, error);
}

/* The largest width within half of the memory limit; the trace gets the other half. */
static unsigned max_width(const struct trey_planner *planner)
{
    unsigned width = TREY_PLAN_MAX_WIDTH;
    while (width > TREY_PLAN_MIN_WIDTH &&
           trey_beam_bytes(width) > planner->plan->memory_bytes / 2)
        width -= width / 16 + 1;
    return width;
}

static unsigned min_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* --- repairs ---------------------------------------------------------------------------
 */

/* The position after the first `moves` moves of the best plan. */
static void replay_best(const struct trey_planner *planner, size_t moves,
                        struct trey_position *position)
{
    trey_sequence_begin(planner->sequence, position);
    while (position->moves < moves)
        trey_sequence_play(planner->sequence, position,
                           (enum trey_direction)planner->best.moves[position->moves]);
}

/* Repairs the best plan until it is proved optimal, no repair helps, or this time is used
 * up. */
static enum trey_status repair_plan(struct trey_planner *planner, unsigned width,
                                    uint64_t seed, double seconds,
                                    struct trey_error *error)
{
    double deadline = trey_clock_monotonic() + seconds;
    unsigned limit = max_width(planner);
    unsigned wide = min_of(width * REPAIR_WIDENING, limit);
    size_t back = FIRST_REPAIR_MOVES;
    for (; !trey_planner_is_over(planner) && trey_clock_monotonic() < deadline; seed++) {
        uint64_t score_before = planner->best.score;
        if (back >= planner->best.move_count || back > LAST_REPAIR_MOVES) {
            if (wide == limit || back == FIRST_REPAIR_MOVES)
                break;
            wide = min_of(wide * WIDENING, limit);
            back = FIRST_REPAIR_MOVES;
        }
        struct pass pass = {
            .width = wide,
            .later_width = width,
            .wide_until = planner->best.move_count + FIRST_REPAIR_MOVES,
            .seed = seed,
            .deadline = deadline,
            .ceiling_only = !is_below_target(planner),
            .plain = seed % 2 != 0,
        };
        replay_best(planner, planner->best.move_count - back, &pass.start);
        enum trey_status status = run_pass(planner, &pass, error);
        if (status == TREY_OK && planner->best.score > score_before)
            status = trey_planner_regress(planner, true, error);
        if (status != TREY_OK)
            return status;
        back = planner->best.score > score_before ? FIRST_REPAIR_MOVES : back * 3;
    }
    return TREY_OK;
}

/* --- full passes -----------------------------------------------------------------------
 */

/* Width of the next pass after one of `width` that took `seconds`: WIDENING times as much
 * if time and memory allow. */
static unsigned next_width(const struct trey_planner *planner, unsigned width,
                           double seconds)
{
    unsigned limit = max_width(planner);
    double wider = (double)width * WIDENING;
    if (planner->deadline_s > 0.0) {
        double left = planner->deadline_s - trey_clock_monotonic();
        double affordable = seconds > 0.0 ? (double)width * left / seconds : wider;
        /* Narrowed to fit the remaining time, with a margin of a tenth. */
        if (affordable < wider)
            wider = affordable * 0.9;
    }
    if (wider < (double)width)
        return width;
    return wider > (double)limit ? limit : (unsigned)wider;
}

static unsigned first_width(const struct trey_planner *planner)
{
    unsigned limit = max_width(planner);
    double width = FIRST_WIDTH;
    if (planner->options->time_limit_s > 0.0) {
        /* An eighth of the time, at a quarter of a microsecond a board. */
        double moves = (double)planner->plan->bound.longest_moves + 1.0;
        double affordable = planner->options->time_limit_s / 8.0 / (0.25e-6 * moves);
        width = affordable < width ? affordable : width;
    }
    if (width < TREY_PLAN_MIN_WIDTH)
        width = TREY_PLAN_MIN_WIDTH;
    return width < (double)limit ? (unsigned)width : limit;
}

/* Regresses and exhausts, repeatedly while that lowers the ceiling and has taken no more
 * time than the search before it. */
static enum trey_status prove_plan(struct trey_planner *planner, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    uint64_t before = UINT64_MAX;
    double until_s = 2.0 * trey_clock_monotonic() - planner->start_s;
    while (status == TREY_OK && planner->plan->ceiling < before &&
           !trey_planner_is_over(planner) &&
           (before == UINT64_MAX || trey_clock_monotonic() < until_s)) {
        before = planner->plan->ceiling;
        status = trey_planner_regress(planner, false, error);
        if (status == TREY_OK)
            status = trey_planner_exhaust(planner, false, error);
    }
    return status;
}

static enum trey_status run_widening(struct trey_planner *planner,
                                     struct trey_error *error)
{
    unsigned width = first_width(planner);
    for (uint64_t seed = planner->options->seed;; seed++) {
        double start = trey_clock_monotonic();
        enum trey_status status =
            run_full(planner, width, seed, !is_below_target(planner), false, error);
        double seconds = trey_clock_monotonic() - start;
        if (status == TREY_OK && !trey_planner_is_over(planner))
            status = prove_plan(planner, error);
        if (status == TREY_OK && !trey_planner_is_over(planner) &&
            (is_below_target(planner) || has_plain_evaluation(planner)))
            status = run_full(planner, width, seed, true, true, error);
        if (status == TREY_OK && !trey_planner_is_over(planner))
            status = repair_plan(planner, width, seed, REPAIR_SHARE * seconds, error);
        if (status != TREY_OK || trey_planner_is_over(planner))
            return status;
        unsigned wider = next_width(planner, width, seconds);
        if (planner->deadline_s == 0.0 && wider == width) {
            status = trey_planner_exhaust(planner, true, error);
            if (!trey_planner_is_over(planner))
                stop_search(planner, trey_cancel_raised(planner->options->cancel)
                                         ? TREY_PLAN_CANCELLED
                                         : TREY_PLAN_MEMORY);
            return status;
        }
        width = wider;
    }
}

/* --- one pass of a requested width -----------------------------------------------------
 */

/* Runs exactly one pass of the requested width. A narrow opening pass comes before it, so
 * that there is a plan if the wide one is stopped. The wide pass does not use its result;
 * the better of the two plans is returned. */
static enum trey_status run_width(struct trey_planner *planner, struct trey_error *error)
{
    enum { NARROWER = 32 };
    const struct trey_plan_options *options = planner->options;
    unsigned narrow = min_of(options->width / NARROWER, FIRST_WIDTH);
    struct pass opening = {.width = narrow < TREY_PLAN_MIN_WIDTH ? TREY_PLAN_MIN_WIDTH
                                                                 : narrow,
                           .wide_until = SIZE_MAX,
                           .seed = options->seed,
                           .uncounted = true};
    opening.later_width = opening.width;
    trey_sequence_begin(planner->sequence, &opening.start);
    if (options->width <= opening.width)
        return run_full(planner, options->width, options->seed, false, false, error);
    struct trey_beam_best best = planner->best;
    best.moves = malloc(planner->plan->bound.longest_moves + 1);
    if (best.moves == NULL)
        return trey_fail_memory(error, planner->plan->bound.longest_moves + 1);
    enum trey_status status = run_pass(planner, &opening, error);
    if (status == TREY_OK && !planner->stopped) {
        struct trey_plan *plan = planner->plan;
        struct trey_beam_best narrow_best = planner->best;
        enum trey_proof narrow_proof = plan->proof;
        opening.width = plan->width;
        planner->opening_score = narrow_best.score;
        planner->best = best;
        plan->proof = TREY_PROOF_NONE;
        status = run_full(planner, options->width, options->seed, false, false, error);
        best = narrow_best;
        plan->width = options->width;
        if (planner->best.score < narrow_best.score ||
            (plan->proof == TREY_PROOF_NONE && narrow_proof != TREY_PROOF_NONE)) {
            best = planner->best;
            planner->best = narrow_best;
            plan->proof = narrow_proof;
            plan->width = opening.width;
        }
    }
    free(best.moves);
    return status;
}

/* Extends the plan to the end of the game: a stopped search can leave a plan that ends
 * where moves are still possible. */
static enum trey_status play_to_end(struct trey_planner *planner,
                                    struct trey_error *error)
{
    struct pass pass = {.width = TREY_PLAN_MIN_WIDTH,
                        .later_width = TREY_PLAN_MIN_WIDTH,
                        .wide_until = SIZE_MAX,
                        .seed = planner->options->seed,
                        .uncounted = true,
                        .unstoppable = true};
    if (planner->plan->proof != TREY_PROOF_NONE ||
        planner->best.move_count == planner->plan->bound.longest_moves)
        return TREY_OK;
    unsigned width = planner->plan->width;
    replay_best(planner, planner->best.move_count, &pass.start);
    enum trey_status status = run_pass(planner, &pass, error);
    if (width != 0)
        planner->plan->width = width;
    return status;
}

enum trey_status trey_planner_search(struct trey_planner *planner,
                                     struct trey_error *error)
{
    const struct trey_plan_options *options = planner->options;
    enum trey_status status =
        options->width != 0 ? run_width(planner, error) : run_widening(planner, error);
    /* Out of memory in a wide pass: keep the plan of the passes before it. */
    if (status != TREY_OK && planner->best.move_count > 0) {
        stop_search(planner, TREY_PLAN_MEMORY);
        status = TREY_OK;
    }
    if (status == TREY_OK && !trey_planner_is_over(planner))
        stop_search(planner, TREY_PLAN_PASS_DONE);
    return status == TREY_OK ? play_to_end(planner, error) : status;
}
