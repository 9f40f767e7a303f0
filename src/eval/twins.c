#include "eval/twins.h"

/* What stays as it is is not written, since most of a table is memory that was never
 * touched. */
void trey_twin_unfold(const struct trey_network *network, int number, int tuple,
                      int16_t *weights)
{
    const struct trey_network_stage *stage = &network->stage[number];
    bool turned = trey_twin_is_turned(&network->tuples, tuple);
    if (!turned && !network->exchanged)
        return;
    struct trey_twin_row row = {0};
    uint32_t rows = stage->size[tuple] / stage->radix;
    for (uint32_t k = 0; k < rows; k++, trey_twin_next(network, stage, tuple, &row)) {
        if (!turned && row.swapped > row.row)
            continue;
        int32_t first[TREY_TWIN_MAX];
        trey_twin_firsts(network, stage, tuple, &row, first);
        for (uint32_t i = 0; i < stage->radix; i++)
            if (weights[row.row + i] != weights[first[i]])
                weights[row.row + i] = weights[first[i]];
    }
}
