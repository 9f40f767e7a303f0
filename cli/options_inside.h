/* Shared by the files of the parser: options.c, option_values.c, options_help.c. */
#ifndef TREY_CLI_OPTIONS_INSIDE_H
#define TREY_CLI_OPTIONS_INSIDE_H

#include "options.h"

#include <stdio.h>

enum { CLI_MAX_OPTIONS = 128 };

/* A name or a letter under which an option is known. */
struct cli_known {
    const char *name; /* NULL: only a letter */
    char letter;      /* 0: none */
    bool hidden, given;
    const struct cli_option *row;
    char *base; /* start of the struct that has the row's member; NULL: no member */
};

struct cli_line {
    const char *title; /* "trey plan" */
    const struct cli_syntax *syntax;
    void *arguments; /* the command's struct */
    struct cli_known known[CLI_MAX_OPTIONS];
    int known_count;
    char **words; /* the arguments that are not options, moved to the start of argv */
    size_t word_count;
};

/* Parses a value and stores it: option_values.c. */
void cli_store_value(struct cli_line *line, const struct cli_option *row,
                     const char *text, char *base);

/* True if the type of a row's member suits the row's kind. */
bool cli_row_is_valid(const struct cli_option *row);

/* The options that every command has: options_help.c. */
extern const struct cli_option cli_common_rows[];

/* Prints, for tools/completions, a line for each option that help shows: letter, name,
 * value and help, separated by tabs; a missing letter or value is "-". */
void cli_print_rows(const struct cli_syntax *syntax);

/* Prints "Usage: trey COMMAND [OPTION...] ARGUMENTS", a line for each form. */
void cli_print_forms(const struct cli_line *line, FILE *out);

#endif
