/* The rules of 2048 and the contest's measures, written for clarity: each function
 * follows one sentence of the contest's text. */
#include "grid_oracle.h"

#include <stdlib.h>

static bool is_inside(const struct oracle_grid *grid, int row, int col)
{
    return row >= 0 && row < grid->rows && col >= 0 && col < grid->cols;
}

/* Moves one tile as far as possible; `merged` marks the tiles made in this move. */
static bool move_tile(struct oracle_grid *grid, bool merged[8][8], int row, int col,
                      int down, int right, int *merges)
{
    bool moved = false;
    while (is_inside(grid, row + down, col + right)) {
        uint64_t *here = &grid->tile[row][col];
        uint64_t *there = &grid->tile[row + down][col + right];
        if (*there == 0) {
            *there = *here;
            *here = 0;
            moved = true;
            row += down;
            col += right;
            continue;
        }
        if (*there == *here && !merged[row + down][col + right]) {
            *there += *here;
            *here = 0;
            merged[row + down][col + right] = true;
            ++*merges;
            moved = true;
        }
        break;
    }
    return moved;
}

bool oracle_grid_slide(const struct oracle_grid *grid, enum trey_direction direction,
                       struct oracle_grid *after, int *merges)
{
    int down = direction == TREY_DOWN ? 1 : direction == TREY_UP ? -1 : 0;
    int right = direction == TREY_RIGHT ? 1 : direction == TREY_LEFT ? -1 : 0;
    bool merged[8][8] = {{false}};
    bool moved = false;
    *after = *grid;
    *merges = 0;
    /* The tiles farthest in the direction move first. */
    for (int far = 8; far >= -8; far--)
        for (int row = 0; row < grid->rows; row++)
            for (int col = 0; col < grid->cols; col++)
                if (row * down + col * right == far && after->tile[row][col] != 0 &&
                    move_tile(after, merged, row, col, down, right, merges))
                    moved = true;
    return moved;
}

uint64_t oracle_grid_largest(const struct oracle_grid *grid)
{
    uint64_t largest = 0;
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++)
            if (grid->tile[row][col] > largest)
                largest = grid->tile[row][col];
    return largest;
}

int oracle_grid_corner_distance(const struct oracle_grid *grid)
{
    int least = 1000;
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++)
            for (int corner = 0; corner < 4; corner++) {
                int corner_row = corner < 2 ? 0 : grid->rows - 1;
                int corner_col = corner % 2 == 0 ? 0 : grid->cols - 1;
                int distance = abs(row - corner_row) + abs(col - corner_col);
                if (grid->tile[row][col] == oracle_grid_largest(grid) && distance < least)
                    least = distance;
            }
    return least;
}

/* Number of doublings between two tiles. */
static int powers_between(uint64_t a, uint64_t b)
{
    int powers = 0;
    for (; a < b; a *= 2)
        powers++;
    for (; b < a; b *= 2)
        powers++;
    return powers;
}

int oracle_grid_smoothness(const struct oracle_grid *grid)
{
    int twice = 0;
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++)
            for (int down = -1; down <= 1; down++)
                for (int right = -1; right <= 1; right++)
                    if (abs(down) + abs(right) == 1 &&
                        is_inside(grid, row + down, col + right) &&
                        grid->tile[row][col] != 0 &&
                        grid->tile[row + down][col + right] != 0)
                        twice += powers_between(grid->tile[row][col],
                                                grid->tile[row + down][col + right]);
    return twice / 2;
}

bool oracle_grid_holds(const struct oracle_grid *grid, uint64_t tile)
{
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++)
            if (grid->tile[row][col] == tile)
                return true;
    return false;
}

bool oracle_grid_lost(const struct oracle_grid *grid)
{
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++) {
            uint64_t tile = grid->tile[row][col];
            if (tile == 0 ||
                (is_inside(grid, row + 1, col) && grid->tile[row + 1][col] == tile) ||
                (is_inside(grid, row, col + 1) && grid->tile[row][col + 1] == tile))
                return false;
        }
    return true;
}
