#include "lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    lines->room = 0;
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
    if (getline(&lines->line, &lines->room, stdin) < 0) {
        putchar('\n');
        return NULL;
    }
    lines->line[strcspn(lines->line, "\r\n")] = '\0';
    if (!isatty(STDIN_FILENO)) /* show what was answered */
        puts(lines->line);
    return lines->line;
}

void cli_lines_free(struct cli_lines *lines)
{
    free(lines->line);
    *lines = (struct cli_lines){0};
}
