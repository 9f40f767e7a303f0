/* trey/board.h - tiles, ranks, boards and slides of Threes!.
 *
 * A tile is 1, 2 or 3*2^k. Its rank is a small integer that keeps the order of values:
 * empty 0, 1 -> 1, 2 -> 2, 3 -> 3, 6 -> 4, 12 -> 5, ... 12288 -> 15, 24576 -> 16, ...
 *
 * Two types of boards store ranks:
 *   trey_board            64 bits, four per cell, any shape up to 16 cells, ranks 0..15
 *   struct trey_wide      one byte per cell, 4x4, ranks 0..TREY_MAX_RANK, for games with
 * a known sequence, where tiles above rank 15 occur Cells are numbered row by row from
 * the top left. All functions here are thread-safe. */
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

#define TREY_MAX_RANK  41 /* 3*2^38: largest tile whose scores can be added in 64 bits */
#define TREY_MAX_CELLS 16

/* Rank of a tile value (0 is the empty cell); -1 if no tile has that value. */
TREY_API int trey_rank_of_tile(uint64_t tile);

/* Tile value of a rank 0..TREY_MAX_RANK. */
TREY_API uint64_t trey_tile_of_rank(int rank);

/* Letter of a direction: 'U', 'R', 'D' or 'L'. */
TREY_API char trey_direction_letter(enum trey_direction direction);

/* --- boards of 64 bits -------------------------------------------------------------- */

/* A board. Cell i is in bits 4i..4i+3; bits beyond the last cell of the shape are
 * zero. */
typedef uint64_t trey_board;

/* Size of a board: rows x columns, each at least 1, at most TREY_MAX_CELLS cells. */
struct trey_shape {
    uint8_t rows;
    uint8_t cols;
};

/* Rank in cell 0..15. */
TREY_API int trey_board_rank(trey_board board, int cell);

/* The board with the rank of one cell replaced. */
TREY_API trey_board trey_board_with(trey_board board, int cell, int rank);

/* Sum of the scores of all tiles. */
TREY_API uint64_t trey_board_score(trey_board board);

/* Sum of the tile values. */
TREY_API uint64_t trey_board_sum(trey_board board);

/* Canonical form of a board: the minimum, as a number, of its images under the symmetries
 * of the shape (8 of a square, 4 of another rectangle). Boards that are rotations or
 * mirror images of each other have the same canonical form. */
TREY_API trey_board trey_board_canonical(struct trey_shape shape, trey_board board);

/* Reads a board of a known shape from text in any unambiguous layout.
 *
 * - rows*cols tiles as numbers, separated by blanks, commas, semicolons, slashes, bars,
 *   quotes or line ends. For a 4x4 board, 16 tiles may be arranged in any way; the tiles
 *   of a smaller board must be on one line or in its rows. Empty cells are 0, ".", "_",
 *   "-" or "x".
 * - Tables whose empty cells are blank: rows of fields between bars (Markdown, +--+
 *   borders, Unicode boxes), commas, semicolons or tabs, with exactly as many fields as
 *   cells.
 * - Lists (JSON, Python, numpy): each innermost pair of brackets holds a row; null and
 *   None are empty cells.
 * - One word of rows*cols hex digits: the ranks from the top left ("1203..."). All other
 *   numbers are tile values, never ranks.
 *
 * Tiles may have thousands separators ("1,536") and full-width digits, one tile may be
 * preceded by "*", and lines may end in CRLF. Returns TREY_ERR_INPUT, with a message that
 * explains what to write, if the text is not such a board or is ambiguous; *board is then
 * unchanged. `text` is UTF-8; the time is linear in its length, without recursion or
 * allocation. Thread-safe. */
TREY_API enum trey_status trey_board_parse(struct trey_shape shape, const char *text,
                                           trey_board *board, struct trey_error *error);

/* Size that fits the text of any board. */
#define TREY_BOARD_TEXT (TREY_MAX_CELLS + 1)

/* Writes the ranks as hex digits from the top left; see trey/status.h for `text` and
 * `size_bytes`. */
TREY_API void trey_board_format(struct trey_shape shape, trey_board board, char *text,
                                size_t size_bytes);

/* --- wide boards -------------------------------------------------------------------- */

/* A 4x4 board with one byte per rank. */
struct trey_wide {
    uint8_t rank[TREY_MAX_CELLS];
};

#ifdef __cplusplus
}
#endif
#endif
