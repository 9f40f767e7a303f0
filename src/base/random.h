/* Pseudo-random numbers: xoshiro256** seeded through splitmix64 (Blackman and Vigna,
 * public domain algorithms). The same seed gives the same numbers everywhere. */
#ifndef TREY_BASE_RANDOM_H
#define TREY_BASE_RANDOM_H

#include <assert.h>
#include <stdint.h>

struct trey_random {
    uint64_t state[4];
};

/* A bijective mixer of 64 bits, good enough as a hash of small keys. */
static inline uint64_t trey_mix64(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline void trey_random_seed(struct trey_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->state[i] = trey_mix64(seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
}

static inline uint64_t trey_random_next(struct trey_random *random)
{
    uint64_t *s = random->state;
    assert((s[0] | s[1] | s[2] | s[3]) != 0); /* seeded; zeros give only zeros */
    uint64_t x = s[1] * 5;
    uint64_t result = ((x << 7) | (x >> 57)) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0..bound-1, bound >= 1; the bias is below bound/2^32. */
static inline uint32_t trey_random_below(struct trey_random *random, uint32_t bound)
{
    assert(bound >= 1);
    return (uint32_t)(((trey_random_next(random) >> 32) * bound) >> 32);
}

/* Of 64 random bits, a number uniform in [0, 1). */
static inline double trey_unit64(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}

/* Uniform in [0, 1). */
static inline double trey_random_unit(struct trey_random *random)
{
    return trey_unit64(trey_random_next(random));
}

#endif
