/* Where each tile of a move goes, derived from the boards before and after it.
 *
 * The only rule needed is how far tiles go. If they go one step (`full` is false): the
 * first changed cell of a line, from the wall, is the one that a tile moved into, and all
 * tiles behind it moved one step; if the cell was occupied, the two tiles merged. If
 * tiles go as far as they can: the tiles are placed again from the wall; a tile that is
 * unchanged afterwards moved alone, any other one merged with the next. */
#include "engine/calls.h"

enum { NOWHERE = -1 };

void trey_motion_of_board(struct trey_shape shape, trey_board board,
                          struct trey_motion_board *cells)
{
    cells->rows = shape.rows;
    cells->cols = shape.cols;
    for (int cell = 0; cell < shape.rows * shape.cols; cell++)
        cells->rank[cell] = (uint8_t)trey_board_rank(board, cell);
}

/* Target cell of each cell's tile, and the cells where tiles merge. */
struct tile_paths {
    int8_t to[TREY_MOTION_CELLS];
    bool merged[TREY_MOTION_CELLS];
};

/* Lists the cells of a line from the wall; returns their number. A line may be longer
 * than a search board's: TREY_MOTION_CELLS in one row. */
static int list_line_cells(const struct trey_motion_board *board,
                           enum trey_direction direction, int line,
                           uint8_t cells[TREY_MOTION_CELLS])
{
    bool upright = direction == TREY_UP || direction == TREY_DOWN;
    bool backward = direction == TREY_DOWN || direction == TREY_RIGHT;
    int count = upright ? board->rows : board->cols;
    for (int i = 0; i < count; i++) {
        int place = backward ? count - 1 - i : i;
        cells[i] =
            (uint8_t)(upright ? place * board->cols + line : line * board->cols + place);
    }
    return count;
}

static void trace_step_line(const struct trey_motion_board *before,
                            const struct trey_motion_board *after, const uint8_t *cells,
                            int count, struct tile_paths *tile_paths)
{
    int changed = 0;
    while (changed < count && before->rank[cells[changed]] == after->rank[cells[changed]])
        changed++;
    for (int i = changed + 1; i < count; i++)
        if (before->rank[cells[i]] != 0)
            tile_paths->to[cells[i]] = (int8_t)cells[i - 1];
    if (changed < count && before->rank[cells[changed]] != 0)
        tile_paths->merged[cells[changed]] = true;
}

static void trace_full_line(const struct trey_motion_board *before,
                            const struct trey_motion_board *after, const uint8_t *cells,
                            int count, struct tile_paths *tile_paths)
{
    int place = 0;
    bool awaits_pair = false; /* the target cell waits for the second tile of a pair */
    for (int i = 0; i < count; i++) {
        int rank = before->rank[cells[i]];
        if (rank == 0 || place >= count)
            continue;
        int target = cells[place];
        tile_paths->to[cells[i]] = (int8_t)target;
        if (!awaits_pair && after->rank[target] != rank) {
            awaits_pair = true;
            tile_paths->merged[target] = true;
            continue;
        }
        awaits_pair = false;
        place++;
    }
}

static void add_cells(struct trey_text *text, const struct tile_paths *tile_paths,
                      int count)
{
    trey_json_open(text, "to", '[');
    for (int cell = 0; cell < count; cell++)
        trey_json_int(text, NULL, tile_paths->to[cell]);
    trey_json_close(text, ']');
    trey_json_open(text, "merges", '[');
    for (int cell = 0; cell < count; cell++)
        if (tile_paths->merged[cell])
            trey_json_int(text, NULL, cell);
    trey_json_close(text, ']');
}

void trey_motion_add(struct trey_text *text, const struct trey_motion_board *before,
                     const struct trey_motion_board *after, enum trey_direction direction,
                     bool full)
{
    struct tile_paths tile_paths = {0};
    uint8_t cells[TREY_MOTION_CELLS];
    bool upright = direction == TREY_UP || direction == TREY_DOWN;
    int lines = upright ? before->cols : before->rows;
    for (int cell = 0; cell < before->rows * before->cols; cell++)
        tile_paths.to[cell] = (int8_t)(before->rank[cell] != 0 ? cell : NOWHERE);
    for (int line = 0; line < lines; line++) {
        int count = list_line_cells(before, direction, line, cells);
        (full ? trace_full_line : trace_step_line)(before, after, cells, count,
                                                   &tile_paths);
    }
    add_cells(text, &tile_paths, before->rows * before->cols);
}
