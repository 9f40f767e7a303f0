/* The planner's heuristic evaluation. The value of a board is the sum of the values of
 * its rows and columns, which a table gives for every line, less a penalty if a crowded
 * board has few legal moves. Weights differ between stages of a game. */
#ifndef TREY_SEQUENCE_EVAL_H
#define TREY_SEQUENCE_EVAL_H

#include "base/check.h"
#include "board/vector.h"

/* One row for each weight: name, value early and late in a game, value in the plain
 * evaluation, and what it counts in a line of four cells. tools/tune_plan.c tunes the
 * first two (docs/planner.md). The plain evaluation is set by hand, without order and
 * load. It is usually worse, but finds other ends: the two disagree about how to pack the
 * last tiles of a short list. */
#define TREY_EVAL_WEIGHTS(X)                                                             \
    X(empty, 2.495F, 2.703F, 2.4F, "an empty cell")                                      \
    X(merge, 3.807F, 2.662F, 2.8F, "neighbours that merge")                              \
    X(order, 0.02425F, 0.01632F, 0.0F,                                                   \
      "disorder: rises against the better direction, to a power")                        \
    X(order_power, 2.018F, 1.007F, 1.0F, "that power of a rank")                         \
    X(load, 0.0874F, 0.1291F, 0.0F, "every tile, by its rank to a power")                \
    X(load_power, 0.6449F, 0.7007F, 1.0F, "that power of a rank")                        \
    X(run, 1.724F, 1.307F, 1.4F, "neighbours of which one is twice the other")           \
    X(step, 0.06149F, 0.1178F, 0.06F, "difference of neighbours' ranks")                 \
    X(trap, 0.2059F, 0.3063F, 1.0F,                                                      \
      "a tile below both its neighbours, by the lesser difference")                      \
    X(edge_trap, 0.05254F, 0.1309F, 0.0F,                                                \
      "a tile at the wall below its neighbour, likewise")                                \
    X(mobile, 0.02F, 0.4167F, 0.0F, "a direction in which the line can move")            \
    X(one_way, 0.1F, 0.8419F, 0.1F, "a crowded board with one legal slide")              \
    X(two_ways, 0.03F, 0.2164F, 0.03F, "a crowded board with two legal slides")          \
    X(end, 21.98F, 14.81F, 21.98F, "at the goal: the score of the best packing")         \
    X(end_moves, 3.129F, 2.417F, 3.129F,                                                 \
      "number of moves before the goal at which that is halved")

struct trey_eval_weights {
#define TREY_EVAL_FIELD(name, early, late, plain, help) float name;
    TREY_EVAL_WEIGHTS(TREY_EVAL_FIELD)
#undef TREY_EVAL_FIELD
};

/* Stages of a game, by the sum of the tiles, which is the same for all boards of a layer.
 */
enum trey_eval_stage {
    TREY_EVAL_EARLY,     /* sums below TREY_EVAL_LATE_SUM */
    TREY_EVAL_LATE,      /* larger sums, while no tile can be above 12288 */
    TREY_EVAL_LATE_WIDE, /* late weights, five bits a rank */
    TREY_EVAL_STAGES,
};

#define TREY_EVAL_LATE_SUM 3072

/* Penalty of a board without a legal move: more than the difference of any two values.
 * It may be the best end, but the search cannot continue from it. */
#define TREY_EVAL_STUCK (1 << 28)

extern const struct trey_eval_weights trey_eval_early, trey_eval_late, trey_eval_plain;

/* Values of all lines whose ranks fit in `bits` bits each: 4 (up to 12288) or 5. The
 * index of a line has its first cell in the low bits. Ranks above 31 do not fit: one of
 * their bits overflows into the next cell, so such a line gets the value of another line.
 * Moves and scores stay correct. */
struct trey_eval {
    int32_t *line;
    unsigned bits;
    int32_t slide_penalty[5]; /* by number of legal slides of a crowded board */
    double end, end_moves;    /* the weights of these names */
};

/* Makes the tables of the stages up to that of `last_sum`: 256 KiB for 4 bits, 4 MiB
 * for 5. False if out of memory; then nothing needs to be cleared. */
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

