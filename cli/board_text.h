/* Boards of any shape as text, with or without colours. */
#ifndef TREY_CLI_BOARD_TEXT_H
#define TREY_CLI_BOARD_TEXT_H

#include "common.h"
#include "tile_colours.h"

#include <stdio.h>

/* A board as it is shown. */
struct cli_board {
    int rows, cols;
    bool doubling;     /* tiles of 2048 and similar games, not of Threes! */
    int newest;        /* cell of the newest tile, or -1 */
    uint8_t rank[16];  /* 0: empty */
    uint64_t tile[16]; /* 0: empty */
};

void cli_board_of_view(const struct trey_view *view, int newest, struct cli_board *board);

/* The board of a session's answer that contains a position. */
void cli_board_of_answer(const json_t *answer, int newest, struct cli_board *board);

/* Prints a line per row: tiles right-aligned, "." for empty, "*" before the newest tile.
 * `colours`: number of terminal colours (8 or 256) for the palette; 0: none. */
void cli_board_print(FILE *out, const struct cli_board *board, enum cli_palette palette,
                     int colours);

/* Number of colours that a terminal most likely has, judged by the environment; 0 if
 * colours are switched off or the stream is not a terminal. */
int cli_colours_of(FILE *out);

#endif
