/* Coded boards: boards in three bits a cell.
 *
 * The code of a cell is 0 if it is empty, its rank if that is below `large` (3 to 7), and
 * `large` for all larger ranks. A larger `large` distinguishes more boards. The tables
 * here undo slides of coded boards for the fine regression (fine.c). */
#ifndef TREY_SEQUENCE_CODED_H
#define TREY_SEQUENCE_CODED_H

#include "base/check.h"
#include "sequence/multiset.h"
#include "sequence/pattern.h"

/* Range of `large`. */
enum { TREY_CODED_MIN_LARGE = 3, TREY_CODED_MAX_LARGE = 7 };

/* 48 bits; cell i, from the top left, in bits 3i to 3i + 2. */
typedef uint64_t trey_coded;

enum { TREY_CODED_LINES = 1 << 12 };

#define TREY_CODED_CELLS  UINT64_C(0x0000249249249249) /* lowest bit of each cell */
#define TREY_CODED_BORDER UINT64_C(0x0000249201201249) /* the same, spawn cells only */

static inline int trey_coded_of_rank(int rank, int large)
{
    assert(large >= TREY_CODED_MIN_LARGE && large <= TREY_CODED_MAX_LARGE);
    return rank < large ? rank : large;
}

static inline unsigned trey_coded_row(trey_coded board, int row)
{
    assert(row >= 0 && row < 4 && board >> 48 == 0);
    return (unsigned)(board >> (12 * row)) & (TREY_CODED_LINES - 1);
}

/* True if a border cell, where tiles spawn, has this code (not 0). */
static inline bool trey_coded_on_border(trey_coded board, int code)
{
    trey_coded other = board ^ TREY_CODED_CELLS * (unsigned)code;
    return (~(other | other >> 1 | other >> 2) & TREY_CODED_BORDER) != 0;
}

trey_coded trey_coded_of_board(trey_bytes board, int large);

/* Recodes a board with a smaller `large`, or the same. */
trey_coded trey_coded_coarsen(trey_coded board, int large);

/* The tiles below `large`, with which the board was coded. */
trey_multiset trey_coded_small_tiles(trey_coded board, int large);

/* The occupied cells. */
trey_pattern trey_coded_pattern(trey_coded board);

/* Rows and columns that hold a tile. */
struct trey_cover trey_coded_cover(trey_coded board);

/* A line, cell 0 at the wall, from which a slide can make a given line. */
struct trey_coded_origin {
    uint16_t line;
    uint8_t promotions;   /* merges of small tiles into one of rank `large`, 0 or 1 */
    uint8_t large_merges; /* merges of two large tiles, 0 or 1 */
};

/* The origins of a line that moved are origins[first[line]] .. origins[first[line + 1] -
 * 1]. */
struct trey_coded_tables {
    int large;
    uint16_t first[TREY_CODED_LINES + 1];
    bool can_stay[TREY_CODED_LINES];     /* the line may also not have moved */
    trey_coded turned[TREY_CODED_LINES]; /* row 0, turned into column 3 */
    struct trey_coded_origin origins[];
};

/* Makes the tables for boards coded with this `large`, for free(); NULL if out of memory.
 */
struct trey_coded_tables *trey_coded_tables_new(int large);

/* A quarter turn. */
static inline trey_coded trey_coded_turn(const struct trey_coded_tables *tables,
                                         trey_coded board)
{
    return tables->turned[trey_coded_row(board, 0)] |
           tables->turned[trey_coded_row(board, 1)] >> 3 |
           tables->turned[trey_coded_row(board, 2)] >> 6 |
           tables->turned[trey_coded_row(board, 3)] >> 9;
}

/* Canonical form: the smallest of the four turns. The rules are invariant under turns but
 * not under reflections, because of how ties between lines are broken. */
static inline trey_coded trey_coded_canonical(const struct trey_coded_tables *tables,
                                              trey_coded board)
{
    trey_coded canonical = board;
    for (int i = 0; i < 3; i++) {
        board = trey_coded_turn(tables, board);
        if (board < canonical)
            canonical = board;
    }
    return canonical;
}

#endif
