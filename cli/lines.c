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

/* Reads a line with line editing; false if standard input and output are not terminals.
 */
static bool edit_line(struct cli_lines *lines, const char *question)
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
static bool edit_line(struct cli_lines *lines, const char *question)
{
    (void)lines, (void)question;
    return false;
}
#endif

/* Reports a read error. An interrupting signal counts as the end of the input. */
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
    if (edit_line(lines, question)) {
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
    if (!isatty(STDIN_FILENO)) /* echo the answer */
        puts(cli_shown(line));
    return line;
}

void cli_lines_free(struct cli_lines *lines)
{
    free(lines->line);
    cli_line_clear(&lines->reader);
    *lines = (struct cli_lines){0};
}
