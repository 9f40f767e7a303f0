/* The interface of an evaluator, for its implementations and for the search. */
#ifndef TREY_EVAL_EVAL_H
#define TREY_EVAL_EVAL_H

#include "base/check.h"
#include "board/cells.h"
#include "rules/mechanics.h"
#include "trey/eval.h"

#include <math.h>

/* Line tables of the 4x4 board, for a search that adds up lines itself. Values of lines
 * are integers, so that sums do not depend on their order, and a line read from either
 * end has the same value. The first cell of an index is in its low bits. Both tables hold
 * the same values; in `middle` the first two cells of the index are swapped. So for a
 * cell at the end of a line and for one in the middle there is a table in which the 16
 * ranks of that cell are adjacent. */
struct trey_eval_table {
    const int32_t *end, *middle;
};

struct trey_eval_lines {
    struct trey_eval_table wall, inside; /* outer and inner lines of each direction */
    float unit;                          /* value of 1 in the tables */
};

/* A sum over 8 lines and 4 boards does not overflow. */
#define TREY_EVAL_MAX_LINE ((int32_t)1 << 25)

/* The measure of values. With TREY_MEASURE_SUMS it is the expected tile sum at the end of
 * the game: a move keeps the sum and a spawn adds to it, so it shows how long a game
 * lasts. Points depend far more on a few large merges (in Threes! the next larger tile
 * makes three times as many) and are noisier training targets (docs/training.md). A top
 * tile that ends the game counts once more, about as its points do: otherwise players
 * would not make it, so that the game goes on. Training does not count it
 * (learn/choose.c). In 2048, as with points, values are what is still to come. */
enum trey_eval_measure {
    TREY_MEASURE_OWN, /* a scale of its own */
    TREY_MEASURE_POINTS,
    TREY_MEASURE_SUMS,
};

#define TREY_SUM_OF_TOP 12288.0F
/* By how much a move of 2048 lets the tile sum grow: the mean tile that spawns. */
#define TREY_SUM_OF_MOVE_2048 2.2F

/* The value of the tiles of a board of Threes!, by a measure other than TREY_MEASURE_OWN.
 */
static inline float trey_eval_tiles_value(enum trey_eval_measure measure,
                                          trey_board board)
{
    return measure == TREY_MEASURE_SUMS ? (float)trey_board_sum(board)
                                        : (float)trey_board_score(board);
}

/* The same for a single tile: leaves of a search add one to each board. */
static inline float trey_eval_tile_value(enum trey_eval_measure measure, unsigned rank)
{
    assert(rank < 16);
    return measure == TREY_MEASURE_SUMS ? (float)trey_sums_of_two[rank]
                                        : (float)trey_scores_of_two[rank];
}

/* The value that a board has already, which is its whole value if the game is over: 0
 * where merges score. */
static inline float trey_eval_realised_value(enum trey_eval_measure measure,
                                             const struct trey_mechanics *mechanics,
                                             trey_board board)
{
    if (mechanics->merges_score)
        return 0.0F;
    bool twice = measure == TREY_MEASURE_SUMS && trey_mechanics_ends(mechanics, board);
    return trey_eval_tiles_value(measure, board) + (twice ? TREY_SUM_OF_TOP : 0.0F);
}

/* The tiles that may spawn after a move. For each rank of a set, `values` gets the mean
 * value over the spawn cells with that tile there. */
struct trey_eval_spawn {
    trey_board after;
    uint64_t cells; /* the spawn cells, as flags */
    unsigned ranks;
    const uint16_t *deck; /* by rank as in trey/game.h, after the tile was drawn */
    float *values;        /* by rank, 16; others than those of the set may change, too */
};

enum { TREY_EVAL_MAX_SPAWNS = 4 }; /* a position has four moves */

/* The base of every kind of evaluator. */
struct trey_evaluator {
    /* Evaluates `count` boards. Many at once, so that the waits for memory overlap. */
    void (*values)(const struct trey_evaluator *evaluator, const trey_board *boards,
                   int count, float *values);
    /* Optional: evaluates the spawns of 1 to TREY_EVAL_MAX_SPAWNS moves. For evaluators
     * that do this faster than board by board, or that use the deck. */
    void (*spawn_values)(const struct trey_evaluator *evaluator,
                         const struct trey_eval_spawn *spawns, int count);
    /* Optional: decodes the weights for a board, and for boards that a search is likely
     * to reach from it, before the search's clock starts. */
    void (*prepare)(const struct trey_evaluator *evaluator, trey_board board);
    /* Optional: evaluates the boards for which `values` has returned 0 because they were
     * not known, and returns their number. If it is not 0, the search of this depth is
     * invalid and is repeated. Only one thread at a time may then call this and `values`.
     */
    size_t (*flush)(const struct trey_evaluator *evaluator);
    void (*clear)(struct trey_evaluator *evaluator); /* optional: frees what it owns */
    struct trey_shape shape;
    enum trey_eval_family family;
    bool ignores_spawn; /* `spawn_values` depends on `after` only: all ranks have the same
                           value, which does not change during a search */
    uint8_t downgrade;  /* 2048: boards with a tile of this rank or a larger one are
                           searched and evaluated downgraded (below); 0: never */
    enum trey_eval_measure measure;
    float discount; /* 2048 with TREY_MEASURE_SUMS: what comes n moves later is multiplied
                       by discount^n; 0: as 1 */
    float lost;     /* TREY_MEASURE_OWN: value of a board without a legal move */
    float won;      /* the same for a board with the top tile */
    const struct trey_eval_lines
        *lines;             /* optional: if set, values are the sums of these */
    const char *kind;       /* its name unless `name` is set */
    char *name;             /* optional: the name by which it was made, owned */
    char *fallback_warning; /* optional: warning that it replaces a missing network, owned
                             */
};

