/* Exports the network: quantises weights to 16 bits and prunes those that were rarely
 * updated. Tuples that a symmetry of the board maps onto each other become one, whose
 * weights are the sums of theirs: the values stay the same, with fewer look-ups. */
#include "base/error.h"
#include "eval/tied_weights.h"
#include "learn/learner.h"

#include <math.h>
#include <string.h>

_Static_assert(TREY_LEARN_MAX_STAGES == TREY_NETWORK_MAX_STAGES, "by stage");

/* The tuples of the network, and for each one the learner's tuples that become it. */
struct outline {
    const struct trey_learner *learner;
    struct trey_tuples tuples;
    struct {
        int count, tuple[TREY_NETWORK_MAX_TUPLES];
        /* by digit of the learner's index: the digit of the network's index; not set for
         * the first of these tuples, which has the same index */
        uint8_t digit[TREY_NETWORK_MAX_TUPLES][TREY_NETWORK_MAX_CELLS];
    } source[TREY_NETWORK_MAX_TUPLES];
    int most_sources;
};

static void make_outline(const struct trey_learner *learner, struct outline *outline)
{
    int number[TREY_NETWORK_MAX_TUPLES], distinct = 0; /* by tuple of the learner */
    *outline = (struct outline){.learner = learner};
    for (int tuple = 0; tuple < learner->tuples.count; tuple++) {
        uint8_t digit[TREY_NETWORK_MAX_CELLS] = {0};
        int same = trey_tuples_find_same(&learner->tuples, tuple, digit);
        number[tuple] = same < 0 ? distinct++ : number[same];
        int source = outline->source[number[tuple]].count++;
        outline->source[number[tuple]].tuple[source] = tuple;
        memcpy(outline->source[number[tuple]].digit[source], digit, sizeof digit);
        if (source + 1 > outline->most_sources)
            outline->most_sources = source + 1;
    }
    trey_tuples_find_distinct(&learner->tuples, &outline->tuples);
    assert(outline->tuples.count == distinct);
}

/* The largest absolute value of a weight; infinite if one is not a number. */
static float largest_of(const struct trey_learner *learner)
{
    float largest = 0.0F;
    for (int stage = 0; stage < learner->stages.count; stage++) {
        const float *weights = learner->stage[stage].weights;
        for (size_t i = 0; i < trey_learner_floats(learner); i += learner->stride) {
            float size = fabsf(trey_weight_get(&weights[i]));
            largest = size <= largest ? largest : isnan(size) ? INFINITY : size;
        }
    }
    return largest;
}

/* The unit of the quantised weights: at least `min_unit`, and so large that the largest
 * weight fits. */
static enum trey_status unit_of(const struct outline *outline, float min_unit,
                                float *unit, struct trey_error *error)
{
    float most = (float)outline->most_sources;
    float smallest = most * largest_of(outline->learner) / 32767.0F;
    *unit = min_unit > smallest ? min_unit : smallest;
    if (!((double)*unit < TREY_NETWORK_MAX_UNIT))
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "the weights have diverged: the learning rates are too high");
    if (!(*unit > 0.0F))
        *unit = 1.0F;
    return TREY_OK;
}

/* The rounding step of a weight, in units: the less it was updated, the less is known of
 * it and the less often it is used. By coding theory the step should be proportional to
 * the root of that; powers of two make bytes that repeat. */
static float rounding_step(float total, double prune)
{
    float step = 1.0F;
    for (double limit = (double)total; limit < prune && step < 0x1p15F; limit *= 4.0)
        step *= 2.0F;
    return step;
}

/* A weight and its TC total: 0 if it was never visited. With a fixed rate, which has no
 * TC statistics, the total is 1 for all weights that changed. */
struct known_weight {
    float weight, total;
};

static struct known_weight learned_weight(const struct trey_learner *learner, int stage,
                                          int tuple, uint32_t index)
{
    const float *entry = trey_learner_entry(learner, stage, tuple, index);
    float weight = trey_weight_get(entry);
    if (learner->stride == TREY_TC_RECORD)
        return (struct known_weight){weight, trey_weight_get(entry + TREY_TC_TOTAL)};
    return (struct known_weight){weight,
                                 weight != trey_learner_initial(learner) ? 1.0F : 0.0F};
}

