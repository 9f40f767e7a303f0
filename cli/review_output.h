/* A review as text and as JSON. */
#ifndef TREY_CLI_REVIEW_OUTPUT_H
#define TREY_CLI_REVIEW_OUTPUT_H

#include "common.h"

/* No more of the worst slides are listed. */
#define CLI_REVIEW_WORST 100
#define CLI_REVIEW_TURNS 5

struct cli_review {
    const struct trey_record *record;
    struct trey_view *views; /* before each slide */
    struct trey_review_slide *slides;
    bool points;   /* values are points */
    size_t listed; /* of the worst slides */
};

/* On standard output; 0 or CLI_FAILED. */
int cli_print_review(const struct cli_review *review);
int cli_json_review(const struct cli_review *review);

#endif
