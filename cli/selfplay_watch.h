/* trey selfplay --watch: the game in progress as it is played. */
#ifndef TREY_CLI_SELFPLAY_WATCH_H
#define TREY_CLI_SELFPLAY_WATCH_H

#include "common.h"

struct cli_watch {
    FILE *file;                       /* where it is shown */
    double speed;                     /* slides a second; 0: no pause */
    const struct trey_cancel *cancel; /* ends a pause */
    double due_s;                     /* when the next slide is to be shown */
};

/* A trey_watch_fn; the context is a struct cli_watch. On a terminal each position takes
 * the place of the one before it, elsewhere they follow one another. */
void cli_watch_slide(void *context, uint64_t game, const struct trey_view *before,
                     enum trey_direction direction, const struct trey_view *after,
                     int cell);

#endif
