/* The full screen of trey play, drawn from the state of the game. */
#ifndef TREY_CLI_PLAY_DRAW_H
#define TREY_CLI_PLAY_DRAW_H

#include "play.h"

struct cli_screen {
    struct cli_play play;
    enum cli_palette palette;
    int colours;  /* 0: none; 8, 256 */
    bool blocks;  /* the terminal can show Unicode block characters */
    bool ask_new; /* n was pressed once */
    bool quit;
    bool warned; /* play.warning was shown */
    bool left;   /* the user quit; `kept` is the result of saving */
    enum cli_kept kept;
    long number;  /* number of a move being typed, to go to; -1: none */
    double due_s; /* time of the next move of the player or replay, monotonic clock */
};

/* Finds the colours of the open terminal. */
void cli_draw_prepare(struct cli_screen *screen);

void cli_draw(struct cli_screen *screen);

#endif
