/* The colours of tiles in a terminal: those of the game, and a palette for those who
 * cannot tell red from blue so well; of 256 colours, or of eight. */
#ifndef TREY_CLI_TILE_COLOURS_H
#define TREY_CLI_TILE_COLOURS_H

#include "common.h"

/* What a tile is made of: 1, 2, then tier by tier. */
enum cli_tile {
    CLI_TILE_ONE,
    CLI_TILE_TWO,
    CLI_TILE_PLAIN,
    CLI_TILE_RINGED,
    CLI_TILE_CREAM,
    CLI_TILE_GOLD,
    CLI_TILE_NIGHT
};
#define CLI_TILES 7

enum cli_palette { CLI_PALETTE_GAME, CLI_PALETTE_COLOUR_BLIND };
#define CLI_PALETTES 2

/* Numbers of terminal colours. */
struct cli_colour {
    short face, letters;
};

/* The material of a rank, 1..15; `doubling`: of 2048 and its like, not of Threes!. */
enum cli_tile cli_tile_of(bool doubling, int rank);

struct cli_colour cli_tile_colour(enum cli_tile tile, enum cli_palette palette,
                                  int colours);

/* The palette of that name, "game" or "colour-blind"; -1 for any other. */
int cli_palette_named(const char *name);

/* Whether colours are wanted: NO_COLOR is not set, or is empty. */
bool cli_colours_wanted(void);

#endif
