/* Twins are weights of a tuple that are the same. A tuple that a symmetry of the board
 * lays onto itself is asked for each weight together with that at the index with the
 * cells exchanged, and they are taught alike; and 1s and 2s may be exchanged, if the
 * network is so. A file tells only the first of twins. */
#ifndef TREY_EVAL_TWINS_H
#define TREY_EVAL_TWINS_H

#include "eval/network.h"

/* A row of a tuple's weights in a stage, in which the first cell alone differs. Begin
 * with zeros. */
struct trey_twin_row {
    uint32_t digit[TREY_NETWORK_MAX_CELLS];
    uint32_t row;           /* its first index */
    uint32_t turned;        /* the same with cells exchanged */
    uint32_t swapped, both; /* the same two with 1s and 2s exchanged */
};

/* A rank with 1 and 2 exchanged. */
static inline uint32_t trey_twin_rank(uint32_t rank)
{
    return rank == 1 || rank == 2 ? 3 - rank : rank;
}

/* Whether a symmetry lays the tuple onto itself. */
static inline bool trey_twin_is_turned(const struct trey_tuples *tuples, int tuple)
{
    for (int digit = 0; digit < TREY_NETWORK_MAX_CELLS; digit++)
        if (tuples->twin[tuple][digit] != digit)
            return true;
    return false;
}

/* The next row; after the last one the first. */
static inline void trey_twin_next(const struct trey_network *network,
                                  const struct trey_network_stage *stage, int tuple,
                                  struct trey_twin_row *row)
{
    const uint8_t *of = network->tuples.twin[tuple];
    for (int cell = 1; cell < TREY_NETWORK_MAX_CELLS; cell++) {
        uint32_t step = stage->step[cell], turned = stage->step[of[cell]];
        uint32_t was = row->digit[cell], is = was + 1 < stage->radix ? was + 1 : 0;
        row->digit[cell] = is;
        row->row += (is - was) * step; /* modulo 2^32 */
        row->turned += (is - was) * turned;
        row->swapped += (trey_twin_rank(is) - trey_twin_rank(was)) * step;
        row->both += (trey_twin_rank(is) - trey_twin_rank(was)) * turned;
        if (is != 0)
            break;
    }
}

enum { TREY_TWIN_MAX = 16 }; /* ranks of a cell */

/* Of each weight of a row, the index of the first of its twins, which may be itself; of
 * ranks that the stage does not have, anything. */
static inline void trey_twin_firsts(const struct trey_network *network,
                                    const struct trey_network_stage *stage, int tuple,
                                    const struct trey_twin_row *row,
                                    int32_t first[TREY_TWIN_MAX])
{
    static const int32_t as_is[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    static const int32_t swaps[] = {0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    int32_t step = (int32_t)stage->step[network->tuples.twin[tuple][0]];
    int32_t self = (int32_t)row->row, turned = (int32_t)row->turned;
    int32_t swapped = network->exchanged ? (int32_t)row->swapped : self;
    int32_t both = network->exchanged ? (int32_t)row->both : turned;
    const int32_t *rank = network->exchanged ? swaps : as_is;
    for (int i = 0; i < TREY_TWIN_MAX; i++) {
        int32_t a = self + i, b = turned + i * step;
        int32_t c = swapped + rank[i], d = both + rank[i] * step;
        b = a < b ? a : b;
        d = c < d ? c : d;
        first[i] = b < d ? b : d;
    }
}

/* Gives each weight of a tuple in the stage of this number the value of its first twin.
 */
void trey_twin_unfold(const struct trey_network *network, int number, int tuple,
                      int16_t *weights);

#endif
