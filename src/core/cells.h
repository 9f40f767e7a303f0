/* Single cells of a 64-bit board, inline. */
#ifndef TREY_CORE_CELLS_H
#define TREY_CORE_CELLS_H

#include "trey/board.h"

static inline int trey_get(trey_board board, int cell)
{
    return (int)((board >> (4 * cell)) & 15);
}

static inline trey_board trey_put(trey_board board, int cell, int rank)
{
    int shift = 4 * cell;
    return (board & ~((trey_board)15 << shift)) | ((trey_board)rank << shift);
}

#endif
