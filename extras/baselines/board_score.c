/* board-score: the points on the board. It grows with every move, so it can only compare
 * boards of the same depth: in a queue of boards of all depths it prefers the deeper
 * ones. Above 2^53 points neighbouring scores can be the same double. */
#include "extras/baselines/heuristic.h"
#include "sequence/sequence.h"

static double value(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board)
{
    (void)settings;
    uint64_t score = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        score += trey_sequence_points(board->rank[cell]);
    return (double)score;
}

const struct trey_heuristic trey_heuristic_board_score = {
    .name = "board-score",
    .summary = "the score of the board, not normalised",
    .value = value,
};
