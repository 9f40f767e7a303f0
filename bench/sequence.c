/* The known-sequence game: the planner at width 300, as in the published comparison, and
 * the referee. Random instances of a fixed seed. */
#include "bench/bench.h"
#include "os/clock.h"
#include "trey/plan.h"

static uint64_t checksum_of(uint64_t score, const uint8_t *moves, size_t count)
{
    uint64_t checksum = score;
    for (size_t i = 0; i < count; i++)
        checksum = (checksum ^ moves[i]) * 0x9e3779b97f4a7c15u;
    return checksum;
}

static enum trey_status run_planner(const struct trey_sequence *sequence, unsigned width,
                                    struct trey_plan *plan, struct trey_error *error)
{
    struct trey_plan_options options;
    trey_plan_defaults(&options);
    options.width = width;
    options.threads = 1;
    options.time_limit_s = 0.0;
    return trey_plan_find(sequence, &options, plan, error);
}

enum trey_status trey_bench_plan(double scale, struct trey_bench_result *result,
                                 struct trey_error *error)
{
    struct trey_sequence *sequence;
    struct trey_plan found;
    *result = (struct trey_bench_result){0};
    enum trey_status status = trey_sequence_generate(
        TREY_MIX_BAG30, trey_bench_work(scale, 20000), 6, &sequence, error);
    if (status != TREY_OK)
        return status;
    double start = trey_clock_cpu();
    status = run_planner(sequence, 300, &found, error);
    result->seconds = trey_clock_cpu() - start;
    if (status == TREY_OK) {
        result->count = found.move_count;
        result->checksum = checksum_of(found.score, found.moves, found.move_count);
        trey_plan_clear(&found);
    }
    trey_sequence_free(sequence);
    return status;
}

enum trey_status trey_bench_judge(double scale, struct trey_bench_result *result,
                                  struct trey_error *error)
{
    struct trey_sequence *sequence;
    struct trey_plan found;
    *result = (struct trey_bench_result){0};
    enum trey_status status =
        trey_sequence_generate(TREY_MIX_BAG30, 4000, 6, &sequence, error);
    if (status != TREY_OK)
        return status;
    status = run_planner(sequence, 10, &found, error);
    if (status == TREY_OK) {
        double start = trey_clock_cpu();
        for (uint64_t round = trey_bench_work(scale, 2000); round > 0; round--) {
            struct trey_verdict verdict;
            trey_sequence_judge(sequence, found.moves, found.move_count, NULL, NULL,
                                &verdict);
            result->count += verdict.final.moves;
            result->checksum =
                checksum_of(result->checksum + verdict.final.score, NULL, 0);
        }
        result->seconds = trey_clock_cpu() - start;
        trey_plan_clear(&found);
    }
    trey_sequence_free(sequence);
    return status;
}
