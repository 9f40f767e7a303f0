/* Branch-free slides for loops over many boards, one per lane, which the compiler
 * vectorises. */
#ifndef TREY_RULES_LANES_H
#define TREY_RULES_LANES_H

#include "board/lines.h"

#define TREY_LANE_INLINE static inline __attribute__((always_inline))

/* Conditions are words of all ones or all zeros, and constants are never shifted by a
 * variable amount: gcc 12 does not vectorise comparisons or such shifts. */
TREY_LANE_INLINE uint64_t trey_when_zero(uint64_t x) /* x < 2^63 */
{
    return 0 - ((x - 1) >> 63);
}

TREY_LANE_INLINE uint64_t trey_when_bit(uint64_t x, unsigned bit)
{
    return 0 - (x >> bit & 1);
}

TREY_LANE_INLINE uint64_t trey_if_else(uint64_t condition, uint64_t yes, uint64_t no)
{
    return no ^ ((yes ^ no) & condition);
}

/* Computes trey_slide_4x4[direction]; a table would need gather instructions. */
TREY_LANE_INLINE struct trey_slide_masks trey_lane_masks(uint64_t direction)
{
    uint64_t level = trey_when_bit(direction, 0);                    /* right, left */
    uint64_t to_high = trey_when_bit(direction ^ direction >> 1, 0); /* right, down */
    uint64_t step = 16 - (level & 12);
    uint64_t has_rear = trey_if_else(level, 0x0fff0fff0fff0fffu, 0x0000ffffffffffffu)
                        << (step & to_high);
    uint64_t away = (step ^ to_high) - to_high; /* negated if to_high */
    uint64_t beyond = trey_rotate(has_rear, away);
    return (struct trey_slide_masks){
        .beyond = {beyond, beyond & trey_rotate(beyond, away), 0, 0},
        .has_rear = has_rear,
        .trail = ~has_rear & TREY_LOW_BITS,
        .away = away,
        .doublings = 2,
    };
}

#endif
