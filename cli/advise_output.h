/* The advice on one position, as text and as JSON. */
#ifndef TREY_CLI_ADVISE_OUTPUT_H
#define TREY_CLI_ADVISE_OUTPUT_H

#include "adviser.h"

/* Values and reasons of all slides, as text on standard output or as an object. On a
 * terminal the board stands there at once, and what is best so far while it thinks. */
int cli_print_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);
int cli_json_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);

#endif
