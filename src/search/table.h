/* The transposition table: values of positions that were searched.
 *
 * A position is a board on which a tile has spawned, the deck and the plies left; the
 * next hint is not drawn yet. An entry holds all of that in 16 bytes, so a hit is never
 * the value of another position:
 *
 *     board (64 bits) | value (float) | generation (11) plies (8) deck (13)
 *
 * Several threads may use one table without locks: an entry is two words, the second one
 * and the exclusive or of both, so that halves of two entries never look like one (Hyatt
 * and Mann, "A lock-less transposition table implementation", 2002).
 *
 * Each search, and each depth of it, has a generation of its own: results do not depend
 * on earlier searches, unless a search accepts an earlier generation, too. When the
 * generation numbers are used up, the buckets that were written are cleared. At different
 * depths of one search, positions with the same plies left have different tile sums, so
 * a table kept for the next depth would have no hits; for the next move it has.
 *
 * Four entries form a bucket, one cache line. A new entry replaces one of an old
 * generation, else the one with the fewest plies left. A small search uses only the first
 * buckets, which stay in the cache. */
#ifndef TREY_SEARCH_TABLE_H
#define TREY_SEARCH_TABLE_H

#include "base/check.h"
#include "base/random.h"
#include "trey/game.h"

#include <stdatomic.h>
#include <string.h>

enum { TREY_TABLE_WAYS = 4, TREY_TABLE_GENERATIONS = 1 << 11 };

struct trey_table_entry {
    _Atomic uint64_t key; /* the board, exclusive or with the data */
    _Atomic uint64_t
        data; /* the tag in the upper half (0: empty), the value in the lower */
};

struct trey_table {
    struct trey_table_entry *entries;
    uint64_t buckets; /* a power of two */
    uint64_t used;    /* buckets in use by this generation, a power of two */
    uint64_t
        written; /* number of the first buckets that may hold entries; the others are 0 */
    uint32_t generation; /* 1..TREY_TABLE_GENERATIONS - 1 */
};

/* Size of the entries in bytes. */
static inline size_t trey_table_bytes(const struct trey_table *table)
{
    return table->buckets * TREY_TABLE_WAYS * sizeof *table->entries;
}

/* Begins a generation that uses about `buckets` buckets. */
void trey_table_begin(struct trey_table *table, uint64_t buckets);

/* Generation, plies and deck as a tag. The mark of an unknown deck has no other bits: see
 * game.h. */
static inline uint32_t trey_table_tag(const struct trey_table *table, trey_deck deck,
                                      unsigned plies)
{
    assert(table->generation >= 1 && table->generation < TREY_TABLE_GENERATIONS);
    assert(plies < 1U << 8 && (deck < 1U << 12 || deck == TREY_DECK_UNKNOWN));
    return table->generation << 21 | plies << 13 | (deck & 0x1fffu);
}

/* The tag of the same position in another generation. */
static inline uint32_t trey_table_tag_of(uint32_t tag, uint32_t generation)
{
    assert(generation >= 1 && generation < TREY_TABLE_GENERATIONS);
    return generation << 21 | (tag & 0x1fffffu);
}

static inline struct trey_table_entry *trey_table_bucket(const struct trey_table *table,
                                                         trey_board board, uint32_t tag)
{
    /* Without the generation: replacements must not depend on it. */
    uint64_t position = (uint64_t)(tag & 0x1fffffu) << 40;
    uint64_t hash = trey_mix64(board ^ position);
    assert(trey_is_power_of_2(table->used) && table->used <= table->buckets);
    return &table->entries[(hash & (table->used - 1)) * TREY_TABLE_WAYS];
}

static inline bool trey_table_find(struct trey_table_entry *bucket, trey_board board,
                                   uint32_t tag, float *value)
{
    for (int way = 0; way < TREY_TABLE_WAYS; way++) {
        uint64_t data = atomic_load_explicit(&bucket[way].data, memory_order_relaxed);
        uint64_t key = atomic_load_explicit(&bucket[way].key, memory_order_relaxed);
        if ((key ^ data) == board && data >> 32 == tag) {
            uint32_t bits = (uint32_t)data;
            memcpy(value, &bits, sizeof bits);
            return true;
        }
    }
    return false;
}

static inline void trey_table_store(struct trey_table_entry *bucket, trey_board board,
                                    uint32_t tag, float value)
{
    struct trey_table_entry *victim = bucket;
    uint64_t min_priority = UINT64_MAX;
    for (int way = 0; way < TREY_TABLE_WAYS; way++) {
        uint64_t data = atomic_load_explicit(&bucket[way].data, memory_order_relaxed);
        uint64_t priority = data >> 53 != tag >> 21 ? 0 : data >> 32;
        if (priority < min_priority) {
            min_priority = priority;
            victim = &bucket[way];
        }
    }
    uint32_t bits;
    assert(value - value == 0.0F && tag != 0); /* finite, and not an empty entry */
    memcpy(&bits, &value, sizeof bits);
    uint64_t data = (uint64_t)tag << 32 | bits;
    atomic_store_explicit(&victim->key, board ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

#endif
