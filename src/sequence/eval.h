/* The planner's hand-made evaluation: a table of line values, summed over rows and
 * columns. */
#ifndef TREY_SEQUENCE_EVAL_H
#define TREY_SEQUENCE_EVAL_H

#include "core/vector.h"

/* One row a weight: name, default, what it counts in a line of four cells. Tuned by
 * tools/tune-plan; docs/planner.md says how. */
#define TREY_EVAL_WEIGHTS(X)                                                             \
    X(empty, 0.976F, "an empty cell")                                                     \
    X(merge, 4.12F, "neighbours that merge")                                              \
    X(order, 0.0244F, "disorder: rises against the line's better direction, to a power")   \
    X(order_power, 1.287F, "that power of a rank")                                         \
    X(load, 0.080F, "every tile, by its rank to a power")                                \
    X(load_power, 1.131F, "that power of a rank")                                          \
    X(run, 0.46F, "neighbours of which one is twice the other")                           \
    X(step, 0.0863F, "difference of neighbours' ranks")                                    \
    X(trap, 0.46F, "a tile below both its neighbours, by the lesser difference")         \
    X(edge_trap, 0.0776F, "a tile at the wall below its neighbour, by the difference")

struct trey_eval_weights {
#define TREY_EVAL_FIELD(name, value, help) float name;
    TREY_EVAL_WEIGHTS(TREY_EVAL_FIELD)
#undef TREY_EVAL_FIELD
};

extern const struct trey_eval_weights trey_eval_defaults;

/* Values of all lines whose ranks fit `bits` bits each: 4 (up to 12288) or 5. A line's
 * index has its first cell in the low bits. Larger ranks count as the largest that fits.
 */
struct trey_eval {
    int32_t *line;
    unsigned bits;
};

/* Makes the table: 256 KiB for 4 bits, 4 MiB for 5. False if memory could not be had. */
bool trey_eval_make(struct trey_eval *eval, unsigned bits,
                    const struct trey_eval_weights *weights);
void trey_eval_clear(struct trey_eval *eval);

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
