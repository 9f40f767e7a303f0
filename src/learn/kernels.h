/* Functions that all kernels share. */
#ifndef TREY_LEARN_KERNELS_H
#define TREY_LEARN_KERNELS_H

#include "base/memory.h"
#include "learn/learner.h"

#include <math.h>
#include <string.h>

/* The kernels for AVX2; NULL if the processor does not have it. */
const struct trey_learn_kernels *trey_learn_kernels_avx2(void);

static inline float trey_sum_lanes(const float lane[TREY_NETWORK_IMAGES])
{
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
           ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* Completes a move whose board, gain and cells are set: whether it is legal, whether it
 * ends the game, its stage, and the downgraded board. A move that makes no tile with
 * which a stage begins does not change the stage. */
static inline void trey_learner_classify_move(const struct trey_learner *learner,
                                              trey_board board, int stage, int direction,
                                              struct trey_learner_moves *moves)
{
    trey_board after = moves->after[direction];
    if (after == board)
        return;
    moves->legal |= 1u << direction;
    if (trey_mechanics_ends(&learner->mechanics, after)) {
        moves->ends |= 1u << direction;
        moves->gain[direction] +=
            (float)trey_end_points(learner->mechanics.ends, learner->mechanics.slide);
    } else if (moves->gain[direction] >= learner->tables.min_downgrade_gain)
        after = moves->after[direction] = trey_eval_downgraded(after, learner->downgrade);
    moves->weights[direction].stage =
        moves->gain[direction] < learner->tables.min_stage_gain
            ? stage
            : trey_stage_of(&learner->stages, after);
}

/* Prefetches the weights of a position. */
TREY_PREFETCH_FN void
trey_active_weights_prefetch(const struct trey_learner *learner,
                             const struct trey_active_weights *weights)
{
    const float *table = learner->stage[weights->stage].weights;
    for (int i = 0; i < learner->tuples.count * TREY_NETWORK_IMAGES; i++)
        trey_prefetch(&table[weights->index[i]]);
}

/* The learning rate of a weight by temporal coherence. */
static inline float trey_tc_rate(const float *record)
{
    float total = trey_weight_get(record + TREY_TC_TOTAL);
    return total > 0.0F ? fabsf(trey_weight_get(record + TREY_TC_ERROR)) / total : 1.0F;
}

static inline void trey_weight_add(float *weight, float more)
{
    trey_weight_set(weight, trey_weight_get(weight) + more);
}

static inline void trey_tc_add(float *record, float error)
{
    trey_weight_add(record + TREY_TC_ERROR, error);
    trey_weight_add(record + TREY_TC_TOTAL, fabsf(error));
}

#endif
