/* What all kinds of kernels share. */
#ifndef TREY_LEARN_KERNELS_H
#define TREY_LEARN_KERNELS_H

#include "base/memory.h"
#include "learn/learner.h"

#include <math.h>
#include <string.h>

/* NULL where the processor has no AVX2. */
const struct trey_learn_kernels *trey_learn_kernels_avx2(void);

static inline float trey_lanes_sum(const float lane[TREY_NETWORK_IMAGES])
{
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
           ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* Sorts out a slide whose board, gain and cells are known: whether it is legal, whether
 * it ends the game, and its stage; and downgrades its board. A slide that makes no tile
 * that a stage asks for leaves the board in its stage. */
static inline void trey_slides_note(const struct trey_learner *learner, trey_board board,
                                    int stage, int direction, struct trey_slides *slides)
{
    trey_board after = slides->after[direction];
    if (after == board)
        return;
    slides->legal |= 1u << direction;
    if (trey_mechanics_ends(&learner->mechanics, after)) {
        slides->ends |= 1u << direction;
        slides->gain[direction] +=
            (float)trey_end_points(learner->mechanics.ends, learner->mechanics.slide);
    } else if (slides->gain[direction] >= learner->lanes.downgrades)
        after = slides->after[direction] =
            trey_eval_downgraded(after, learner->downgrade);
    slides->place[direction].stage = slides->gain[direction] < learner->lanes.changes
                                         ? stage
                                         : trey_stage_of(&learner->stages, after);
}

/* Sends for the weights of a position. */
TREY_FETCHES void trey_place_fetch(const struct trey_learner *learner,
                                   const struct trey_place *place)
{
    const float *weight = learner->stage[place->stage].weights;
    for (int i = 0; i < learner->tuples.count * TREY_NETWORK_IMAGES; i++)
        trey_fetch(&weight[place->index[i]]);
}

/* The rate of a weight by temporal coherence. */
static inline float trey_record_rate(const float *record)
{
    float total = trey_weight_get(record + TREY_LEARNER_TOTAL);
    return total > 0.0F ? fabsf(trey_weight_get(record + TREY_LEARNER_ERROR)) / total
                        : 1.0F;
}

static inline void trey_weight_add(float *weight, float more)
{
    trey_weight_set(weight, trey_weight_get(weight) + more);
}

static inline void trey_record_add(float *record, float error)
{
    trey_weight_add(record + TREY_LEARNER_ERROR, error);
    trey_weight_add(record + TREY_LEARNER_TOTAL, fabsf(error));
}

#endif
