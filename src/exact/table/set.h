/* Sets of boards of one slot as bitmaps over the indices of its ranking. See set.c. */
#ifndef TREY_EXACT_TABLE_SET_H
#define TREY_EXACT_TABLE_SET_H

#include "exact/table/ranking.h"

#include <stdatomic.h>

enum {
    TREY_BATCH = 64,        /* boards of a batch */
    TREY_CHUNK_WORDS = 256, /* words of a set that a thread processes at a time */
};

struct trey_set {
    uint64_t *bits;
    uint32_t *before; /* by word: number of members in the words before it */
    uint32_t words, count;
};

/* Allocates a set for indices below `size`. */
enum trey_status trey_set_new(struct trey_set *set, uint32_t size,
                              struct trey_error *error);
void trey_set_clear(struct trey_set *set);

/* Empties the set, for indices below `size`, which is at most the allocated size. */
void trey_set_reset(struct trey_set *set, uint32_t size);

/* Counts the members; `before` and `count` are valid afterwards. */
void trey_set_close(struct trey_set *set);

/* Adds an index. Thread-safe. */
static inline void trey_set_add(struct trey_set *set, uint32_t index)
{
    uint64_t bit = (uint64_t)1 << (index & 63), *word = &set->bits[index >> 6];
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
}

/* Adds several indices; `shared` if several threads may do so at once. */
static inline void trey_set_add_all(struct trey_set *set, const uint32_t *index,
                                    size_t count, bool shared)
{
    if (shared)
        for (size_t i = 0; i < count; i++)
            trey_set_add(set, index[i]);
    else
        for (size_t i = 0; i < count; i++)
            set->bits[index[i] >> 6] |= (uint64_t)1 << (index[i] & 63);
}

static inline size_t trey_set_chunks(const struct trey_set *set)
{
    return (set->words + (size_t)TREY_CHUNK_WORDS - 1) / TREY_CHUNK_WORDS;
}

/* Scans the members of a chunk in the order of their indices. */
struct trey_scan {
    const struct trey_ranking *ranking;
    const struct trey_rows *rows;
    const struct trey_set *set;
    uint32_t word, end;  /* words */
    uint64_t bits;       /* remaining members in the word */
    uint32_t class, row; /* class of the low half and index in it ... */
    uint32_t row_base;   /* ... whose boards have indices from this */
    uint32_t row_end;    /* up to that */
    trey_board low;
    const uint32_t *highs;
};

void trey_scan_begin(struct trey_scan *scan, const struct trey_ranking *ranking,
                     const struct trey_rows *rows, const struct trey_set *set,
                     size_t chunk);

/* Converts indices to boards, of any set. `scan` is zero except for ranking and rows.
 * Fast for ascending indices. */
void trey_scan_boards(struct trey_scan *scan, const uint32_t *index, size_t count,
                      trey_board *boards);

/* Fills in up to TREY_BATCH boards; returns their number, 0 at the end. */
size_t trey_scan_next(struct trey_scan *scan, trey_board *boards);

#endif
