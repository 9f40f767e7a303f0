/* Slides of 64-bit boards for hot loops; trey_board_slide is the same as a function.
 *
 * All lines of the board move at once, without tables. A slide changes a line from the
 * first cell, counted from the wall, that is empty or merges with the cell behind it;
 * from there on every cell takes the value of its rear neighbour. With one flag per cell
 * (the low bit of each nibble):
 *
 *     rear    the board shifted one cell towards the wall: each cell's rear neighbour
 *     stop    cells that are empty, or merge with the tile behind them
 *     moving  stop, spread to all cells further from the wall (a prefix-or in each line)
 *     first   moving cells whose neighbour towards the wall does not move
 *     after   moving ? rear (+ 1 or + the cell itself, where `first` is a merge) : board
 *
 * 1+2: the ranks add up to 3. Two equal tiles: the rank increases by one. About 40
 * operations per slide for any shape, without memory access: see docs/decisions.md for
 * the comparison with tables of moved lines. */
#ifndef TREY_BOARD_SLIDE_H
#define TREY_BOARD_SLIDE_H

#include "trey/board.h"

#define TREY_LOW_BITS 0x1111111111111111u

/* Masks of a slide in one direction on one shape, of whole nibbles. Cells are shifted
 * along their lines by rotating the board: bits that wrap around are masked out, and the
 * same rotation serves both senses, so that a direction known only at run time costs no
 * branch. */
struct trey_slide_masks {
    uint64_t beyond[4]; /* [k]: cells at least 2^k cells away from the wall */
    uint64_t has_rear;  /* cells that are not on the trailing edge */
    uint64_t trail;     /* flags of the trailing edge */
    uint64_t away;      /* rotation to the left, in bits, that shifts cells away from
                           the wall */
    unsigned doublings; /* lines have up to 2^doublings cells, for the spread */
};

/* Makes the masks of a valid shape. */
void trey_slide_masks_make(struct trey_shape shape, enum trey_direction direction,
                           struct trey_slide_masks *masks);

/* Flags of the nonzero nibbles. */
static inline uint64_t trey_nonzero_nibbles(uint64_t x)
{
    x |= x >> 2;
    x |= x >> 1;
    return x & TREY_LOW_BITS;
}

static inline uint64_t trey_whole_nibbles(uint64_t flags)
{
    return (flags << 4) - flags;
}

static inline uint64_t trey_rotate(uint64_t x, uint64_t left)
{
    return x << (left & 63) | x >> (-left & 63);
}

/* For each cell, the nibble of the cell 2^k nearer to the wall; 0 if no line is that
 * long. The callers write out k = 0..3 instead of a loop: gcc 12 does not vectorise
 * nested loops. */
static inline uint64_t trey_shift_away(uint64_t x, const struct trey_slide_masks *masks,
                                       unsigned k)
{
    uint64_t passed = trey_rotate(x, masks->away << k) & masks->beyond[k];
    return k < masks->doublings ? passed : 0;
}

/* Spreads flags along each line to all cells further from the wall. */
static inline uint64_t trey_spread_away(uint64_t flags,
                                        const struct trey_slide_masks *masks)
{
    flags |= trey_shift_away(flags, masks, 0);
    flags |= trey_shift_away(flags, masks, 1);
    flags |= trey_shift_away(flags, masks, 2);
    return flags | trey_shift_away(flags, masks, 3);
}

/* As trey_board_slide; `stop` is TREY_LOW_BITS if tiles of rank 14 do not merge either,
 * otherwise 0. Constant arguments are folded when this is inlined. */
static inline trey_board
trey_slide_capped(trey_board board, const struct trey_slide_masks *masks, uint64_t stop)
{
    uint64_t rear = trey_rotate(board, 0u - masks->away) & masks->has_rear;

    uint64_t differs = board ^ rear;
    uint64_t filled = trey_nonzero_nibbles(board);
    uint64_t high = (board >> 2) | (board >> 3);
    uint64_t mergeable = (high | (board & (board >> 1))) & TREY_LOW_BITS; /* rank >= 3 */
    uint64_t top = (board | stop) & (board >> 1) & (board >> 2) & (board >> 3);
    uint64_t equal = mergeable & ~top & ~trey_nonzero_nibbles(differs);
    /* ranks that differ in exactly the two low bits, one of them 1 or 2 */
    uint64_t one_two = differs & (differs >> 1) & ~((differs >> 2) | (differs >> 3)) &
                       filled & ~mergeable;
    uint64_t holes = TREY_LOW_BITS & ~filled;

    uint64_t moving = trey_spread_away(holes | equal | one_two, masks);
    uint64_t first = moving & ~(trey_rotate(moving, masks->away) & masks->beyond[0]);
    uint64_t taken = trey_whole_nibbles(moving);
    uint64_t joined = board & trey_whole_nibbles(first & one_two);
    return (board & ~taken) | (((rear | joined) + (first & equal)) & taken);
}

/* As trey_board_slide. */
static inline trey_board trey_slide(trey_board board,
                                    const struct trey_slide_masks *masks)
{
    return trey_slide_capped(board, masks, 0);
}

/* The masks of the 4x4 board, in the order of enum trey_direction. */
static const struct trey_slide_masks trey_slide_4x4[4] = {
    {{0xffffffffffff0000u, 0xffffffff00000000u, 0, 0},
     0x0000ffffffffffffu,
     0x1111000000000000u,
     16,
     2},
    {{0x0fff0fff0fff0fffu, 0x00ff00ff00ff00ffu, 0, 0},
     0xfff0fff0fff0fff0u,
     0x0001000100010001u,
     60,
     2},
    {{0x0000ffffffffffffu, 0x00000000ffffffffu, 0, 0},
     0xffffffffffff0000u,
     0x0000000000001111u,
     48,
     2},
    {{0xfff0fff0fff0fff0u, 0xff00ff00ff00ff00u, 0, 0},
     0x0fff0fff0fff0fffu,
     0x1000100010001000u,
     4,
     2},
};

/* The masks of a shape: those of 4x4, or others, made in *space. */
static inline const struct trey_slide_masks *
trey_slide_masks_of(struct trey_shape shape, enum trey_direction direction,
                    struct trey_slide_masks *space)
{
    if (shape.rows == 4 && shape.cols == 4)
        return &trey_slide_4x4[direction];
    trey_slide_masks_make(shape, direction, space);
    return space;
}

#endif
