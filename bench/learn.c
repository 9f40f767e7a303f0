/* Training: self-play of the rules `window` from nothing, four tuples of six cells, by
 * temporal coherence, on one thread. */
#include "trey/learn.h"
#include "bench/bench.h"
#include "util/clock.h"
#include "util/random.h"

enum { GAMES_AT_ONCE = 16 };

enum trey_status trey_bench_train(double scale, struct trey_bench_result *result,
                                  struct trey_error *error)
{
    struct trey_learn_options options;
    struct trey_learner *learner = NULL;
    *result = (struct trey_bench_result){0};
    trey_learn_defaults(&options);
    enum trey_status status = trey_learner_new(&options, &learner, error);
    if (status != TREY_OK)
        return status;
    uint64_t wanted = trey_bench_work(scale, 5e5);
    double start = trey_clock_cpu();
    while (status == TREY_OK && result->count < wanted) {
        struct trey_learn_progress progress;
        status = trey_learner_run(learner, GAMES_AT_ONCE, 0.0, NULL, error);
        trey_learner_progress(learner, &progress);
        result->count = progress.slides;
        result->checksum = trey_mix64(result->checksum ^ (progress.slides << 32) ^
                                      (uint64_t)progress.mean);
    }
    result->seconds = trey_clock_cpu() - start;
    trey_learner_free(learner);
    return status;
}
