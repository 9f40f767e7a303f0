/* Lines typed by a user: on a terminal with editing and history, if trey was built with
 * libedit. Lines from a file or pipe are echoed, so that the output reads as a dialogue.
 */
#ifndef TREY_CLI_LINES_H
#define TREY_CLI_LINES_H

#include "line_reader.h"

/* Zero-initialise; release with cli_lines_free. */
struct cli_lines {
    char *line; /* from the line editor */
    struct cli_line_reader reader;
    bool failed; /* reading failed, which was reported on standard error */
};

/* Asks for a line; NULL at the end of input or, with `failed` set, after a failure. The
 * line, without its end, may be changed and is valid until the next call. */
char *cli_lines_ask(struct cli_lines *lines, const char *question);

void cli_lines_free(struct cli_lines *lines);

#endif
