/* Averages two trainings. The random errors of one training's weights are not in those of
 * the other, so their mean plays better than either, in the same memory. */
#include "base/error.h"
#include "learn/command.h"
#include "learn/learner.h"

/* Sets both weights to their mean, weighted by their TC totals, and both TC statistics to
 * their sums. A fixed rate has no statistics: the mean is unweighted. */
static void average_weights(float *a, float *b, uint32_t stride)
{
    float weight_a = trey_weight_get(a), weight_b = trey_weight_get(b);
    float mean = 0.5F * (weight_a + weight_b);
    if (stride == TREY_TC_RECORD) {
        float total_a = trey_weight_get(a + TREY_TC_TOTAL);
        float total_b = trey_weight_get(b + TREY_TC_TOTAL);
        if (!(total_a + total_b > 0.0F))
            return;
        mean = (weight_a * total_a + weight_b * total_b) / (total_a + total_b);
        for (int i = TREY_TC_ERROR; i <= TREY_TC_TOTAL; i++) {
            float both = trey_weight_get(a + i) + trey_weight_get(b + i);
            trey_weight_set(a + i, both);
            trey_weight_set(b + i, both);
        }
    }
    trey_weight_set(a, mean);
    trey_weight_set(b, mean);
}

/* Weights that differ by 1s and 2s swapped were trained separately too, and are averaged.
 */
static void average_swapped(struct trey_learner *learner, int stage)
{
    for (int tuple = 0; tuple < learner->tuples.count; tuple++)
        for (uint32_t i = 0; i < learner->tuples.size[tuple]; i++) {
            uint32_t swapped = (uint32_t)trey_network_swap_1_2(i);
            if (swapped > i)
                average_weights(trey_learner_entry(learner, stage, tuple, i),
                                trey_learner_entry(learner, stage, tuple, swapped),
                                learner->stride);
        }
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        float *records = learner->stage[stage].deck;
        int swapped = trey_network_deck_swap_1_2(i);
        if (swapped > i)
            average_weights(records + TREY_TC_RECORD * i,
                            records + TREY_TC_RECORD * swapped, TREY_TC_RECORD);
    }
}

/* Makes an empty learner with the same options. */
static enum trey_status make_empty_copy(const struct trey_learner *learner,
                                        struct trey_learner **made,
                                        struct trey_error *error)
{
    char tuples[TREY_TUPLES_TEXT], stages[TREY_STAGES_TEXT];
    struct trey_learn_options options = learner->options;
    trey_tuples_format(&learner->tuples, tuples);
    trey_stages_format(&learner->stages, stages);
    options.tuples = tuples;
    options.stages = stages;
    return trey_learner_new(&options, made, error);
}

enum trey_status trey_learner_average(struct trey_learner *learner, const char *path,
                                      struct trey_error *error)
{
    struct trey_learner *weight_b = NULL;
    enum trey_status status = make_empty_copy(learner, &weight_b, error);
    if (status == TREY_OK)
        status = trey_learner_restore(weight_b, path, error);
    for (int i = 0; status == TREY_OK && i < learner->stages.count; i++) {
        struct trey_learner_stage *to = &learner->stage[i], *from = &weight_b->stage[i];
        for (size_t k = 0; k < trey_learner_floats(learner); k += learner->stride)
            average_weights(to->weights + k, from->weights + k, learner->stride);
        for (size_t k = 0; k < TREY_LEARNER_DECK_FLOATS; k += TREY_TC_RECORD)
            average_weights(to->deck + k, from->deck + k, TREY_TC_RECORD);
        if (trey_learner_family(learner) == TREY_EVAL_THREES)
            average_swapped(learner, i);
    }
    trey_learner_free(weight_b);
    return status;
}
