/* Grids, slides and measures.
 *
 * A line is slid in one pass from the edge that the tiles move to: a read position visits
 * every cell, and a write position stores the tiles one after the other from the edge on,
 * remembering whether the last one may still merge. Cost: one visit per cell. The rules
 * are those of the 28th annual Rowan University programming contest (2014). */
#include "trey/grid.h"

#include "base/error.h"
#include "grid/command.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int trey_grid_rank_of_tile(uint64_t tile)
{
    if ((tile & (tile - 1)) != 0)
        return -1;
    int rank = 0;
    for (; tile != 0; tile >>= 1)
        rank++;
    return rank <= TREY_GRID_MAX_RANK ? rank : -1;
}

uint64_t trey_grid_tile_of_rank(int rank)
{
    assert(rank >= 0 && rank <= TREY_GRID_MAX_RANK);
    return rank == 0 ? 0 : (uint64_t)1 << (rank - 1);
}

static enum trey_status check_size(int rows, int cols, struct trey_error *error)
{
    if (rows < 1 || rows > TREY_GRID_MAX_SIDE || cols < 1 || cols > TREY_GRID_MAX_SIDE ||
        rows * cols < 2)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "grid of %d x %d: sides must be from 1 to %d, with at least two "
                         "cells",
                         rows, cols, TREY_GRID_MAX_SIDE);
    return TREY_OK;
}

enum trey_status trey_grid_check(const struct trey_grid *grid, struct trey_error *error)
{
    enum trey_status status = check_size(grid->rows, grid->cols, error);
    if (status != TREY_OK)
        return status;
    for (int cell = 0; cell < grid->rows * grid->cols; cell++)
        if (grid->rank[cell] > TREY_GRID_MAX_RANK)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0, "invalid rank %d in cell %d",
                             grid->rank[cell], cell);
    return TREY_OK;
}

enum trey_status trey_grid_fill(int rows, int cols, const uint64_t *tiles,
                                struct trey_grid *grid, struct trey_error *error)
{
    enum trey_status status = check_size(rows, cols, error);
    if (status != TREY_OK)
        return status;
    struct trey_grid filled = {.rows = (uint8_t)rows, .cols = (uint8_t)cols};
    for (int cell = 0; cell < rows * cols; cell++) {
        int rank = trey_grid_rank_of_tile(tiles[cell]);
        if (rank < 0 || rank > TREY_GRID_MAX_GIVEN)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "tile %llu in cell %d is not 0 or a power of two up to 2^61",
                             (unsigned long long)tiles[cell], cell);
        filled.rank[cell] = (uint8_t)rank;
    }
    *grid = filled;
    return TREY_OK;
}

/* --- slides ------------------------------------------------------------------------- */

/* The cells of one line: `length` cells, the first at the edge that the tiles move to. */
struct walk {
    int first, step, length;
};

static struct walk walk_of(const struct trey_grid *grid, enum trey_direction direction,
                           int line)
{
    int rows = grid->rows;
    int cols = grid->cols;
    switch (direction) {
    case TREY_LEFT:
        return (struct walk){line * cols, 1, cols};
    case TREY_RIGHT:
        return (struct walk){line * cols + cols - 1, -1, cols};
    case TREY_UP:
        return (struct walk){line, cols, rows};
    case TREY_DOWN:
        break;
    }
    return (struct walk){(rows - 1) * cols + line, -cols, rows};
}

/* Slides one line, whose cells are empty in `after`. Returns the number of merges. */
static int slide_line(const struct trey_grid *before, struct walk walk,
                      struct trey_grid *after)
{
    int merges = 0;
    int to = walk.first;
    bool may_merge = false;
    for (int i = 0, cell = walk.first; i < walk.length; i++, cell += walk.step) {
        uint8_t rank = before->rank[cell];
        if (rank == 0)
            continue;
        if (may_merge && after->rank[to - walk.step] == rank &&
            rank < TREY_GRID_MAX_RANK) {
            after->rank[to - walk.step]++;
            merges++;
            may_merge = false;
        } else {
            after->rank[to] = rank;
            to += walk.step;
            may_merge = true;
        }
    }
    return merges;
}

bool trey_grid_slide(const struct trey_grid *grid, enum trey_direction direction,
                     struct trey_grid *after, int *merges)
{
    assert(trey_grid_check(grid, NULL) == TREY_OK);
    struct trey_grid slid = {.rows = grid->rows, .cols = grid->cols};
    bool sideways = direction == TREY_LEFT || direction == TREY_RIGHT;
    int lines = sideways ? grid->rows : grid->cols;
    int count = 0;
    for (int line = 0; line < lines; line++)
        count += slide_line(grid, walk_of(grid, direction, line), &slid);
    bool legal = memcmp(slid.rank, grid->rank, (size_t)grid->rows * grid->cols) != 0;
    *after = slid;
    if (merges != NULL)
        *merges = count;
    return legal;
}

/* --- measures ----------------------------------------------------------------------- */

int trey_grid_largest(const struct trey_grid *grid)
{
    int largest = 0;
    for (int cell = 0; cell < grid->rows * grid->cols; cell++)
        if (grid->rank[cell] > largest)
            largest = grid->rank[cell];
    return largest;
}

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

/* The nearest corner is at the nearer horizontal and the nearer vertical side. */
int trey_grid_corner_distance(const struct trey_grid *grid)
{
    int largest = trey_grid_largest(grid);
    int min = 2 * TREY_GRID_MAX_SIDE;
    for (int cell = 0; cell < grid->rows * grid->cols; cell++) {
        int row = cell / grid->cols;
        int col = cell % grid->cols;
        if (grid->rank[cell] == largest)
            min = min_of(min, min_of(row, grid->rows - 1 - row) +
                                  min_of(col, grid->cols - 1 - col));
    }
    return min;
}

/* Difference of two ranks; 0 if a cell is empty. */
static int rank_difference(const struct trey_grid *grid, int a, int b)
{
    bool pair = grid->rank[a] != 0 && grid->rank[b] != 0;
    return pair ? abs(grid->rank[a] - grid->rank[b]) : 0;
}

int trey_grid_smoothness(const struct trey_grid *grid)
{
    int sum = 0;
    for (int cell = 0; cell < grid->rows * grid->cols; cell++) {
        if (cell % grid->cols + 1 < grid->cols)
            sum += rank_difference(grid, cell, cell + 1);
        if (cell / grid->cols + 1 < grid->rows)
            sum += rank_difference(grid, cell, cell + grid->cols);
    }
    return sum;
}
