/* The exact solver on the board 2x3 with all values, on one thread. It counts classes
 * under symmetry of boards with their hints, which are listed and evaluated. */
#include "base/random.h"
#include "bench/bench.h"
#include "os/clock.h"
#include "trey/exact.h"

#include <string.h>

static void add_checksum(const struct trey_exact *exact, struct trey_bench_result *result)
{
    struct trey_exact_counts counts;
    uint64_t bits;
    trey_exact_count(exact, &counts);
    memcpy(&bits, &counts.root_value, sizeof bits);
    result->count += counts.classes;
    result->checksum = trey_mix64(result->checksum ^ bits ^ counts.terminal);
}

enum trey_status trey_bench_solve(double scale, struct trey_bench_result *result,
                                  struct trey_error *error)
{
    struct trey_exact_options options;
    enum trey_status status = TREY_OK;
    uint64_t times = trey_bench_work(scale, 40);
    trey_exact_defaults(TREY_EXACT_COURSE, (struct trey_shape){2, 3}, &options);
    options.threads = 1;
    *result = (struct trey_bench_result){0};
    double start = trey_clock_cpu();
    for (uint64_t i = 0; status == TREY_OK && i < times; i++) {
        struct trey_exact *exact = NULL;
        status = trey_exact_solve(&options, &exact, error);
        if (status == TREY_OK)
            add_checksum(exact, result);
        trey_exact_free(exact);
    }
    result->seconds = trey_clock_cpu() - start;
    return status;
}
