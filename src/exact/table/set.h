/* Sets of boards of one slot: a bit for each number of the ranking. */
#ifndef TREY_EXACT_TABLE_SET_H
#define TREY_EXACT_TABLE_SET_H

#include "exact/table/ranking.h"

#include <stdatomic.h>

enum {
    TREY_BATCH = 64,        /* boards that are handled together */
    TREY_CHUNK_WORDS = 256, /* words of a set that a thread takes at a time */
};

struct trey_set {
    uint64_t *bits;
    uint32_t *before; /* by word: members in the words before it */
    uint32_t words, count;
};

/* Room for boards numbered below `size`. */
enum trey_status trey_set_new(struct trey_set *set, uint32_t size,
                              struct trey_error *error);
void trey_set_clear(struct trey_set *set);

/* Makes it the empty set of boards numbered below `size`. */
void trey_set_reset(struct trey_set *set, uint32_t size);

/* Counts the members, after which `before` and `count` hold. */
void trey_set_close(struct trey_set *set);

/* Puts board `number` in; several threads may. */
static inline void trey_set_add(struct trey_set *set, uint32_t number)
{
    uint64_t bit = (uint64_t)1 << (number & 63), *word = &set->bits[number >> 6];
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
}

/* Puts several boards in; `shared` if several threads do at once. */
static inline void trey_set_add_all(struct trey_set *set, const uint32_t *number,
                                    size_t count, bool shared)
{
    if (shared)
        for (size_t i = 0; i < count; i++)
            trey_set_add(set, number[i]);
    else
        for (size_t i = 0; i < count; i++)
            set->bits[number[i] >> 6] |= (uint64_t)1 << (number[i] & 63);
}

static inline size_t trey_set_chunks(const struct trey_set *set)
{
    return (set->words + (size_t)TREY_CHUNK_WORDS - 1) / TREY_CHUNK_WORDS;
}

/* Goes through the members of a chunk in the order of their numbers. */
struct trey_scan {
    const struct trey_ranking *ranking;
    const struct trey_rows *rows;
    const struct trey_set *set;
    uint32_t word, end;  /* words */
    uint64_t bits;       /* those left in the word */
    uint32_t class, row; /* class of the low half and number in it ... */
    uint32_t row_base;   /* ... whose boards have numbers from this */
    uint32_t row_end;    /* to that */
    trey_board low;
    const uint32_t *highs;
};

void trey_scan_begin(struct trey_scan *scan, const struct trey_ranking *ranking,
                     const struct trey_rows *rows, const struct trey_set *set,
                     size_t chunk);

/* Boards by their numbers, whatever set they are in: for a scan of which only ranking and
 * rows are set, else zero. Quick for numbers in ascending order. */
void trey_scan_boards(struct trey_scan *scan, const uint32_t *number, size_t count,
                      trey_board *boards);

/* Fills in up to TREY_BATCH boards; returns how many, 0 at the end. */
size_t trey_scan_next(struct trey_scan *scan, trey_board *boards);

#endif
