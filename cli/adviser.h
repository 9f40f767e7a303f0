/* The player that gives advice. */
#ifndef TREY_CLI_ADVISER_H
#define TREY_CLI_ADVISER_H

#include "player_options.h"

/* Unit of the values of moves. */
enum cli_measure {
    CLI_MEASURE_OWN,     /* a scale of the evaluator's own */
    CLI_MEASURE_POINTS,  /* points on the board at the end of each line */
    CLI_MEASURE_LEARNED, /* points to come, as a network has learned them by self-play */
};

/* Zero-initialise; clear with cli_adviser_clear, also after a failure. */
struct cli_adviser {
    struct trey_evaluator *evaluator;
    struct trey_search *search;
    struct trey_search_limits limits;
    enum cli_measure measure;
    bool warned; /* trey_evaluator_warning was printed */
};

/* Loads the evaluator of this name, which takes a while for a network, prints a warning
 * if it replaces another, and creates a search with it. `threads` 0: one per processor.
 */
enum trey_status cli_adviser_load(struct cli_adviser *adviser,
                                  const struct trey_rules *rules, const char *player,
                                  const struct cli_player_options *thinking,
                                  unsigned threads, struct trey_error *error);

/* Prints a warning after use if the evaluator looks untrained, unless one was printed. */
void cli_adviser_warn(struct cli_adviser *adviser);

void cli_adviser_clear(struct cli_adviser *adviser);

#endif
