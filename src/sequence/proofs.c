/* Proofs between the passes: regression from the ends that beat the best plan, and lists
 * of all boards.
 *
 * Each attempt takes no more time than the search has taken before it, so that a proof
 * that is out of reach at most doubles the time of the passes. The coarse regression is
 * repeated when the best plan improves, because fewer ends beat it then and the layers
 * become smaller. It serves as a proof, and as a filter for later passes. If it proves
 * nothing, the descent (descent.c) tries to lower the ceiling. */
#include "os/clock.h"
#include "sequence/planner.h"

enum {
    MIN_BYTES = 32 << 20, /* memory limit below which there is no regression */
    BYTES_SHARE = 8,      /* a regression gets this fraction (1/8) of the memory */
    MOVES_BACK = 16,      /* of the first regression for a score */
    MORE_MOVES_BACK = 48, /* of the second one */
};

static const double min_allowed_s = 0.25; /* every attempt may take this long */

static enum trey_status create_regressions(struct trey_planner *planner,
                                           struct trey_error *error)
{
    size_t memory = planner->plan->memory_bytes;
    planner->regress_tried = true;
    if (memory < MIN_BYTES)
        return TREY_OK;
    enum trey_status status = trey_regress_new(
        planner->sequence, planner->plan->bound.longest_moves, &planner->regress, error);
    if (planner->regress != NULL)
        planner->regress_bytes = memory / BYTES_SHARE;
    if (status == TREY_OK && planner->regress != NULL)
        status = trey_descent_new(planner, &planner->descent, error);
    return status;
}

void trey_planner_lower_ceiling(struct trey_planner *planner, uint64_t score,
                                enum trey_proof proof)
{
    struct trey_plan *plan = planner->plan;
    uint64_t best = planner->best.score, ceiling = score > best ? score : best;
    if (ceiling < plan->ceiling) {
        plan->ceiling = ceiling;
        planner->ceiling_proof = proof;
    }
    if (plan->ceiling != best || plan->proof != TREY_PROOF_NONE)
        return;
    plan->proof =
        best == plan->bound.score ? TREY_PROOF_BOUND_MET : planner->ceiling_proof;
    planner->uncertified = plan->proof != TREY_PROOF_BOUND_MET;
    plan->stop = TREY_PLAN_PROVED;
}

/* Time limit of an attempt: the time that the search has taken so far. */
static double time_allowed(const struct trey_planner *planner)
{
    double spent = trey_clock_monotonic() - planner->start_s;
    return spent > min_allowed_s ? spent : min_allowed_s;
}

static enum trey_status regress_coarse(struct trey_planner *planner,
                                       struct trey_error *error)
{
    double allowed = time_allowed(planner);
    bool proved = false,
         same = trey_regress_score(planner->regress) == planner->best.score;
    size_t moves = trey_regress_moves(planner->regress);
    if (same && !(moves < MORE_MOVES_BACK && allowed > 2.0 * planner->regress_limit_s))
        return TREY_OK;
    planner->regress_limit_s = allowed;
    struct trey_regress_limits limits = {
        .moves = same && moves >= MOVES_BACK ? MORE_MOVES_BACK : MOVES_BACK,
        .bytes = planner->regress_bytes,
        .deadline_s = planner->deadline_s,
        .cpu_s = allowed,
        .cancel = planner->options->cancel,
    };
    enum trey_status status =
        trey_regress_run(planner->regress, planner->best.score, &limits, &proved, error);
    if (status == TREY_OK && proved) {
        trey_planner_lower_ceiling(planner, planner->best.score, TREY_PROOF_REGRESSED);
        planner->uncertified = false;
    }
    return status;
}

enum trey_status trey_planner_regress(struct trey_planner *planner, bool repairing,
                                      struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    if (!planner->regress_tried)
        status = create_regressions(planner, error);
    if (status == TREY_OK && planner->regress != NULL && !trey_planner_is_over(planner))
        status = regress_coarse(planner, error);
    if (status == TREY_OK && !repairing)
        status = trey_descent_run(planner, error);
    return status;
}