/* A weight of the network's tuple: the sum over its sources. */
static struct known_weight known_weight_of(const struct outline *outline, int stage,
                                           int tuple, uint32_t index)
{
    const int first = outline->source[tuple].tuple[0];
    struct known_weight sum = learned_weight(outline->learner, stage, first, index);
    for (int i = 1; i < outline->source[tuple].count; i++) {
        uint32_t image = 0;
        for (int digit = 0; digit < TREY_NETWORK_MAX_CELLS; digit++)
            image |= (index >> (4 * outline->source[tuple].digit[i][digit]) & 15)
                     << (4 * digit);
        struct known_weight found = learned_weight(
            outline->learner, stage, outline->source[tuple].tuple[i], image);
        sum.weight += found.weight;
        sum.total = fmaxf(sum.total, found.total); /* both were updated alike */
    }
    return sum;
}

/* Mean of two weights that differ only by chance. */
static struct known_weight mean_weight(struct known_weight a, struct known_weight b)
{
    float total = a.total + b.total;
    if (!(total > 0.0F))
        return (struct known_weight){0.5F * (a.weight + b.weight), 0.0F};
    return (struct known_weight){(a.weight * a.total + b.weight * b.total) / total,
                                 total};
}

/* Quantises the differences to the weights of the parent stage: where the difference
 * becomes 0, the file need not store it. */
static void quantise_tuple(const struct outline *outline, double prune,
                           struct trey_network *network, int number, int tuple)
{
    struct trey_network_stage *stage = &network->stage[number];
    int16_t *weights = stage->weights[tuple];
    int before = network->parent[number];
    if (before >= 0)
        trey_network_add_stage(network, before, number, tuple, 1, weights);
    for (uint32_t i = 0; i < stage->size[tuple]; i++) {
        uint32_t index = trey_network_unpack(stage, i);
        struct known_weight known = known_weight_of(outline, number, tuple, index);
        if (network->swap_symmetric) {
            uint32_t swapped = (uint32_t)trey_network_swap_1_2(index);
            if (swapped < index) /* set by trey_tied_weights_expand */
                continue;
            if (swapped > index)
                known =
                    mean_weight(known, known_weight_of(outline, number, tuple, swapped));
        }
        if (!(known.total > 0.0F))
            continue;
        float step = prune > 0.0 ? rounding_step(known.total, prune) : 1.0F;
        float difference = known.weight / network->unit - (float)weights[i];
        float sum = (float)weights[i] + step * rintf(difference / step);
        weights[i] = (int16_t)fmaxf(-32767.0F, fminf(sum, 32767.0F));
    }
    trey_tied_weights_expand(network, number, tuple, weights);
}

static struct known_weight known_deck_weight_of(const struct trey_learner_stage *from,
                                                int entry)
{
    const float *record = &from->deck[TREY_TC_RECORD * entry];
    return (struct known_weight){trey_weight_get(record),
                                 trey_weight_get(record + TREY_TC_TOTAL)};
}

/* Visited weights never quantise to 0, which stands for unvisited. */
static int32_t rounded(struct known_weight known, float unit)
{
    int32_t weight = (int32_t)lrintf(known.weight / unit);
    return weight == 0 && known.total > 0.0F ? (known.weight < 0.0F ? -1 : 1) : weight;
}

static void quantise_deck(const struct trey_learner_stage *from, float unit,
                          bool exchanged, struct trey_network_stage *to)
{
    enum { SMALL = TREY_NETWORK_SMALL_COUNTS * TREY_NETWORK_SMALL_COUNTS };
    for (int i = 0; i < SMALL; i++) {
        float visited_sum = 0.0F, sum = 0.0F;
        int visited = 0;
        for (int deck = 0; deck < TREY_NETWORK_DECKS; deck++) {
            int entry = deck * SMALL + i;
            struct known_weight known = known_deck_weight_of(from, entry);
            if (exchanged)
                known = mean_weight(
                    known, known_deck_weight_of(from, trey_network_deck_swap_1_2(entry)));
            to->deck[entry] = rounded(known, unit);
            sum += known.weight;
            visited_sum += known.total > 0.0F ? known.weight : 0.0F;
            visited += known.total > 0.0F;
        }
        /* An unknown deck: the mean of the visited ones. */
        float mean =
            visited > 0 ? visited_sum / (float)visited : sum / (float)TREY_NETWORK_DECKS;
        to->deck[TREY_NETWORK_DECKS * SMALL + i] = (int32_t)lrintf(mean / unit);
    }
}

