/* What several processes hold of one solution. Each has a solver of its own, in whose
 * frames, sets and store are the boards that this process has (solve/partition.h): local
 * numbers. The parts, each of which may use those before it: this, exchange (keys and
 * values between processes), scan, list (slides and entries), value (the backward pass's
 * layer), keep (files), passes, whole. */
#ifndef TREY_EXACT_SHARE_SHARE_H
#define TREY_EXACT_SHARE_SHARE_H

#include "exact/share/key_exchange.h"
#include "exact/solve/solver.h"

/* Files of work that is kept; see keep.c. */
struct trey_keep {
    char *base;      /* beginning of their names; NULL: in memory */
    uint64_t serial; /* of the states that were saved last; 0: none were */
    struct trey_solver *
        *old; /* by process: a run of other processes, which is dealt again */
    unsigned olds;
    bool plain; /* that was one of trey_exact_new */
};

struct trey_share {
    struct trey_solver *solver;
    struct trey_processes *processes;
    struct trey_key_exchange exchange;
    struct trey_keep keep;
    uint64_t *boards; /* by slot, of all processes together; in the backward pass */
    bool after_room;  /* for those of all layers: this run has counted them */
};

/* What a number of the slot in hand is for this process: its own, or another's. */
static inline bool trey_share_has(const struct trey_share *share, uint32_t number,
                                  uint32_t *owner, uint32_t *local)
{
    const struct trey_partition *partition = &share->solver->partition;
    uint32_t block = number >> TREY_PARTITION_BITS,
             turn = trey_partition_turn(partition, block);
    *owner = block - turn * partition->count;
    *local = turn << TREY_PARTITION_BITS | (number & (TREY_PARTITION_NUMBERS - 1));
    return *owner == partition->process;
}

#endif
