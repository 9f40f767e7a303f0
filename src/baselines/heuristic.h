/* A heuristic: what a board is worth to a searcher. The larger the better; all but
 * board-score lie in 0..1.
 *
 * To add one: write a file that defines a `const struct trey_heuristic`, declare it in
 * the list below, and add its row to heuristics.c. */
#ifndef TREY_BASELINES_HEURISTIC_H
#define TREY_BASELINES_HEURISTIC_H

#include "trey/board.h"

enum { TREY_WEIGHTS = 4 };

/* How a share in 0..1 is bent before it is used. */
enum trey_transform {
    TREY_TRANSFORM_OWN, /* each heuristic its own default */
    TREY_TRANSFORM_LINEAR,
    TREY_TRANSFORM_SQRT,
    TREY_TRANSFORM_POLYNOMIAL, /* the square */
};

/* What the user may set; a heuristic reads what concerns it. */
struct trey_heuristic_settings {
    const struct trey_heuristic *heuristic;
    unsigned cap; /* of the count; 0: the heuristic's own */
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

/* The table; NULL-terminated. */
extern const struct trey_heuristic *const trey_heuristics[];

/* min(count, cap) / cap, bent. */
double trey_heuristic_share(unsigned count, unsigned cap, enum trey_transform transform);

/* The numbers behind three of them. */
unsigned trey_board_empties(const struct trey_wide *board);
unsigned trey_board_neighbours(const struct trey_wide *board,
                               bool (*pair)(int low, int high));

static inline double trey_heuristic_of(const struct trey_heuristic_settings *settings,
                                       const struct trey_wide *board)
{
    return settings->heuristic->value(settings, board);
}

#endif
