/* A heuristic: the value of a board for a searcher. Larger is better; all values except
 * those of board-score are in 0..1.
 *
 * To add one: write a file that defines a `const struct trey_heuristic`, declare it in
 * the list below, and add its row to heuristics.c. */
#ifndef TREY_EXTRAS_BASELINES_HEURISTIC_H
#define TREY_EXTRAS_BASELINES_HEURISTIC_H

#include "trey/board.h"

enum { TREY_WEIGHTS = 4 };

/* The transformation of a share in 0..1 before it is used. */
enum trey_transform {
    TREY_TRANSFORM_OWN, /* the default of the heuristic */
    TREY_TRANSFORM_LINEAR,
    TREY_TRANSFORM_SQRT,
    TREY_TRANSFORM_POLYNOMIAL, /* the square */
};

/* Settings of the user; a heuristic reads those in its `uses`. */
struct trey_heuristic_settings {
    const struct trey_heuristic *heuristic;
    unsigned cap; /* of the count; 0: the heuristic's default */
    enum trey_transform transform;
    double weights[TREY_WEIGHTS];
};

/* Bits of trey_heuristic.uses. */
enum { TREY_USES_CAP = 1, TREY_USES_TRANSFORM = 2, TREY_USES_WEIGHTS = 4 };

struct trey_heuristic {
    const char *name, *summary;
    unsigned uses;
    double (*value)(const struct trey_heuristic_settings *settings,
                    const struct trey_wide *board);
};

extern const struct trey_heuristic trey_heuristic_board_score;
extern const struct trey_heuristic trey_heuristic_board_score_normalised;
extern const struct trey_heuristic trey_heuristic_empties;
extern const struct trey_heuristic trey_heuristic_adjacent_matches;
extern const struct trey_heuristic trey_heuristic_adjacent_runs;
extern const struct trey_heuristic trey_heuristic_weighted;

/* All heuristics, NULL-terminated. */
extern const struct trey_heuristic *const trey_heuristics[];

/* min(count, cap) / cap, transformed. */
double trey_heuristic_share(unsigned count, unsigned cap, enum trey_transform transform);

/* Number of pairs of neighbours, tiles or empty cells (0), for which `pair` is true. */
unsigned trey_board_neighbours(const struct trey_wide *board,
                               bool (*pair)(int low, int high));

static inline double trey_heuristic_of(const struct trey_heuristic_settings *settings,
                                       const struct trey_wide *board)
{
    return settings->heuristic->value(settings, board);
}

#endif
