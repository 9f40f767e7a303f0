/* The weights of the heuristic, and making it with weights other than the default. */
#ifndef TREY_EVAL_HEURISTIC_H
#define TREY_EVAL_HEURISTIC_H

#include "eval/eval.h"

/* One row per weight of a line of cells: name; defaults for Threes!, of an outer and of
 * an inner line; default for 2048, of both; what it counts. Every cell is in two lines.
 */
#define TREY_HEURISTIC_WEIGHTS(X)                                                        \
    X(empty, 3.499F, 3.774F, 2.7F, "an empty cell")                                      \
    X(merge, 19.77F, 19.73F, 7.0F, "neighbours that are equal and merge")                \
    X(merge_rank, -0.6231F, -0.2818F, 0.0F, "the same, by their rank")                   \
    X(pair, 16.74F, 21.56F, 0.0F, "a 1 beside a 2 (Threes!)")                            \
    X(strange, 10.61F, 9.14F, 0.0F,                                                      \
      "a 1 or 2 beside a tile it cannot merge with (Threes!)")                           \
    X(run, -1.783F, -0.02816F, 0.0F, "neighbours of which one is twice the other")       \
    X(run_rank, -0.2383F, -0.3348F, 0.0F, "the same, by the rank of the lesser")         \
    X(order, 0.1755F, 0.1183F, 0.47F,                                                    \
      "disorder: rises against the better direction, to a power")                        \
    X(order_power, 3.529F, 3.728F, 4.0F, "that power of a rank")                         \
    X(load, 0.06841F, 0.04707F, 0.11F, "every tile, by its rank to a power")             \
    X(load_power, 3.76F, 3.294F, 3.5F, "that power of a rank")                           \
    X(trap, 0.3032F, 1.851F, 0.0F,                                                       \
      "a tile below both its neighbours, by the lesser difference")                      \
    X(edge_trap, 1.122F, 1.648F, 0.0F, "a tile at the wall below its neighbour, likewise")

struct trey_heuristic_line {
#define TREY_HEURISTIC_FIELD(name, wall, inside, doubles, help) float name;
    TREY_HEURISTIC_WEIGHTS(TREY_HEURISTIC_FIELD)
#undef TREY_HEURISTIC_FIELD
};

struct trey_heuristic_weights {
    struct trey_heuristic_line wall, inside;
    float lost; /* value of a board without a legal move */
    float won;  /* value of a board with the top tile, where that ends the game */
};

/* The default weights by enum trey_eval_family. */
extern const struct trey_heuristic_weights trey_heuristic_defaults[2];

/* Like trey_evaluator_heuristic, with these weights. */
enum trey_status trey_heuristic_make(struct trey_shape shape,
                                     enum trey_eval_family family,
                                     const struct trey_heuristic_weights *weights,
                                     struct trey_evaluator **evaluator,
                                     struct trey_error *error);

#endif
