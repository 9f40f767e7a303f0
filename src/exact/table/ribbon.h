/* Stores a bit for each of many keys, but not the keys. See ribbon.c. */
#ifndef TREY_EXACT_TABLE_RIBBON_H
#define TREY_EXACT_TABLE_RIBBON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TREY_RIBBON_KEYS = 2048, /* about this many per shard */
    TREY_RIBBON_WORDS = 64,  /* max. per shard */
};

/* Flag in a key of 63 bits: its bit is 1. */
#define TREY_RIBBON_BIT ((uint64_t)1 << 63)

/* Views of one block of memory (docs/formats/exact-carried.md). */
struct trey_ribbon {
    uint32_t shards;
    uint64_t words;
    const uint32_t *first; /* first word of each shard, and the end */
    const uint8_t *seed;   /* of each shard */
    const uint64_t *word;
};

/* Number of shards for this many keys; 0 for none. */
uint32_t trey_ribbon_shards(uint64_t keys);

/* Shard of a key. */
uint32_t trey_ribbon_shard(uint64_t key, uint32_t shards);

/* Solves for the words of a shard's keys, which must be different. Sets *seed and returns
 * the number of words; -1 if no seed works, which is not to be expected for up to
 * TREY_RIBBON_WORDS * 64 * 3 / 4 keys. */
int trey_ribbon_solve(const uint64_t *key, size_t keys, uint64_t word[TREY_RIBBON_WORDS],
                      uint8_t *seed);

/* Bytes of the block, a multiple of 8; offset of its words. */
uint64_t trey_ribbon_bytes(uint32_t shards, uint64_t words);
uint64_t trey_ribbon_header_bytes(uint32_t shards);

void trey_ribbon_view(struct trey_ribbon *ribbon, const void *block);

/* The bit of a key; an arbitrary bit for a key that was not stored. Safe for any bytes.
 */
bool trey_ribbon_bit(const struct trey_ribbon *ribbon, uint64_t key);

#endif
