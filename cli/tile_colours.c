#include "tile_colours.h"

#include <stdlib.h>

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };

static const struct cli_colour of_256[CLI_PALETTES][CLI_TILES] = {
    {{81, 16}, {204, 16}, {231, 235}, {230, 235}, {223, 235}, {220, 16}, {17, 230}},
    {{25, 231}, {214, 16}, {231, 235}, {230, 235}, {223, 235}, {228, 16}, {17, 230}},
};

static const struct cli_colour of_8[CLI_PALETTES][CLI_TILES] = {
    {{CYAN, BLACK},
     {RED, BLACK},
     {WHITE, BLACK},
     {WHITE, BLACK},
     {WHITE, BLACK},
     {YELLOW, BLACK},
     {BLUE, WHITE}},
    {{BLUE, WHITE},
     {YELLOW, BLACK},
     {WHITE, BLACK},
     {WHITE, BLACK},
     {WHITE, BLACK},
     {GREEN, BLACK},
     {MAGENTA, WHITE}},
};

enum cli_tile cli_tile_of(bool doubling, int rank)
{
    if (doubling)
        return rank <= 2    ? CLI_TILE_PLAIN
               : rank <= 5  ? CLI_TILE_RINGED
               : rank <= 8  ? CLI_TILE_CREAM
               : rank <= 11 ? CLI_TILE_GOLD
                            : CLI_TILE_NIGHT;
    return rank == 1    ? CLI_TILE_ONE
           : rank == 2  ? CLI_TILE_TWO
           : rank <= 5  ? CLI_TILE_PLAIN
           : rank <= 8  ? CLI_TILE_RINGED
           : rank <= 11 ? CLI_TILE_CREAM
           : rank <= 14 ? CLI_TILE_GOLD
                        : CLI_TILE_NIGHT;
}

struct cli_colour cli_tile_colour(enum cli_tile tile, enum cli_palette palette,
                                  int colours)
{
    return colours >= 256 ? of_256[palette][tile] : of_8[palette][tile];
}

bool cli_colours_wanted(void)
{
    const char *none = getenv("NO_COLOR");
    return none == NULL || *none == '\0';
}
