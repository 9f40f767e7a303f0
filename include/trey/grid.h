/* trey/grid.h - 2048 on grids up to 8x8: slides, and what each slide is worth by hints.
 *
 * A tile is a power of two, 1 included. Its rank is one more than its exponent: empty 0,
 * 1 -> 1, 2 -> 2, 4 -> 3, ... 2048 -> 12, so that adjacent ranks are one factor of two
 * apart. All structs here are plain data without pointers: the caller owns them, copies
 * them freely and has nothing to free; only the text of trey_grid_report is allocated.
 * All functions are thread-safe: they touch nothing but their arguments. */
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

#define TREY_GRID_MAX_SIDE     8
#define TREY_GRID_MAX_CELLS    64
#define TREY_GRID_MAX_WIN      4096 /* tile value */
#define TREY_GRID_MAX_DATASETS 50
#define TREY_GRID_MAX_RANK     63 /* 2^62: the largest that a slide makes */
#define TREY_GRID_MAX_GIVEN    62 /* rank of 2^61, the largest that a file may hold */

/* Rank of a tile value (0 is the empty cell), 0..TREY_GRID_MAX_RANK; -1 if the value is
 * no power of two or above 2^62. */
TREY_API int trey_grid_rank_of_tile(uint64_t tile);

/* Tile value of a rank 0..TREY_GRID_MAX_RANK. */
TREY_API uint64_t trey_grid_tile_of_rank(int rank);

/* --- grids and slides --------------------------------------------------------------- */

/* Rows and columns 1..TREY_GRID_MAX_SIDE, at least two cells. Cell 0 is the top left,
 * cells go row by row without gaps: cell = row * cols + column. The rest of `rank` is
 * ignored. */
struct trey_grid {
    uint8_t rows, cols;
    uint8_t rank[TREY_GRID_MAX_CELLS];
};

/* Fills a grid from rows * cols tile values, which are not kept. TREY_ERR_ARGUMENT, with
 * the grid untouched, if the size or a value (above 2^61, no power of two) is bad. */
TREY_API enum trey_status trey_grid_fill(int rows, int cols, const uint64_t *tiles,
                                         struct trey_grid *grid,
                                         struct trey_error *error);

/* TREY_OK if size and ranks are within their ranges, else TREY_ERR_ARGUMENT. Functions
 * that take a grid and return no status are for such grids only. */
TREY_API enum trey_status trey_grid_check(const struct trey_grid *grid,
                                          struct trey_error *error);

/* Slides all tiles as far as they go. Equal tiles that meet merge, the farthest in the
 * direction first, and no tile merges twice. True if anything moved, that is if the slide
 * is legal; else *after equals *grid. `after` may be the same object as `grid`; `merges`,
 * which may be NULL, gets the number of merges. Ranks of TREY_GRID_MAX_RANK, which only
 * slides of slides can make, do not merge. */
TREY_API bool trey_grid_slide(const struct trey_grid *grid, enum trey_direction direction,
                              struct trey_grid *after, int *merges);

/* --- measures ----------------------------------------------------------------------- */

/* Rank of the largest tile; 0 for an empty grid. */
TREY_API int trey_grid_largest(const struct trey_grid *grid);

/* Steps (Manhattan distance) from the largest tile to its nearest corner; of several
 * largest tiles the one with the fewest counts. 0 for an empty grid. */
TREY_API int trey_grid_corner_distance(const struct trey_grid *grid);

/* Sum of the differences of rank over all pairs of tiles that share a side; an empty cell
 * makes no pair. Lower is smoother. */
TREY_API int trey_grid_smoothness(const struct trey_grid *grid);

/* --- analysis ----------------------------------------------------------------------- */

enum trey_grid_state {
    TREY_GRID_OPEN, /* neither of the two; an all-empty grid is this, without moves */
    TREY_GRID_WON,  /* a tile equals the win value: comes before everything else */
    TREY_GRID_LOST, /* no empty cell and no legal slide */
};

