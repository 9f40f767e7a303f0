/* trey/grid.h - 2048 on grids up to 8x8: slides, and an assessment of each move by hints.
 *
 * A tile is a power of two, 1 included. Its rank is its exponent plus one: empty 0, 1 ->
 * 1, 2 -> 2, 4 -> 3, ... 2048 -> 12, so adjacent ranks differ by a factor of two. All
 * structs are plain data without pointers: the caller owns them, may copy them and has
 * nothing to free. All functions are thread-safe: they access only their arguments. */
#ifndef TREY_GRID_H
#define TREY_GRID_H

#include "trey/direction.h"
#include "trey/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_GRID_MAX_SIDE  8
#define TREY_GRID_MAX_CELLS 64
#define TREY_GRID_MAX_WIN   4096 /* tile value */
#define TREY_GRID_MAX_RANK  63   /* 2^62: the largest that a slide can make */
#define TREY_GRID_MAX_GIVEN 62   /* rank of 2^61, the maximum in a file */

/* Rank of a tile value (0 is the empty cell), 0..TREY_GRID_MAX_RANK; -1 if the value is
 * not a power of two or is above 2^62. */
TREY_API int trey_grid_rank_of_tile(uint64_t tile);

/* Tile value of a rank 0..TREY_GRID_MAX_RANK. */
TREY_API uint64_t trey_grid_tile_of_rank(int rank);

/* --- grids and slides --------------------------------------------------------------- */

/* A grid. Rows and columns are 1..TREY_GRID_MAX_SIDE, with at least two cells. Cells are
 * numbered row by row from the top left: cell = row * cols + column. The rest of `rank`
 * is ignored. */
struct trey_grid {
    uint8_t rows, cols;
    uint8_t rank[TREY_GRID_MAX_CELLS];
};

/* Fills a grid from rows * cols tile values. TREY_ERR_ARGUMENT, with the grid untouched,
 * if the size is out of range or a value is above 2^61 or not a power of two. */
TREY_API enum trey_status trey_grid_fill(int rows, int cols, const uint64_t *tiles,
                                         struct trey_grid *grid,
                                         struct trey_error *error);

/* --- measures ----------------------------------------------------------------------- */

/* --- analysis ----------------------------------------------------------------------- */

/* State of a game on a grid. */
enum trey_grid_state {
    TREY_GRID_OPEN, /* neither won nor lost; an empty grid, too, which has no moves */
    TREY_GRID_WON,  /* a tile equals the win value; takes precedence over the other
                       states */
    TREY_GRID_LOST, /* no empty cell and no legal move */
};

/* One move on a grid. */
struct trey_grid_move {
    bool legal;             /* false: `after` is the grid itself, the other members are
                               zero */
    bool wins;              /* makes a tile equal to the win value */
    struct trey_grid after; /* without a new tile; the measures below are of this grid */
    int merges;
    int largest_rank;
    int corner_distance;
    int smoothness;
};

/* State of a grid and its four moves. */
struct trey_grid_analysis {
    enum trey_grid_state state;
    struct trey_grid_move move[4]; /* by enum trey_direction; zero unless OPEN */
};

/* Analyses all four moves. win_rank is 2..13 (win values 2..TREY_GRID_MAX_WIN).
 * TREY_ERR_ARGUMENT for a win_rank or grid out of range. */
TREY_API enum trey_status trey_grid_analyse(const struct trey_grid *grid, int win_rank,
                                            struct trey_grid_analysis *analysis,
                                            struct trey_error *error);

/* Criteria for choosing a move. */
enum trey_hint {
    TREY_HINT_MERGES, /* most merges */
    TREY_HINT_VALUE,  /* largest tile has the highest value */
    TREY_HINT_CORNER, /* largest tile in a corner, or nearest to one */
    TREY_HINT_SMOOTH, /* lowest smoothness */
};
#define TREY_HINT_COUNT 4

/* Legal moves that a hint prefers, including ties, as a set of bits 1 << direction; 0 if
 * no move is legal. */
TREY_API unsigned trey_grid_best(const struct trey_grid_analysis *analysis,
                                 enum trey_hint hint);

#ifdef __cplusplus
}
#endif
#endif
