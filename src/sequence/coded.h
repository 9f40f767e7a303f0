/* Boards on which only empty cells, the tiles below some rank and all larger ones are
 * told apart: three bits a cell, and slides of them undone. */
#ifndef TREY_SEQUENCE_CODED_H
#define TREY_SEQUENCE_CODED_H

#include "base/check.h"
#include "sequence/multiset.h"
#include "sequence/pattern.h"

/* The code of a cell is its rank, or `large`, 3 to 7, for all ranks from there on. */
enum { TREY_CODED_MIN_LARGE = 3, TREY_CODED_MAX_LARGE = 7 };

/* 48 bits; cell i, from the top left, in bits 3i to 3i + 2. */
typedef uint64_t trey_coded;

enum { TREY_CODED_LINES = 1 << 12 };

#define TREY_CODED_CELLS UINT64_C(0x0000249249249249) /* the lowest bit of each */
#define TREY_CODED_RIM   UINT64_C(0x0000249201201249) /* the cells where tiles enter */

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

/* Whether there is such a tile (a code above 0) where tiles enter. */
static inline bool trey_coded_on_rim(trey_coded board, int code)
{
    trey_coded other = board ^ TREY_CODED_CELLS * (unsigned)code;
    return (~(other | other >> 1 | other >> 2) & TREY_CODED_RIM) != 0;
}

trey_coded trey_coded_of_board(trey_bytes board, int large);

/* The same board, told apart less: `large` is at most what it was. */
trey_coded trey_coded_again(trey_coded board, int large);

/* Its tiles below `large`, which is that of its making, and its occupied cells. */
trey_multiset trey_coded_small(trey_coded board, int large);
trey_pattern trey_coded_pattern(trey_coded board);

/* Rows and columns that hold a tile, as of a pattern. */
struct trey_cover trey_coded_cover(trey_coded board);

/* What a line, cell 0 at the wall, may have been before a slide made it what it is. */
struct trey_coded_origin {
    uint16_t line;
    uint8_t least; /* merges in it that make a tile of rank `large`, 0 or 1 */
    uint8_t large; /* merges of two large tiles */
};

/* Origins by line: those that moved in from[first[line]] .. from[first[line + 1]] - 1. A
 * line can also have stood still if still[line]. */
struct trey_coded_tables {
    int large;
    uint16_t first[TREY_CODED_LINES + 1];
    bool still[TREY_CODED_LINES];
    trey_coded turned[TREY_CODED_LINES]; /* row 0, turned into column 3 */
    struct trey_coded_origin from[];
};

/* NULL: no memory; for free(). */
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

/* The least of the four turns of a board: turns keep the rules, mirrors do not. */
static inline trey_coded trey_coded_least(const struct trey_coded_tables *tables,
                                          trey_coded board)
{
    trey_coded least = board;
    for (int i = 0; i < 3; i++) {
        board = trey_coded_turn(tables, board);
        if (board < least)
            least = board;
    }
    return least;
}

#endif
