/* The advice on one position, as text and as JSON. */
#ifndef TREY_CLI_ADVISE_OUTPUT_H
#define TREY_CLI_ADVISE_OUTPUT_H

#include "common.h"

/* What the values of the slides are. */
enum cli_measure {
    CLI_MEASURE_OWN,     /* numbers of an evaluation's own */
    CLI_MEASURE_POINTS,  /* points, the board at the end of each line taken as it is */
    CLI_MEASURE_LEARNED, /* points, as a network has learned them from its own play */
};

/* What gives the advice. */
struct cli_adviser {
    struct trey_search *search;
    struct trey_search_limits limits;
    enum cli_measure measure;
};

/* Values and reasons of all slides, as text on standard output or as an object. On a
 * terminal the board stands there at once, and what is best so far while it thinks. */
int cli_print_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);
int cli_json_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);

#endif
