/* Reads boards from text in any unambiguous layout.
 *
 * cell_scan.c splits the text into cells. Here they are matched with a shape, in two
 * ways:
 *
 * - As a run: the number of written cells is that of the board, and no field is blank.
 *   For 4x4, the largest board, the layout does not matter. For smaller boards lines must
 *   be rows, so that a larger board whose empty cells are missing is never mistaken for a
 *   smaller one.
 * - As rows of fields: rows and fields per row are those of the board, and blank fields
 *   are empty cells. Bars at both ends of all rows are the frame of the table: as
 *   delimiters of blank cells they would make the board larger. Bars at one end may be
 *   either, so both readings are tried, and the text is rejected if they differ.
 *
 * One word with as many hex digits as cells is ranks. All other numbers are tiles. */
#include "base/error.h"
#include "board/cell_scan.h"
#include "board/cells.h"

#include <assert.h>
#include <stdlib.h>

static int cells_of(struct trey_shape shape)
{
    return shape.rows * shape.cols;
}

/* --- a run of cells ----------------------------------------------------------------- */

static int count_written(const struct trey_cell_scan *scan, int row)
{
    int written = 0;
    for (int i = 0; i < scan->row[row].count; i++)
        written += scan->rank[scan->row[row].first + i] != TREY_BLANK_CELL;
    return written;
}

/* Number of cells written on each line; 0 if lines have different numbers. */
static int line_width(const struct trey_cell_scan *scan)
{
    int width = scan->rows > 0 ? count_written(scan, 0) : 0;
    for (int row = 1; row < scan->rows; row++)
        if (count_written(scan, row) != width)
            return 0;
    return width;
}

/* True if lines may be the rows of this shape, or have no meaning. */
static bool lines_agree(const struct trey_cell_scan *scan, struct trey_shape shape)
{
    int width = line_width(scan);
    return scan->rows == 1 || width == 1 || (shape.rows == 4 && shape.cols == 4) ||
           (width == shape.cols && scan->rows == shape.rows);
}

/* True if there are blank fields that cannot be mere spacing. */
static bool has_blanks(const struct trey_cell_scan *scan)
{
    bool blanks = false;
    if (scan->delimiter == '\t')
        return false;
    for (int row = 0; row < scan->rows; row++)
        blanks = blanks || (scan->delimiter != '|' && scan->row[row].lead);
    return blanks || scan->written < scan->cells;
}

static bool is_run(const struct trey_cell_scan *scan, struct trey_shape shape)
{
    return scan->written == cells_of(shape) && !scan->open && !has_blanks(scan);
}

static trey_board board_of_run(const struct trey_cell_scan *scan)
{
    trey_board board = 0;
    int cell = 0;
    for (int i = 0; i < scan->cells; i++)
        if (scan->rank[i] != TREY_BLANK_CELL)
            board = trey_put(board, cell++, scan->rank[i]);
    return board;
}

/* --- rows of fields ----------------------------------------------------------------- */

/* Index of the first row of cells: a Markdown table may have a blank header. Borders
 * between other rows are those of a frame, in which the first row is like the others. */
static int first_row(const struct trey_cell_scan *scan, int rows)
{
    for (int row = 1; row < scan->rows - 1; row++)
        if (scan->row[row].ruled)
            return 0;
    return scan->rows == rows + 1 && scan->row[0].ruled && count_written(scan, 0) == 0;
}

/* True if delimiters at the start (or end) of rows may be a frame instead of delimiting
 * blank cells: in lists only at the end, in tables at all rows or none. */
static bool may_be_frame(const struct trey_cell_scan *scan, bool at_end)
{
    int count = 0;
    for (int row = 0; row < scan->rows; row++)
        count += at_end ? scan->row[row].trail : scan->row[row].lead;
    if (scan->delimiter != '|')
        return at_end || count == 0;
    return count == 0 || count == scan->rows;
}

/* Tries one reading: with `lead` (or `trail`), such delimiters have a blank cell before
 * (or after) them. False if the numbers of rows and columns are not those of the
 * shape. */
static bool read_rows(const struct trey_cell_scan *scan, struct trey_shape shape,
                      bool lead, bool trail, trey_board *board)
{
    int skipped = first_row(scan, shape.rows);
    if (scan->rows - skipped != shape.rows)
        return false;
    *board = 0;
    for (int r = 0; r < shape.rows; r++) {
        const struct trey_cell_row *row = &scan->row[r + skipped];
        int before = lead && row->lead, behind = trail && row->trail;
        if (before + row->count + behind != shape.cols)
            return false;
        for (int i = 0; i < row->count; i++) {
            int rank = scan->rank[row->first + i];
            int cell = r * shape.cols + before + i;
            *board = trey_put(*board, cell, rank == TREY_BLANK_CELL ? 0 : rank);
        }
    }
    return true;
}

