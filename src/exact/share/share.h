/* A solution spread over several processes. Each has a solver whose frames, sets and
 * store hold the boards that it owns (solve/partition.h), by local index. The modules, in
 * order of dependence: this, key_exchange, local_scan, share_moves (slides and spawns),
 * value_layer (backward pass, one layer), checkpoint (files), passes, share_solve. */
#ifndef TREY_EXACT_SHARE_SHARE_H
#define TREY_EXACT_SHARE_SHARE_H

#include "exact/share/key_exchange.h"
#include "exact/solve/solver.h"

/* Files of a checkpoint; see checkpoint.c. */
struct trey_share_files {
    char *base;      /* prefix of their names; NULL: in memory */
    uint64_t serial; /* of the last states saved; 0: none yet */
    /* By process: the parts of a run with another number of processes. */
    struct trey_solver **old;
    unsigned old_count;
    bool plain; /* that was a run of trey_exact_solve */
};

struct trey_share {
    struct trey_solver *solver;
    struct trey_processes *processes;
    struct trey_key_exchange exchange;
    struct trey_share_files files;
    uint64_t *boards; /* by slot, over all processes; backward pass only */
    bool after_room;  /* after-states' buffers fit: this run counted them all */
};

/* True if this process owns an index; sets its owner and its local index there. */
static inline bool trey_share_owns(const struct trey_share *share, uint32_t index,
                                   uint32_t *owner, uint32_t *local)
{
    const struct trey_partition *partition = &share->solver->partition;
    uint32_t block = index >> TREY_PARTITION_BITS,
             turn = trey_partition_turn(partition, block);
    *owner = block - turn * partition->count;
    *local = turn << TREY_PARTITION_BITS | (index & (TREY_PARTITION_BLOCK - 1));
    return *owner == partition->process;
}

#endif
