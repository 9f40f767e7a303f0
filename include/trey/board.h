/* trey/board.h - tiles, ranks, boards and slides of Threes!.
 *
 * A tile is 1, 2 or 3*2^k. Its rank is a small integer that keeps the order of values:
 * empty 0, 1 -> 1, 2 -> 2, 3 -> 3, 6 -> 4, 12 -> 5, ... 12288 -> 15, 24576 -> 16, ...
 *
 * Two kinds of board hold ranks:
 *   trey_board            64 bits, four a cell, any shape up to 16 cells, ranks 0..15
 *   struct trey_wide      a byte a cell, 4x4, ranks 0..TREY_MAX_RANK, for the games with
 *                         a known sequence, whose tiles outgrow rank 15
 * Cell 0 is the top left, cells go row by row. All functions here are thread-safe. */
#ifndef TREY_BOARD_H
#define TREY_BOARD_H

#include "trey/direction.h"
#include "trey/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_MAX_RANK  41 /* 3*2^38: the largest tile whose scores add up in 64 bits */
#define TREY_MAX_CELLS 16

/* Rank of a tile value (0 is the empty cell); -1 if no tile has that value. */
TREY_API int trey_rank_of_tile(uint64_t tile);

/* Tile value of a rank 0..TREY_MAX_RANK. */
TREY_API uint64_t trey_tile_of_rank(int rank);

/* Points of one tile: 3^(rank-2) from rank 3 on, 0 below. */
TREY_API uint64_t trey_score_of_rank(int rank);

/* 'U', 'R', 'D' or 'L'. */
TREY_API char trey_direction_letter(enum trey_direction direction);

/* The direction of a capital letter; false if it is none of the four. */
TREY_API bool trey_direction_of_letter(char letter, enum trey_direction *direction);

/* --- boards of 64 bits ---------------------------------------------------------------
 */

/* Cell i in bits 4i..4i+3. Bits beyond the last cell of the shape are zero. */
typedef uint64_t trey_board;

/* Rows x columns, at most TREY_MAX_CELLS cells and at least one each way. */
struct trey_shape {
    uint8_t rows;
    uint8_t cols;
};

/* Slides all lines one step as Threes! does. Returns the board after the slide, without a
 * new tile; it equals the argument exactly when the slide is illegal. Ranks of 15 do not
 * merge (there is no rank 16 in four bits). */
TREY_API trey_board trey_board_slide(struct trey_shape shape, trey_board board,
                                     enum trey_direction direction);

/* Rank in a cell 0..15. */
TREY_API int trey_board_rank(trey_board board, int cell);

/* The same board with another rank 0..15 in a cell. */
TREY_API trey_board trey_board_with(trey_board board, int cell, int rank);

/* Sum of the scores of the tiles; sum of the tiles themselves. */
TREY_API uint64_t trey_board_score(trey_board board);
TREY_API uint64_t trey_board_sum(trey_board board);

/* The least of the board's images under the shape's symmetries (8 of a square, 4 of any
 * other rectangle), as numbers: equal for boards that are turns or mirrors of another. */
TREY_API trey_board trey_board_canonical(struct trey_shape shape, trey_board board);

/* Reads a board of a known shape from text in any layout whose meaning is certain.
 *
 * - rows*cols tiles as numbers, between blanks, commas, semicolons, slashes, bars, quotes
 *   or line ends: 16 tiles in any layout make a board of 4x4; the tiles of a smaller
 * board stand in one line or in its rows. Empty cells are 0, ".", "_", "-" or "x".
 * - Tables whose empty cells are blank: rows of fields between bars (Markdown, +--+
 * borders, Unicode boxes), commas, semicolons or tabs, as many as the board has.
 * - Lists: JSON, Python, numpy; rows are what the innermost brackets hold; null and None
 *   are empty cells.
 * - One word of rows*cols hex digits: the ranks from the top left ("1203..."). All other
 *   numbers are tile values, never ranks.
 *
 * A tile may have thousands separators ("1,536"), one a "*" before it, digits full width,
 * lines CRLF. TREY_ERR_INPUT, with a message that says what to write, if the text is not
 * such a board or may be two; *board is then unchanged. `text` is UTF-8; time is linear
 * in its length, without recursion or allocation. Thread-safe. */
TREY_API enum trey_status trey_board_parse(struct trey_shape shape, const char *text,
                                           trey_board *board, struct trey_error *error);

/* The hex ranks from the top left. TREY_BOARD_TEXT bytes have room for any board; see
 * trey/status.h for `text` and `size_bytes`. */
#define TREY_BOARD_TEXT (TREY_MAX_CELLS + 1)
TREY_API void trey_board_format(struct trey_shape shape, trey_board board, char *text,
                                size_t size_bytes);

/* --- wide boards ---------------------------------------------------------------------
 */

/* A 4x4 board, one rank a byte. */
struct trey_wide {
    uint8_t rank[TREY_MAX_CELLS];
};

/* Slides as trey_board_slide does; true if the slide is legal (some line moved). `after`
 * may be the same object as `board`. Ranks up to TREY_MAX_RANK - 1 merge. */
TREY_API bool trey_wide_slide(const struct trey_wide *board,
                              enum trey_direction direction, struct trey_wide *after);

/* Sum of the tiles (exact for boards whose ranks are at most TREY_MAX_RANK). */
TREY_API uint64_t trey_wide_sum(const struct trey_wide *board);

#ifdef __cplusplus
}
#endif
#endif
