/* board-score-normalised: the score divided by the packing bound, the score if all tiles
 * that can ever merge had merged. Slides keep the sum of the tiles and the difference of
 * ones and twos, which determine the packing bound. So the bound is the same for all
 * boards of one depth, and boards of different depths can be compared. */
#include "extras/baselines/heuristic.h"
#include "sequence/sequence.h"

static double value(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board)
{
    struct trey_content content;
    trey_content_of(board, &content);
    uint64_t bound = trey_content_pack(content).score;
    return bound == 0 ? 0.0
                      : trey_heuristic_board_score.value(settings, board) / (double)bound;
}

const struct trey_heuristic trey_heuristic_board_score_normalised = {
    .name = "board-score-normalised",
    .summary = "the score as a share of the most its tiles could make",
    .value = value,
};
