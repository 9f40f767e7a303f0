/* Patterns of occupied cells, and the patterns that moves can make of them (pattern.c).
 */
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

static inline bool trey_pattern_set_contains(const struct trey_pattern_set *set,
                                             trey_pattern pattern)
{
    return set->word[pattern >> 6] >> (pattern & 63) & 1;
}

static inline void trey_pattern_set_add(struct trey_pattern_set *set,
                                        trey_pattern pattern)
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

/* Number of rows and of columns that are not empty, 0..4 each: the smaller and the larger
 * number, which turns of the board keep. */
struct trey_cover {
    uint8_t min, max;
};

struct trey_cover trey_pattern_cover(trey_pattern pattern);

/* The pattern and its images under one, two and three quarter turns. */
void trey_pattern_turns(trey_pattern pattern, trey_pattern turns[4]);

/* The patterns that a move, including its spawn, can make of a pattern, ordered by number
 * of merges. Computed for each pattern when first asked for. */
struct trey_pattern_moves {
    uint16_t start[6]; /* with m merges: to[start[m]] .. to[start[m + 1] - 1] */
    trey_pattern to[];
};

struct trey_pattern_tables;

struct trey_pattern_tables *trey_pattern_tables_new(void); /* NULL: out of memory */
void trey_pattern_tables_free(struct trey_pattern_tables *tables); /* accepts NULL */

/* The moves of a pattern, owned by the tables; NULL if out of memory. Not thread-safe. */
const struct trey_pattern_moves *trey_pattern_moves_of(struct trey_pattern_tables *tables,
                                                       trey_pattern pattern);

/* The smallest pattern of each class under quarter turns with this many tiles. Returns
 * their number; the tables own the list. */
size_t trey_pattern_classes(const struct trey_pattern_tables *tables, int tiles,
                            const trey_pattern **classes);

#endif
