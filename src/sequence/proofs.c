/* Proofs beside the passes: regression from what would beat the best plan, and lists of
 * all boards.
 *
 * Each takes no more time than the search took before, so that a proof that is out of
 * reach at most doubles the time of the passes. The coarse regression is made anew when
 * the best plan rises, since the fewer ends beat it, the smaller the layers are, and
 * serves twice: as a proof, and as the filter of passes to come. What it leaves open the
 * descent (descent.c) comes at from above. */
#include "base/clock.h"
#include "sequence/planner.h"

enum {
    MIN_BYTES = 32 << 20, /* of all memory, for a regression to be begun */
    BYTES_SHARE = 8,      /* of all memory, one in so many for it */
    MOVES_BACK = 16,      /* at first, */
    MORE_MOVES_BACK = 48, /* and once that is done */
};

static const double least_s = 0.25; /* there is always time for this much */

static enum trey_status begin(struct trey_planner *planner, struct trey_error *error)
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

void trey_planner_lower(struct trey_planner *planner, uint64_t score,
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

/* Time for a stage: that which the search has taken so far. */
static double time_allowed(const struct trey_planner *planner)
{
    double spent = trey_clock_monotonic() - planner->start;
    return spent > least_s ? spent : least_s;
}

static enum trey_status regress_coarse(struct trey_planner *planner,
                                       struct trey_error *error)
{
    double allowed = time_allowed(planner);
    bool proved = false,
         same = trey_regress_score(planner->regress) == planner->best.score;
    size_t moves = trey_regress_moves(planner->regress);
    if (same && !(moves < MORE_MOVES_BACK && allowed > 2.0 * planner->regress_s))
        return TREY_OK;
    planner->regress_s = allowed;
    struct trey_regress_limits limits = {
        .moves = same && moves >= MOVES_BACK ? MORE_MOVES_BACK : MOVES_BACK,
        .bytes = planner->regress_bytes,
        .deadline_s = planner->deadline,
        .cpu_s = allowed,
        .cancel = planner->options->cancel,
    };
    enum trey_status status =
        trey_regress_run(planner->regress, planner->best.score, &limits, &proved, error);
    if (status == TREY_OK && proved) {
        trey_planner_lower(planner, planner->best.score, TREY_PROOF_REGRESSED);
        planner->uncertified = false;
    }
    return status;
}

enum trey_status trey_planner_regress(struct trey_planner *planner, bool repairing,
                                      struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    if (!planner->regress_tried)
        status = begin(planner, error);
    if (status == TREY_OK && planner->regress != NULL && !trey_planner_is_over(planner))
        status = regress_coarse(planner, error);
    if (status == TREY_OK && !repairing)
        status = trey_descent_run(planner, error);
    return status;
}

/* Lists grow some threefold a layer until the regression cuts them down. */
static bool is_hopeful(const struct trey_planner *planner)
{
    enum { MANY_MOVES = 48 };
    size_t longest = planner->plan->bound.longest_moves;
    return longest <= MANY_MOVES && trey_exhaust_possible(planner->sequence, longest) &&
           (planner->exhaust_s == 0.0 || 2 * planner->exhaust_layers >= longest);
}

/* Lists all boards that pass the filter, for so many seconds (0: any); it drops nothing
 * that leads above `score`. */
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
        .deadline_s = planner->deadline,
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
        planner->exhaust_s = 0.0;
    if (status == TREY_OK)
        trey_planner_lower(planner, report.complete ? score : plan->ceiling,
                           TREY_PROOF_EXHAUSTED);
    return status;
}

/* Of the boards that lead to the ceiling there are fewer than of those that lead to a
 * better plan; but only among the latter is one that is found in between. */
enum trey_status trey_planner_exhaust(struct trey_planner *planner, bool last,
                                      struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    struct trey_filter any = {planner->regress, NULL}, filter;
    uint64_t score = 0;
    double spent = trey_clock_monotonic() - planner->start;
    if (trey_planner_is_over(planner) || !is_hopeful(planner) ||
        (!last && spent < 2.0 * planner->exhaust_s))
        return TREY_OK;
    planner->exhaust_s = spent;
    bool descends = trey_descent_filter(planner->descent, &filter, &score);
    bool is_far = descends && score > planner->best.score;
    double seconds = last ? 0.0 : is_far ? spent / 2.0 : spent;
    if (descends)
        status = list_boards(planner, filter, score, seconds, error);
    if (status == TREY_OK && !trey_planner_is_over(planner) && (is_far || !descends))
        status = list_boards(planner, any, 0, seconds, error);
    return status;
}

/* An exhaustion can only be repeated, and so can a fine regression, with its many boards;
 * a coarse one can be checked. */
enum trey_status trey_planner_regress_at_last(struct trey_planner *planner,
                                              struct trey_error *error)
{
    bool proved = false;
    struct trey_regress_limits limits = {
        .moves = planner->plan->bound.longest_moves,
        .bytes = planner->regress_bytes,
        .deadline_s = planner->deadline,
        .cancel = planner->options->cancel,
    };
    enum trey_status status = TREY_OK;
    if (!planner->uncertified)
        return TREY_OK;
    if (!planner->regress_tried)
        status = begin(planner, error);
    if (status == TREY_OK && planner->regress != NULL)
        status = trey_regress_run(planner->regress, planner->best.score, &limits, &proved,
                                  error);
    if (status == TREY_OK && proved) {
        planner->plan->proof = TREY_PROOF_REGRESSED;
        planner->uncertified = false;
    }
    return status;
}
