/* Who has which numbers of a slot, where several ranks share a solution: blocks of
 * TREY_DEAL_NUMBERS are dealt in turn, the first to rank 0. Each rank numbers what it has
 * without gaps: these are its local numbers. One rank has all, and local numbers are the
 * numbers.
 *
 * Blocks are so small that each rank gets its share of the dense parts of a ranking and
 * of the sparse ones. They are whole words of a set, so that sets are dealt word by word,
 * and for another number of ranks again. */
#ifndef TREY_EXACT_SOLVE_DEAL_H
#define TREY_EXACT_SOLVE_DEAL_H

#include "base/check.h"

#include <stdint.h>

enum {
    TREY_DEAL_BITS = 10,
    TREY_DEAL_NUMBERS = 1 << TREY_DEAL_BITS,
    TREY_DEAL_RANKS = 1024, /* at most; `inverse` is exact up to here */
};

struct trey_deal {
    uint32_t rank, count;
    uint64_t inverse; /* 2^32 / count and a little more */
};

static inline void trey_deal_make(struct trey_deal *deal, unsigned rank, unsigned count)
{
    assert(rank < count && count <= TREY_DEAL_RANKS);
    deal->rank = rank;
    deal->count = count;
    deal->inverse = ((uint64_t)1 << 32) / count + 1;
}

/* How many blocks each rank has before this one, or as many less one. Blocks are below
 * 2^22, and the product is too large by less than 2^32 / count: it never reaches the
 * next whole number. */
static inline uint32_t trey_deal_turn(const struct trey_deal *deal, uint32_t block)
{
    assert(block * deal->inverse >> 32 == block / deal->count);
    return (uint32_t)(block * deal->inverse >> 32);
}

static inline uint32_t trey_deal_owner(const struct trey_deal *deal, uint32_t number)
{
    uint32_t block = number >> TREY_DEAL_BITS;
    return block - trey_deal_turn(deal, block) * deal->count;
}

/* What a number is called by the rank that has it. */
static inline uint32_t trey_deal_local(const struct trey_deal *deal, uint32_t number)
{
    uint32_t turn = trey_deal_turn(deal, number >> TREY_DEAL_BITS);
    return turn << TREY_DEAL_BITS | (number & (TREY_DEAL_NUMBERS - 1));
}

/* The same back, for this rank's own. */
static inline uint32_t trey_deal_number(const struct trey_deal *deal, uint32_t local)
{
    uint32_t block = (local >> TREY_DEAL_BITS) * deal->count + deal->rank;
    assert(trey_deal_owner(deal, block << TREY_DEAL_BITS) == deal->rank);
    return block << TREY_DEAL_BITS | (local & (TREY_DEAL_NUMBERS - 1));
}

/* How many of the numbers below `size` this rank has. */
static inline uint32_t trey_deal_size(const struct trey_deal *deal, uint32_t size)
{
    uint32_t blocks = size >> TREY_DEAL_BITS, turn = trey_deal_turn(deal, blocks);
    uint32_t last = blocks - turn * deal->count; /* whose block is not whole */
    uint32_t local = (turn + (deal->rank < last)) << TREY_DEAL_BITS;
    return local + (deal->rank == last ? size & (TREY_DEAL_NUMBERS - 1) : 0);
}

/* The same at most, for whichever rank. */
static inline uint32_t trey_deal_most(const struct trey_deal *deal, uint32_t size)
{
    uint32_t turns = trey_deal_turn(deal, size >> TREY_DEAL_BITS);
    return deal->count == 1 ? size : (turns + 1) << TREY_DEAL_BITS;
}

#endif