/* One slide of a grid. */
struct trey_grid_move {
    bool legal;             /* false: `after` is the grid itself, the rest is zero */
    bool wins;              /* it makes a tile equal to the win value */
    struct trey_grid after; /* without a new tile; the measures below are of this grid */
    int merges;
    int largest_rank;
    int corner_distance;
    int smoothness;
};

struct trey_grid_analysis {
    enum trey_grid_state state;
    struct trey_grid_move move[4]; /* by enum trey_direction; zero unless OPEN */
};

/* Analyses all four slides. win_rank is 2..13 (win values 2..TREY_GRID_MAX_WIN).
 * TREY_ERR_ARGUMENT for a win_rank or grid out of range (see trey_grid_check). */
TREY_API enum trey_status trey_grid_analyse(const struct trey_grid *grid, int win_rank,
                                            struct trey_grid_analysis *analysis,
                                            struct trey_error *error);

/* What a player may look at to choose a slide. */
enum trey_hint {
    TREY_HINT_MERGES, /* the most merges */
    TREY_HINT_VALUE,  /* the highest largest tile */
    TREY_HINT_CORNER, /* the largest tile in a corner, or else nearest to one */
    TREY_HINT_SMOOTH, /* the lowest smoothness */
};
#define TREY_HINT_COUNT 4

/* The legal slides that a hint prefers, all that tie: bit 1 << direction each. 0 if there
 * is no legal slide. */
TREY_API unsigned trey_grid_best(const struct trey_grid_analysis *analysis,
                                 enum trey_hint hint);

/* One slide to make: one that wins, if there is one; among those left the one that most
 * hints prefer, of equals the first of Left, Right, Up, Down. *hints is how many prefer
 * it, 1..TREY_HINT_COUNT. False, with nothing set, if no slide is legal. */
TREY_API bool trey_grid_recommend(const struct trey_grid_analysis *analysis,
                                  enum trey_direction *direction, int *hints);

/* --- files -------------------------------------------------------------------------- */

/* A grid and the tile that wins on it. */
struct trey_grid_dataset {
    struct trey_grid grid;
    int win_rank;
};

/* What a file holds. */
struct trey_grid_file {
    size_t announced; /* data sets, by its first number; 0 if that could not be read */
    size_t count;     /* read: fewer than announced only after a fault */
    struct trey_grid_dataset dataset[TREY_GRID_MAX_DATASETS];
};

/* Reads a whole file of data sets; "-" is standard input. *file is always filled: after a
 * fault it holds the data sets before it. TREY_ERR_INPUT carries the line; TREY_ERR_IO if
 * the system refuses to open or read. Takes about 100 KiB of stack, and no other memory,
 * whatever the input. */
TREY_API enum trey_status trey_grid_read(const char *path, struct trey_grid_file *file,
                                         struct trey_error *error);

/* The same from memory; the text is not kept. */
TREY_API enum trey_status trey_grid_parse(const char *text, size_t size_bytes,
                                          struct trey_grid_file *file,
                                          struct trey_error *error);

/* --- reports ------------------------------------------------------------------------ */

enum trey_grid_layout {
    TREY_GRID_COLUMNS = 1,   /* Left beside Up, Right beside Down */
    TREY_GRID_BEST = 2,      /* and what each hint prefers */
    TREY_GRID_GIVEN = 4,     /* the grid as given, with its measures, comes first */
    TREY_GRID_RECOMMEND = 8, /* a line at the end: the slide to make */
};

/* The contest's report of one data set, lines that end in a newline; `number` (from 1) is
 * its place in the file, `layout` a sum of enum trey_grid_layout or 0. On success *text
 * is the caller's, to be freed with trey_free; size_bytes may be NULL. TREY_ERR_ARGUMENT
 * as trey_grid_analyse, TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_grid_report(const struct trey_grid_dataset *dataset,
                                           size_t number, unsigned layout, char **text,
                                           size_t *size_bytes, struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
