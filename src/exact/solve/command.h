/* Calls of the solver that only the command makes: estimates of resources, and checks
 * of whole tables. */
#ifndef TREY_EXACT_SOLVE_COMMAND_H
#define TREY_EXACT_SOLVE_COMMAND_H

#include "exact/table/command.h"

/* Estimated resources: memory, and disk for a table or a work directory, otherwise 0. */
struct trey_exact_needs {
    uint64_t boards, memory_bytes, disk_bytes;
};

/* Estimates the resources of a solution without solving. TREY_ERR_ARGUMENT for options
 * that trey_exact_solve rejects. */
enum trey_status trey_exact_estimate(const struct trey_exact_options *options,
                                     struct trey_exact_needs *needs,
                                     struct trey_error *error);

/* Checks an opened table: all checksums; that it contains exactly the reachable states;
 * Bellman's equation for each state, as far as the stored values are exact, with an
 * independent move generator. A compact table is computed again from the rules, with the
 * time and memory of solving, and compared byte by byte. TREY_ERR_INPUT describes the
 * first difference. */
enum trey_status trey_exact_verify(const struct trey_exact *exact,
                                   const struct trey_exact_check *check,
                                   struct trey_error *error);

#endif
