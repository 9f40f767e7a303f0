/* One line of progress that is rewritten in place and never wider than the terminal. */
#ifndef TREY_CLI_PROGRESS_H
#define TREY_CLI_PROGRESS_H

#include <stddef.h>
#include <stdio.h>

/* Zero-initialise. Text that does not fit is dropped: add the most important part first.
 */
struct cli_progress {
    size_t size;
    char text[512];
};

/* Appends text, formatted as by printf. */
void cli_progress_add(struct cli_progress *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Replaces the line on the terminal, cut to its present width. Writes nothing if
 * `terminal` is not a terminal. */
void cli_progress_show(const struct cli_progress *line, FILE *terminal);

/* Clears the line before anything else is written. Writes nothing if `terminal` is not a
 * terminal. */
void cli_progress_clear(FILE *terminal);

#endif
