/* The mechanics: tiles, slides, merges, spawns and the end of games, inlined for hot
 * loops.
 *
 * Rules, search, learning, advice and the solver's fast path all use this file. The
 * tests' oracle, the table checker and the replay page implement the same rules again, on
 * purpose.
 *
 * A slide rule is a row of trey_tile_rules, which describes its tiles completely, and a
 * case of trey_slide_by_rule; a spawn rule is a case of trey_spawn_cells_by_rule. The
 * names of both are in rules.c.
 *
 * A hot loop makes a struct trey_mechanics from a rule set once and then calls
 * trey_mechanics_slide, trey_mechanics_spawn_cells and trey_mechanics_ends; sets of cells
 * are flags (board/lines.h). All of it is inline: with a constant direction the masks of
 * the 4x4 board become constants. */
#ifndef TREY_RULES_MECHANICS_H
#define TREY_RULES_MECHANICS_H

#include "base/check.h"
#include "board/cells.h"
#include "board/lines.h"
#include "board/slide2048.h"
#include "trey/game.h"

enum { TREY_RANKS = 16 };

/* --- tiles -------------------------------------------------------------------------- */

/* Tiles of a slide rule. A merged tile has the rank above the higher of the two. */
struct trey_tile_rule {
    const char *name;              /* name in files and options */
    const char *title;             /* name for people */
    uint64_t tile[TREY_RANKS];     /* value by rank */
    int (*rank_of)(uint64_t tile); /* the inverse, also beyond rank 15; -1: not a tile */
    /* The two ranks that merge to this one; 0: none. Boards end at rank 15, so the merge
     * to rank 16 is never made on a board; its entry is used where that merge ends the
     * game. */
    uint8_t parts[TREY_RANKS + 1][2];
    uint8_t cards;      /* new tiles have ranks 1..cards, except bonus tiles */
    uint8_t weights[4]; /* weight of a card by rank, without a deck or if it is unknown */
    uint8_t start; /* tiles on the first board; 0: depends on the cells, as in Threes! */
    bool has_deck; /* rules may have a deck of 1, 2, 3 and bonus tiles */
    bool merges_score; /* merges score the value of the new tile; otherwise the board's
                          score counts */
    bool pair_ends;    /* under the top rule `merge`: see TREY_ENDS_PAIR */
};

#define TREY_DOUBLES_FROM_4                                                              \
    {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {9, 9}, {10, 10}, {11, 11},          \
        {12, 12}, {13, 13}, {14, 14},                                                    \
    {                                                                                    \
        15, 15                                                                           \
    }

/* Index of a tile in 1, 2, 3, 5, 8, ..., from 1. */
static inline int trey_fibonacci_rank(uint64_t tile)
{
    uint64_t number = 1, next = 2;
    int rank = 1;
    if (tile == 0)
        return 0;
    if (tile > (uint64_t)1 << 60)
        return -1;
    for (; number < tile; rank++) {
        uint64_t sum = number + next;
        number = next;
        next = sum;
    }
    return number == tile ? rank : -1;
}

static const struct trey_tile_rule trey_tile_rules[] = {
    [TREY_SLIDE_THREES] = {.name = "threes",
                           .title = "Threes!",
                           .tile = {0, 1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536,
                                    3072, 6144, 12288},
                           .rank_of = trey_rank_of_tile,
                           .parts = {{0}, {0}, {0}, {1, 2}, TREY_DOUBLES_FROM_4},
                           .cards = 3,
                           .weights = {0, 1, 1, 1},
                           .has_deck = true},
    [TREY_SLIDE_2048] = {.name = "2048",
                         .title = "2048",
                         .tile = {0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096,
                                  8192, 16384, 32768},
                         .rank_of = trey_exponent_of_tile,
                         .parts = {{0}, {0}, {1, 1}, {2, 2}, TREY_DOUBLES_FROM_4},
                         .cards = 2,
                         .weights = {0, 9, 1},
                         .start = 2,
                         .merges_score = true,
                         .pair_ends = true},
    [TREY_SLIDE_FIBONACCI] = {.name = "fibonacci",
                              .title = "Fibonacci",
                              .tile = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233,
                                       377, 610, 987},
                              .rank_of = trey_fibonacci_rank,
                              .parts = {{0},
                                        {0},
                                        {1, 1},
                                        {1, 2},
                                        {2, 3},
                                        {3, 4},
                                        {4, 5},
                                        {5, 6},
                                        {6, 7},
                                        {7, 8},
                                        {8, 9},
                                        {9, 10},
                                        {10, 11},
                                        {11, 12},
                                        {12, 13},
                                        {13, 14}},
                              .cards = 1,
                              .weights = {0, 1},
                              .start = 2,
                              .merges_score = true},
};

