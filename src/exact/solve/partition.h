/* Who has which numbers of a slot, where several processes share a solution: blocks of
 * TREY_PARTITION_NUMBERS are dealt in turn, the first to process 0. Each process numbers
 * what it has without gaps: these are its local numbers. One process has all, and local
 * numbers are the numbers.
 *
 * Blocks are so small that each process gets its share of the dense parts of a ranking
 * and of the sparse ones. They are whole words of a set, so that sets are dealt word by
 * word, and for another number of processes again. */
#ifndef TREY_EXACT_SOLVE_DEAL_H
#define TREY_EXACT_SOLVE_DEAL_H

#include "base/check.h"

#include <stdint.h>

enum {
    TREY_PARTITION_BITS = 10,
    TREY_PARTITION_NUMBERS = 1 << TREY_PARTITION_BITS,
    TREY_PARTITION_MAX_PROCESSES = 1024, /* at most; `inverse` is exact up to here */
};

struct trey_partition {
    uint32_t process, count;
    uint64_t inverse; /* 2^32 / count and a little more */
};

static inline void trey_partition_make(struct trey_partition *partition, unsigned process,
                                       unsigned count)
{
    assert(process < count && count <= TREY_PARTITION_MAX_PROCESSES);
    partition->process = process;
    partition->count = count;
    partition->inverse = ((uint64_t)1 << 32) / count + 1;
}

/* How many blocks each process has before this one, or as many less one. Blocks are below
 * 2^22, and the product is too large by less than 2^32 / count: it never reaches the
 * next whole number. */
static inline uint32_t trey_partition_turn(const struct trey_partition *partition,
                                           uint32_t block)
{
    assert(block * partition->inverse >> 32 == block / partition->count);
    return (uint32_t)(block * partition->inverse >> 32);
}

static inline uint32_t trey_partition_owner(const struct trey_partition *partition,
                                            uint32_t number)
{
    uint32_t block = number >> TREY_PARTITION_BITS;
    return block - trey_partition_turn(partition, block) * partition->count;
}

/* What a number is called by the process that has it. */
static inline uint32_t trey_partition_local(const struct trey_partition *partition,
                                            uint32_t number)
{
    uint32_t turn = trey_partition_turn(partition, number >> TREY_PARTITION_BITS);
    return turn << TREY_PARTITION_BITS | (number & (TREY_PARTITION_NUMBERS - 1));
}

/* The same back, for this process's own. */
static inline uint32_t trey_partition_number(const struct trey_partition *partition,
                                             uint32_t local)
{
    uint32_t block =
        (local >> TREY_PARTITION_BITS) * partition->count + partition->process;
    assert(trey_partition_owner(partition, block << TREY_PARTITION_BITS) ==
           partition->process);
    return block << TREY_PARTITION_BITS | (local & (TREY_PARTITION_NUMBERS - 1));
}

/* How many of the numbers below `size` this process has. */
static inline uint32_t trey_partition_size(const struct trey_partition *partition,
                                           uint32_t size)
{
    uint32_t blocks = size >> TREY_PARTITION_BITS,
             turn = trey_partition_turn(partition, blocks);
    uint32_t last = blocks - turn * partition->count; /* whose block is not whole */
    uint32_t local = (turn + (partition->process < last)) << TREY_PARTITION_BITS;
    return local + (partition->process == last ? size & (TREY_PARTITION_NUMBERS - 1) : 0);
}

/* The same at most, for whichever process. */
static inline uint32_t trey_partition_most(const struct trey_partition *partition,
                                           uint32_t size)
{
    uint32_t turns = trey_partition_turn(partition, size >> TREY_PARTITION_BITS);
    return partition->count == 1 ? size : (turns + 1) << TREY_PARTITION_BITS;
}

#endif
