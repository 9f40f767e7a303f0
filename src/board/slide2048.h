/* Slides of 2048 on 64-bit boards: ranks are exponents, rank r is the tile 2^r.
 *
 * All lines move at once, without tables, with the masks of board/slide.h. Tiles move to
 * the wall, equal neighbours merge from the wall on, and the resulting gaps are closed:
 *
 *     holes   flags of empty cells; a prefix sum along each line gives every tile the
 *             number of cells it has to move (a number below 16 in its nibble)
 *     close   moves those by 1 cell whose number has bit 0 set, then by 2 those with bit
 *             1, ...: in this order no two tiles collide (Hacker's Delight, "compress")
 *     merge   flags of cells equal to the one behind them, less those whose neighbour
 *             towards the wall takes part in a merge of its own
 *     close   once more, by the number of merges nearer to the wall; a line of n cells
 *             has at most (n-1)/2 of them before a remaining tile
 *
 * About 90 operations for the 4x4 board, without memory access. */
#ifndef TREY_BOARD_SLIDE2048_H
#define TREY_BOARD_SLIDE2048_H

#include "board/slide.h"

/* For each cell, the number of flagged cells nearer to the wall in its line. */
static inline uint64_t trey_count_before(uint64_t flags,
                                         const struct trey_slide_masks *masks)
{
    uint64_t count = trey_rotate(flags, masks->away) & masks->beyond[0];
    count += trey_shift_away(count, masks, 0);
    count += trey_shift_away(count, masks, 1);
    count += trey_shift_away(count, masks, 2);
    return count + trey_shift_away(count, masks, 3);
}

/* Moves each tile whose nibble of *steps has bit k set 2^k cells towards the wall, and
 * that nibble with it. */
static inline trey_board trey_shift_to_wall(trey_board board, uint64_t *steps,
                                            const struct trey_slide_masks *masks,
                                            unsigned k)
{
    uint64_t going = trey_whole_nibbles(*steps >> k & TREY_LOW_BITS);
    uint64_t back = 0 - (masks->away << k);
    *steps = (*steps & ~going) | trey_rotate(*steps & going, back);
    return (board & ~going) | trey_rotate(board & going, back);
}

/* Moves each tile towards the wall by the number of cells in its nibble of `steps`, which
 * is below 2^bits. */
static inline trey_board trey_close_gaps(trey_board board, uint64_t steps,
                                         const struct trey_slide_masks *masks,
                                         unsigned bits)
{
    steps &= trey_whole_nibbles(trey_nonzero_nibbles(board));
    board = bits > 0 ? trey_shift_to_wall(board, &steps, masks, 0) : board;
    board = bits > 1 ? trey_shift_to_wall(board, &steps, masks, 1) : board;
    board = bits > 2 ? trey_shift_to_wall(board, &steps, masks, 2) : board;
    return bits > 3 ? trey_shift_to_wall(board, &steps, masks, 3) : board;
}

/* Removes the cells whose neighbour towards the wall merges from those that could merge.
 * Each application to its own result is correct for one more cell of every line. */
static inline uint64_t trey_drop_adjacent(uint64_t equal, uint64_t merge,
                                          const struct trey_slide_masks *masks)
{
    return equal & ~(trey_rotate(merge, masks->away) & masks->beyond[0]);
}

/* The steps of a slide that moves tiles as far as possible, for any merge rule: move all
 * tiles to the wall; select the merges among the cells that could merge with their rear
 * neighbour; remove the merged rear tiles; close the gaps. */
static inline trey_board trey_move_to_wall(trey_board board,
                                           const struct trey_slide_masks *masks)
{
    uint64_t holes = TREY_LOW_BITS & ~trey_nonzero_nibbles(board);
    return trey_close_gaps(board, trey_count_before(holes, masks), masks,
                           masks->doublings);
}

static inline uint64_t trey_select_merges(uint64_t could,
                                          const struct trey_slide_masks *masks)
{
    uint64_t merge = trey_drop_adjacent(could, could, masks);
    merge = trey_drop_adjacent(could, merge, masks);
    for (unsigned cell = 4; cell < 1u << masks->doublings; cell++)
        merge = trey_drop_adjacent(could, merge, masks);
    return merge;
}

static inline uint64_t trey_merged_away(uint64_t merge,
                                        const struct trey_slide_masks *masks)
{
    return trey_whole_nibbles(trey_rotate(merge, masks->away));
}

static inline trey_board trey_close_merge_gaps(trey_board board, uint64_t merge,
                                               const struct trey_slide_masks *masks)
{
    if (masks->doublings < 2)
        return board; /* in lines of two cells nothing is behind a merge */
    return trey_close_gaps(board, trey_count_before(merge, masks), masks,
                           masks->doublings - 1u);
}

/* Each cell's rear neighbour. */
static inline uint64_t trey_rear(trey_board board, const struct trey_slide_masks *masks)
{
    return trey_rotate(board, 0u - masks->away) & masks->has_rear;
}

/* Flags, among other bits, of tiles that are too high to merge: rank 15, and rank 14 if
 * `stop` is TREY_LOW_BITS instead of 0. */
static inline uint64_t trey_too_high(uint64_t ranks, uint64_t stop)
{
    return (ranks | stop) & ranks >> 1 & ranks >> 2 & ranks >> 3;
}

/* The board after a slide; equals `board` if and only if the slide is illegal. `stop` as
 * above. *made gets the ranks of the merged tiles, one per nibble, in no order. */
static inline trey_board trey_slide_2048(trey_board board,
                                         const struct trey_slide_masks *masks,
                                         uint64_t stop, uint64_t *made)
{
    board = trey_move_to_wall(board, masks);
    uint64_t rear = trey_rear(board, masks);
    uint64_t equal = trey_nonzero_nibbles(board) & ~trey_nonzero_nibbles(board ^ rear) &
                     ~trey_too_high(board, stop);
    uint64_t merge = trey_select_merges(equal, masks);
    board = (board + merge) & ~trey_merged_away(merge, masks);
    *made = board & trey_whole_nibbles(merge);
    return trey_close_merge_gaps(board, merge, masks);
}

/* Points of the tiles in *made. */
static inline uint64_t trey_points_2048(uint64_t made)
{
    uint64_t points = 0;
    for (; made != 0; made >>= 4)
        points += (uint64_t)1 << (made & 15) & ~(uint64_t)1;
    return points;
}

#endif
