/* A numbering without gaps of all boards that may belong to a slot. See ranking.c. */
#ifndef TREY_EXACT_TABLE_RANKING_H
#define TREY_EXACT_TABLE_RANKING_H

#include "base/check.h"
#include "exact/table/exact_game.h"

enum { TREY_NO_HALF = -1 };

/* The lower or the upper halves of boards, in classes of equal weight. */
struct trey_half {
    unsigned cells, classes;
    uint32_t *place;   /* by the half's nibbles: class << 16 | index in the class */
    uint32_t *first;   /* by class: index of its first member; and the end */
    uint32_t *members; /* the halves, as nibbles */
    int64_t *weight;   /* by class, ascending */
};

struct trey_ranking {
    struct trey_half low, high;
    unsigned shift; /* of the high half: number of bits of the low one */
};

/* All boards of a slot whose low half is in one class. */
struct trey_rows {
    uint32_t base;   /* index of the first */
    uint32_t stride; /* size of the matching class of high halves */
    int32_t high;    /* that class, or TREY_NO_HALF */
};

enum trey_status trey_ranking_new(const struct trey_exact_game *game,
                                  struct trey_ranking *ranking, struct trey_error *error);
void trey_ranking_clear(struct trey_ranking *ranking);

/* Bytes of the rows of a slot: one row per class of the low half, and one more. */
static inline size_t trey_rows_bytes(const struct trey_ranking *ranking)
{
    return (ranking->low.classes + (size_t)1) * sizeof(struct trey_rows);
}

/* Fills in rows[0 .. low.classes]; the last one marks the end. Returns the number of
 * boards of the slot. */
uint32_t trey_ranking_rows(const struct trey_ranking *ranking,
                           const struct trey_slot *slot, struct trey_rows *rows);

/* Index of a board of the slot, which must be possible there (trey_ranking_holds). */
static inline uint32_t trey_board_index(const struct trey_ranking *ranking,
                                        const struct trey_rows *rows, trey_board board)
{
    uint32_t low = ranking->low.place[board & (((uint64_t)1 << ranking->shift) - 1)];
    uint32_t high = ranking->high.place[board >> ranking->shift];
    const struct trey_rows *row = &rows[low >> 16];
    assert(low != UINT32_MAX && high != UINT32_MAX);
    assert(row->high == (int32_t)(high >> 16)); /* the board is of the slot */
    return row->base + (low & 0xffff) * row->stride + (high & 0xffff);
}

/* True if a board is possible in the slot: its ranks are valid and its weights fit. */
bool trey_ranking_holds(const struct trey_ranking *ranking, const struct trey_rows *rows,
                        trey_board board);

#endif
