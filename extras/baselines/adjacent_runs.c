/* adjacent-runs: pairs of neighbours with successive values of a run such as 3 6 12 24:
 * once the smaller one is doubled, it can merge with the larger. In ranks: a 1 or a 2
 * beside a 3, or a rank beside the next one. */
#include "extras/baselines/heuristic.h"

enum { CAP = 12 };

static bool is_run(int low, int high)
{
    return low >= 3 ? high == low + 1 : low >= 1 && high == 3;
}

static double value(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board)
{
    bool own = settings->transform == TREY_TRANSFORM_OWN;
    return trey_heuristic_share(trey_board_neighbours(board, is_run),
                                settings->cap != 0 ? settings->cap : CAP,
                                own ? TREY_TRANSFORM_SQRT : settings->transform);
}

const struct trey_heuristic trey_heuristic_adjacent_runs = {
    .name = "adjacent-runs",
    .summary = "neighbours that follow each other in a run, up to 12",
    .uses = TREY_USES_CAP | TREY_USES_TRANSFORM,
    .value = value,
};
