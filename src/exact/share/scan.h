/* Goes through a set of local numbers in batches of boards. See scan.c. */
#ifndef TREY_EXACT_SHARE_SCAN_H
#define TREY_EXACT_SHARE_SCAN_H

#include "exact/solve/solver.h"

struct trey_local_scan {
    struct trey_scan rows; /* from numbers to boards */
    const struct trey_partition *partition;
    const struct trey_set *set;
    uint32_t word;
    uint64_t bits; /* those left in the word */
};

/* A closed set of boards of the frame's slot, or of its after-states. */
void trey_local_begin(struct trey_local_scan *scan, const struct trey_solver *solver,
                      const struct trey_frame *frame, const struct trey_set *set);

/* Fills in up to TREY_BATCH boards in the order of their numbers; returns how many, 0 at
 * the end. */
size_t trey_local_next(struct trey_local_scan *scan, trey_board *boards);

#endif
