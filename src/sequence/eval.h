/* The planner's hand-made evaluation: a table of line values, summed over rows and
 * columns. */
#ifndef TREY_SEQUENCE_EVAL_H
#define TREY_SEQUENCE_EVAL_H

#include "core/vector.h"

/* One row a weight: name, default early and late in a game, what it counts in a line of
 * four cells. Tuned by tools/tune_plan.c; docs/planner.md says how. */
#define TREY_EVAL_WEIGHTS(X)                                                             \
    X(empty, 1.55F, 1.78F, "an empty cell")                                               \
    X(merge, 5.7F, 2.15F, "neighbours that merge")                                        \
    X(order, 0.03F, 0.0224F, "disorder: rises against the better direction, to a power") \
    X(order_power, 2.4F, 0.86F, "that power of a rank")                                  \
    X(load, 0.072F, 0.0825F, "every tile, by its rank to a power")                       \
    X(load_power, 1.1F, 0.978F, "that power of a rank")                                  \
    X(run, 0.5F, 0.572F, "neighbours of which one is twice the other")                   \
    X(step, 0.05F, 0.086F, "difference of neighbours' ranks")                           \
    X(trap, 0.28F, 0.58F, "a tile below both its neighbours, by the lesser difference") \
    X(edge_trap, 0.063F, 0.0616F, "a tile at the wall below its neighbour, likewise")    \
    X(end, 20.0F, 20.0F, "at the goal: all of what the tiles could be worth")            \
    X(end_moves, 3.0F, 3.0F, "so many moves before the goal, half of that")

struct trey_eval_weights {
#define TREY_EVAL_FIELD(name, early, late, help) float name;
    TREY_EVAL_WEIGHTS(TREY_EVAL_FIELD)
#undef TREY_EVAL_FIELD
};

/* Stages of a game by the sum of the tiles, which all boards of a layer share. */
enum trey_eval_stage {
    TREY_EVAL_EARLY,     /* sums below TREY_EVAL_LATE_SUM */
    TREY_EVAL_LATE,      /* beyond, while no tile can be above 12288 */
    TREY_EVAL_LATE_WIDE, /* the late weights on five bits a rank */
    TREY_EVAL_STAGES,
};

#define TREY_EVAL_LATE_SUM 3072

extern const struct trey_eval_weights trey_eval_early, trey_eval_late;

/* Values of all lines whose ranks fit `bits` bits each: 4 (up to 12288) or 5. A line's
 * index has its first cell in the low bits. Larger ranks count as the largest that fits.
 */
struct trey_eval {
    int32_t *line;
    unsigned bits;
    double end, end_moves; /* the weights of those names */
};

/* Makes the tables of the stages up to that of `last_sum`: 256 KiB for 4 bits, 4 MiB
 * for 5. False if memory could not be had. */
bool trey_eval_make(struct trey_eval stages[TREY_EVAL_STAGES],
                    const struct trey_eval_weights *early,
                    const struct trey_eval_weights *late, uint64_t last_sum);
void trey_eval_clear(struct trey_eval stages[TREY_EVAL_STAGES]);

static inline enum trey_eval_stage trey_eval_stage_of(uint64_t sum)
{
    return sum < TREY_EVAL_LATE_SUM      ? TREY_EVAL_EARLY
           : sum < trey_tile_of_rank(16) ? TREY_EVAL_LATE
                                         : TREY_EVAL_LATE_WIDE;
}

/* Units of a value: this many to the weights' 1. */
#define TREY_EVAL_UNIT 256

/* The four line indices of the rows of a board, `bits` bits a cell. */
static inline trey_lanes trey_eval_indices(trey_bytes board, unsigned bits)
{
    trey_lanes cells = (trey_lanes)board;
    uint32_t pair = (1U << (2 * bits)) - 1;
    cells |= cells >> (8 - bits); /* two cells in the low bits of each half */
    return (cells & pair) | ((cells >> (16 - 2 * bits)) & pair << (2 * bits));
}

/* The value of a board whose ranks fit eval->bits. */
static inline int32_t trey_eval_board(const struct trey_eval *eval, trey_bytes board)
{
    trey_lanes rows = trey_eval_indices(board, eval->bits);
    trey_lanes cols = trey_eval_indices(trey_transpose(board), eval->bits);
    const int32_t *line = eval->line;
    return line[rows[0]] + line[rows[1]] + line[rows[2]] + line[rows[3]] + line[cols[0]] +
           line[cols[1]] + line[cols[2]] + line[cols[3]];
}

#endif