enum { TREY_TILE_RULES = sizeof trey_tile_rules / sizeof *trey_tile_rules };

static inline const struct trey_tile_rule *trey_tiles_of(const struct trey_rules *rules)
{
    assert(rules->slide < TREY_TILE_RULES);
    return &trey_tile_rules[rules->slide];
}

/* Rank of the merge of two neighbours, ignoring the top rule; 0: they do not merge. Ranks
 * are 0..15. */
static inline int trey_tiles_join(const struct trey_tile_rule *tiles, int a, int b)
{
    assert(a >= 0 && a < TREY_RANKS && b >= 0 && b < TREY_RANKS);
    int made = (a > b ? a : b) + 1;
    const uint8_t *parts = tiles->parts[made];
    bool join = (parts[0] == a && parts[1] == b) || (parts[0] == b && parts[1] == a);
    return join && a > 0 && b > 0 ? made : 0;
}

/* The tile above rank 15: the merge of two of rank 15; 0: none. */
static inline uint64_t trey_overflow_tile(const struct trey_tile_rule *tiles)
{
    const uint8_t *parts = tiles->parts[TREY_RANKS];
    return tiles->tile[parts[0]] + tiles->tile[parts[1]];
}

/* Rank of the large tile on a first board; 0: none. */
static inline int trey_boost_rank(const struct trey_rules *rules)
{
    return rules->boost == 0 ? 0 : rules->boost + 3;
}

/* Conditions that end a game, besides having no legal move. */
enum trey_end_rule {
    TREY_ENDS_STUCK, /* nothing */
    TREY_ENDS_TOP,   /* a tile of rank 15 */
    TREY_ENDS_PAIR,  /* two of these that are adjacent after a slide: boards have no
                        rank for their merge. Its points count */
};

static inline enum trey_end_rule trey_end_rule_of(const struct trey_rules *rules)
{
    bool pair = rules->top == TREY_TOP_MERGE && trey_tiles_of(rules)->pair_ends;
    return rules->top == TREY_TOP_END ? TREY_ENDS_TOP
           : pair                     ? TREY_ENDS_PAIR
                                      : TREY_ENDS_STUCK;
}

/* Maximum rank that a merge may make. */
static inline int trey_highest_made(const struct trey_rules *rules)
{
    return rules->top == TREY_TOP_STOP ? TREY_RANKS - 2 : TREY_RANKS - 1;
}

/* --- slides and spawns -------------------------------------------------------------- */

/* Always inline: in a loop the rules are constant. */
#define TREY_MECHANICS_INLINE static inline __attribute__((always_inline))

/* All data that slides and spawns need of a rule set. */
struct trey_mechanics {
    struct trey_slide_masks masks[4]; /* by enum trey_direction */
    uint64_t cells;                   /* flags of all cells */
    uint64_t stop;                    /* see trey_slide_capped */
    enum trey_slide_rule slide;
    enum trey_spawn_rule entry;
    enum trey_end_rule ends;
    bool is_4x4;
    bool merges_score; /* see struct trey_tile_rule */
};

/* For rules that trey_rules_check accepts. */
void trey_mechanics_make(const struct trey_rules *rules,
                         struct trey_mechanics *mechanics);

/* For assertions: a deck is unknown, or its three numbers are in range. */
static inline bool trey_deck_sound(const struct trey_rules *rules, trey_deck deck)
{
    return deck == TREY_DECK_UNKNOWN ||
           ((deck & 15) <= rules->copies && (deck >> 4 & 15) <= rules->copies &&
            (deck >> 8 & 15) <= rules->copies && deck >> 12 == 0);
}

