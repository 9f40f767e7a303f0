/* adjacent-matches: pairs of neighbours that can merge now, a small lookahead. Used alone
 * it would collect such pairs rather than merge them; it is meant for the weighted sum.
 */
#include "board/cells.h"
#include "extras/baselines/heuristic.h"

enum { CAP = 6 };

static bool can_merge(int low, int high)
{
    return low < TREY_MAX_RANK && trey_ranks_merge(low, high);
}

static double value(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board)
{
    bool own = settings->transform == TREY_TRANSFORM_OWN;
    return trey_heuristic_share(trey_board_neighbours(board, can_merge),
                                settings->cap != 0 ? settings->cap : CAP,
                                own ? TREY_TRANSFORM_SQRT : settings->transform);
}

const struct trey_heuristic trey_heuristic_adjacent_matches = {
    .name = "adjacent-matches",
    .summary = "pairs of neighbours that can merge, up to 6",
    .uses = TREY_USES_CAP | TREY_USES_TRANSFORM,
    .value = value,
};
