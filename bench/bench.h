/* The benchmarks: one function each, listed in bench.c. */
#ifndef TREY_BENCH_BENCH_H
#define TREY_BENCH_BENCH_H

#include "trey/bench.h"

/* Does its work at a scale; fills all of the result. */
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

/* Work at a scale, at least one unit. */
static inline uint64_t trey_bench_work(double scale, double at_one)
{
    double work = scale * at_one;
    return work < 1.0 ? 1 : (uint64_t)work;
}

#endif