/* Reason why a table is ambiguous, or NULL. If the only border follows the first row,
 * that row may be a Markdown header; if there is no border, a second row of single dashes
 * may be one. */
static const char *ambiguity_reason(const struct trey_cell_scan *scan,
                                    struct trey_shape shape)
{
    int dashes = 0, ruled = 0;
    for (int row = 0; row < scan->rows; row++) {
        dashes += scan->row[row].dashes;
        ruled += scan->row[row].ruled;
    }
    if (scan->delimiter != '|' || scan->rows < 2)
        return NULL;
    if (ruled == 0 && dashes > 0 && scan->row[1].dashes == dashes &&
        scan->row[1].count == dashes)
        return "the second line may be empty cells or a border";
    if (ruled == 1 && scan->row[0].ruled && scan->rows == shape.rows &&
        count_written(scan, 0) == 0)
        return "the first line may be empty cells or a header";
    return NULL;
}

/* True if all rows have bars at both ends. */
static bool has_frame(const struct trey_cell_scan *scan)
{
    for (int row = 0; row < scan->rows; row++)
        if (!scan->row[row].lead || !scan->row[row].trail)
            return false;
    return true;
}

/* Number of different boards that the rows can mean, up to 2; *board is one of them. */
static int count_row_readings(const struct trey_cell_scan *scan, struct trey_shape shape,
                              trey_board *board)
{
    int count = 0;
    trey_board first = 0, other;
    if (scan->delimiter == 0 || scan->crowded || scan->open)
        return 0;
    const bool framed = scan->delimiter == '|' && has_frame(scan);
    for (int way = 0; way < (framed ? 1 : 4); way++) {
        bool lead = way & 1, trail = way & 2;
        if ((!lead && !may_be_frame(scan, false)) ||
            (!trail && !may_be_frame(scan, true)) ||
            !read_rows(scan, shape, lead, trail, &other) || (count > 0 && other == first))
            continue;
        if (count == 0)
            first = other;
        count = count < 2 ? count + 1 : 2;
    }
    *board = first;
    return count;
}

/* --- a known shape ------------------------------------------------------------------ */

#define ADVICE "write . or 0 for each empty cell"

static enum trey_status fit_shape(const struct trey_cell_scan *scan,
                                  struct trey_shape shape, trey_board *board,
                                  struct trey_error *error)
{
    int cells = cells_of(shape);
    bool run = is_run(scan, shape);
    bool agrees = run && lines_agree(scan, shape); /* a blank header may prevent it */
    int readings = agrees ? 0 : count_row_readings(scan, shape, board);
    const char *doubt = ambiguity_reason(scan, shape);
    if ((run || readings > 0) && doubt != NULL)
        return trey_fail(error, TREY_ERR_INPUT, 0, "%s: " ADVICE, doubt);
    if (agrees) {
        *board = board_of_run(scan);
        return TREY_OK;
    }
    if (readings == 1)
        return TREY_OK;
    if (readings > 1)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "blank cells can be read in two ways: " ADVICE);
    if (scan->open)
        return trey_fail(error, TREY_ERR_INPUT, 0, "a bracket is not closed");
    if (run)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the lines are not %d rows of %d cells: write one row per line, "
                         "or all cells in one line",
                         shape.rows, shape.cols);
    if (scan->written == cells)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "%d tiles and also blank cells: " ADVICE, cells);
    return trey_fail(error, TREY_ERR_INPUT, 0, "found %d %s, expected %d: " ADVICE,
                     scan->written, scan->written == 1 ? "tile" : "tiles", cells);
}

static trey_board board_of_hex(const char *word, int cells)
{
    trey_board board = 0;
    for (int cell = 0; cell < cells; cell++) {
        const char digit[2] = {word[cell], '\0'};
        board = trey_put(board, cell, (int)strtol(digit, NULL, 16));
    }
    return board;
}