static inline uint64_t trey_cells_of(struct trey_shape shape)
{
    assert(shape.rows * shape.cols >= 1 && shape.rows * shape.cols <= TREY_MAX_CELLS);
    return TREY_LOW_BITS >> (64 - 4 * shape.rows * shape.cols);
}

static inline uint64_t trey_merge_stop_of(const struct trey_rules *rules)
{
    return rules->top == TREY_TOP_STOP ? TREY_LOW_BITS : 0;
}

/* True if there is a tile of rank 15. */
static inline bool trey_has_top(trey_board board)
{
    return (board & board >> 1 & board >> 2 & board >> 3 & TREY_LOW_BITS) != 0;
}

/* True if a board may have ended the game: a cheap test before trey_board_ends. */
static inline bool trey_may_end(enum trey_end_rule ends, trey_board board)
{
    return ends != TREY_ENDS_STUCK && trey_has_top(board);
}

/* True if a board for which trey_may_end holds ends the game. */
static inline bool trey_board_ends(enum trey_end_rule ends, trey_board board,
                                   const struct trey_slide_masks *up,
                                   const struct trey_slide_masks *right)
{
    uint64_t tops = trey_too_high(board, 0) & TREY_LOW_BITS;
    uint64_t beside = (trey_rotate(tops, 0u - up->away) & up->has_rear) |
                      (trey_rotate(tops, 0u - right->away) & right->has_rear);
    return ends == TREY_ENDS_TOP || (tops & beside) != 0;
}

/* In mechanics.c, so that inlined copies of the others stay small. */
trey_board trey_slide_fibonacci(trey_board board, const struct trey_slide_masks *masks,
                                uint64_t stop, uint64_t *made);

/* The board after a slide; equals `board` if and only if the slide is illegal. If merges
 * score, *made gets the ranks of the merged tiles, otherwise 0. */
TREY_MECHANICS_INLINE trey_board trey_slide_by_rule(enum trey_slide_rule slide,
                                                    trey_board board,
                                                    const struct trey_slide_masks *masks,
                                                    uint64_t stop, uint64_t *made)
{
    switch (slide) {
    case TREY_SLIDE_2048:
        return trey_slide_2048(board, masks, stop, made);
    case TREY_SLIDE_FIBONACCI:
        return trey_slide_fibonacci(board, masks, stop, made);
    case TREY_SLIDE_THREES:
        break;
    }
    *made = 0;
    return trey_slide_capped(board, masks, stop);
}

/* The sum of a board's tiles. */
static inline uint64_t trey_tile_sum(enum trey_slide_rule slide, trey_board board)
{
    uint64_t sum = 0;
    for (; board != 0; board >>= 4)
        sum += trey_tile_rules[slide].tile[board & 15];
    return sum;
}

/* Points of the tiles in *made. */
static inline uint64_t trey_points_by_rule(enum trey_slide_rule slide, uint64_t made)
{
    /* In 2048 without memory access. */
    return slide == TREY_SLIDE_2048 ? trey_points_2048(made) : trey_tile_sum(slide, made);
}

static inline uint64_t trey_spawn_cells_by_rule(enum trey_spawn_rule entry,
                                                trey_board before, trey_board after,
                                                const struct trey_slide_masks *masks,
                                                uint64_t cells)
{
    /* a line that moved has an empty last cell */
    assert(entry != TREY_SPAWN_MOVED ||
           (trey_moved_trail(before, after, masks) & trey_nonzero_nibbles(after)) == 0);
    if (entry == TREY_SPAWN_MOVED)
        return trey_moved_trail(before, after, masks);
    uint64_t holes = cells & ~trey_nonzero_nibbles(after);
    return entry == TREY_SPAWN_EDGE ? holes & masks->trail : holes;
}

/* In mechanics.c: slides of rules other than Threes!, with direction and rule known only
 * at run time. */
trey_board trey_mechanics_slide_other(const struct trey_mechanics *mechanics,
                                      trey_board board, int direction, uint64_t *made);