static bool was_updated(const struct outline *outline, int stage, int tuple)
{
    for (uint32_t i = 0; i < outline->tuples.size[tuple]; i++)
        if (known_weight_of(outline, stage, tuple, i).total > 0.0F)
            return true;
    return false;
}

/* Number of tuples that a stage needs: without the last ones, if they were never updated
 * there though earlier ones were. Those belong to other stages only. */
static int count_tuples(const struct outline *outline, int stage)
{
    int count = outline->tuples.count;
    while (count > 0 && !was_updated(outline, stage, count - 1))
        count--;
    return count > 0 ? count : outline->tuples.count;
}

static void quantise(const struct outline *outline,
                     const struct trey_export_options *options,
                     struct trey_network *network)
{
    double prune = 0.0;
    for (int number = 0; number < network->stages.count; number++) {
        if (options->prune[number] > 0.0)
            prune = options->prune[number];
        trey_network_truncate_tuples(network, number, count_tuples(outline, number));
        for (int tuple = 0; tuple < network->stage[number].tuples; tuple++)
            quantise_tuple(outline, prune, network, number, tuple);
        quantise_deck(&outline->learner->stage[number], network->unit,
                      network->swap_symmetric, &network->stage[number]);
    }
}

/* The stages that a network gets. A stage may be allowed only because a later one limits
 * its tiles. */
static enum trey_status exported_stages(const struct trey_learner *learner,
                                        const struct trey_export_options *options,
                                        struct trey_stages *stages,
                                        struct trey_error *error)
{
    char text[TREY_STAGES_TEXT];
    *stages = learner->stages;
    if (options->until_stage == 0)
        return TREY_OK;
    stages->count = options->until_stage;
    trey_stages_format(stages, text);
    if (trey_stages_parse(text, stages->family, stages, NULL) == TREY_OK)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                     "without the omitted stages, another one begins at a tile that may "
                     "spawn as a bonus tile");
}

enum trey_status trey_learner_check_export(const struct trey_learner *learner,
                                           const struct trey_export_options *options,
                                           struct trey_error *error)
{
    if (options->until_stage < 0 || options->until_stage >= learner->stages.count)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "stage %d does not exist",
                         options->until_stage);
    struct trey_stages stages;
    enum trey_status status = exported_stages(learner, options, &stages, error);
    if (status != TREY_OK)
        return status;
    if (!(options->unit >= 0.0 && options->unit < (double)INFINITY))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the unit must be 0 or more points, not %g", options->unit);
    for (int i = 0; learner->options.alpha > 0.0 && i < TREY_LEARN_MAX_STAGES; i++)
        if (options->prune[i] > 0.0)
            return trey_fail(
                error, TREY_ERR_ARGUMENT, 0,
                "cannot prune: with a fixed learning rate (alpha) the learner does "
                "not record how much weights were updated");
    return TREY_OK;
}

static enum trey_status make_network(const struct trey_learner *learner,
                                     const struct trey_export_options *options,
                                     struct trey_network **network,
                                     struct trey_error *error)
{
    struct trey_export_options none = {0};
    if (options == NULL)
        options = &none;
    enum trey_status status = trey_learner_check_export(learner, options, error);
    if (status != TREY_OK)
        return status;
    float unit;
    struct outline outline;
    make_outline(learner, &outline);
    status = unit_of(&outline, (float)options->unit, &unit, error);
    if (status != TREY_OK)
        return status;
    struct trey_stages stages;
    status = exported_stages(learner, options, &stages, error);
    if (status != TREY_OK)
        return status;
    status = trey_network_new(&outline.tuples, &stages, trey_learner_family(learner),
                              learner->downgrade, network, error);
    if (status != TREY_OK)
        return status;
    (*network)->unit = unit;
    (*network)->base.measure = trey_learner_measure(learner);
    (*network)->base.discount = learner->discount;
    (*network)->swap_symmetric = trey_learner_family(learner) == TREY_EVAL_THREES;
    quantise(&outline, options, *network);
    return TREY_OK;
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
