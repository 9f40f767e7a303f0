/* The way down from the bound: which of the ends that beat the best plan can be reached?
 *
 * Regression from all of them at once drowns where they are many. The ends at the ceiling
 * alone are few. If going back from them comes to nothing, no plan scores as much, and
 * the ceiling falls to the next score with which a game can end; if it does not, what is
 * found is a filter that lets few boards through, and a plan that comes through it is
 * optimal.
 *
 * The boards of a regression are first told apart coarsely, then ever finer: by cells and
 * multiset, then by 1, 2 and larger tiles, 1, 2, 3 and larger, up to all below 48. Each
 * goes back as far as its share of time and memory allows, then forth again from there,
 * which leaves a hundredth or so of its layers; and the next one looks only at boards
 * that the one before has left. So each comes further than the one before. */
#include "base/clock.h"
#include "base/error.h"
#include "sequence/planner.h"

#include <stdlib.h>

enum {
    STAGES = TREY_CODED_MAX_LARGE - TREY_CODED_MIN_LARGE + 1,
    MIN_BYTES = 1 << 30, /* of all memory, for a descent to be begun */
    BYTES_SHARE = 4,     /* of all memory, one in so many for it */
    STAGE_TABLES = 24 << 20,
    MOVES_BACK = 48, /* of the coarse one */
};

/* Shares in an attempt's time, of the coarse regression and of the stages: the last ones
 * prove most, and most of what they go back from is left by those before. */
static const double shares[1 + STAGES] = {1.0, 1.0, 1.0, 2.0, 3.0, 4.0};
static const double least_s = 0.01;        /* for one of them */
static const double least_attempt_s = 0.1; /* below that passes do more */

struct trey_descent {
    struct trey_regress *coarse;
    struct trey_fine *stages[STAGES];
    size_t bytes;
    bool begun;       /* the stages stand for `target`, as far as they have run */
    bool coarse_done; /* the coarse one was not stopped by its limit of time */
    uint64_t target;  /* ends above it are gone back from */
    double attempt_s; /* that the last attempt might take */
    double spent_s;
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

/* For one that has a share in the time until `end_s`; what those before it have not taken
 * is divided again. */
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
        .deadline_s = planner->deadline,
        .cpu_s = seconds > least_s ? seconds : least_s,
        .cancel = planner->options->cancel,
        .forth = which == 0,
    };
}

static bool is_late(const struct trey_planner *planner)
{
    return trey_cancel_raised(planner->options->cancel) ||
           (planner->deadline > 0.0 && trey_clock_monotonic() >= planner->deadline);
}

/* One attempt at the ends above the target, the coarse one kept if it went all the way.
 */
static enum trey_status attempt(struct trey_planner *planner, double seconds,
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
    for (int i = 0; i < STAGES && status == TREY_OK && !*proved && !is_late(planner);
         i++) {
        limits = limits_of(planner, 1 + i, end_s);
        status =
            trey_fine_run(descent->stages[i], descent->target, &limits, proved, error);
    }
    descent->begun = status == TREY_OK;
    descent->attempt_s = seconds;
    return status;
}

/* Whether an attempt is worth its time: no other one of this target took half as much. */
static bool is_worth(const struct trey_descent *descent, uint64_t target, double seconds)
{
    return !descent->begun || descent->target != target ||
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
    double start = trey_clock_monotonic(), spent = start - planner->start;
    double allowed = spent - 2.0 * descent->spent_s, used = 0.0;
    while (proved && status == TREY_OK && allowed - used >= least_attempt_s &&
           !trey_planner_is_over(planner) && !is_late(planner)) {
        uint64_t target =
            trey_regress_next_end(descent->coarse, planner->best.score, plan->ceiling);
        if (!is_worth(descent, target, allowed - used))
            break;
        descent->target = target;
        status = attempt(planner, allowed - used, &proved, error);
        if (status == TREY_OK && proved)
            trey_planner_lower(planner, target, TREY_PROOF_REGRESSED);
        used = trey_clock_monotonic() - start;
    }
    descent->spent_s += used;
    return status;
}

bool trey_descent_filter(const struct trey_descent *descent, struct trey_filter *filter,
                         uint64_t *score)
{
    if (descent == NULL || !descent->begun)
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
