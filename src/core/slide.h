/* Slides of 64-bit boards, for the hot loops; trey_board_slide is the same behind a call.
 *
 * All lines of the board move at once, without tables. A slide changes a line from the
 * first cell, counted from the wall, that is a hole or merges with the cell behind it;
 * from there on every cell takes over its rear neighbour. So with one flag a cell (the
 * low bit of each nibble):
 *
 *     rear    the board moved one cell towards the wall: each cell's rear neighbour
 *     stop    cells that are empty, or merge with the tile behind them
 *     moving  stop, spread to all cells further from the wall (a prefix-or in each line)
 *     first   moving cells whose neighbour towards the wall does not move
 *     after   moving ? rear (+ 1 or + the cell itself, where `first` is a merge) : board
 *
 * 1+2: the ranks add up to 3. Two equal tiles: the rank goes up by one. About 40
 * operations a slide for any shape, no memory touched: see docs/decisions.md for the
 * comparison with tables of moved lines. */
#ifndef TREY_CORE_SLIDE_H
#define TREY_CORE_SLIDE_H

#include "trey/board.h"

#define TREY_LOW_BITS 0x1111111111111111u

/* What a slide in one direction needs to know of the shape; masks cover whole nibbles. */
struct trey_slide_masks {
    uint64_t beyond[4]; /* [k]: cells at least 2^k cells away from the wall */
    uint64_t has_rear;  /* cells that are not on the trailing edge */
    uint8_t step_bits;  /* distance of a cell to its rear neighbour */
    bool to_low;        /* the wall is at the low cells (left, up) */
    uint8_t doublings;  /* the spread must cover lines of up to 2^doublings cells */
};

/* The masks of a legal shape. */
void trey_slide_masks_make(struct trey_shape shape, enum trey_direction direction,
                           struct trey_slide_masks *masks);

/* Flags of the nibbles that are not zero. */
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

/* As trey_board_slide. Constant masks fold away when this is inlined. */
static inline trey_board trey_slide(trey_board board,
                                    const struct trey_slide_masks *masks)
{
    unsigned step = masks->step_bits;
    uint64_t rear = (masks->to_low ? board >> step : board << step) & masks->has_rear;

    /* has(k): bit k of each rank, as a flag. */
    uint64_t differs = board ^ rear;
    uint64_t filled = trey_nonzero_nibbles(board);
    uint64_t high = (board >> 2) | (board >> 3);
    uint64_t mergeable = (high | (board & (board >> 1))) & TREY_LOW_BITS; /* rank >= 3 */
    uint64_t top = board & (board >> 1) & (board >> 2) & (board >> 3);    /* rank 15 */
    uint64_t equal = mergeable & ~top & ~trey_nonzero_nibbles(differs);
    /* Ranks that differ in exactly the two low bits, one of them being 1 or 2. */
    uint64_t one_two = differs & (differs >> 1) & ~((differs >> 2) | (differs >> 3)) &
                       filled & ~mergeable;
    uint64_t holes = TREY_LOW_BITS & ~filled;
    uint64_t stop = holes | equal | one_two;

    uint64_t moving = stop;
    for (unsigned k = 0; k < masks->doublings; k++) {
        unsigned shift = step << k;
        moving |= (masks->to_low ? moving << shift : moving >> shift) & masks->beyond[k];
    }
    uint64_t before = masks->to_low ? moving << step : moving >> step;
    uint64_t first = moving & ~(before & masks->beyond[0]);
    uint64_t taken = trey_whole_nibbles(moving);
    uint64_t joined = board & trey_whole_nibbles(first & one_two);
    return (board & ~taken) | (((rear | joined) + (first & equal)) & taken);
}

/* The masks of the 4x4 board, in the order of enum trey_direction. */
static const struct trey_slide_masks trey_slide_4x4[4] = {
    {{0xffffffffffff0000u, 0xffffffff00000000u, 0, 0}, 0x0000ffffffffffffu, 16, true, 2},
    {{0x0fff0fff0fff0fffu, 0x00ff00ff00ff00ffu, 0, 0}, 0xfff0fff0fff0fff0u, 4, false, 2},
    {{0x0000ffffffffffffu, 0x00000000ffffffffu, 0, 0}, 0xffffffffffff0000u, 16, false, 2},
    {{0xfff0fff0fff0fff0u, 0xff00ff00ff00ff00u, 0, 0}, 0x0fff0fff0fff0fffu, 4, true, 2},
};

#endif
