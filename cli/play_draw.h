/* The screen of trey play, drawn anew from what is known of the game. */
#ifndef TREY_CLI_PLAY_DRAW_H
#define TREY_CLI_PLAY_DRAW_H

#include "play.h"

struct cli_screen {
    struct cli_play play;
    enum cli_palette palette;
    int colours;  /* 0: none; 8, 256 */
    bool blocks;  /* the terminal takes the block characters of Unicode */
    bool ask_new; /* n was pressed once */
    bool quit;
    bool warned; /* play.warning was a message */
    bool left;   /* by q: the game is saved as `kept` says */
    enum cli_kept kept;
    long number;  /* being typed, to go to; -1: none */
    double due_s; /* when the next slide of a run is to be shown */
};

/* Colours of the terminal that is open now. */
void cli_draw_prepare(struct cli_screen *screen);

void cli_draw(struct cli_screen *screen);

#endif
