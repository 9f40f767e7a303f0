/* Playing by an n-tuple network.
 *
 * The network's number for a position is the points still to come; the evaluator adds
 * those on the board. Weights are 16-bit numbers of one unit and sums of them exact, so
 * that a value does not depend on the order of adding, on machine or compiler.
 *
 * A slide's leaves differ from the board after it in one cell each. A tuple that does not
 * hold the cell has the same entry for all of them and is looked up once; only the
 * others, three eighths of six cells in sixteen, are looked up for each leaf. */
#include "eval/network.h"
#include "util/error.h"

#include <stdlib.h>

static int32_t sum_of(const struct trey_network *network, trey_board board)
{
    trey_board image[TREY_NETWORK_IMAGES];
    int32_t sum = 0;
    trey_network_images(board, image);
    for (int tuple = 0; tuple < network->tuples.count; tuple++) {
        const int16_t *weights = network->weights[tuple];
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            sum += weights[trey_network_index(&network->tuples, tuple, image[i])];
    }
    return sum;
}

static float value_of(const struct trey_network *network, trey_board board, int32_t sum)
{
    return (float)sum * network->unit + (float)trey_board_score(board);
}

static void values_network(const struct trey_evaluator *evaluator,
                           const trey_board *boards, int count, float *values)
{
    const struct trey_network *network = (const struct trey_network *)evaluator;
    for (int i = 0; i < count; i++) {
        int32_t sum = sum_of(network, boards[i]) +
                      network->deck[trey_network_deck(0xf000, boards[i])];
        values[i] = value_of(network, boards[i], sum);
    }
}

/* Where the cells of an entry lie in each image: as images of a board with 1s there. */
static void values_entries(const struct trey_evaluator *evaluator, trey_board after,
                           uint64_t cells, unsigned ranks, const uint16_t deck[16],
                           float worth[16])
{
    const struct trey_network *network = (const struct trey_network *)evaluator;
    const struct trey_tuples *tuples = &network->tuples;
    trey_board image[TREY_NETWORK_IMAGES], place[TREY_NETWORK_IMAGES];
    int32_t sums[16] = {0}, same = 0;
    int count = __builtin_popcountll(cells);
    trey_network_images(after, image);
    trey_network_images(cells, place);
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        const int16_t *weights = network->weights[tuple];
        uint64_t mask = tuples->mask[tuple];
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
            uint32_t index = trey_network_index(tuples, tuple, image[i]);
            uint64_t inside = place[i] & mask;
            int outside = count;
            for (; inside != 0; inside &= inside - 1, outside--) {
                int cell = __builtin_ctzll(inside) / 4;
                const int16_t *at = weights + index;
                int shift = tuples->shift[tuple][cell];
                for (unsigned left = ranks; left != 0; left &= left - 1) {
                    unsigned rank = (unsigned)__builtin_ctz(left);
                    sums[rank] += at[rank << shift];
                }
            }
            if (outside > 0)
                same += outside * weights[index];
        }
    }
    for (unsigned left = ranks; left != 0; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        trey_board one = after | (cells & -cells) * rank;
        float mean = (float)(sums[rank] + same) / (float)count +
                     (float)network->deck[trey_network_deck(deck[rank], one)];
        worth[rank] = mean * network->unit + (float)trey_board_score(one);
    }
}

static void clear(struct trey_evaluator *evaluator)
{
    struct trey_network *network = (struct trey_network *)evaluator;
    for (int tuple = 0; tuple < network->tuples.count; tuple++)
        free(network->weights[tuple]);
}

enum trey_status trey_network_new(const struct trey_tuples *tuples,
                                  struct trey_network **network, struct trey_error *error)
{
    struct trey_network *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->tuples = *tuples;
    made->unit = 1.0F;
    made->base = (struct trey_evaluator){.values = values_network,
                                         .entries = values_entries,
                                         .clear = clear,
                                         .shape = {4, 4},
                                         .family = TREY_EVAL_THREES,
                                         .points = true};
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        made->weights[tuple] = calloc(tuples->size[tuple], sizeof(int16_t));
        if (made->weights[tuple] == NULL) {
            trey_evaluator_free(&made->base);
            return trey_fail_memory(error, tuples->size[tuple] * sizeof(int16_t));
        }
    }
    *network = made;
    return TREY_OK;
}
