#include "bench/bench.h"

#include "base/error.h"

static const struct {
    const char *name, *unit;
    trey_bench_fn run;
} benchmarks[] = {
    {"slides", "slides", trey_bench_slides},
    {"slides-2048", "slides", trey_bench_slides_2048},
    {"playouts", "moves", trey_bench_playouts},
    {"playouts-2048", "moves", trey_bench_playouts_2048},
    {"batch", "moves", trey_bench_batch},
    {"search", "leaves", trey_bench_search},
    {"search-default", "leaves", trey_bench_search_default},
    {"search-late", "leaves", trey_bench_search_late},
    {"train", "moves", trey_bench_train},
    {"train-stages", "moves", trey_bench_train_stages},
    {"train-2048", "moves", trey_bench_train_2048},
    {"solve", "states", trey_bench_solve},
    {"plan", "moves", trey_bench_plan},
    {"judge", "moves", trey_bench_judge},
};

enum { BENCHMARKS = sizeof benchmarks / sizeof *benchmarks };

const char *trey_bench_name_at(int index)
{
    return index >= 0 && index < BENCHMARKS ? benchmarks[index].name : NULL;
}

const char *trey_bench_unit_at(int index)
{
    return index >= 0 && index < BENCHMARKS ? benchmarks[index].unit : NULL;
}

enum trey_status trey_bench_run(int index, double scale, struct trey_bench_result *result,
                                struct trey_error *error)
{
    if (index < 0 || index >= BENCHMARKS || !(scale > 0.0))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "no such benchmark, or a scale that is not above 0");
    return benchmarks[index].run(scale, result, error);
}
