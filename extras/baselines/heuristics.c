/* The table of heuristics, and functions that several of them share. */
#include "extras/baselines/heuristic.h"

#include <math.h>

const struct trey_heuristic *const trey_heuristics[] = {
    &trey_heuristic_board_score,
    &trey_heuristic_board_score_normalised,
    &trey_heuristic_empties,
    &trey_heuristic_adjacent_matches,
    &trey_heuristic_adjacent_runs,
    &trey_heuristic_weighted,
    NULL,
};

double trey_heuristic_share(unsigned count, unsigned cap, enum trey_transform transform)
{
    double share = count < cap ? (double)count / (double)cap : 1.0;
    switch (transform) {
    case TREY_TRANSFORM_SQRT:
        return sqrt(share);
    case TREY_TRANSFORM_POLYNOMIAL:
        return share * share;
    case TREY_TRANSFORM_OWN:
    case TREY_TRANSFORM_LINEAR:
        break;
    }
    return share;
}

unsigned trey_board_neighbours(const struct trey_wide *board,
                               bool (*pair)(int low, int high))
{
    unsigned count = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int here = board->rank[cell];
        for (int step = 1; step <= 4; step += 3) { /* to the right, then below */
            if (step == 1 ? cell % 4 == 3 : cell >= 12)
                continue;
            int there = board->rank[cell + step];
            count += here < there ? pair(here, there) : pair(there, here);
        }
    }
    return count;
}
