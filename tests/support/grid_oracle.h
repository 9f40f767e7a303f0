/* Oracle for grids: the rules of 2048 and the contest's measures, slow and obvious, over
 * plain arrays of tile values. Shares no code with the library, only the names of
 * directions. */
#ifndef TREY_TESTS_GRID_ORACLE_H
#define TREY_TESTS_GRID_ORACLE_H

#include "trey/direction.h"

#include <stdbool.h>
#include <stdint.h>

struct oracle_grid {
    int rows, cols;
    uint64_t tile[8][8];
};

/* Moves tile by tile and cell by cell; true if a tile moved or merged. */
bool oracle_grid_slide(const struct oracle_grid *grid, enum trey_direction direction,
                       struct oracle_grid *after, int *merges);

uint64_t oracle_grid_largest(const struct oracle_grid *grid);

/* For grids with at least one tile. */
int oracle_grid_corner_distance(const struct oracle_grid *grid);

int oracle_grid_smoothness(const struct oracle_grid *grid);

bool oracle_grid_holds(const struct oracle_grid *grid, uint64_t tile);

/* True if there is no empty cell and no two equal tiles are adjacent. */
bool oracle_grid_lost(const struct oracle_grid *grid);

#endif
