#include "result_options.h"

#include <unistd.h>

enum { KEY_QUIET = 'q', KEY_JSON = 3200 };

static const struct argp_option argp_options[] = {
    {"json", KEY_JSON, NULL, 0, "print the result as one JSON object", 0},
    {"quiet", KEY_QUIET, NULL, 0, "no progress on standard error", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_result_options *options = state->input;
    (void)text;
    if (key != KEY_JSON && key != KEY_QUIET)
        return ARGP_ERR_UNKNOWN;
    options->json |= key == KEY_JSON;
    options->quiet |= key == KEY_QUIET;
    return 0;
}

const struct argp cli_result_argp = {.options = argp_options, .parser = parse};

bool cli_shows_progress(const struct cli_result_options *options)
{
    return !options->quiet && isatty(STDERR_FILENO);
}
