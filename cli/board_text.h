/* Boards of any shape as text, with or without colours. */
#ifndef TREY_CLI_BOARD_TEXT_H
#define TREY_CLI_BOARD_TEXT_H

#include "common.h"
#include "tile_colours.h"

#include <stdio.h>

/* What is to be seen of a board. */
struct cli_board {
    int rows, cols;
    bool doubling;     /* tiles of 2048 and its like, not of Threes! */
    int entered;       /* cell of the newest tile, or -1 */
    uint8_t rank[16];  /* 0: empty */
    uint64_t tile[16]; /* 0: empty */
};

void cli_board_of_view(const struct trey_view *view, int entered,
                       struct cli_board *board);

/* Of an answer of the session that has a position. */
void cli_board_of_answer(const json_t *answer, int entered, struct cli_board *board);

/* A line a row, tiles right-aligned, "." for empty, "*" before the newest tile; with
 * `colours` (8, 256) in those of the palette, 0 without. */
void cli_board_print(FILE *out, const struct cli_board *board, enum cli_palette palette,
                     int colours);

/* How many colours a terminal most likely has, by the environment; 0 if none are wanted
 * or the stream is no terminal. */
int cli_colours_of(FILE *out);

#endif
