/* The advice on one position, as text and as JSON. */
#ifndef TREY_CLI_ADVISE_OUTPUT_H
#define TREY_CLI_ADVISE_OUTPUT_H

#include "adviser.h"

/* Search the position and print the values of all moves with reasons on standard output,
 * as text or as a JSON object. On a terminal the text shows the board at once, and the
 * best move so far during the search. Return 0, or CLI_FAILED after a message. */
int cli_print_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);
int cli_json_advice(const struct cli_adviser *adviser, const struct trey_guess *guess);

#endif
