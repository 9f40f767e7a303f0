/* A review as text and as JSON. */
#ifndef TREY_CLI_REVIEW_OUTPUT_H
#define TREY_CLI_REVIEW_OUTPUT_H

#include "common.h"

/* Maximum number of worst moves and of turning points that are listed. */
#define CLI_REVIEW_WORST 100
#define CLI_REVIEW_TURNS 5

struct cli_review {
    const struct trey_record *record;
    struct trey_view *views; /* before each move */
    struct trey_reviewed_move *slides;
    bool points;   /* values are points */
    size_t listed; /* number of worst moves to list */
};

/* Print the review on standard output. Return 0 or CLI_FAILED. */
int cli_print_review(const struct cli_review *review);
int cli_json_review(const struct cli_review *review);

#endif
