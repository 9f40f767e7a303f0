/* Output of trey solve: answers, counts, trees, grades. All functions return an exit
 * status. */
#ifndef TREY_CLI_SOLVE_OUTPUT_H
#define TREY_CLI_SOLVE_OUTPUT_H

#include "common.h"

#include "extras/exact/sample.h"
#include "trey/exact.h"
#include "trey/played.h"

/* Form of the output. */
struct cli_solve_form {
    bool remaining; /* values are points to come, not final scores */
    bool best;      /* with the best move */
    bool layers;    /* counts of each layer */
    bool json, svg;
    unsigned depth; /* of a tree, in moves and spawns */
};

/* Answers the queries on standard input as they arrive. */
int cli_solve_queries(const struct trey_exact *exact, const struct cli_solve_form *form);

/* Prints the counts of a solution. */
int cli_solve_stats(const struct trey_exact *exact, const struct cli_solve_form *form);

/* Prints the counts of a solution of rules with a deck and bonus tiles. */
int cli_solve_played(const struct trey_played_options *of,
                     const struct trey_played_counts *counts, bool json);

/* Prints the estimates of sampling. */
int cli_solve_sample(const struct trey_exact_options *of,
                     const struct trey_exact_sample *sample, bool json);

/* Grades the answers in a file. */
int cli_solve_grade(const struct trey_exact *exact, const char *path);

/* Prints the game tree below a state, which is written as in a query. */
int cli_solve_tree(const struct trey_exact *exact, const char *state,
                   const struct cli_solve_form *form);

#endif
