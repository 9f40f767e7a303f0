/* The mechanics as functions, for callers with a rule set and no hot loop, and the slides
 * that are not inlined: Fibonacci, and rules known only at run time. */
#include "rules/mechanics.h"
#include "base/check.h"

void trey_mechanics_make(const struct trey_rules *rules, struct trey_mechanics *mechanics)
{
    assert(trey_rules_check(rules, NULL) == TREY_OK);
    *mechanics = (struct trey_mechanics){
        .cells = trey_cells_of(rules->shape),
        .stop = trey_merge_stop_of(rules),
        .slide = (enum trey_slide_rule)rules->slide,
        .entry = (enum trey_spawn_rule)rules->entry,
        .is_4x4 = rules->shape.rows == 4 && rules->shape.cols == 4,
        .ends = trey_end_rule_of(rules),
        .merges_score = trey_tiles_of(rules)->merges_score,
    };
    for (int i = 0; i < 4; i++)
        trey_slide_masks_make(rules->shape, (enum trey_direction)i, &mechanics->masks[i]);
}

/* Fibonacci: a tile merges with its rear neighbour if their ranks differ by one or both
 * are 1s; the merged tile is one rank above the higher. Ranks differ by one if the next
 * rank of one is the other; rank 15 has no next rank, so it gets 0, which no tile has. */
static uint64_t next_ranks(trey_board board)
{
    uint64_t top = trey_too_high(board, 0) & TREY_LOW_BITS;
    return (board & ~trey_whole_nibbles(top)) + (trey_nonzero_nibbles(board) & ~top);
}

trey_board trey_slide_fibonacci(trey_board board, const struct trey_slide_masks *masks,
                                uint64_t stop, uint64_t *made)
{
    board = trey_move_to_wall(board, masks);
    uint64_t rear = trey_rear(board, masks);
    uint64_t both = trey_nonzero_nibbles(board) & trey_nonzero_nibbles(rear);
    uint64_t rises =
        ~trey_nonzero_nibbles(next_ranks(board) ^ rear) & ~trey_too_high(rear, stop);
    uint64_t falls = ~trey_nonzero_nibbles(next_ranks(rear) ^ board);
    uint64_t ones = ~trey_nonzero_nibbles((board | rear) ^ TREY_LOW_BITS);
    uint64_t could = both & (rises | ((falls | ones) & ~trey_too_high(board, stop)));
    uint64_t merge = trey_select_merges(could, masks);
    board = (board + merge + (merge & rises)) & ~trey_merged_away(merge, masks);
    *made = board & trey_whole_nibbles(merge);
    return trey_close_merge_gaps(board, merge, masks);
}

trey_board trey_mechanics_slide_other(const struct trey_mechanics *mechanics,
                                      trey_board board, int direction, uint64_t *made)
{
    return trey_slide_by_rule(mechanics->slide, board, &mechanics->masks[direction],
                              mechanics->stop, made);
}

/* True if a slide kept the tile sum, and each merge removed one tile. */
TREY_ASSERT_ONLY bool slide_is_sound(const struct trey_rules *rules, trey_board before,
                                     trey_board after, uint64_t made)
{
    int fewer = __builtin_popcountll(trey_nonzero_nibbles(before)) -
                __builtin_popcountll(trey_nonzero_nibbles(after));
    return trey_board_fits(rules->shape, after) &&
           trey_tile_sum(rules->slide, before) == trey_tile_sum(rules->slide, after) &&
           fewer >= 0 &&
           (!trey_tiles_of(rules)->merges_score ||
            fewer == __builtin_popcountll(trey_nonzero_nibbles(made)));
}

static trey_board slide_board(const struct trey_rules *rules, trey_board board,
                              enum trey_direction direction, uint64_t *made)
{
    struct trey_slide_masks space;
    assert(trey_board_fits(rules->shape, board) && (unsigned)direction < 4);
    trey_board after =
        trey_slide_by_rule((enum trey_slide_rule)rules->slide, board,
                           trey_slide_masks_of(rules->shape, direction, &space),
                           trey_merge_stop_of(rules), made);
    assert(slide_is_sound(rules, board, after, *made));
    return after;
}

trey_board trey_rules_slide(const struct trey_rules *rules, trey_board board,
                            enum trey_direction direction)
{
    uint64_t made;
    return slide_board(rules, board, direction, &made);
}

uint64_t trey_rules_gain(const struct trey_rules *rules, trey_board before,
                         enum trey_direction direction)
{
    uint64_t made;
    trey_board after = slide_board(rules, before, direction, &made);
    enum trey_slide_rule mechanics = (enum trey_slide_rule)rules->slide;
    if (!trey_tiles_of(rules)->merges_score)
        return trey_board_score(after) - trey_board_score(before);
    bool ended = trey_rules_ends(rules, after) && !trey_rules_ends(rules, before);
    return trey_points_by_rule(mechanics, made) +
           (ended ? trey_end_points(trey_end_rule_of(rules), mechanics) : 0);
}

bool trey_rules_ends(const struct trey_rules *rules, trey_board board)
{
    struct trey_slide_masks up, right;
    enum trey_end_rule ends = trey_end_rule_of(rules);
    return trey_may_end(ends, board) &&
           trey_board_ends(ends, board, trey_slide_masks_of(rules->shape, TREY_UP, &up),
                           trey_slide_masks_of(rules->shape, TREY_RIGHT, &right));
}

int trey_rules_largest(const struct trey_rules *rules, trey_board board)
{
    bool pair =
        trey_end_rule_of(rules) == TREY_ENDS_PAIR && trey_rules_ends(rules, board);
    return pair ? TREY_RANKS : (int)trey_largest_rank(board);
}

unsigned trey_rules_legal(const struct trey_rules *rules, trey_board board)
{
    unsigned legal = 0;
    if (trey_rules_ends(rules, board))
        return 0;
    for (unsigned i = 0; i < 4; i++)
        if (trey_rules_slide(rules, board, (enum trey_direction)i) != board)
            legal |= 1u << i;
    return legal;
}

unsigned trey_rules_spawn_cells(const struct trey_rules *rules, trey_board before,
                                trey_board after, enum trey_direction direction)
{
    struct trey_slide_masks space;
    assert(trey_board_fits(rules->shape, before) && trey_board_fits(rules->shape, after));
    assert((unsigned)direction < 4);
    return trey_flags_cells(
        trey_spawn_cells_by_rule((enum trey_spawn_rule)rules->entry, before, after,
                                 trey_slide_masks_of(rules->shape, direction, &space),
                                 trey_cells_of(rules->shape)));
}

bool trey_rules_merges_score(const struct trey_rules *rules)
{
    return trey_tiles_of(rules)->merges_score;
}
