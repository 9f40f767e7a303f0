/* The options that say how a result is told: --json and --quiet. */
#ifndef TREY_CLI_RESULT_OPTIONS_H
#define TREY_CLI_RESULT_OPTIONS_H

#include "common.h"

/* Zero-initialise. */
struct cli_result_options {
    bool json, quiet;
};

/* To be made a child of the command's argp; its input is a struct cli_result_options. */
extern const struct argp cli_result_argp;

/* True if standard error is a terminal and progress was not switched off. */
bool cli_shows_progress(const struct cli_result_options *options);

#endif
