/* The oracle: a second implementation of the rules, slow and obvious, over plain arrays
 * of tile values.
 *
 * It shares no code with the library, only the names of directions and the layout of
 * boards. Agreement of the two is therefore evidence that both follow the rules. */
#ifndef TREY_TESTS_ORACLE_H
#define TREY_TESTS_ORACLE_H

#include "trey/board.h"
#include "trey/sequence.h"

/* Tile values, 0 for an empty cell, row by row. */
struct oracle_board {
    int rows, cols;
    uint64_t tile[16];
};

/* Largest tiles that a merge may make: rank 15 and rank 41. */
#define ORACLE_LARGEST_PACKED ((uint64_t)12288)
#define ORACLE_LARGEST_WIDE   ((uint64_t)3 << 38)

/* --- tiles ------------------------------------------------------------------------- */

uint64_t oracle_tile(int rank);
int oracle_rank(uint64_t tile);        /* -1: not a tile value */
uint64_t oracle_points(uint64_t tile); /* 3^(k+1) for 3*2^k, else 0 */
uint64_t
oracle_sequence_points(uint64_t tile); /* the same, but 1 for the tiles 1 and 2 */

/* --- boards ------------------------------------------------------------------------ */

int oracle_cells(const struct oracle_board *board);
bool oracle_equal(const struct oracle_board *a, const struct oracle_board *b);
uint64_t oracle_sum(const struct oracle_board *board);
uint64_t oracle_score(const struct oracle_board *board);
uint64_t oracle_sequence_score(const struct oracle_board *board);

/* Parses a 4x4 board, for example "1 3 2 0/3 0 0 12/6 3 3 0/1 3 0 0". */
struct oracle_board oracle_board_of(const char *text);

struct oracle_board oracle_from_packed(int rows, int cols, trey_board board);
struct oracle_board oracle_from_wide(const struct trey_wide *board);
trey_board oracle_to_packed(const struct oracle_board *board);
struct trey_wide oracle_to_wide(const struct oracle_board *board);

/* Shifts all lines; moved[i] is true if row or column i moved. True if any moved. No
 * merge makes a tile above `largest`. `after` and `board` may be the same. */
bool oracle_slide(const struct oracle_board *board, enum trey_direction direction,
                  uint64_t largest, struct oracle_board *after, bool moved[16]);

/* Cell of line `line` (a row for L/R, a column for U/D), `distance` cells from the wall
 * that the tiles move to. */
int oracle_cell(const struct oracle_board *board, enum trey_direction direction, int line,
                int distance);
int oracle_line_count(const struct oracle_board *board, enum trey_direction direction);
int oracle_line_length(const struct oracle_board *board, enum trey_direction direction);

/* The image of a board under symmetry 0..7; odd ones transpose and so swap the shape. */
struct oracle_board oracle_image(const struct oracle_board *board, int symmetry);

/* --- the known-sequence game ------------------------------------------------------- */

struct oracle_game {
    struct oracle_board board;
    const uint64_t *tiles; /* the coming tiles; not owned */
    size_t count, taken;
};

/* Spawn cell of the next tile after this move, by the rules; -1: illegal. Stores the
 * board after the move, without the new tile, in *before unless that is NULL. */
int oracle_entry(const struct oracle_board *board, enum trey_direction direction,
                 struct oracle_board *before);

/* Plays a move. Returns the spawn cell, or -1 with nothing changed (illegal move, or no
 * tile left). */
int oracle_play(struct oracle_game *game, enum trey_direction direction,
                struct oracle_board *before);

bool oracle_can_move(const struct oracle_board *board);

/* The best final score and the largest number of moves, by trying every game. */
struct oracle_best {
    uint64_t score;
    size_t longest_moves;
};
struct oracle_best oracle_best(const struct oracle_game *game);

/* Bounds (a) and (b) of the rules by their plain formulas. */
struct oracle_best oracle_bound(const struct oracle_game *game);

#endif