/* True if listing all boards may finish: layers grow about threefold a move until the
 * regression cuts them down, and the last attempt, if any, listed half of the layers. */
static bool exhaustion_may_finish(const struct trey_planner *planner)
{
    enum { MANY_MOVES = 48 };
    size_t longest = planner->plan->bound.longest_moves;
    return longest <= MANY_MOVES && trey_exhaust_possible(planner->sequence, longest) &&
           (planner->exhaust_after_s == 0.0 || 2 * planner->exhaust_layers >= longest);
}

/* Lists all boards that pass the filter, which excludes only boards that do not lead
 * above `score`. Time limit in seconds, 0: none. */
static enum trey_status list_boards(struct trey_planner *planner,
                                    struct trey_filter filter, uint64_t score,
                                    double seconds, struct trey_error *error)
{
    struct trey_plan *plan = planner->plan;
    struct trey_exhaust_task task = {
        .sequence = planner->sequence,
        .rest = planner->rest,
        .longest_moves = plan->bound.longest_moves,
        .filter = filter,
        .bytes = plan->memory_bytes - planner->regress_bytes -
                 trey_descent_bytes(planner->descent),
        .deadline_s = planner->deadline_s,
        .cpu_s = seconds,
        .cancel = planner->options->cancel,
    };
    struct trey_exhaust_report report;
    enum trey_status status = trey_exhaust_run(&task, &planner->best, &report, error);
    planner->exhaust_layers = report.layers;
    plan->positions += report.positions;
    plan->listed_moves = report.layers;
    if (report.boards > plan->listed_boards)
        plan->listed_boards = report.boards;
    if (report.complete)
        planner->exhaust_after_s = 0.0;
    if (status == TREY_OK)
        trey_planner_lower_ceiling(planner, report.complete ? score : plan->ceiling,
                                   TREY_PROOF_EXHAUSTED);
    return status;
}

/* Fewer boards lead to the ceiling than to any better plan, so those are listed first;
 * but a plan between best and ceiling can only be found among the latter. */
enum trey_status trey_planner_exhaust(struct trey_planner *planner, bool last,
                                      struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    struct trey_filter better = {planner->regress, NULL}, filter;
    uint64_t score = 0;
    double spent = trey_clock_monotonic() - planner->start_s;
    if (trey_planner_is_over(planner) || !exhaustion_may_finish(planner) ||
        (!last && spent < 2.0 * planner->exhaust_after_s))
        return TREY_OK;
    planner->exhaust_after_s = spent;
    bool descends = trey_descent_filter(planner->descent, &filter, &score);
    bool below_target = descends && score > planner->best.score;
    double seconds = last ? 0.0 : below_target ? spent / 2.0 : spent;
    if (descends)
        status = list_boards(planner, filter, score, seconds, error);
    if (status == TREY_OK && !trey_planner_is_over(planner) &&
        (below_target || !descends))
        status = list_boards(planner, better, 0, seconds, error);
    return status;
}

/* A program could check an exhaustion or a fine regression only by repeating it with all
 * its boards; a coarse regression is small enough. */
enum trey_status trey_planner_regress_for_certificate(struct trey_planner *planner,
                                                      struct trey_error *error)
{
    bool proved = false;
    struct trey_regress_limits limits = {
        .moves = planner->plan->bound.longest_moves,
        .bytes = planner->regress_bytes,
        .deadline_s = planner->deadline_s,
        .cancel = planner->options->cancel,
    };
    enum trey_status status = TREY_OK;
    if (!planner->uncertified)
        return TREY_OK;
    if (!planner->regress_tried)
        status = create_regressions(planner, error);
    if (status == TREY_OK && planner->regress != NULL)
        status = trey_regress_run(planner->regress, planner->best.score, &limits, &proved,
                                  error);
    if (status == TREY_OK && proved) {
        planner->plan->proof = TREY_PROOF_REGRESSED;
        planner->uncertified = false;
    }
    return status;
}
