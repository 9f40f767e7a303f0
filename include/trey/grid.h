/* trey/grid.h - 2048 on grids up to 8x8: slides, and an assessment of each move by hints.
 *
 * A tile is a power of two, 1 included. Its rank is its exponent plus one: empty 0, 1 ->
 * 1, 2 -> 2, 4 -> 3, ... 2048 -> 12, so adjacent ranks differ by a factor of two. All
 * structs are plain data without pointers: the caller owns them, may copy them and has
 * nothing to free; only the text of trey_grid_report is allocated. All functions are
 * thread-safe: they access only their arguments. */
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
#define TREY_GRID_MAX_RANK     63 /* 2^62: the largest that a slide can make */
#define TREY_GRID_MAX_GIVEN    62 /* rank of 2^61, the maximum in a file */

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

/* TREY_OK if size and ranks are in range, otherwise TREY_ERR_ARGUMENT. Functions that
 * take a grid and return no status require such a grid. */
TREY_API enum trey_status trey_grid_check(const struct trey_grid *grid,
                                          struct trey_error *error);

/* Slides all tiles as far as possible. Equal tiles that meet merge, the farthest in the
 * direction first, and no tile merges twice. Returns true if a tile moved, that is, if
 * the slide is legal; otherwise *after equals *grid. `after` may be the same object as
 * `grid`. `merges`, which may be NULL, receives the number of merges. Tiles of
 * TREY_GRID_MAX_RANK, which only repeated slides can make, do not merge. */
TREY_API bool trey_grid_slide(const struct trey_grid *grid, enum trey_direction direction,
                              struct trey_grid *after, int *merges);

/* --- measures ----------------------------------------------------------------------- */

/* Rank of the largest tile; 0 for an empty grid. */
TREY_API int trey_grid_largest(const struct trey_grid *grid);

/* Manhattan distance from the largest tile to the nearest corner; of several largest
 * tiles the minimum counts. 0 for an empty grid. */
TREY_API int trey_grid_corner_distance(const struct trey_grid *grid);

/* Sum of the absolute rank differences over all pairs of adjacent tiles; empty cells are
 * skipped. Lower is smoother. */
TREY_API int trey_grid_smoothness(const struct trey_grid *grid);

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
 * TREY_ERR_ARGUMENT for a win_rank or grid out of range (see trey_grid_check). */
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

/* Recommends one move: a winning one if there is one; of these the one that most hints
 * prefer, of equal ones the first of Left, Right, Up, Down. *hints is the number of hints
 * that prefer it, 1..TREY_HINT_COUNT. False, with nothing set, if no move is legal. */
TREY_API bool trey_grid_recommend(const struct trey_grid_analysis *analysis,
                                  enum trey_direction *direction, int *hints);

/* --- files -------------------------------------------------------------------------- */

/* A grid and the win tile. */
struct trey_grid_dataset {
    struct trey_grid grid;
    int win_rank;
};

/* Contents of a file. */
struct trey_grid_file {
    size_t announced; /* number of data sets, the first number of the file; 0 if
                         unreadable */
    size_t count;     /* data sets read; fewer than announced only after an error */
    struct trey_grid_dataset dataset[TREY_GRID_MAX_DATASETS];
};

/* Reads a file of data sets; "-" is standard input. Always fills *file: after an error it
 * holds the data sets before it. TREY_ERR_INPUT with the line; TREY_ERR_IO if the file
 * cannot be opened or read. Uses about 100 KiB of stack and no other memory, for any
 * input. */
TREY_API enum trey_status trey_grid_read(const char *path, struct trey_grid_file *file,
                                         struct trey_error *error);

/* As trey_grid_read, from memory; the text is not kept. */
TREY_API enum trey_status trey_grid_parse(const char *text, size_t size_bytes,
                                          struct trey_grid_file *file,
                                          struct trey_error *error);

/* --- reports ------------------------------------------------------------------------ */

/* Layout of a report: flags to add. */
enum trey_grid_layout {
    TREY_GRID_COLUMNS = 1,   /* Left beside Up, Right beside Down */
    TREY_GRID_BEST = 2,      /* also what each hint prefers */
    TREY_GRID_GIVEN = 4,     /* the given grid and its measures come first */
    TREY_GRID_RECOMMEND = 8, /* a last line with the recommended move */
};

/* Formats the contest's report of one data set, in lines that end in a newline. `number`
 * (from 1) is its position in the file, `layout` a sum of enum trey_grid_layout or 0. On
 * success *text belongs to the caller, for trey_free; size_bytes may be NULL.
 * TREY_ERR_ARGUMENT as for trey_grid_analyse, TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_grid_report(const struct trey_grid_dataset *dataset,
                                           size_t number, unsigned layout, char **text,
                                           size_t *size_bytes, struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