enum trey_status trey_board_parse_as(struct trey_shape shape, const char *text,
                                     int rank_of(uint64_t tile), uint64_t largest,
                                     trey_board *board, struct trey_error *error)
{
    struct trey_cell_scan scan;
    const char *word;
    int cells = cells_of(shape);
    if (cells < 1 || cells > TREY_MAX_CELLS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "a board has 1 to %d cells, not %d",
                         TREY_MAX_CELLS, cells);
    /* the word of a 1x1 board is a tile */
    if (cells > 1 && trey_scan_hex(text, &word) == (size_t)cells) {
        *board = board_of_hex(word, cells);
        return TREY_OK;
    }
    trey_board read = 0;
    enum trey_status status =
        trey_scan_cells(text, rank_of, largest, cells, &scan, error);
    if (status == TREY_OK)
        status = fit_shape(&scan, shape, &read, error);
    if (status == TREY_OK)
        *board = read;
    return status;
}

enum trey_status trey_board_parse(struct trey_shape shape, const char *text,
                                  trey_board *board, struct trey_error *error)
{
    return trey_board_parse_as(shape, text, trey_rank_of_tile, trey_tile_of_rank(15),
                               board, error);
}

/* Number of cells in a row of an unfinished text: a last comma has a blank cell after it
 * if that completes the row. */
static int cells_in_row(const struct trey_cell_scan *scan, int row, int cols)
{
    const struct trey_cell_row *cells = &scan->row[row];
    if (scan->delimiter == '\t') /* may be mere spacing */
        return count_written(scan, row);
    if (scan->delimiter == '|')
        return cells->count;
    int count = cells->count + cells->lead;
    return count + (cells->trail && count + 1 == cols);
}

int trey_board_cells_as(struct trey_shape shape, const char *text,
                        int rank_of(uint64_t tile), uint64_t largest)
{
    struct trey_cell_scan scan;
    int cells = cells_of(shape), count = 0;
    if (trey_scan_cells(text, rank_of, largest, cells, &scan, NULL) != TREY_OK)
        return -1;
    for (int row = 0; row < scan.rows; row++)
        count += cells_in_row(&scan, row, shape.cols);
    if (count >= cells)
        return scan.open ? cells : -1;
    return count;
}

/* --- any shape ---------------------------------------------------------------------- */

/* Usual shape of a board with this many cells; 0 rows if there is none. */
static struct trey_shape usual_shape(int cells)
{
    static const struct trey_shape shapes[] = {{2, 2}, {2, 3}, {2, 4}, {3, 3},
                                               {2, 5}, {3, 4}, {4, 4}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (cells_of(shapes[i]) == cells)
            return shapes[i];
    return (struct trey_shape){0, 0};
}

/* The only shape whose rows are those of the text; 0 rows if there is none or several. */
static struct trey_shape shape_of_rows(const struct trey_cell_scan *scan,
                                       trey_board *board)
{
    struct trey_shape found = {0, 0};
    for (int rows = 2; rows <= scan->rows && rows <= TREY_MAX_CELLS; rows++)
        for (int cols = 2; rows * cols <= TREY_MAX_CELLS; cols++) {
            struct trey_shape shape = {(uint8_t)rows, (uint8_t)cols};
            bool run =
                is_run(scan, shape) && scan->rows == rows && line_width(scan) == cols;
            trey_board other = run ? board_of_run(scan) : 0;
            int readings = run ? 1 : count_row_readings(scan, shape, &other);
            if (readings > 1 || (readings == 1 && found.rows != 0))
                return (struct trey_shape){0, 0};
            if (readings == 1) {
                found = shape;
                *board = other;
            }
        }
    return found;
}

bool trey_board_find_shape(const char *text, int rank_of(uint64_t tile), uint64_t largest,
                           struct trey_shape *shape, trey_board *board)
{
    struct trey_cell_scan scan;
    const char *word;
    size_t digits = trey_scan_hex(text, &word);
    *shape =
        digits <= TREY_MAX_CELLS ? usual_shape((int)digits) : (struct trey_shape){0, 0};
    if (shape->rows != 0) {
        *board = board_of_hex(word, (int)digits);
        return true;
    }
    if (trey_scan_cells(text, rank_of, largest, TREY_MAX_CELLS, &scan, NULL) != TREY_OK)
        return false;
    *shape = shape_of_rows(&scan, board);
    if (shape->rows != 0)
        return ambiguity_reason(&scan, *shape) == NULL;
    *shape = usual_shape(scan.written);
    if (shape->rows == 0 || !is_run(&scan, *shape) ||
        (scan.rows > 1 && line_width(&scan) != 1) ||
        ambiguity_reason(&scan, *shape) != NULL)
        return false;
    *board = board_of_run(&scan);
    return true;
}
