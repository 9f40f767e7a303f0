/* Bits for keys, which are not stored themselves. See ribbon.c. */
#ifndef TREY_EXACT_TABLE_RIBBON_H
#define TREY_EXACT_TABLE_RIBBON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TREY_RIBBON_KEYS = 2048, /* of a shard, about */
    TREY_RIBBON_WORDS = 64,  /* of a shard at most */
};

/* A key in its low 63 bits, and above them the bit that it is to give. */
#define TREY_RIBBON_BIT ((uint64_t)1 << 63)

/* Views of one block of memory (docs/formats/exact-carried.md). */
struct trey_ribbon {
    uint32_t shards;
    uint64_t words;
    const uint32_t *first; /* word of each shard, and one more */
    const uint8_t *seed;   /* of each shard */
    const uint64_t *word;
};

/* How many shards so many keys are divided into; 0 for none. */
uint32_t trey_ribbon_shards(uint64_t keys);

/* The shard of a key. */
uint32_t trey_ribbon_shard(uint64_t key, uint32_t shards);

/* Finds words for the keys of a shard, all different. Sets *seed, and returns how many
 * words there are; -1 if none of many seeds does, which is not to be expected of up to
 * TREY_RIBBON_WORDS * 64 * 3 / 4 keys. */
int trey_ribbon_solve(const uint64_t *key, size_t keys, uint64_t word[TREY_RIBBON_WORDS],
                      uint8_t *seed);

/* Bytes of the block, a multiple of 8, and where its words begin. */
uint64_t trey_ribbon_bytes(uint32_t shards, uint64_t words);
uint64_t trey_ribbon_head_bytes(uint32_t shards);

void trey_ribbon_view(struct trey_ribbon *ribbon, const void *block);

/* The bit of a key; any bit for a key that is none of those stored. Bears any bytes. */
bool trey_ribbon_bit(const struct trey_ribbon *ribbon, uint64_t key);

#endif
