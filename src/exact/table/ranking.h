/* A perfect numbering of all boards that could belong to a slot. See ranking.c. */
#ifndef TREY_EXACT_TABLE_RANKING_H
#define TREY_EXACT_TABLE_RANKING_H

#include "base/check.h"
#include "exact/table/game.h"

enum { TREY_NO_HALF = -1 };

/* The boards' lower and upper halves, in classes of the same weight. */
struct trey_half {
    unsigned cells, classes;
    uint32_t *place;   /* by the half's nibbles: class << 16 | number in the class */
    uint32_t *first;   /* by class, and one more: its first member */
    uint32_t *members; /* nibbles */
    int64_t *weight;   /* by class, ascending */
};

struct trey_ranking {
    struct trey_half low, high;
    unsigned shift; /* from the board to its high half */
};

/* All boards of a slot whose low half is in one class. */
struct trey_rows {
    uint32_t base;   /* number of the first */
    uint32_t stride; /* members of the class of the high half */
    int32_t high;    /* that class, or TREY_NO_HALF */
};

enum trey_status trey_ranking_new(const struct trey_exact_game *game,
                                  struct trey_ranking *ranking, struct trey_error *error);
void trey_ranking_clear(struct trey_ranking *ranking);

/* Bytes of the rows of a slot, one more than there are classes of the low half. */
static inline size_t trey_rows_bytes(const struct trey_ranking *ranking)
{
    return (ranking->low.classes + (size_t)1) * sizeof(struct trey_rows);
}

/* Fills rows[0 .. low.classes]; the last is where the numbers end. Returns how many
 * boards there are. */
uint32_t trey_ranking_rows(const struct trey_ranking *ranking,
                           const struct trey_slot *slot, struct trey_rows *rows);

/* The number of a board, which must be of the slot. */
static inline uint32_t trey_rank_of(const struct trey_ranking *ranking,
                                    const struct trey_rows *rows, trey_board board)
{
    uint32_t low = ranking->low.place[board & (((uint64_t)1 << ranking->shift) - 1)];
    uint32_t high = ranking->high.place[board >> ranking->shift];
    const struct trey_rows *row = &rows[low >> 16];
    assert(low != UINT32_MAX && high != UINT32_MAX);
    assert(row->high == (int32_t)(high >> 16)); /* the board is of the slot */
    return row->base + (low & 0xffff) * row->stride + (high & 0xffff);
}

/* Whether it is: ranks are all possible and the weights fit. */
bool trey_rank_fits(const struct trey_ranking *ranking, const struct trey_rows *rows,
                    trey_board board);

#endif
