/* Lines that a person types: edited and remembered on a terminal, where libedit is there;
 * from a file or pipe shown as they are read, so that the output reads as a whole. */
#ifndef TREY_CLI_LINES_H
#define TREY_CLI_LINES_H

#include "line_reader.h"

/* Begin with all zero; cli_lines_free at the end. */
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
