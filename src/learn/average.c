/* One learner of two trainings: what is by chance in the weights of one is not in those
 * of the other, so that their mean plays better than either, and takes no more memory. */
#include "base/error.h"
#include "learn/learner.h"

/* Two weights become their mean, each counted by what it was taught, with the pasts of
 * both. A fixed rate keeps no pasts. */
static void average(float *a, float *b, uint32_t stride)
{
    float one = trey_weight_get(a), other = trey_weight_get(b);
    float mean = 0.5F * (one + other);
    if (stride == TREY_LEARNER_RECORD) {
        float had = trey_weight_get(a + TREY_LEARNER_TOTAL);
        float has = trey_weight_get(b + TREY_LEARNER_TOTAL);
        if (!(had + has > 0.0F))
            return;
        mean = (one * had + other * has) / (had + has);
        for (int i = TREY_LEARNER_ERROR; i <= TREY_LEARNER_TOTAL; i++) {
            float both = trey_weight_get(a + i) + trey_weight_get(b + i);
            trey_weight_set(a + i, both);
            trey_weight_set(b + i, both);
        }
    }
    trey_weight_set(a, mean);
    trey_weight_set(b, mean);
}

/* What differs by 1s and 2s exchanged was taught apart, too, and is the same. */
static void average_exchanged(struct trey_learner *learner, int stage)
{
    for (int tuple = 0; tuple < learner->tuples.count; tuple++)
        for (uint32_t i = 0; i < learner->tuples.size[tuple]; i++) {
            uint32_t twin = (uint32_t)trey_network_exchanged(i);
            if (twin > i)
                average(trey_learner_entry(learner, stage, tuple, i),
                        trey_learner_entry(learner, stage, tuple, twin), learner->stride);
        }
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        float *records = learner->stage[stage].deck;
        int twin = trey_network_deck_exchanged(i);
        if (twin > i)
            average(records + TREY_LEARNER_RECORD * i,
                    records + TREY_LEARNER_RECORD * twin, TREY_LEARNER_RECORD);
    }
}

/* A new one of the same kind. */
static enum trey_status make_like(const struct trey_learner *learner,
                                  struct trey_learner **made, struct trey_error *error)
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
    struct trey_learner *other = NULL;
    enum trey_status status = make_like(learner, &other, error);
    if (status == TREY_OK)
        status = trey_learner_restore(other, path, error);
    for (int i = 0; status == TREY_OK && i < learner->stages.count; i++) {
        struct trey_learner_stage *to = &learner->stage[i], *from = &other->stage[i];
        for (size_t k = 0; k < trey_learner_floats(learner); k += learner->stride)
            average(to->weights + k, from->weights + k, learner->stride);
        for (size_t k = 0; k < TREY_LEARNER_DECK_FLOATS; k += TREY_LEARNER_RECORD)
            average(to->deck + k, from->deck + k, TREY_LEARNER_RECORD);
        if (trey_learner_family(learner) == TREY_EVAL_THREES)
            average_exchanged(learner, i);
    }
    trey_learner_free(other);
    return status;
}
