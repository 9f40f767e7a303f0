/* Tied weights: weights of a tuple that are always equal, stored once in a file
 * (docs/formats/network-weights.md).
 *
 * If a symmetry of the board maps a tuple onto itself, each weight is always looked up
 * and updated together with the one at the index with the cells exchanged. In a
 * swap-symmetric network the weight with 1s and 2s swapped is equal, too. A file stores
 * only the first of tied weights. */
#ifndef TREY_EVAL_TIED_WEIGHTS_H
#define TREY_EVAL_TIED_WEIGHTS_H

#include "eval/network.h"

/* A row of a tuple's weights in a stage, in which only the first cell's digit differs,
 * and the rows to which it is tied. A zeroed struct is the first row of a tuple. */
struct trey_tied_row {
    uint32_t digit[TREY_NETWORK_MAX_CELLS];
    uint32_t row;           /* index of its first weight */
    uint32_t turned;        /* the same with cells exchanged by the tuple's symmetry */
    uint32_t swapped, both; /* the same two with 1s and 2s swapped */
};

/* The rank with 1 and 2 swapped. */
static inline uint32_t trey_rank_swap_1_2(uint32_t rank)
{
    return rank == 1 || rank == 2 ? 3 - rank : rank;
}

/* True if the tuple has a symmetry that exchanges cells.
 */
static inline bool trey_tuple_is_symmetric(const struct trey_tuples *tuples, int tuple)
{
    for (int digit = 0; digit < TREY_NETWORK_MAX_CELLS; digit++)
        if (tuples->partner[tuple][digit] != digit)
            return true;
    return false;
}

/* Moves on to the next row; after the last one to the first. */
static inline void trey_tied_row_next(const struct trey_network *network,
                                      const struct trey_network_stage *stage, int tuple,
                                      struct trey_tied_row *row)
{
    const uint8_t *partner = network->tuples.partner[tuple];
    for (int cell = 1; cell < TREY_NETWORK_MAX_CELLS; cell++) {
        uint32_t step = stage->step[cell], turned = stage->step[partner[cell]];
        uint32_t old_digit = row->digit[cell],
                 new_digit = old_digit + 1 < stage->radix ? old_digit + 1 : 0;
        row->digit[cell] = new_digit;
        row->row += (new_digit - old_digit) * step; /* modulo 2^32 */
        row->turned += (new_digit - old_digit) * turned;
        row->swapped +=
            (trey_rank_swap_1_2(new_digit) - trey_rank_swap_1_2(old_digit)) * step;
        row->both +=
            (trey_rank_swap_1_2(new_digit) - trey_rank_swap_1_2(old_digit)) * turned;
        if (new_digit != 0)
            break;
    }
}

enum { TREY_TIED_MAX_RANKS = 16 }; /* upper bound of the radix */

/* Computes for each weight of a row the index of the first weight to which it is tied,
 * which may be itself; undefined for ranks that the stage does not have. */
static inline void trey_tied_row_firsts(const struct trey_network *network,
                                        const struct trey_network_stage *stage, int tuple,
                                        const struct trey_tied_row *row,
                                        int32_t first[TREY_TIED_MAX_RANKS])
{
    static const int32_t identity[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                       8, 9, 10, 11, 12, 13, 14, 15};
    static const int32_t swapped_ranks[] = {0, 2, 1,  3,  4,  5,  6,  7,
                                            8, 9, 10, 11, 12, 13, 14, 15};
    int32_t step = (int32_t)stage->step[network->tuples.partner[tuple][0]];
    int32_t self = (int32_t)row->row, turned = (int32_t)row->turned;
    int32_t swapped = network->swap_symmetric ? (int32_t)row->swapped : self;
    int32_t both = network->swap_symmetric ? (int32_t)row->both : turned;
    const int32_t *rank = network->swap_symmetric ? swapped_ranks : identity;
    for (int i = 0; i < TREY_TIED_MAX_RANKS; i++) {
        int32_t a = self + i, b = turned + i * step;
        int32_t c = swapped + rank[i], d = both + rank[i] * step;
        b = a < b ? a : b;
        d = c < d ? c : d;
        first[i] = b < d ? b : d;
    }
}

/* Sets each weight of a tuple in a stage to the first weight to which it is tied. */
void trey_tied_weights_expand(const struct trey_network *network, int number, int tuple,
                              int16_t *weights);

#endif
