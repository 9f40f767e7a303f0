/* Resumes from a network file: takes its rounded weights and makes up TC statistics,
 * which a file does not store. A learner that was trained on the late game can be joined
 * with a network for the early one. */
#include "base/error.h"
#include "learn/command.h"
#include "learn/kernels.h"
#include "trey/search.h"

#include <string.h>

static void set_record(float *record, float weight, double trust)
{
    trey_weight_set(record, weight);
    trey_weight_set(record + TREY_TC_ERROR, TREY_IMPORTED_RATE * (float)trust);
    trey_weight_set(record + TREY_TC_TOTAL, (float)trust);
}

static void set_entry(struct trey_learner *learner, int stage, int tuple, uint32_t index,
                      float weight, double trust)
{
    float *at = trey_learner_entry(learner, stage, tuple, index);
    if (learner->stride == TREY_TC_RECORD)
        set_record(at, weight, trust);
    else
        *at = weight;
}

/* A network of Threes! treats 12288, rank 15, as 6144, rank 14: its weight also holds
 * wherever some of the index's digits are 15 instead of 14. */
static void set_with_rank_15(struct trey_learner *learner, int stage, int tuple,
                             uint32_t index, float weight, double trust)
{
    uint32_t digits_14 = index >> 1 & index >> 2 & index >> 3 & ~index & 0x11111111u;
    uint32_t subset = 0;
    do { /* each subset */
        set_entry(learner, stage, tuple, index | subset, weight, trust);
        subset = (subset - digits_14) & digits_14;
    } while (subset != 0);
}

/* A weight of 0 is information only if the parent stage has another value there. */
static bool is_known(const struct trey_learner *learner, int stage, int tuple,
                     uint32_t index, int16_t weight)
{
    return weight != 0 ||
           (stage > 0 &&
            *trey_learner_entry(learner, trey_stages_parent(&learner->stages, stage),
                                tuple, index) != 0.0F);
}

static void import_tuple(struct trey_learner *learner, int stage, int tuple,
                         const struct trey_network *network, int from, double trust)
{
    const struct trey_network_stage *source = &network->stage[from];
    const int16_t *weights = source->weights[tuple];
    bool threes = network->base.family == TREY_EVAL_THREES;
    for (uint32_t i = 0; i < source->size[tuple]; i++) {
        uint32_t index = trey_network_unpack(source, i);
        if (!is_known(learner, stage, tuple, index, weights[i]))
            continue;
        float weight = (float)weights[i] * network->unit;
        if (threes)
            set_with_rank_15(learner, stage, tuple, index, weight, trust);
        else
            set_entry(learner, stage, tuple, index, weight, trust);
    }
}

/* For --exchange: sets each weight to the mean of itself and of that with 1s and 2s
 * swapped. */
static void make_swap_symmetric(struct trey_learner *learner, int stage, int tuple,
                                double trust)
{
    for (uint32_t index = 0; index < learner->tuples.size[tuple]; index++) {
        uint32_t swapped = (uint32_t)trey_network_swap_1_2(index);
        if (swapped <= index)
            continue;
        float weight = *trey_learner_entry(learner, stage, tuple, index);
        float swapped_weight = *trey_learner_entry(learner, stage, tuple, swapped);
        if (weight == 0.0F && swapped_weight == 0.0F)
            continue;
        float mean = weight == 0.0F           ? swapped_weight
                     : swapped_weight == 0.0F ? weight
                                              : 0.5F * (weight + swapped_weight);
        set_entry(learner, stage, tuple, index, mean, trust);
        set_entry(learner, stage, tuple, swapped, mean, trust);
    }
}

static void import_stage(struct trey_learner *learner, int stage,
                         const struct trey_network *network, double trust)
{
    int from =
        trey_stage_of(&network->stages, trey_stages_min_board(&learner->stages, stage));
    for (int tuple = 0; tuple < network->stage[from].tuples; tuple++)
        import_tuple(learner, stage, tuple, network, from, trust);
    for (int tuple = 0; learner->options.exchange && tuple < learner->tuples.count;
         tuple++)
        make_swap_symmetric(learner, stage, tuple, trust);
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        if (network->stage[from].deck[i] != 0)
            set_record(&learner->stage[stage].deck[TREY_TC_RECORD * i],
                       (float)network->stage[from].deck[i] * network->unit, trust);
}

/* Checks that the learner can resume from the network. */
static enum trey_status check_compatible(const struct trey_learner *learner,
                                         const struct trey_network *network,
                                         struct trey_error *error)
{
    const struct trey_tuples *have = &learner->tuples, *found = &network->tuples;
    struct trey_shape shape = found->shape;
    char text[TREY_TUPLES_TEXT];
    bool same = found->count <= have->count;
    for (int i = 0; same && i < found->count; i++)
        same = found->mask[i] == have->mask[i];
    trey_tuples_format(found, text);
    if (network->base.family != trey_learner_family(learner))
        return trey_fail(error, TREY_ERR_INPUT, 0, "the network is for %s",
                         trey_eval_tiles(network->base.family)->title);
    if (network->base.measure != trey_learner_measure(learner))
        return trey_fail(error, TREY_ERR_INPUT, 0, "the network's values are %s",
                         network->base.measure == TREY_MEASURE_SUMS ? "tile sums"
                                                                    : "points");
    if (trey_eval_discount(&network->base) != learner->discount)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the network has a discount of %.6g",
                         (double)trey_eval_discount(&network->base));
    if (shape.rows != have->shape.rows || shape.cols != have->shape.cols)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the network is for %d x %d cells",
                         shape.rows, shape.cols);
    if (!same)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the network has different tuples: %s; new tuples may only be "
                         "added at the end",
                         text);
    return TREY_OK;
}

