/* The planner's public functions. trey_plan_find checks the options, prepares bounds,
 * tables and threads, runs the search (passes.c) and returns its result. */
#include "base/error.h"
#include "base/machine.h"
#include "os/clock.h"
#include "sequence/planner.h"
#include "sequence/sequence.h"

#include <stdlib.h>

enum { MAX_THREADS = 1024 };

void trey_plan_defaults(struct trey_plan_options *options)
{
    *options = (struct trey_plan_options){
        .time_limit_s = 10.0,
        .seed = 1,
        .progress_every_s = 0.2,
    };
}

void trey_plan_clear(struct trey_plan *plan)
{
    free(plan->moves);
    free(plan->certificate);
    *plan = (struct trey_plan){0};
}

static enum trey_status check_options(const struct trey_planner *planner,
                                      struct trey_error *error)
{
    const struct trey_plan_options *options = planner->options;
    if (options->width > TREY_PLAN_MAX_WIDTH || options->threads > MAX_THREADS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the width goes up to %u, threads up to %d", TREY_PLAN_MAX_WIDTH,
                         MAX_THREADS);
    if (!(options->time_limit_s >= 0.0))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "the time limit is negative");
    unsigned width = options->width != 0 ? options->width : TREY_PLAN_MIN_WIDTH;
    size_t needed = trey_beam_bytes(width) + TREY_PLAN_MIN_TRACE_BYTES;
    if (needed > planner->plan->memory_bytes)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "width %u needs %zu bytes, the memory limit is %zu", width,
                         needed, planner->plan->memory_bytes);
    return TREY_OK;
}

/* The sum of the tiles after the longest possible game. */
static uint64_t last_sum(const struct trey_sequence *sequence, size_t longest_moves)
{
    struct trey_content content;
    trey_content_of(&sequence->start, &content);
    for (size_t n = 0; n < longest_moves; n++)
        trey_content_add(&content, sequence->tiles[n]);
    return content.sum;
}

static enum trey_status prepare_planner(struct trey_planner *planner,
                                        struct trey_error *error)
{
    const struct trey_plan_options *options = planner->options;
    struct trey_plan *plan = planner->plan;
    enum trey_status status = trey_sequence_bound(planner->sequence, &plan->bound, error);
    size_t longest = plan->bound.longest_moves;
    plan->ceiling = plan->bound.score;
    if (status == TREY_OK)
        status =
            trey_sequence_rest(planner->sequence, &plan->bound, &planner->rest, error);
    if (status != TREY_OK)
        return status;
    planner->goal = trey_sequence_goal(planner->sequence, longest);
    planner->best.moves = malloc(longest + 1);
    uint64_t sum = last_sum(planner->sequence, longest);
    if (planner->best.moves == NULL ||
        !trey_eval_make(planner->stages, &trey_eval_early, &trey_eval_late, sum) ||
        (trey_eval_stage_of(sum) == TREY_EVAL_EARLY &&
         !trey_eval_make(planner->plain, &trey_eval_plain, &trey_eval_plain, sum)))
        return trey_fail_memory(error, longest + 1);
    unsigned threads = options->threads != 0 ? options->threads : trey_processors();
    if (threads > 1)
        planner->threads = trey_threads_new(threads);
    return TREY_OK;
}

static void finish_plan(struct trey_planner *planner)
{
    struct trey_plan *plan = planner->plan;
    plan->moves = planner->best.moves;
    plan->move_count = planner->best.move_count;
    plan->score = planner->best.score;
    if (plan->proof != TREY_PROOF_NONE)
        plan->ceiling = plan->score;
    planner->best.moves = NULL;
    plan->cancelled = plan->stop == TREY_PLAN_CANCELLED;
    plan->seconds = trey_clock_monotonic() - planner->start_s;
    if (plan->seconds > 0.0)
        plan->moves_per_second = (double)planner->layers / plan->seconds;
}

enum trey_status trey_plan_find(const struct trey_sequence *sequence,
                                const struct trey_plan_options *options,
                                struct trey_plan *plan, struct trey_error *error)
{
    struct trey_planner planner = {
        .sequence = sequence,
        .options = options,
        .plan = plan,
        .start_s = trey_clock_monotonic(),
    };
    if (options->time_limit_s > 0.0)
        planner.deadline_s = planner.start_s + options->time_limit_s;
    *plan = (struct trey_plan){.memory_bytes = options->max_memory_bytes};
    if (plan->memory_bytes == 0)
        plan->memory_bytes = trey_memory_available() / 2;
    struct trey_position position;
    trey_sequence_begin(sequence, &position);
    planner.best.score = position.score;

    enum trey_status status = check_options(&planner, error);
    if (status == TREY_OK)
        status = prepare_planner(&planner, error);
    if (status == TREY_OK && planner.best.score == plan->bound.score)
        plan->proof = TREY_PROOF_BOUND_MET; /* and plan->stop is TREY_PLAN_PROVED */
    else if (status == TREY_OK)
        status = trey_planner_search(&planner, error);
    if (status == TREY_OK && options->certificate)
        status = trey_planner_certify(&planner, error);
    if (status == TREY_OK)
        finish_plan(&planner);
    trey_threads_free(planner.threads);
    trey_eval_clear(planner.stages);
    trey_eval_clear(planner.plain);
    trey_descent_free(planner.descent);
    trey_regress_free(planner.regress);
    free(planner.rest);
    free(planner.best.moves);
    return status;
}
