/* Where each tile of a slide goes, told from the boards before and after it.
 *
 * No rule is needed for that but how far tiles go. Where they go one step, a line's first
 * cell from the wall that changed is the one that something came into, and all tiles
 * behind it have stepped; if a tile was there already, the two have merged. Where they go
 * as far as they can, the tiles are laid down from the wall again: one that is there
 * afterwards as it was has come alone, one that is not has come with the next. */
#include "engine/session.h"

enum { NOWHERE = -1 };

void trey_motion_of_board(struct trey_shape shape, trey_board board,
                          struct trey_motion_board *cells)
{
    cells->rows = shape.rows;
    cells->cols = shape.cols;
    for (int cell = 0; cell < shape.rows * shape.cols; cell++)
        cells->rank[cell] = (uint8_t)trey_board_rank(board, cell);
}

/* A path over the board: where tiles of each cell go, and where they merge. */
struct paths {
    int8_t to[TREY_MOTION_CELLS];
    bool merged[TREY_MOTION_CELLS];
};

/* The cells of a line, from the wall on; how many. A board may be longer than any line of
 * the search: TREY_MOTION_CELLS in one row. */
static int list_line(const struct trey_motion_board *board, enum trey_direction direction,
                     int line, uint8_t cells[TREY_MOTION_CELLS])
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

static void step_line(const struct trey_motion_board *before,
                      const struct trey_motion_board *after, const uint8_t *cells,
                      int count, struct paths *paths)
{
    int changed = 0;
    while (changed < count && before->rank[cells[changed]] == after->rank[cells[changed]])
        changed++;
    for (int i = changed + 1; i < count; i++)
        if (before->rank[cells[i]] != 0)
            paths->to[cells[i]] = (int8_t)cells[i - 1];
    if (changed < count && before->rank[cells[changed]] != 0)
        paths->merged[cells[changed]] = true;
}

static void lay_line(const struct trey_motion_board *before,
                     const struct trey_motion_board *after, const uint8_t *cells,
                     int count, struct paths *paths)
{
    int place = 0;
    bool half = false; /* the place waits for the second of a pair */
    for (int i = 0; i < count; i++) {
        int rank = before->rank[cells[i]];
        if (rank == 0 || place >= count)
            continue;
        int target = cells[place];
        paths->to[cells[i]] = (int8_t)target;
        if (!half && after->rank[target] != rank) {
            half = true;
            paths->merged[target] = true;
            continue;
        }
        half = false;
        place++;
    }
}

static void add_cells(struct trey_text *text, const struct paths *paths, int count)
{
    trey_json_open(text, "to", '[');
    for (int cell = 0; cell < count; cell++)
        trey_json_int(text, NULL, paths->to[cell]);
    trey_json_close(text, ']');
    trey_json_open(text, "merges", '[');
    for (int cell = 0; cell < count; cell++)
        if (paths->merged[cell])
            trey_json_int(text, NULL, cell);
    trey_json_close(text, ']');
}

void trey_motion_tell(struct trey_text *text, const struct trey_motion_board *before,
                      const struct trey_motion_board *after,
                      enum trey_direction direction, bool far)
{
    struct paths paths = {0};
    uint8_t cells[TREY_MOTION_CELLS];
    bool upright = direction == TREY_UP || direction == TREY_DOWN;
    int lines = upright ? before->cols : before->rows;
    for (int cell = 0; cell < before->rows * before->cols; cell++)
        paths.to[cell] = (int8_t)(before->rank[cell] != 0 ? cell : NOWHERE);
    for (int line = 0; line < lines; line++) {
        int count = list_line(before, direction, line, cells);
        (far ? lay_line : step_line)(before, after, cells, count, &paths);
    }
    add_cells(text, &paths, before->rows * before->cols);
}
