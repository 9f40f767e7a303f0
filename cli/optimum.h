/* The exact optimum of a small board, for comparison with the mean score of a player. */
#ifndef TREY_CLI_OPTIMUM_H
#define TREY_CLI_OPTIMUM_H

#include "common.h"

#include "trey/selfplay.h"

/* Zero-initialise. */
struct cli_optimum {
    struct trey_exact *exact; /* table of the player `exact`; NULL if it is not used */
    double value;             /* expected score of a game, if known */
    bool known;
};

/* Solves the board of these rules, or opens the table of "exact:FILE", if one of the
 * players (NULL: none) is exact or `wanted` is set. Else does nothing. `show`: progress
 * on standard error if it takes longer than half a second. */
enum trey_status cli_optimum_find(const char *const players[2], bool wanted,
                                  const struct trey_rules *rules, bool shows,
                                  const struct trey_cancel *cancel,
                                  struct cli_optimum *optimum, struct trey_error *error);
void cli_optimum_clear(struct cli_optimum *optimum);

/* Prints a line: the optimum, and the mean score as a share of it. */
void cli_optimum_print(FILE *out, const struct cli_optimum *optimum,
                       const struct trey_selfplay_stats *stats);

/* Adds the same numbers to a JSON object. */
void cli_optimum_add(const struct cli_optimum *optimum,
                     const struct trey_selfplay_stats *stats, json_t *object);

#endif
