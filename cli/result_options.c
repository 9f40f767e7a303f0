#include "result_options.h"

#include <unistd.h>

#define TO(member) CLI_TO(struct cli_result_options, member)

static const struct cli_option option_rows[] = {
    {"json", 0, NULL, "print the result as one JSON object", CLI_FLAG, TO(json)},
    {"quiet", 'q', NULL, "show no progress on standard error", CLI_FLAG, TO(quiet)},
    CLI_END,
};

const struct cli_part cli_result_part = {option_rows, NULL};

bool cli_shows_progress(const struct cli_result_options *options)
{
    return !options->quiet && isatty(STDERR_FILENO);
}
