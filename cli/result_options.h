/* The options for the form of the output: --json and --quiet. */
#ifndef TREY_CLI_RESULT_OPTIONS_H
#define TREY_CLI_RESULT_OPTIONS_H

#include "common.h"

/* Zero-initialise. */
struct cli_result_options {
    bool json, quiet;
};

/* The options as rows of a command, stored in a struct cli_result_options. */
extern const struct cli_part cli_result_part;

/* True if standard error is a terminal and progress was not switched off. */
bool cli_shows_progress(const struct cli_result_options *options);

#endif
