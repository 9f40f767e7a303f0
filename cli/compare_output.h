/* The results of trey compare as text, CSV and JSON. */
#ifndef TREY_CLI_COMPARE_OUTPUT_H
#define TREY_CLI_COMPARE_OUTPUT_H

#include "common.h"
#include "extras/baselines/compare.h"

#include <stdio.h>

/* All runs; outcomes[player * input_count + input]. */
struct cli_comparison {
    const char *const *names; /* of the players, as the user gave them */
    const struct trey_sequence_player *const *players;
    size_t player_count;
    const struct trey_compare_input *inputs;
    size_t input_count;
    const struct trey_outcome *outcomes;
};

/* Append the results to `out` in one form; false if out of memory. */
bool cli_compare_text(const struct cli_comparison *comparison, FILE *out);
bool cli_compare_csv(const struct cli_comparison *comparison, FILE *out);
bool cli_compare_json(const struct cli_comparison *comparison, FILE *out);

#endif
