#include "lines.h"

#include "common.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_TYPED_BYTES = 1 << 20 };

#ifdef TREY_WITH_LIBEDIT
#include <editline/readline.h>

/* With line editing; false if this is no terminal. */
static bool edit(struct cli_lines *lines, const char *question)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    char prompt[256];
    snprintf(prompt, sizeof prompt, "%s ", question);
    free(lines->line);
    lines->line = readline(prompt);
    if (lines->line != NULL && lines->line[0] != '\0')
        add_history(lines->line);
    return true;
}
#else
static bool edit(struct cli_lines *lines, const char *question)
{
    (void)lines;
    (void)question;
    return false;
}
#endif

/* Reports a failure other than a signal, which ends the input as its end does. */
static void report_failure(struct cli_lines *lines)
{
    struct trey_error error;
    if (cli_line_finish(&lines->reader, &error) == TREY_OK ||
        (error.code == TREY_ERR_IO && lines->reader.last_errno == EINTR))
        return;
    lines->failed = true;
    cli_fail("-", &error);
}

char *cli_lines_ask(struct cli_lines *lines, const char *question)
{
    fflush(stdout);
    if (edit(lines, question)) {
        if (lines->line == NULL)
            putchar('\n');
        return lines->line;
    }
    printf("%s ", question);
    fflush(stdout);
    lines->reader.file = stdin;
    lines->reader.max_bytes = MAX_TYPED_BYTES;
    if (!cli_line_next(&lines->reader)) {
        putchar('\n');
        report_failure(lines);
        return NULL;
    }
    char *line = lines->reader.line;
    line[strcspn(line, "\r")] = '\0';
    if (!isatty(STDIN_FILENO)) /* show what was answered */
        puts(cli_shown(line));
    return line;
}

void cli_lines_free(struct cli_lines *lines)
{
    free(lines->line);
    cli_line_clear(&lines->reader);
    *lines = (struct cli_lines){0};
}
