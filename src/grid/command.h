/* Calls of grids that only the command makes; not part of the public API. */
#ifndef TREY_GRID_COMMAND_H
#define TREY_GRID_COMMAND_H

#include "trey/grid.h"

/* TREY_OK if size and ranks are in range, otherwise TREY_ERR_ARGUMENT. Functions that
 * take a grid and return no status require such a grid. */
enum trey_status trey_grid_check(const struct trey_grid *grid, struct trey_error *error);

/* Slides all tiles as far as possible. Equal tiles that meet merge, the farthest in the
 * direction first, and no tile merges twice. Returns true if a tile moved, that is, if
 * the slide is legal; otherwise *after equals *grid. `after` may be the same object as
 * `grid`. `merges`, which may be NULL, receives the number of merges. Tiles of
 * TREY_GRID_MAX_RANK, which only repeated slides can make, do not merge. */
bool trey_grid_slide(const struct trey_grid *grid, enum trey_direction direction,
                     struct trey_grid *after, int *merges);

/* Rank of the largest tile; 0 for an empty grid. */
int trey_grid_largest(const struct trey_grid *grid);

/* Manhattan distance from the largest tile to the nearest corner; of several largest
 * tiles the minimum counts. 0 for an empty grid. */
int trey_grid_corner_distance(const struct trey_grid *grid);

/* Sum of the absolute rank differences over all pairs of adjacent tiles; empty cells are
 * skipped. Lower is smoother. */
int trey_grid_smoothness(const struct trey_grid *grid);

/* Recommends one move: a winning one if there is one; of these the one that most hints
 * prefer, of equal ones the first of Left, Right, Up, Down. *hints is the number of hints
 * that prefer it, 1..TREY_HINT_COUNT. False, with nothing set, if no move is legal. */
bool trey_grid_recommend(const struct trey_grid_analysis *analysis,
                         enum trey_direction *direction, int *hints);

#endif
