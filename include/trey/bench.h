/* trey/bench.h - the speeds of the library's hot paths on this machine.
 *
 * Each benchmark does a fixed amount of work and returns a checksum of it, which is the
 * same on every machine and compiler, beside the time it took. */
#ifndef TREY_BENCH_H
#define TREY_BENCH_H

#include "trey/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct trey_bench_result {
    uint64_t count;    /* units of work done */
    double seconds;    /* processor time of one core */
    uint64_t checksum; /* of the work: the same everywhere for the same scale */
};

/* Names of the benchmarks ("playouts") and the units they count ("moves"): index 0, 1,
 * ... NULL after the last. Any thread. */
TREY_API const char *trey_bench_name_at(int index);
TREY_API const char *trey_bench_unit_at(int index);

/* Runs one; scale 1 takes about a second, 0.01 a hundredth. One thread. *result is the
 * caller's. TREY_ERR_ARGUMENT for an index that is none or a scale that is not above 0,
 * TREY_ERR_MEMORY; error may be NULL. Any thread. */
TREY_API enum trey_status trey_bench_run(int index, double scale,
                                         struct trey_bench_result *result,
                                         struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
