/* Block-cyclic partition of a slot's indices over processes: blocks of
 * TREY_PARTITION_BLOCK indices are assigned to the processes in turn, starting with
 * process 0. Each process numbers its own indices without gaps: the *local indices*. With
 * one process, local indices are the indices.
 *
 * Blocks are small enough that each process gets an equal share of the dense and the
 * sparse parts of a ranking. They are whole words of a set, so sets are partitioned word
 * by word, also when the number of processes changes. */
#ifndef TREY_EXACT_SOLVE_PARTITION_H
#define TREY_EXACT_SOLVE_PARTITION_H

#include "base/check.h"

#include <stdint.h>

enum {
    TREY_PARTITION_BITS = 10,
    TREY_PARTITION_BLOCK = 1 << TREY_PARTITION_BITS,
    TREY_PARTITION_MAX_PROCESSES = 1024, /* limit; `inverse` is exact up to here */
};

struct trey_partition {
    uint32_t process, count;
    uint64_t inverse; /* floor(2^32 / count) + 1 */
};

static inline void trey_partition_make(struct trey_partition *partition, unsigned process,
                                       unsigned count)
{
    assert(process < count && count <= TREY_PARTITION_MAX_PROCESSES);
    partition->process = process;
    partition->count = count;
    partition->inverse = ((uint64_t)1 << 32) / count + 1;
}

/* Number of blocks before `block` that each process has, or one less: block / count.
 * Blocks are below 2^22, and the product exceeds the exact one by less than 2^32 / count,
 * so it never reaches the next integer. */
static inline uint32_t trey_partition_turn(const struct trey_partition *partition,
                                           uint32_t block)
{
    assert(block * partition->inverse >> 32 == block / partition->count);
    return (uint32_t)(block * partition->inverse >> 32);
}

static inline uint32_t trey_partition_owner(const struct trey_partition *partition,
                                            uint32_t index)
{
    uint32_t block = index >> TREY_PARTITION_BITS;
    return block - trey_partition_turn(partition, block) * partition->count;
}

/* Local index of an index at its owner. */
static inline uint32_t trey_partition_local(const struct trey_partition *partition,
                                            uint32_t index)
{
    uint32_t turn = trey_partition_turn(partition, index >> TREY_PARTITION_BITS);
    return turn << TREY_PARTITION_BITS | (index & (TREY_PARTITION_BLOCK - 1));
}

/* Index of a local index of this process. */
static inline uint32_t trey_partition_index(const struct trey_partition *partition,
                                            uint32_t local)
{
    uint32_t block =
        (local >> TREY_PARTITION_BITS) * partition->count + partition->process;
    assert(trey_partition_owner(partition, block << TREY_PARTITION_BITS) ==
           partition->process);
    return block << TREY_PARTITION_BITS | (local & (TREY_PARTITION_BLOCK - 1));
}

/* Number of indices below `size` that this process owns. */
static inline uint32_t trey_partition_size(const struct trey_partition *partition,
                                           uint32_t size)
{
    uint32_t blocks = size >> TREY_PARTITION_BITS,
             turn = trey_partition_turn(partition, blocks);
    uint32_t last = blocks - turn * partition->count; /* owner of the incomplete block */
    uint32_t local = (turn + (partition->process < last)) << TREY_PARTITION_BITS;
    return local + (partition->process == last ? size & (TREY_PARTITION_BLOCK - 1) : 0);
}

/* The maximum of that over all processes. */
static inline uint32_t trey_partition_max_size(const struct trey_partition *partition,
                                               uint32_t size)
{
    uint32_t turns = trey_partition_turn(partition, size >> TREY_PARTITION_BITS);
    return partition->count == 1 ? size : (turns + 1) << TREY_PARTITION_BITS;
}

#endif
