/* Training: self-play from zero weights on one thread, four tuples of six cells. The
 * rules `window` with temporal coherence, also with stages and restarts; 2048 with TD(0)
 * and a fixed rate. */
#include "base/random.h"
#include "bench/bench.h"
#include "learn/learner.h"
#include "os/os.h"

#include <string.h>

enum { GAMES_AT_ONCE = 16 };

/* User time of this thread: excludes the time in which the kernel clears memory. */
static double user_seconds(void)
{
    return trey_os_thread_seconds();
}

/* Touches every page of the tables. */
static void touch_tables(struct trey_learner *learner)
{
    for (int i = 0; i < learner->stages.count; i++)
        memset(learner->stage[i].weights, 0,
               trey_learner_floats(learner) * sizeof(float));
}

/* Trains until the learner has made at least this number of moves in all. */
static enum trey_status train_until(struct trey_learner *learner, uint64_t moves,
                                    struct trey_learn_progress *progress,
                                    struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    trey_learner_progress(learner, progress);
    while (status == TREY_OK && progress->slides < moves) {
        status = trey_learner_run(learner, GAMES_AT_ONCE, 0.0, NULL, error);
        trey_learner_progress(learner, progress);
    }
    return status;
}

/* The first half is not timed, because it includes getting memory from the system. */
static enum trey_status time_training(const struct trey_learn_options *options,
                                      uint64_t expected, struct trey_bench_result *result,
                                      struct trey_error *error)
{
    struct trey_learner *learner = NULL;
    struct trey_learn_progress before, after;
    *result = (struct trey_bench_result){0};
    enum trey_status status = trey_learner_new(options, &learner, error);
    if (status != TREY_OK)
        return status;
    touch_tables(learner);
    status = train_until(learner, expected, &before, error);
    double start = user_seconds();
    if (status == TREY_OK)
        status = train_until(learner, 2 * expected, &after, error);
    if (status == TREY_OK) {
        result->seconds = user_seconds() - start;
        result->count = after.slides - before.slides;
        result->checksum =
            trey_mix64((before.slides << 32) ^ after.slides ^ (uint64_t)after.mean);
    }
    trey_learner_free(learner);
    return status;
}

enum trey_status trey_bench_train(double scale, struct trey_bench_result *result,
                                  struct trey_error *error)
{
    struct trey_learn_options options;
    trey_learn_defaults(&options);
    return time_training(&options, trey_bench_work(scale, 5e5), result, error);
}

enum trey_status trey_bench_train_stages(double scale, struct trey_bench_result *result,
                                         struct trey_error *error)
{
    struct trey_learn_options options;
    trey_learn_defaults(&options);
    options.stages = "96 192 192+96 384";
    options.restarts = 0.5;
    return time_training(&options, trey_bench_work(scale, 5e5), result, error);
}

enum trey_status trey_bench_train_2048(double scale, struct trey_bench_result *result,
                                       struct trey_error *error)
{
    struct trey_learn_options options;
    trey_learn_defaults(&options);
    options.alpha = 1.0;
    enum trey_status status = trey_rules_named("2048", &options.rules, error);
    if (status != TREY_OK)
        return status;
    return time_training(&options, trey_bench_work(scale, 1e6), result, error);
}
