#include "eval/tied_weights.h"

/* Writes only weights that change: most of a table is memory that was never touched. */
void trey_tied_weights_expand(const struct trey_network *network, int number, int tuple,
                              int16_t *weights)
{
    const struct trey_network_stage *stage = &network->stage[number];
    bool symmetric = trey_tuple_is_symmetric(&network->tuples, tuple);
    if (!symmetric && !network->swap_symmetric)
        return;
    struct trey_tied_row row = {0};
    uint32_t rows = stage->size[tuple] / stage->radix;
    for (uint32_t row_number = 0; row_number < rows;
         row_number++, trey_tied_row_next(network, stage, tuple, &row)) {
        if (!symmetric && row.swapped > row.row)
            continue;
        int32_t first[TREY_TIED_MAX_RANKS];
        trey_tied_row_firsts(network, stage, tuple, &row, first);
        for (uint32_t i = 0; i < stage->radix; i++)
            if (weights[row.row + i] != weights[first[i]])
                weights[row.row + i] = weights[first[i]];
    }
}
