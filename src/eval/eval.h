/* What an evaluator is, to those that make one and to the search. */
#ifndef TREY_EVAL_EVAL_H
#define TREY_EVAL_EVAL_H

#include "base/check.h"
#include "rules/mechanics.h"
#include "trey/eval.h"

#include <math.h>

/* Line tables of the 4x4 board, for a search that adds up lines itself. Values of lines
 * are whole numbers, so that sums do not depend on their order, and a line read from
 * either end has the same value. The first cell of an index is in its low bits. Both
 * tables hold the same values; in `middle` the first two cells of the index are swapped.
 * So for the cell at an end of a line, and for one in the middle, there is a table in
 * which the 16 ranks that the cell may have lie side by side. */
struct trey_eval_table {
    const int32_t *end, *middle;
};

struct trey_eval_lines {
    struct trey_eval_table wall, inside; /* the outer two lines each way, and the inner */
    float unit;                          /* what 1 in the tables is worth */
};

/* No sum over 8 lines and 4 boards overflows. */
#define TREY_EVAL_MAX_LINE ((int32_t)1 << 25)

/* What values count. Those of sums are the sum that the tiles of Threes! are expected to
 * come to by the end of the game: a slide keeps the sum and a tile that enters adds to
 * it, so that it tells how long a game lasts. Far less of it hangs on a few large merges
 * than of points, of which the next larger tile makes three times as many, so that far
 * less is noise to those that learn it (docs/training.md). A top tile that ends the game
 * counts once more, as about its points do: else it would not be made, so that the game
 * goes on. What is learnt does not count it (learn/choose.c). */
enum trey_eval_measure {
    TREY_MEASURE_OWN, /* a scale of its own */
    TREY_MEASURE_POINTS,
    TREY_MEASURE_SUMS, /* of Threes! alone */
};

#define TREY_SUM_OF_TOP 12288.0F

/* What the tiles of a board of Threes! count, by a measure that is not the evaluator's
 * own. */
static inline float trey_eval_tiles_count(enum trey_eval_measure measure,
                                          trey_board board)
{
    return measure == TREY_MEASURE_SUMS ? (float)trey_board_sum(board)
                                        : (float)trey_board_score(board);
}

/* What a board counts by itself: all that it will ever count, once the game is over on
 * it. Where points are made by merges nothing. */
static inline float trey_eval_counted(enum trey_eval_measure measure,
                                      const struct trey_mechanics *mechanics,
                                      trey_board board)
{
    if (mechanics->merges_score)
        return 0.0F;
    bool twice = measure == TREY_MEASURE_SUMS && trey_mechanics_ends(mechanics, board);
    return trey_eval_tiles_count(measure, board) + (twice ? TREY_SUM_OF_TOP : 0.0F);
}

/* A value as it is told: sums as about the points that games that come to them make,
 * everything else as it is. `board` is the one that is valued or searched. */
double trey_eval_told(enum trey_eval_measure measure, trey_board board, double value);

/* The head of every kind of evaluator. */
struct trey_evaluator {
    /* Values of `count` boards. Many at once, so that the waits for memory overlap. */
    void (*values)(const struct trey_evaluator *evaluator, const trey_board *boards,
                   int count, float *values);
    /* Optional: for each rank of the set, the mean value of `after` with that tile in one
     * of the cells, given as flags; `deck` by rank as in trey/game.h, after the tile was
     * drawn. For evaluators that make less work of it than of single boards, or look at
     * the deck. */
    void (*entries)(const struct trey_evaluator *evaluator, trey_board after,
                    uint64_t cells, unsigned ranks, const uint16_t deck[16],
                    float worth[16]);
    /* Optional: unpacks the weights for a board, and for boards that a search is likely
     * to reach from it, before the search's clock starts. */
    void (*prepare)(const struct trey_evaluator *evaluator, trey_board board);
    /* Optional: evaluates the boards that were asked for and are not known yet, for which
     * `values` has returned 0; returns their number. If it is not 0, the search of this
     * depth was void, and is repeated. For one thread at a time, as is `values` then. */
    size_t (*flush)(const struct trey_evaluator *evaluator);
    void (*clear)(struct trey_evaluator *evaluator); /* frees what it holds; optional */
    struct trey_shape shape;
    enum trey_eval_family family;
    bool slides_only; /* `entries` looks at `after` alone: all ranks have one value, which
                         does not change while a search runs */
    uint8_t downgrade; /* of 2048: boards with a tile of this rank or a larger one are
                          searched and valued downgraded, as below; 0: none are */
    enum trey_eval_measure measure;
    float lost; /* of a measure of its own: value of a board without a legal slide */
    float won;  /* the same of a board with the top tile */
    const struct trey_eval_lines *lines; /* optional: the values are these alone */
    const char *kind;                    /* the name, unless another was given: */
    char *name;                          /* optional: by which it was made, for free() */
    char *missing; /* optional: warning that it replaces a network, for free() */
};

/* The board of 2048 to look at in place of one with a tile of rank `from` or a larger
 * one, any other board itself, and if `from` is 0: all tiles above the largest one that
 * is missing are halved, again and again until no such tile is left or none is missing.
 * What was legal is, and but for two tiles of rank 15 nothing else: tiles that differ
 * still do.
 * (Tile-downgrading: Guei, Chen and Wu 2021.) */
trey_board trey_eval_downgraded(trey_board board, int from);

/* A slide that makes such a tile makes at least as many points: what makes fewer need not
 * be looked at. */
static inline float trey_eval_downgrade_points(int from)
{
    assert(from >= 0 && from <= 15);
    return from > 0 ? (float)((uint32_t)1 << from) : INFINITY;
}

/* Whether there is such a family; and its tiles. */
static inline bool trey_eval_family_known(enum trey_eval_family family)
{
    return (unsigned)family < TREY_TILE_RULES;
}

static inline const struct trey_tile_rule *trey_eval_tiles(enum trey_eval_family family)
{
    assert(trey_eval_family_known(family));
    return &trey_tile_rules[family];
}

/* The line with its first two cells swapped, an index of `middle`. */
static inline unsigned trey_eval_swap(unsigned line)
{
    return (line & 0xff00) | (line & 0x000f) << 4 | (line & 0x00f0) >> 4;
}

/* The 4x4 board with rows and columns exchanged. */
static inline trey_board trey_eval_transpose(trey_board b)
{
    trey_board swap = (b ^ b >> 12) & 0x0000f0f00000f0f0u;
    b ^= swap ^ swap << 12;
    swap = (b ^ b >> 24) & 0x00000000ff00ff00u;
    return b ^ swap ^ swap << 24;
}

/* The 4x4 board with each row back to front. */
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

/* Where trey_evaluator_named reads the evaluator of this name from; false if it is no
 * file, or there is none. */
enum { TREY_EVALUATOR_PATH = 4096 };
bool trey_evaluator_file(const char *name, struct trey_shape shape,
                         enum trey_eval_family family, char path[TREY_EVALUATOR_PATH]);

#endif
