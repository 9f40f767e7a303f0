/* Which lines a slide moved, and how to pick one of several cells; for hot loops.
 *
 * Sets of cells are flags: the low bit of each cell's nibble. Multiplication by 0x1111...
 * makes prefix sums: nibble i is the number of flags up to cell i, which yields the count
 * and the k-th flag. A set of 16 cells overflows a nibble; it does not occur, because a
 * board has at least one tile. */
#ifndef TREY_BOARD_LINES_H
#define TREY_BOARD_LINES_H

#include "board/slide.h"

#include <assert.h>

/* Cells of the trailing edge in whose lines two boards differ. */
static inline uint64_t trey_moved_trail(trey_board before, trey_board after,
                                        const struct trey_slide_masks *masks)
{
    return trey_spread_away(trey_nonzero_nibbles(before ^ after), masks) & masks->trail;
}

/* For assertions: only flag bits are set. */
static inline bool trey_are_flags(uint64_t flags)
{
    return (flags & ~TREY_LOW_BITS) == 0;
}

/* Number of flags, at most 15. */
static inline unsigned trey_flags_count(uint64_t flags)
{
    assert(trey_are_flags(flags) && flags != TREY_LOW_BITS);
    return (unsigned)((flags * TREY_LOW_BITS) >> 60);
}

/* Returns flag k = 0..count-1 from the low end; 0 if there are no flags. */
static inline uint64_t trey_flags_pick(uint64_t flags, uint64_t k)
{
    assert(flags == 0 || k < trey_flags_count(flags));
    uint64_t others = (flags * TREY_LOW_BITS) ^ ((k + 1) * TREY_LOW_BITS);
    return flags & ~trey_nonzero_nibbles(others);
}

/* Converts flags to a set of bits 1 << cell. */
static inline unsigned trey_flags_cells(uint64_t flags)
{
    assert(trey_are_flags(flags));
    flags = (flags | flags >> 3) & 0x0303030303030303u;
    flags = (flags | flags >> 6) & 0x000f000f000f000fu;
    flags = (flags | flags >> 12) & 0x000000ff000000ffu;
    return (unsigned)((flags | flags >> 24) & 0xffff);
}

#endif
