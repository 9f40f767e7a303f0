/* Colours of tiles in a terminal of 256 or 8 colours: a palette like the game's and one
 * for colour-blind users. */
#ifndef TREY_CLI_TILE_COLOURS_H
#define TREY_CLI_TILE_COLOURS_H

#include "common.h"

/* Styles of tiles: 1, 2, then tiers of ranks. */
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
    short background, text;
};

/* Style of a rank, 1 to 15. `doubling`: of 2048 and similar games, not of Threes!. */
enum cli_tile cli_tile_of(bool doubling, int rank);

struct cli_colour cli_tile_colour(enum cli_tile tile, enum cli_palette palette,
                                  int colours);

/* True unless NO_COLOR is set to a nonempty value. */
bool cli_colours_wanted(void);

#endif
