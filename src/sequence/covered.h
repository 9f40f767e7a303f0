/* The number of moves after which all rows and columns are covered for good. The
 * numbers of rows and of columns that hold a tile never decrease
 * (docs/planner-proofs.md). */
#ifndef TREY_SEQUENCE_COVERED_H
#define TREY_SEQUENCE_COVERED_H

#include "sequence/sequence.h"

/* Sets *moves_from to the number of moves from which on every board of the game has a
 * tile in each row and column; SIZE_MAX if unknown. False if out of memory. */
bool trey_covered_from(const struct trey_sequence *sequence, size_t longest_moves,
                       size_t *moves_from);

#endif
