/* trey selfplay --watch: shows the game in progress. */
#ifndef TREY_CLI_SELFPLAY_WATCH_H
#define TREY_CLI_SELFPLAY_WATCH_H

#include "common.h"

struct cli_watch {
    FILE *file;                       /* where boards are printed */
    double speed;                     /* moves per second; 0: no pause */
    const struct trey_cancel *cancel; /* ends a pause */
    double due_s;                     /* time of the next move, monotonic clock */
};

/* A trey_watch_fn; the context is a struct cli_watch. On a terminal each position
 * replaces the one before it, elsewhere it follows it. */
void cli_watch_move(void *context, uint64_t game, const struct trey_view *before,
                    enum trey_direction direction, const struct trey_view *after,
                    int cell);

#endif