/* Values are in units of 1 / TREY_EVAL_UNIT of the weights. */
#define TREY_EVAL_UNIT 256

/* Line indices of the four rows of a board, `bits` bits a cell. */
static inline trey_lanes trey_eval_indices(trey_bytes board, unsigned bits)
{
    trey_lanes cells = (trey_lanes)board;
    uint32_t pair = (1U << (2 * bits)) - 1;
    cells |= cells >> (8 - bits); /* two cells in the low bits of each half */
    return (cells & pair) | ((cells >> (16 - 2 * bits)) & pair << (2 * bits));
}

/* True if every rank fits in `bits` bits. */
static inline bool trey_eval_ranks_fit(trey_bytes board, unsigned bits)
{
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        if (board[cell] >> bits != 0)
            return false;
    return true;
}

/* Value of a board. Its ranks must fit in eval->bits, except ranks above 31 (see struct
 * trey_eval). */
static inline int32_t trey_eval_board(const struct trey_eval *eval, trey_bytes board)
{
    trey_lanes rows = trey_eval_indices(board, eval->bits);
    trey_lanes cols = trey_eval_indices(trey_transpose(board), eval->bits);
    const int32_t *line = eval->line;
    assert(eval->bits == 5 || trey_eval_ranks_fit(board, eval->bits));
    return line[rows[0]] + line[rows[1]] + line[rows[2]] + line[rows[3]] + line[cols[0]] +
           line[cols[1]] + line[cols[2]] + line[cols[3]];
}

static inline bool trey_eval_any(trey_flags flags)
{
    uint64_t half[2];
    memcpy(half, &flags, sizeof half);
    return (half[0] | half[1]) != 0;
}

/* Number of legal slides of a crowded board (at most two empty cells); 4 for any other,
 * which nearly always has three or four. */
static inline int trey_eval_legal_slides(trey_bytes board)
{
    enum { FEW = 2 };
    const trey_bytes zero = {0};
    const uint64_t ones = 0x0101010101010101u;
    trey_bytes hole = (trey_bytes)(board == 0);
    uint64_t half[2];
    memcpy(half, &hole, sizeof half);
    if (((half[0] & ones) + (half[1] & ones)) * ones >> 56 > FEW)
        return 4;
    trey_bytes right = (trey_bytes)((trey_lanes)board >> 8);
    trey_bytes down = __builtin_shufflevector(board, zero, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                              13, 14, 15, 16, 16, 16, 16);
    trey_flags large = (trey_flags)((trey_flags)board > 2);
    trey_flags tile = (trey_flags)(board != 0);
    /* The shifts fill in empty cells, which merge with no tile. An empty cell and a 3
     * also add up to 3, but the 3 is large, and the empty cell is excluded by `tile`. */
    trey_flags across = (((trey_flags)(board == right) & large) |
                         ((trey_flags)(board + right == 3) & ~large & tile));
    trey_flags along = (((trey_flags)(board == down) & large) |
                        ((trey_flags)(board + down == 3) & ~large & tile));
    bool row_merges = trey_eval_any(across), column_merges = trey_eval_any(along);
    if (!trey_eval_any((trey_flags)hole))
        return 2 * row_merges + 2 * column_merges;
    trey_flags right_tile = (trey_flags)(right != 0), down_tile = (trey_flags)(down != 0);
    bool left_shift = trey_eval_any((trey_flags)hole & right_tile);
    bool up_shift = trey_eval_any((trey_flags)hole & down_tile);
    trey_bytes left = (trey_bytes)((trey_lanes)board << 8);
    trey_bytes up = __builtin_shufflevector(board, zero, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5,
                                            6, 7, 8, 9, 10, 11);
    bool right_shift = trey_eval_any((trey_flags)hole & (trey_flags)(left != 0));
    bool down_shift = trey_eval_any((trey_flags)hole & (trey_flags)(up != 0));
    return (row_merges || left_shift) + (row_merges || right_shift) +
           (column_merges || up_shift) + (column_merges || down_shift);
}

#endif