/* Reads a network and checks that the learner can resume from it. */
static enum trey_status read_compatible(const struct trey_learner *learner,
                                        const char *path, struct trey_network **network,
                                        struct trey_error *error)
{
    struct trey_network *made = NULL;
    enum trey_status status = trey_network_read(path, &made, error);
    if (status != TREY_OK)
        return status;
    status = check_compatible(learner, made, error);
    for (int i = 0; status == TREY_OK && i < made->stages.count; i++)
        status = trey_network_prepare(made, i, error);
    if (status == TREY_OK)
        *network = made;
    else
        trey_evaluator_free(&made->base);
    return status;
}

enum trey_status trey_learner_import(struct trey_learner *learner, const char *path,
                                     const double trust[TREY_LEARN_MAX_STAGES],
                                     struct trey_error *error)
{
    struct trey_network *network;
    enum trey_status status = read_compatible(learner, path, &network, error);
    if (status != TREY_OK)
        return status;
    double trusted = 0.0;
    for (int i = 0; i < learner->stages.count; i++) {
        trusted = trust[i] > 0.0 ? trust[i] : trusted;
        import_stage(learner, i, network, trusted);
    }
    trey_evaluator_free(&network->base);
    return TREY_OK;
}

/* --- joining with a network for the early game ---------------------------------------
 */

enum { JOIN_GAMES = 1000, JOIN_ENOUGH = 100, JOIN_SEED = 1 };

/* The learner's first stage that begins after the last stage of `early`. */
static int first_late(const struct trey_stages *all, const struct trey_stages *early)
{
    int late = all->count, last = early->count - 1;
    while (late > 1 &&
           memcmp(all->rank[late - 1], early->rank[last], sizeof early->rank[last]) > 0)
        late--;
    return late;
}

static double value_by_network(const struct trey_network *network, trey_board board)
{
    float value;
    board = trey_eval_downgraded(board, network->base.downgrade);
    network->base.values(&network->base, &board, 1, &value);
    return (double)value;
}

static double value_by_learner(const struct trey_learner *learner,
                               const struct trey_view *view)
{
    struct trey_active_weights place;
    trey_board board = trey_eval_downgraded(view->board, learner->downgrade);
    trey_learner_find_weights(learner, board, view->deck, &place);
    return (double)trey_eval_realised_value(trey_learner_measure(learner),
                                            &learner->mechanics, board) +
           (double)trey_learner_value(learner, &place);
}

/* Plays a game until it reaches a stage; returns false if it ends before. */
static bool play_to_stage(struct trey_search *search, struct trey_game *game,
                          const struct trey_stages *stages, int stage)
{
    struct trey_search_limits limits;
    struct trey_search_result result;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = 1;
    while (trey_stage_of(stages, game->view.board) < stage) {
        if (trey_search_run(search, &game->view, &limits, &result, NULL) != TREY_OK ||
            result.best < 0 ||
            !trey_game_slide(game, (enum trey_direction)result.best, NULL))
            return false;
    }
    return true;
}

/* *difference: the network's value minus the learner's, averaged over positions in which
 * games of the network reach this stage; 0 if none does. */
static enum trey_status compare_values(const struct trey_learner *learner,
                                       const struct trey_network *early, int stage,
                                       double *difference, struct trey_error *error)
{
    const struct trey_rules *rules = &learner->options.rules;
    struct trey_search *search;
    struct trey_game game;
    double sum = 0.0;
    int reached = 0;
    enum trey_status status =
        trey_search_new(rules, &early->base, TREY_SEARCH_MIN_TABLE_BYTES, &search, error);
    if (status != TREY_OK)
        return status;
    for (uint64_t i = 0; i < JOIN_GAMES && reached < JOIN_ENOUGH; i++) {
        trey_game_begin(&game, rules, JOIN_SEED, i);
        if (play_to_stage(search, &game, &learner->stages, stage)) {
            sum += value_by_network(early, game.view.board) -
                   value_by_learner(learner, &game.view);
            reached++;
        }
    }
    *difference = reached > 0 ? sum / reached : 0.0;
    trey_search_free(search);
    return TREY_OK;
}

/* Adds a constant to the values of all positions of a stage. */
static void raise_stage_values(struct trey_learner *learner, int stage, double difference)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        float *weight = &learner->stage[stage].deck[TREY_TC_RECORD * i];
        trey_weight_add(weight, (float)difference);
    }
}

/* Resets a stage to untrained. */
static void reset_stage(struct trey_learner *learner, int stage)
{
    memset(learner->stage[stage].weights, 0,
           trey_learner_floats(learner) * sizeof(float));
    memset(learner->stage[stage].deck, 0, TREY_LEARNER_DECK_FLOATS * sizeof(float));
}

enum trey_status trey_learner_join(struct trey_learner *learner, const char *path,
                                   const double trust[TREY_LEARN_MAX_STAGES],
                                   double *raised, struct trey_error *error)
{
    struct trey_network *early;
    double trusted = 0.0;
    *raised = 0.0;
    enum trey_status status = read_compatible(learner, path, &early, error);
    if (status != TREY_OK)
        return status;
    int late = first_late(&learner->stages, &early->stages);
    if (late == learner->stages.count)
        status = trey_fail(error, TREY_ERR_INPUT, 0,
                           "no stage begins after the network's last stage: all trained "
                           "weights would be replaced");
    else
        status = compare_values(learner, early, late, raised, error);
    for (int i = 0; status == TREY_OK && i < learner->stages.count; i++) {
        trusted = trust[i] > 0.0 ? trust[i] : trusted;
        if (i < late) {
            reset_stage(learner, i);
            import_stage(learner, i, early, trusted);
        } else {
            raise_stage_values(learner, i, *raised);
        }
    }
    trey_evaluator_free(&early->base);
    return status;
}