/* As trey_rules_slide; *made as above. */
TREY_MECHANICS_INLINE trey_board
trey_mechanics_slide_merges(const struct trey_mechanics *mechanics, trey_board board,
                            int direction, uint64_t *made)
{
    assert(direction >= 0 && direction < 4);
    if (mechanics->slide != TREY_SLIDE_THREES)
        return trey_mechanics_slide_other(mechanics, board, direction, made);
    *made = 0;
    return trey_slide_capped(board, &mechanics->masks[direction], mechanics->stop);
}

static inline trey_board trey_mechanics_slide(const struct trey_mechanics *mechanics,
                                              trey_board board, int direction)
{
    uint64_t made;
    return trey_mechanics_slide_merges(mechanics, board, direction, &made);
}

/* As trey_rules_spawn_cells, as flags. */
static inline uint64_t trey_mechanics_spawn_cells(const struct trey_mechanics *mechanics,
                                                  trey_board before, trey_board after,
                                                  int direction)
{
    const struct trey_slide_masks *masks =
        mechanics->is_4x4 ? &trey_slide_4x4[direction] : &mechanics->masks[direction];
    assert((unsigned)direction < 4);
    return trey_spawn_cells_by_rule(mechanics->entry, before, after, masks,
                                    mechanics->cells);
}

/* As trey_rules_ends. */
static inline bool trey_mechanics_ends(const struct trey_mechanics *mechanics,
                                       trey_board board)
{
    return trey_may_end(mechanics->ends, board) &&
           trey_board_ends(mechanics->ends, board, &mechanics->masks[TREY_UP],
                           &mechanics->masks[TREY_RIGHT]);
}

/* Points of the merge of two tiles of rank 15, for a move that ends the game by it. */
static inline uint64_t trey_end_points(enum trey_end_rule ends,
                                       enum trey_slide_rule slide)
{
    return ends == TREY_ENDS_PAIR ? trey_overflow_tile(&trey_tile_rules[slide]) : 0;
}

/* Points of a legal move to `after` under rules where merges score; `made` as above. */
static inline uint64_t trey_mechanics_points(const struct trey_mechanics *mechanics,
                                             trey_board after, uint64_t made)
{
    uint64_t points = trey_points_by_rule(mechanics->slide, made);
    return trey_mechanics_ends(mechanics, after)
               ? points + trey_end_points(mechanics->ends, mechanics->slide)
               : points;
}

/* Moves that shift a tile, as bits 1 << direction, even if the game has ended. The switch
 * over the rule is made once for all four. */
TREY_MECHANICS_INLINE unsigned trey_moving_slides(enum trey_slide_rule slide,
                                                  const struct trey_slide_masks masks[4],
                                                  uint64_t stop, trey_board board)
{
    unsigned moving = 0;
    uint64_t made;
    for (int d = 0; d < 4; d++)
        moving |=
            (unsigned)(trey_slide_by_rule(slide, board, &masks[d], stop, &made) != board)
            << d;
    return moving;
}

static inline unsigned trey_mechanics_moving(const struct trey_mechanics *mechanics,
                                             trey_board board)
{
    if (mechanics->slide == TREY_SLIDE_THREES && mechanics->is_4x4)
        return trey_moving_slides(TREY_SLIDE_THREES, trey_slide_4x4, mechanics->stop,
                                  board);
    if (mechanics->slide == TREY_SLIDE_2048 && mechanics->is_4x4)
        return trey_moving_slides(TREY_SLIDE_2048, trey_slide_4x4, mechanics->stop,
                                  board);
    return trey_moving_slides(mechanics->slide, mechanics->masks, mechanics->stop, board);
}

/* As trey_rules_legal. */
static inline unsigned trey_mechanics_legal(const struct trey_mechanics *mechanics,
                                            trey_board board)
{
    return trey_mechanics_ends(mechanics, board)
               ? 0
               : trey_mechanics_moving(mechanics, board);
}

/* Number of tiles on the first board: the field `start`; if that is 0, two in 2048 and
 * fibonacci, otherwise nine on boards of 16 cells and one on smaller ones. */
int trey_rules_start(const struct trey_rules *rules);

#endif
