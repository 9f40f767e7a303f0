/* A solution of Threes! with deck, bonus tiles and hint. */
#ifndef TREY_EXACT_PLAYED_SOLUTION_H
#define TREY_EXACT_PLAYED_SOLUTION_H

#include "exact/played/solver.h"
#include "rules/chance.h"

struct trey_played {
    struct trey_played_solver solver;
    struct trey_played_options options;
};

#endif
