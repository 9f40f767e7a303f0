/* The largest of many keys, not sorted. */
#ifndef TREY_SEQUENCE_SELECT_H
#define TREY_SEQUENCE_SELECT_H

#include <stdint.h>

/* Moves the `wanted` largest of `count` keys, which are distinct, to the front, in the
 * order in which they stand; what is behind them is of no use any more. 0 < wanted <=
 * count. Takes time in proportion to the count, without branches that depend on keys.
 * `room` is for as many keys. */
void trey_select_largest(uint64_t *keys, uint32_t count, uint32_t wanted, uint64_t *room);

#endif
