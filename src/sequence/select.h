/* Selects the largest of many keys without sorting them. */
#ifndef TREY_SEQUENCE_SELECT_H
#define TREY_SEQUENCE_SELECT_H

#include <stdint.h>

/* Moves the `wanted` largest of `count` distinct keys to the front, in their order; the
 * keys after them are then undefined. 0 < wanted <= count. Linear time, without branches
 * that depend on keys. `scratch` has room for `count` keys. */
void trey_select_largest(uint64_t *keys, uint32_t count, uint32_t wanted,
                         uint64_t *scratch);

#endif
