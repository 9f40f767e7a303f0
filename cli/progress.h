/* One line of progress, written over itself on a terminal and never wider than it. */
#ifndef TREY_CLI_PROGRESS_H
#define TREY_CLI_PROGRESS_H

#include <stddef.h>
#include <stdio.h>

/* Begins as {0}. What does not fit is dropped, so the most important part comes first. */
struct cli_progress {
    size_t size;
    char text[512];
};

/* Appends text, as printf makes it. */
void cli_progress_add(struct cli_progress *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Shows the line in place of the one before, cut to the width that the terminal has now.
 * Writes nothing if `terminal` is not one. */
void cli_progress_show(const struct cli_progress *line, FILE *terminal);

/* Clears the line before anything else is written. Writes nothing where
 * cli_progress_show would not. */
void cli_progress_clear(FILE *terminal);

/* Width of a terminal in columns: as the terminal reports it, else $COLUMNS, else 80. */
size_t cli_terminal_columns(FILE *terminal);

#endif
