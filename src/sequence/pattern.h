/* Occupied cells, without the tiles in them: what a slide can make of them. */
#ifndef TREY_SEQUENCE_PATTERN_H
#define TREY_SEQUENCE_PATTERN_H

#include "board/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bit i: cell i holds a tile. */
typedef uint16_t trey_pattern;

enum { TREY_PATTERNS = 1 << 16, TREY_PATTERN_WORDS = TREY_PATTERNS / 64 };

/* A set of patterns. */
struct trey_pattern_set {
    uint64_t word[TREY_PATTERN_WORDS];
};

static inline bool trey_pattern_in(const struct trey_pattern_set *set,
                                   trey_pattern pattern)
{
    return set->word[pattern >> 6] >> (pattern & 63) & 1;
}

static inline void trey_pattern_put(struct trey_pattern_set *set, trey_pattern pattern)
{
    set->word[pattern >> 6] |= (uint64_t)1 << (pattern & 63);
}

static inline trey_pattern trey_pattern_of(trey_bytes board)
{
    uint64_t half[2];
    trey_bytes tile = (trey_bytes)(board != 0) & 1;
    memcpy(half, &tile, sizeof half);
    /* Gathers the lowest bits of eight bytes in the highest byte. */
    const uint64_t gather = 0x0102040810204080u;
    return (trey_pattern)((half[0] * gather >> 56) | (half[1] * gather >> 56) << 8);
}

/* Rows and columns that are not empty, 0..4 each; the lesser and the greater of them. */
struct trey_cover {
    uint8_t less, more;
};

struct trey_cover trey_pattern_cover(trey_pattern pattern);

/* The pattern and its images under quarter turns. */
void trey_pattern_turns(trey_pattern pattern, trey_pattern turns[4]);

/* What slides can make of a pattern, by the number of merges that they make, the next
 * tile entered. Tables of one pattern at a time, made when first asked for. */
struct trey_pattern_moves {
    uint16_t start[6]; /* those with m merges are to[start[m]] .. to[start[m + 1]] - 1 */
    trey_pattern to[];
};

struct trey_pattern_tables;

struct trey_pattern_tables *trey_pattern_tables_new(void);         /* NULL: no memory */
void trey_pattern_tables_free(struct trey_pattern_tables *tables); /* NULL is taken */

/* NULL for want of memory. Not for two threads at once. */
const struct trey_pattern_moves *trey_pattern_moves_of(struct trey_pattern_tables *tables,
                                                       trey_pattern pattern);

/* One pattern of each class under quarter turns (the least), with this many tiles. */
size_t trey_pattern_classes(const struct trey_pattern_tables *tables, int tiles,
                            const trey_pattern **classes);

#endif
