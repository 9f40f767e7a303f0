/* The benchmarks: one function each, listed in bench.c. They belong to the command, not
 * to the library.
 *
 * Each does a fixed amount of work, measures the time, and returns a checksum of the
 * work, which is the same on every machine and compiler. */
#ifndef TREY_BENCH_BENCH_H
#define TREY_BENCH_BENCH_H

#include "trey/status.h"

#include <stdint.h>

struct trey_bench_result {
    uint64_t count;    /* units of work done */
    double seconds;    /* processor time of one core */
    uint64_t checksum; /* of the work: depends on the scale only */
};

/* Names of the benchmarks ("playouts") and their units ("moves"), by index from 0; NULL
 * after the last. Any thread. */
const char *trey_bench_name_at(int index);
const char *trey_bench_unit_at(int index);

/* Runs a benchmark; scale 1 takes about a second, 0.01 a hundredth. One thread. The
 * caller owns *result. TREY_ERR_ARGUMENT for an unknown index or a scale that is not
 * above 0, TREY_ERR_MEMORY; error may be NULL. Any thread. */
enum trey_status trey_bench_run(int index, double scale, struct trey_bench_result *result,
                                struct trey_error *error);

/* Does an amount of work proportional to the scale; fills all of the result. */
typedef enum trey_status (*trey_bench_fn)(double scale, struct trey_bench_result *result,
                                          struct trey_error *error);

enum trey_status trey_bench_slides(double scale, struct trey_bench_result *result,
                                   struct trey_error *error);
enum trey_status trey_bench_slides_2048(double scale, struct trey_bench_result *result,
                                        struct trey_error *error);
enum trey_status trey_bench_playouts(double scale, struct trey_bench_result *result,
                                     struct trey_error *error);
enum trey_status trey_bench_playouts_2048(double scale, struct trey_bench_result *result,
                                          struct trey_error *error);
enum trey_status trey_bench_batch(double scale, struct trey_bench_result *result,
                                  struct trey_error *error);
enum trey_status trey_bench_search(double scale, struct trey_bench_result *result,
                                   struct trey_error *error);
enum trey_status trey_bench_search_default(double scale, struct trey_bench_result *result,
                                           struct trey_error *error);
enum trey_status trey_bench_search_late(double scale, struct trey_bench_result *result,
                                        struct trey_error *error);
enum trey_status trey_bench_train(double scale, struct trey_bench_result *result,
                                  struct trey_error *error);
enum trey_status trey_bench_train_stages(double scale, struct trey_bench_result *result,
                                         struct trey_error *error);
enum trey_status trey_bench_train_2048(double scale, struct trey_bench_result *result,
                                       struct trey_error *error);
enum trey_status trey_bench_solve(double scale, struct trey_bench_result *result,
                                  struct trey_error *error);
enum trey_status trey_bench_plan(double scale, struct trey_bench_result *result,
                                 struct trey_error *error);
enum trey_status trey_bench_judge(double scale, struct trey_bench_result *result,
                                  struct trey_error *error);

/* Units of work at a scale, at least one. */
static inline uint64_t trey_bench_work(double scale, double at_one)
{
    double work = scale * at_one;
    return work < 1.0 ? 1 : (uint64_t)work;
}

#endif
