/* Access to single cells of a 64-bit board, inline; and reading boards of other tiles
 * than those of Threes!. */
#ifndef TREY_BOARD_CELLS_H
#define TREY_BOARD_CELLS_H

#include "trey/board.h"

#include <assert.h>

static inline int trey_get(trey_board board, int cell)
{
    assert(cell >= 0 && cell < TREY_MAX_CELLS);
    return (int)((board >> (4 * cell)) & 15);
}

static inline trey_board trey_put(trey_board board, int cell, int rank)
{
    assert(cell >= 0 && cell < TREY_MAX_CELLS && rank >= 0 && rank <= 15);
    int shift = 4 * cell;
    return (board & ~((trey_board)15 << shift)) | ((trey_board)rank << shift);
}

/* Scores, and sums, of all pairs of two cells; the lower cell varies fastest, so that the
 * first 16 are those of single tiles. */
extern const uint32_t trey_scores_of_two[256];
extern const uint16_t trey_sums_of_two[256];

/* For assertions: all tiles are inside the shape. */
static inline bool trey_board_fits(struct trey_shape shape, trey_board board)
{
    int cells = shape.rows * shape.cols;
    return cells >= TREY_MAX_CELLS || board >> (4 * cells) == 0;
}

/* Largest rank on a board, found bit by bit from the highest among the tiles that share
 * all bits found so far. */
static inline unsigned trey_largest_rank(trey_board board)
{
    uint64_t left = 0x1111111111111111u;
    unsigned largest = 0;
    for (unsigned bit = 4; bit-- > 0;) {
        uint64_t with = board >> bit & left;
        left = with != 0 ? with : left;
        largest = 2 * largest + (with != 0);
    }
    return largest;
}

/* True if tiles of these ranks merge in Threes!, ignoring the maximum rank; 0 is
 * no tile. */
static inline bool trey_ranks_merge(int a, int b)
{
    return a >= 3 ? a == b : a != 0 && b != 0 && a + b == 3;
}

/* As trey_board_parse, for other tiles: rank_of returns their ranks (-1: no such tile),
 * and `largest` is the tile of rank 15. */
enum trey_status trey_board_parse_as(struct trey_shape shape, const char *text,
                                     int rank_of(uint64_t tile), uint64_t largest,
                                     trey_board *board, struct trey_error *error);

/* Number of cells that the text holds so far, if more text can complete it to a board of
 * this shape; all of the shape's cells if only brackets remain to be closed; -1 if no
 * continuation is a board. Considers only the number of cells, not their layout. */
int trey_board_cells_as(struct trey_shape shape, const char *text,
                        int rank_of(uint64_t tile), uint64_t largest);

/* Finds the shape of a board from its text: the rows in which it is written or, for a
 * single line or hex ranks, the usual shape of that many cells. False if it is
 * ambiguous. */
bool trey_board_find_shape(const char *text, int rank_of(uint64_t tile), uint64_t largest,
                           struct trey_shape *shape, trey_board *board);

/* Rank of a tile of 2048: r for 2^r, 0 for 0; -1 if no tile has that value. */
int trey_exponent_of_tile(uint64_t tile);

/* Points of one tile: 3^(rank-2) for ranks of at least 3, otherwise 0. */
uint64_t trey_score_of_rank(int rank);

/* Sets *direction from a capital letter; false if it is none of the four. */
bool trey_direction_of_letter(char letter, enum trey_direction *direction);

/* Slides all lines one step by the rules of Threes!. Returns the board after the slide,
 * without a new tile; it equals the argument if and only if the slide is illegal. Tiles
 * of rank 15 do not merge, because four bits cannot hold rank 16. */
trey_board trey_board_slide(struct trey_shape shape, trey_board board,
                            enum trey_direction direction);

/* Slides as trey_board_slide does; true if the slide is legal, that is, if a line moved.
 * `after` may be the same object as `board`. Ranks below TREY_MAX_RANK merge. */
bool trey_wide_slide(const struct trey_wide *board, enum trey_direction direction,
                     struct trey_wide *after);

/* Sum of the tile values; exact for ranks of at most TREY_MAX_RANK. */
uint64_t trey_wide_sum(const struct trey_wide *board);

#endif
