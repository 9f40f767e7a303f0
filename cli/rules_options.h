/* The options that select rules: --rules NAME, and one for each field of a rule set. */
#ifndef TREY_CLI_RULES_OPTIONS_H
#define TREY_CLI_RULES_OPTIONS_H

#include "common.h"

/* Zero-initialise; `rules` is filled at the end of the command line. */
struct cli_rules_options {
    struct trey_rules rules;
    const char *name; /* NULL: not given, `window` is used */
    const char *value[16];
    bool given; /* --rules or another of these options */
};

/* Checks that a game was played by the rules given; NULL: none were. */
enum trey_status cli_check_rules_of_game(const struct trey_rules *given,
                                         const struct trey_rules *played,
                                         struct trey_error *error);

/* trey_rules_format with commas instead of blanks, as --rules accepts it: one word. */
void cli_format_rules(const struct trey_rules *rules, char *text, size_t size_bytes);

/* Names of the options, for cli_first_given. */
#define CLI_RULES_OPTIONS "rules|rows|cols|top|start|copies|bonus|bonus-odds|hint|entry"

/* The options as rows of a command, stored in a struct cli_rules_options. */
extern const struct cli_part cli_rules_part;

#endif
