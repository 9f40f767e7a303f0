/* empties: number of empty cells, since a game lasts as long as there is room. More than
 * `cap` of them count as `cap`. Defaults: a cap of seven, linear. */
#include "extras/baselines/heuristic.h"

enum { CAP = 7 };

/* Number of empty cells. */
static unsigned count_empty(const struct trey_wide *board)
{
    unsigned count = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        count += board->rank[cell] == 0;
    return count;
}

static double value(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board)
{
    unsigned cap = settings->cap != 0 ? settings->cap : CAP;
    return trey_heuristic_share(count_empty(board), cap, settings->transform);
}

const struct trey_heuristic trey_heuristic_empties = {
    .name = "empties",
    .summary = "empty cells, up to a cap of 7",
    .uses = TREY_USES_CAP | TREY_USES_TRANSFORM,
    .value = value,
};
