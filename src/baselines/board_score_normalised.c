/* board-score-normalised: the score as a share of what it would be if everything on the
 * board that could ever combine were combined. Slides keep the sum of the tiles and the
 * ones less the twos, and the packing bound is a function of these two; it is therefore
 * the same for all boards of one depth, and boards of several depths can be compared. */
#include "baselines/heuristic.h"
#include "sequence/sequence.h"

static double value(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board)
{
    struct trey_content content;
    trey_content_of(board, &content);
    uint64_t most = trey_content_pack(content).score;
    return most == 0 ? 0.0
                     : trey_heuristic_board_score.value(settings, board) / (double)most;
}

const struct trey_heuristic trey_heuristic_board_score_normalised = {
    .name = "board-score-normalised",
    .summary = "the score as a share of the most its tiles could make",
    .value = value,
};
