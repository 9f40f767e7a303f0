/* Cells, sums, scores and symmetry of 64-bit boards, and their hex notation. */
#include "base/check.h"
#include "board/cells.h"

int trey_board_rank(trey_board board, int cell)
{
    return trey_get(board, cell);
}

trey_board trey_board_with(trey_board board, int cell, int rank)
{
    return trey_put(board, cell, rank);
}

#define SCORE_ROW(high)                                                                  \
    (high) + 0, (high) + 0, (high) + 0, (high) + 3, (high) + 9, (high) + 27,             \
        (high) + 81, (high) + 243, (high) + 729, (high) + 2187, (high) + 6561,           \
        (high) + 19683, (high) + 59049, (high) + 177147, (high) + 531441,                \
        (high) + 1594323
const uint32_t trey_scores_of_two[256] = {
    SCORE_ROW(0),     SCORE_ROW(0),      SCORE_ROW(0),      SCORE_ROW(3),
    SCORE_ROW(9),     SCORE_ROW(27),     SCORE_ROW(81),     SCORE_ROW(243),
    SCORE_ROW(729),   SCORE_ROW(2187),   SCORE_ROW(6561),   SCORE_ROW(19683),
    SCORE_ROW(59049), SCORE_ROW(177147), SCORE_ROW(531441), SCORE_ROW(1594323),
};

uint64_t trey_board_score(trey_board board)
{
    uint64_t score = 0;
    for (int shift = 0; shift < 64; shift += 8)
        score += trey_scores_of_two[board >> shift & 255];
    return score;
}

#define SUM_ROW(high)                                                                    \
    (high) + 0, (high) + 1, (high) + 2, (high) + 3, (high) + 6, (high) + 12,             \
        (high) + 24, (high) + 48, (high) + 96, (high) + 192, (high) + 384, (high) + 768, \
        (high) + 1536, (high) + 3072, (high) + 6144, (high) + 12288
const uint16_t trey_sums_of_two[256] = {
    SUM_ROW(0),    SUM_ROW(1),    SUM_ROW(2),    SUM_ROW(3),
    SUM_ROW(6),    SUM_ROW(12),   SUM_ROW(24),   SUM_ROW(48),
    SUM_ROW(96),   SUM_ROW(192),  SUM_ROW(384),  SUM_ROW(768),
    SUM_ROW(1536), SUM_ROW(3072), SUM_ROW(6144), SUM_ROW(12288),
};

uint64_t trey_board_sum(trey_board board)
{
    uint64_t sum = 0;
    for (int shift = 0; shift < 64; shift += 8)
        sum += trey_sums_of_two[board >> shift & 255];
    return sum;
}

/* Image `which` (0..7) of a cell: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 swaps
 * rows and columns, which only a square allows. */
static int cell_image(struct trey_shape shape, int which, int cell)
{
    int row = cell / shape.cols;
    int col = cell % shape.cols;
    if (which & 1)
        col = shape.cols - 1 - col;
    if (which & 2)
        row = shape.rows - 1 - row;
    return which & 4 ? col * shape.cols + row : row * shape.cols + col;
}

trey_board trey_board_canonical(struct trey_shape shape, trey_board board)
{
    int images = shape.rows == shape.cols ? 8 : 4;
    trey_board minimum = board;
    assert(trey_board_fits(shape, board));
    for (int which = 1; which < images; which++) {
        trey_board other = 0;
        for (int cell = 0; cell < shape.rows * shape.cols; cell++)
            other =
                trey_put(other, cell_image(shape, which, cell), trey_get(board, cell));
        assert(trey_board_sum(other) ==
               trey_board_sum(board)); /* a permutation of the cells */
        if (other < minimum)
            minimum = other;
    }
    return minimum;
}

void trey_board_format(struct trey_shape shape, trey_board board, char *text,
                       size_t size_bytes)
{
    size_t cells = (size_t)shape.rows * shape.cols, used = 0;
    if (size_bytes == 0)
        return;
    for (; used < cells && used < TREY_MAX_CELLS && used + 1 < size_bytes; used++)
        text[used] = "0123456789abcdef"[trey_get(board, (int)used)];
    text[used] = '\0';
}
