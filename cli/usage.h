/* Messages of wrong usage, which quote what was typed. */
#ifndef TREY_CLI_USAGE_H
#define TREY_CLI_USAGE_H

#include <argp.h>

/* argp_error with the whole message as cli_shown shows it. */
__attribute__((format(printf, 2, 3))) void cli_argp_error(const struct argp_state *state,
                                                          const char *format, ...);

/* For all commands. */
#define argp_error cli_argp_error

#endif
