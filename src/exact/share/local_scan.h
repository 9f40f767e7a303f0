/* Scans a set of local indices in batches of boards. See local_scan.c. */
#ifndef TREY_EXACT_SHARE_LOCAL_SCAN_H
#define TREY_EXACT_SHARE_LOCAL_SCAN_H

#include "exact/solve/solver.h"

struct trey_local_scan {
    struct trey_scan rows; /* from indices to boards */
    const struct trey_partition *partition;
    const struct trey_set *set;
    uint32_t word;
    uint64_t bits; /* remaining members in the word */
};

/* Begins a scan of a closed set: boards of the frame's slot, or its after-states. */
void trey_local_scan_begin(struct trey_local_scan *scan, const struct trey_solver *solver,
                           const struct trey_frame *frame, const struct trey_set *set);

/* Fills in up to TREY_BATCH boards in the order of their indices; returns their number, 0
 * at the end. */
size_t trey_local_scan_next(struct trey_local_scan *scan, trey_board *boards);

#endif
