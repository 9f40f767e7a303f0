/* Slow model of the exchange of 1s and 2s. */
#ifndef TREY_TESTS_EXCHANGED_H
#define TREY_TESTS_EXCHANGED_H

#include "trey/board.h"

/* Exchanges them in a board, or in the digits of a tuple's index, cell by cell. */
static inline trey_board exchanged_board(trey_board board)
{
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int rank = trey_board_rank(board, cell);
        if (rank == 1 || rank == 2)
            board = trey_board_with(board, cell, 3 - rank);
    }
    return board;
}

#endif
