/* The exact optimum of a small board, beside what players reach. */
#ifndef TREY_CLI_OPTIMUM_H
#define TREY_CLI_OPTIMUM_H

#include "common.h"

#include "trey/selfplay.h"

/* Zero-initialise. */
struct cli_optimum {
    struct trey_exact *exact; /* what exact plays by; NULL where nobody needs it */
    double value;             /* of a game, if it is known */
    bool known;
};

/* If one of the players (NULL: none) is exact, or the optimum is wanted in any case:
 * solves the board of these rules, or opens the table of "exact:FILE". `show`: progress
 * on standard error if it takes long. */
enum trey_status cli_optimum_find(const char *const players[2], bool wanted,
                                  const struct trey_rules *rules, bool show,
                                  const struct trey_cancel *cancel,
                                  struct cli_optimum *optimum, struct trey_error *error);
void cli_optimum_clear(struct cli_optimum *optimum);

/* A line: the optimum, and what share of it the mean is. */
void cli_optimum_print(FILE *out, const struct cli_optimum *optimum,
                       const struct trey_selfplay_stats *stats);

/* The same, added to an object. */
void cli_optimum_add(const struct cli_optimum *optimum,
                     const struct trey_selfplay_stats *stats, json_t *object);

#endif
