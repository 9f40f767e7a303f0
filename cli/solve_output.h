/* What trey solve prints: answers, counts, a tree, marks. */
#ifndef TREY_CLI_SOLVE_OUTPUT_H
#define TREY_CLI_SOLVE_OUTPUT_H

#include "common.h"

#include "trey/exact.h"
#include "trey/played.h"

/* How values are shown. */
struct cli_solve_form {
    bool remaining; /* less the score that the board has now */
    bool best;      /* with the best slide */
    bool layers;    /* counts: of each layer */
    bool json, svg;
    unsigned depth; /* of a tree, in slides and entries */
};

/* Answers the queries on standard input as they come. All return what main does. */
int cli_solve_queries(const struct trey_exact *exact, const struct cli_solve_form *form);

/* The counts of a solution. */
int cli_solve_stats(const struct trey_exact *exact, const struct cli_solve_form *form);

/* The counts of a solution of rules as they are played. */
int cli_solve_played(const struct trey_played_options *of,
                     const struct trey_played_counts *counts, bool json);

/* What sampling came to. */
int cli_solve_sample(const struct trey_exact_options *of,
                     const struct trey_exact_sample *sample, bool json);

/* Marks the answers in a file ("-": standard input). */
int cli_solve_grade(const struct trey_exact *exact, const char *path);

/* The game tree below a state, written as in a query. */
int cli_solve_tree(const struct trey_exact *exact, const char *state,
                   const struct cli_solve_form *form);

#endif
