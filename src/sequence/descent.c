/* The descent: lowers the ceiling from the bound towards the best plan.
 *
 * The ends that beat the best plan can be too many for a regression from all of them. The
 * ends at the ceiling alone are few. If a regression from them becomes empty, no plan
 * scores as much, and the ceiling falls to the next score with which a game can end. If
 * not, its layers are a filter that few boards pass, and a plan that passes it is
 * optimal.
 *
 * Each attempt distinguishes boards ever more finely: first by pattern and multiset, then
 * by 1, 2 and larger tiles, by 1, 2, 3 and larger ones, up to all below 48. Each stage
 * goes back as far as its share of time and memory allows, then prunes its layers
 * forward, to about a hundredth. The next stage considers only boards that the stage
 * before has left, so each gets further back than the one before. */
#include "base/error.h"
#include "os/clock.h"
#include "sequence/planner.h"

#include <stdlib.h>

enum {
    STAGES = TREY_CODED_MAX_LARGE - TREY_CODED_MIN_LARGE + 1,
    MIN_BYTES = 1 << 30,     /* memory limit below which there is no descent */
    BYTES_SHARE = 4,         /* it gets this fraction (1/4) of the memory */
    STAGE_TABLES = 24 << 20, /* bytes of a stage besides its layers */
    MOVES_BACK = 48,         /* of the coarse regression */
};

/* Shares of an attempt's time: of the coarse regression, then of the stages. The last
 * ones prove most. */
static const double shares[1 + STAGES] = {1.0, 1.0, 1.0, 2.0, 3.0, 4.0};
static const double min_stage_s = 0.01;
static const double min_attempt_s = 0.1; /* passes make better use of less time */

struct trey_descent {
    struct trey_regress *coarse;
    struct trey_fine *stages[STAGES];
    size_t bytes;
    bool attempted;   /* the regressions, as far as they have run, are for `target` */
    bool coarse_done; /* the time limit did not stop the coarse regression */
    uint64_t target;  /* the regressions start from the ends above this score */
    double attempt_s; /* time limit of the last attempt */
    double spent_s;   /* in all attempts */
};

void trey_descent_free(struct trey_descent *descent)
{
    if (descent == NULL)
        return;
    for (int i = STAGES; i-- > 0;)
        trey_fine_free(descent->stages[i]);
    trey_regress_free(descent->coarse);
    free(descent);
}

enum trey_status trey_descent_new(struct trey_planner *planner,
                                  struct trey_descent **descent, struct trey_error *error)
{
    size_t memory = planner->plan->memory_bytes;
    *descent = NULL;
    if (memory < MIN_BYTES)
        return TREY_OK;
    struct trey_descent *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->bytes = memory / BYTES_SHARE;
    enum trey_status status = trey_regress_new(
        planner->sequence, planner->plan->bound.longest_moves, &made->coarse, error);
    for (int i = 0; i < STAGES && status == TREY_OK; i++)
        status = trey_fine_new(made->coarse, i > 0 ? made->stages[i - 1] : NULL,
                               TREY_CODED_MIN_LARGE + i, &made->stages[i], error);
    if (status == TREY_OK)
        *descent = made;
    else
        trey_descent_free(made);
    return status;
}

size_t trey_descent_bytes(const struct trey_descent *descent)
{
    return descent != NULL ? descent->bytes : 0;
}

/* Limits of regression `which`, 0: the coarse one, i: stage i - 1. The time until `end_s`
 * is divided by share among this one and those after it. */
static struct trey_regress_limits limits_of(const struct trey_planner *planner, int which,
                                            double end_s)
{
    double all = 0.0;
    for (int i = which; i <= STAGES; i++)
        all += shares[i];
    double seconds = (end_s - trey_clock_cpu()) * shares[which] / all;
    return (struct trey_regress_limits){
        .moves = which == 0 ? MOVES_BACK : planner->plan->bound.longest_moves,
        .bytes = planner->descent->bytes / (STAGES + 1) - STAGE_TABLES,
        .deadline_s = planner->deadline_s,
        .cpu_s = seconds > min_stage_s ? seconds : min_stage_s,
        .cancel = planner->options->cancel,
        .forward = which == 0,
    };
}

static bool is_out_of_time(const struct trey_planner *planner)
{
    return trey_cancel_raised(planner->options->cancel) ||
           (planner->deadline_s > 0.0 && trey_clock_monotonic() >= planner->deadline_s);
}

/* One attempt at the ends above the target. The coarse regression is not repeated if its
 * last run for this target was complete. */
static enum trey_status run_attempt(struct trey_planner *planner, double seconds,
                                    bool *proved, struct trey_error *error)
{
    struct trey_descent *descent = planner->descent;
    double start_s = trey_clock_cpu(), end_s = start_s + seconds;
    struct trey_regress_limits limits = limits_of(planner, 0, end_s);
    enum trey_status status = TREY_OK;
    *proved = false;
    if (!descent->coarse_done || trey_regress_score(descent->coarse) != descent->target) {
        status =
            trey_regress_run(descent->coarse, descent->target, &limits, proved, error);
        descent->coarse_done = trey_clock_cpu() - start_s < limits.cpu_s;
    }
    for (int i = 0;
         i < STAGES && status == TREY_OK && !*proved && !is_out_of_time(planner); i++) {
        limits = limits_of(planner, 1 + i, end_s);
        status =
            trey_fine_run(descent->stages[i], descent->target, &limits, proved, error);
    }
    descent->attempted = status == TREY_OK;
    descent->attempt_s = seconds;
    return status;
}

/* True if no attempt at this target has taken more than half of this time. */
static bool should_attempt(const struct trey_descent *descent, uint64_t target,
                           double seconds)
{
    return !descent->attempted || descent->target != target ||
           seconds >= 2.0 * descent->attempt_s;
}

enum trey_status trey_descent_run(struct trey_planner *planner, struct trey_error *error)
{
    struct trey_descent *descent = planner->descent;
    struct trey_plan *plan = planner->plan;
    enum trey_status status = TREY_OK;
    bool proved = true;
    if (descent == NULL)
        return TREY_OK;
    double start = trey_clock_monotonic(), spent = start - planner->start_s;
    double allowed = spent - 2.0 * descent->spent_s, used = 0.0;
    while (proved && status == TREY_OK && allowed - used >= min_attempt_s &&
           !trey_planner_is_over(planner) && !is_out_of_time(planner)) {
        uint64_t target =
            trey_regress_next_end(descent->coarse, planner->best.score, plan->ceiling);
        if (!should_attempt(descent, target, allowed - used))
            break;
        descent->target = target;
        status = run_attempt(planner, allowed - used, &proved, error);
        if (status == TREY_OK && proved)
            trey_planner_lower_ceiling(planner, target, TREY_PROOF_REGRESSED);
        used = trey_clock_monotonic() - start;
    }
    descent->spent_s += used;
    return status;
}

bool trey_descent_filter(const struct trey_descent *descent, struct trey_filter *filter,
                         uint64_t *score)
{
    if (descent == NULL || !descent->attempted)
        return false;
    *filter = (struct trey_filter){.coarse = descent->coarse};
    *score = descent->target;
    size_t furthest = 0;
    for (int i = 0; i < STAGES; i++) {
        const struct trey_fine *stage = descent->stages[i];
        if (trey_fine_score(stage) == descent->target &&
            trey_fine_moves(stage) >= furthest && trey_fine_moves(stage) > 0) {
            furthest = trey_fine_moves(stage);
            filter->fine = stage;
        }
    }
    return true;
}
