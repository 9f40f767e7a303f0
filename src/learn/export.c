/* The network to play by: weights rounded to 16 bits. */
#include "learn/learner.h"
#include "util/error.h"

#include <math.h>

static float largest_of(const struct trey_learner *learner,
                        const struct trey_learner_stage *stage)
{
    float largest = 0.0F;
    for (int tuple = 0; tuple < learner->tuples.count; tuple++)
        for (uint32_t i = 0; i < learner->tuples.size[tuple]; i++)
            largest = fmaxf(largest, fabsf(stage->table[tuple][i].weight));
    return largest;
}

/* A unit that the largest weight fits in, no finer than asked for. */
static float unit_for(const struct trey_learner *learner,
                      const struct trey_learner_stage *stage, float asked)
{
    float least = largest_of(learner, stage) / 32767.0F;
    float unit = asked > least ? asked : least;
    return unit > 0.0F ? unit : 1.0F;
}

/* Weights that were never asked for are 0 in the network: they tell nothing, and zeros
 * make a short file. */
static void quantise(const struct trey_learner *learner,
                     const struct trey_learner_stage *from,
                     const struct trey_export_options *options,
                     struct trey_network_stage *to)
{
    to->unit = unit_for(learner, from, (float)options->unit);
    for (int tuple = 0; tuple < learner->tuples.count; tuple++)
        for (uint32_t i = 0; i < to->size[tuple]; i++) {
            const struct trey_learner_entry *entry =
                &from->table[tuple][trey_network_unpack(to, i)];
            if (entry->total > (float)options->prune)
                to->weights[tuple][i] = (int16_t)lrintf(entry->weight / to->unit);
        }
    enum { SMALL = TREY_NETWORK_SMALL * TREY_NETWORK_SMALL };
    for (int i = 0; i < SMALL; i++) { /* an unknown deck: the mean of those met */
        float sum = 0.0F;
        int met = 0;
        for (int deck = 0; deck < TREY_NETWORK_DECKS; deck++) {
            const struct trey_learner_entry *entry = &from->deck[deck * SMALL + i];
            to->deck[deck * SMALL + i] = (int32_t)lrintf(entry->weight / to->unit);
            sum += entry->total > 0.0F ? entry->weight : 0.0F;
            met += entry->total > 0.0F;
        }
        to->deck[TREY_NETWORK_DECKS * SMALL + i] =
            met > 0 ? (int32_t)lrintf(sum / (float)met / to->unit) : 0;
    }
}

static enum trey_status make_network(const struct trey_learner *learner,
                                     const struct trey_export_options *options,
                                     struct trey_network **network,
                                     struct trey_error *error)
{
    struct trey_export_options stage = {0};
    enum trey_status status = trey_network_new(
        &learner->tuples, &learner->stages, trey_learner_family(learner), network, error);
    if (options != NULL)
        stage = *options;
    for (int i = 0; status == TREY_OK && i < learner->stages.count; i++) {
        quantise(learner, &learner->stage[i], &stage, &(*network)->stage[i]);
        stage.unit *= 1.5;
    }
    return status;
}

enum trey_status trey_learner_evaluator(const struct trey_learner *learner,
                                        const struct trey_export_options *options,
                                        struct trey_evaluator **evaluator,
                                        struct trey_error *error)
{
    struct trey_network *network = NULL;
    enum trey_status status = make_network(learner, options, &network, error);
    if (status == TREY_OK)
        *evaluator = &network->base;
    return status;
}

enum trey_status trey_learner_export(const struct trey_learner *learner,
                                     const struct trey_export_options *options,
                                     const char *path, struct trey_error *error)
{
    struct trey_network *network = NULL;
    enum trey_status status = make_network(learner, options, &network, error);
    if (status != TREY_OK)
        return status;
    status = trey_network_write(network, path, error);
    trey_evaluator_free(&network->base);
    return status;
}
