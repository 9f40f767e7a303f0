/* The rules, spelt out. Every function follows one sentence of the rules and loops over
 * cells; nothing is packed, cached or optimised. */
#include "oracle.h"

#include <stdlib.h>

uint64_t oracle_tile(int rank)
{
    uint64_t tile = rank <= 3 ? (uint64_t)rank : 3;
    for (int above = 3; above < rank; above++)
        tile *= 2;
    return tile;
}

int oracle_rank(uint64_t tile)
{
    if (tile < 3)
        return (int)tile;
    int rank = 3;
    for (; rank <= 41 && tile > 3 && tile % 2 == 0; rank++)
        tile /= 2;
    return tile == 3 && rank <= 41 ? rank : -1;
}

uint64_t oracle_points(uint64_t tile)
{
    if (tile < 3)
        return 0;
    uint64_t points = 3;
    for (; tile > 3; tile /= 2)
        points *= 3;
    return points;
}

uint64_t oracle_sequence_points(uint64_t tile)
{
    return tile == 1 || tile == 2 ? 1 : oracle_points(tile);
}

int oracle_cells(const struct oracle_board *board)
{
    return board->rows * board->cols;
}

bool oracle_equal(const struct oracle_board *a, const struct oracle_board *b)
{
    if (a->rows != b->rows || a->cols != b->cols)
        return false;
    for (int cell = 0; cell < oracle_cells(a); cell++)
        if (a->tile[cell] != b->tile[cell])
            return false;
    return true;
}

uint64_t oracle_sum(const struct oracle_board *board)
{
    uint64_t sum = 0;
    for (int cell = 0; cell < oracle_cells(board); cell++)
        sum += board->tile[cell];
    return sum;
}

uint64_t oracle_score(const struct oracle_board *board)
{
    uint64_t score = 0;
    for (int cell = 0; cell < oracle_cells(board); cell++)
        score += oracle_points(board->tile[cell]);
    return score;
}

uint64_t oracle_sequence_score(const struct oracle_board *board)
{
    uint64_t score = 0;
    for (int cell = 0; cell < oracle_cells(board); cell++)
        score += oracle_sequence_points(board->tile[cell]);
    return score;
}

struct oracle_board oracle_board_of(const char *text)
{
    struct oracle_board board = {.rows = 4, .cols = 4};
    for (int cell = 0; cell < 16; cell++) {
        char *end;
        board.tile[cell] = strtoull(text, &end, 10);
        text = *end == '/' ? end + 1 : end;
    }
    return board;
}

struct oracle_board oracle_from_packed(int rows, int cols, trey_board packed)
{
    struct oracle_board board = {.rows = rows, .cols = cols};
    for (int cell = 0; cell < rows * cols; cell++)
        board.tile[cell] = oracle_tile((int)(packed >> (4 * cell) & 15));
    return board;
}

struct oracle_board oracle_from_wide(const struct trey_wide *wide)
{
    struct oracle_board board = {.rows = 4, .cols = 4};
    for (int cell = 0; cell < 16; cell++)
        board.tile[cell] = oracle_tile(wide->rank[cell]);
    return board;
}

trey_board oracle_to_packed(const struct oracle_board *board)
{
    trey_board packed = 0;
    for (int cell = 0; cell < oracle_cells(board); cell++)
        packed |= (trey_board)oracle_rank(board->tile[cell]) << (4 * cell);
    return packed;
}

struct trey_wide oracle_to_wide(const struct oracle_board *board)
{
    struct trey_wide wide = {{0}};
    for (int cell = 0; cell < oracle_cells(board); cell++)
        wide.rank[cell] = (uint8_t)oracle_rank(board->tile[cell]);
    return wide;
}

int oracle_line_count(const struct oracle_board *board, enum trey_direction direction)
{
    bool rows = direction == TREY_LEFT || direction == TREY_RIGHT;
    return rows ? board->rows : board->cols;
}

int oracle_line_length(const struct oracle_board *board, enum trey_direction direction)
{
    bool rows = direction == TREY_LEFT || direction == TREY_RIGHT;
    return rows ? board->cols : board->rows;
}

int oracle_cell(const struct oracle_board *board, enum trey_direction direction, int line,
                int distance)
{
    int row = line, col = line;
    switch (direction) {
    case TREY_LEFT:
        col = distance;
        break;
    case TREY_RIGHT:
        col = board->cols - 1 - distance;
        break;
    case TREY_UP:
        row = distance;
        break;
    case TREY_DOWN:
        row = board->rows - 1 - distance;
        break;
    }
    return row * board->cols + col;
}

static bool merges(uint64_t a, uint64_t b, uint64_t largest)
{
    if ((a == 1 && b == 2) || (a == 2 && b == 1))
        return true;
    return a >= 3 && a == b && a + b <= largest;
}

/* Shifts one line towards position 0. */
static bool slide_line(uint64_t *tile, int length, uint64_t largest)
{
    for (int i = 1; i < length; i++) {
        if (tile[i] == 0)
            continue;
        if (tile[i - 1] != 0 && !merges(tile[i - 1], tile[i], largest))
            continue;
        tile[i - 1] += tile[i];
        for (int behind = i; behind + 1 < length; behind++)
            tile[behind] = tile[behind + 1];
        tile[length - 1] = 0;
        return true;
    }
    return false;
}

bool oracle_slide(const struct oracle_board *board, enum trey_direction direction,
                  uint64_t largest, struct oracle_board *after, bool moved[16])
{
    *after = *board;
    int length = oracle_line_length(board, direction);
    bool any = false;
    for (int line = 0; line < oracle_line_count(board, direction); line++) {
        uint64_t tile[16];
        for (int i = 0; i < length; i++)
            tile[i] = after->tile[oracle_cell(after, direction, line, i)];
        moved[line] = slide_line(tile, length, largest);
        for (int i = 0; i < length; i++)
            after->tile[oracle_cell(after, direction, line, i)] = tile[i];
        any = any || moved[line];
    }
    return any;
}

struct oracle_board oracle_image(const struct oracle_board *board, int symmetry)
{
    struct oracle_board image = {.rows = board->rows, .cols = board->cols};
    if (symmetry & 1) {
        image.rows = board->cols;
        image.cols = board->rows;
    }
    for (int row = 0; row < board->rows; row++) {
        for (int col = 0; col < board->cols; col++) {
            int to_row = symmetry & 2 ? board->rows - 1 - row : row;
            int to_col = symmetry & 4 ? board->cols - 1 - col : col;
            int to = symmetry & 1 ? to_col * image.cols + to_row
                                  : to_row * image.cols + to_col;
            image.tile[to] = board->tile[row * board->cols + col];
        }
    }
    return image;
}
