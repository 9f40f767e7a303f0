/* Lines that hold a tile never grow fewer (docs/planner.md): when are all of them
 * covered?
 */
#ifndef TREY_SEQUENCE_COVERED_H
#define TREY_SEQUENCE_COVERED_H

#include "sequence/sequence.h"

/* *moves_from: the number of moves after which every board of the game has a tile in each
 * row and column; SIZE_MAX if that is not known. Neither pointer is NULL. False for want
 * of memory. */
bool trey_covered_from(const struct trey_sequence *sequence, size_t longest_moves,
                       size_t *moves_from);

#endif