static inline float trey_eval_discount(const struct trey_evaluator *evaluator)
{
    return evaluator->discount > 0.0F ? evaluator->discount : 1.0F;
}

/* Writes a discount in as few digits as give the same number again. */
enum { TREY_EVAL_DISCOUNT_TEXT = 24 };
void trey_eval_discount_format(float discount, char text[TREY_EVAL_DISCOUNT_TEXT]);

/* Converts a value for display: tile sums to about the points that games with them make;
 * other values stay as they are. `board` is the one that is evaluated or searched. */
double trey_eval_display(const struct trey_evaluator *evaluator, trey_board board,
                         double value);

/* The number of threads that may use an evaluator at once: `wanted`, or one per processor
 * if that is 0; at most 1 if the evaluator gathers boards. It may be NULL. */
unsigned trey_eval_threads(const struct trey_evaluator *evaluator, unsigned wanted);

/* Downgrades a board of 2048 with a tile of rank `from` or larger; returns any other
 * board, or with `from` 0 every board, as it is. All tiles above the largest missing one
 * are halved, again and again until no tile of that rank is left or none is missing.
 * Legal moves stay legal, and no others become legal except by two tiles of rank 15:
 * different tiles stay different. (Tile-downgrading: Guei, Chen and Wu 2021.) */
trey_board trey_eval_downgraded(trey_board board, int from);

/* The minimum points of a move that makes a tile of rank `from`: after fewer, boards need
 * not be downgraded. */
static inline float trey_eval_downgrade_points(int from)
{
    assert(from >= 0 && from <= 15);
    return from > 0 ? (float)((uint32_t)1 << from) : INFINITY;
}

/* True if the family exists; and its tiles. */
static inline bool trey_eval_family_known(enum trey_eval_family family)
{
    return (unsigned)family < TREY_TILE_RULES;
}

static inline const struct trey_tile_rule *trey_eval_tiles(enum trey_eval_family family)
{
    assert(trey_eval_family_known(family));
    return &trey_tile_rules[family];
}

/* The line with its first two cells swapped: an index of `middle`. */
static inline unsigned trey_eval_swap(unsigned line)
{
    return (line & 0xff00) | (line & 0x000f) << 4 | (line & 0x00f0) >> 4;
}

/* The 4x4 board with rows and columns exchanged. */
static inline trey_board trey_eval_transpose(trey_board b)
{
    trey_board changed = (b ^ b >> 12) & 0x0000f0f00000f0f0u;
    b ^= changed ^ changed << 12;
    changed = (b ^ b >> 24) & 0x00000000ff00ff00u;
    return b ^ changed ^ changed << 24;
}

/* The 4x4 board mirrored left-right. */
static inline trey_board trey_eval_mirror(trey_board b)
{
    b = (b >> 8 & 0x00ff00ff00ff00ffu) | (b & 0x00ff00ff00ff00ffu) << 8;
    return (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
}

/* The sum of the rows' values. */
static inline int32_t trey_eval_rows(const struct trey_eval_lines *lines, trey_board b)
{
    return lines->wall.end[b & 0xffff] + lines->inside.end[b >> 16 & 0xffff] +
           lines->inside.end[b >> 32 & 0xffff] + lines->wall.end[b >> 48];
}

/* The path from which trey_evaluator_named reads the evaluator of this name; false if
 * that is not a file, or does not exist. */
enum { TREY_EVALUATOR_PATH = 4096 };
bool trey_evaluator_file(const char *name, struct trey_shape shape,
                         enum trey_eval_family family, char path[TREY_EVALUATOR_PATH]);

/* The hash of the network inside the library that has this name; false if there is none.
 */
bool trey_evaluator_embedded_hash(const char *name, struct trey_shape shape,
                                  enum trey_eval_family family, uint64_t *hash);

/* Makes the heuristic evaluator: tables with the value of a line of cells, summed over
 * rows and columns. Takes about 1 MiB for 4x4, at most 2 MiB. TREY_ERR_MEMORY;
 * TREY_ERR_ARGUMENT for an unsupported shape or family. */
enum trey_status trey_evaluator_heuristic(struct trey_shape shape,
                                          enum trey_eval_family family,
                                          struct trey_evaluator **evaluator,
                                          struct trey_error *error);

/* Reason why a network seems untrained, a static string; NULL if it seems trained or the
 * evaluator is not a network. Evaluates random boards of its stages: of all stages if
 * `whole`, which decompresses them and may take a second, otherwise of the stages used so
 * far. `evaluator` must not be NULL. Thread-safe. */
const char *trey_evaluator_untrained(const struct trey_evaluator *evaluator, bool whole);

#endif
