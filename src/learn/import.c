/* A learner that goes on from a network: with its weights, as they were rounded for the
 * file, and with pasts that are made up, since a file keeps none; and one that was taught
 * what comes late in the game, joined with a network for the rest. */
#include "base/error.h"
#include "learn/kernels.h"
#include "trey/search.h"

#include <string.h>

/* The share of its errors that a weight whose past is made up moves by at first: far less
 * than a new one, enough to lose in a few hundred lessons what rounding did to it. */
#define FIRST_RATE 0.05F

static void set_record(float *record, float weight, double trust)
{
    trey_weight_set(record, weight);
    trey_weight_set(record + TREY_LEARNER_ERROR, FIRST_RATE * (float)trust);
    trey_weight_set(record + TREY_LEARNER_TOTAL, (float)trust);
}

static void set_entry(struct trey_learner *learner, int stage, int tuple, uint32_t index,
                      float weight, double trust)
{
    float *at = trey_learner_entry(learner, stage, tuple, index);
    if (learner->stride == TREY_LEARNER_RECORD)
        set_record(at, weight, trust);
    else
        *at = weight;
}

/* A network that knows no tile beyond 6144, rank 14, takes 12288 for one: so this weight
 * holds wherever some of the index's digits are 15 in place of 14. */
static void set_with_top(struct trey_learner *learner, int stage, int tuple,
                         uint32_t index, float weight, double trust)
{
    uint32_t tops = index >> 1 & index >> 2 & index >> 3 & ~index & 0x11111111u;
    uint32_t chosen = 0;
    do { /* each set of them */
        set_entry(learner, stage, tuple, index | chosen, weight, trust);
        chosen = (chosen - tops) & tops;
    } while (chosen != 0);
}

/* A 0 says something only where the stage that this one goes on from has another weight.
 */
static bool is_told(const struct trey_learner *learner, int stage, int tuple,
                    uint32_t index, int16_t weight)
{
    return weight != 0 ||
           (stage > 0 &&
            *trey_learner_entry(learner, trey_stages_before(&learner->stages, stage),
                                tuple, index) != 0.0F);
}

static void take_tuple(struct trey_learner *learner, int stage, int tuple,
                       const struct trey_network *network, int from, double trust)
{
    const struct trey_network_stage *source = &network->stage[from];
    const int16_t *weights = source->weights[tuple];
    bool threes = network->base.family == TREY_EVAL_THREES;
    for (uint32_t i = 0; i < source->size[tuple]; i++) {
        uint32_t index = trey_network_unpack(source, i);
        if (!is_told(learner, stage, tuple, index, weights[i]))
            continue;
        float weight = (float)weights[i] * network->unit;
        if (threes)
            set_with_top(learner, stage, tuple, index, weight, trust);
        else
            set_entry(learner, stage, tuple, index, weight, trust);
    }
}

/* For --exchange: the mean of each weight and of that with 1s and 2s exchanged. */
static void make_even(struct trey_learner *learner, int stage, int tuple, double trust)
{
    for (uint32_t index = 0; index < learner->tuples.size[tuple]; index++) {
        uint32_t twin = (uint32_t)trey_network_exchanged(index);
        if (twin <= index)
            continue;
        float one = *trey_learner_entry(learner, stage, tuple, index);
        float other = *trey_learner_entry(learner, stage, tuple, twin);
        if (one == 0.0F && other == 0.0F)
            continue;
        float mean = one == 0.0F ? other : other == 0.0F ? one : 0.5F * (one + other);
        set_entry(learner, stage, tuple, index, mean, trust);
        set_entry(learner, stage, tuple, twin, mean, trust);
    }
}

static void take_stage(struct trey_learner *learner, int stage,
                       const struct trey_network *network, double trust)
{
    int from =
        trey_stage_of(&network->stages, trey_stages_first(&learner->stages, stage));
    for (int tuple = 0; tuple < network->stage[from].tuples; tuple++)
        take_tuple(learner, stage, tuple, network, from, trust);
    for (int tuple = 0; learner->options.exchange && tuple < learner->tuples.count;
         tuple++)
        make_even(learner, stage, tuple, trust);
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        if (network->stage[from].deck[i] != 0)
            set_record(&learner->stage[stage].deck[TREY_LEARNER_RECORD * i],
                       (float)network->stage[from].deck[i] * network->unit, trust);
}

/* Whether a learner can go on from it. */
static enum trey_status check(const struct trey_learner *learner,
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
        return trey_fail(error, TREY_ERR_INPUT, 0, "a network for %s",
                         trey_eval_tiles(network->base.family)->title);
    if (network->base.measure != trey_learner_measure(learner))
        return trey_fail(error, TREY_ERR_INPUT, 0, "a network whose values are %s",
                         network->base.measure == TREY_MEASURE_SUMS ? "sums of tiles"
                                                                    : "points");
    if (shape.rows != have->shape.rows || shape.cols != have->shape.cols)
        return trey_fail(error, TREY_ERR_INPUT, 0, "a network for %d x %d cells",
                         shape.rows, shape.cols);
    if (!same)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "a network of other tuples: %s; tuples may only be added "
                         "behind them",
                         text);
    return TREY_OK;
}

/* Reads a network that the learner can go on from. */
static enum trey_status read_fitting(const struct trey_learner *learner, const char *path,
                                     struct trey_network **network,
                                     struct trey_error *error)
{
    struct trey_network *made = NULL;
    enum trey_status status = trey_network_read(path, &made, error);
    if (status != TREY_OK)
        return status;
    status = check(learner, made, error);
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
    enum trey_status status = read_fitting(learner, path, &network, error);
    if (status != TREY_OK)
        return status;
    double trusted = 0.0;
    for (int i = 0; i < learner->stages.count; i++) {
        trusted = trust[i] > 0.0 ? trust[i] : trusted;
        take_stage(learner, i, network, trusted);
    }
    trey_evaluator_free(&network->base);
    return TREY_OK;
}

/* --- a network for what comes early ---------------------------------------------------
 */

enum { JOIN_GAMES = 1000, JOIN_ENOUGH = 100, JOIN_SEED = 1 };

/* The first of the learner's stages that begins after the last of these. */
static int first_late(const struct trey_stages *all, const struct trey_stages *early)
{
    int late = all->count, last = early->count - 1;
    while (late > 1 &&
           memcmp(all->rank[late - 1], early->rank[last], sizeof early->rank[last]) > 0)
        late--;
    return late;
}

static double value_by(const struct trey_network *network, trey_board board)
{
    float value;
    board = trey_eval_downgraded(board, network->base.downgrade);
    network->base.values(&network->base, &board, 1, &value);
    return (double)value;
}

static double value_learnt(const struct trey_learner *learner,
                           const struct trey_view *view)
{
    struct trey_place place;
    trey_board board = trey_eval_downgraded(view->board, learner->downgrade);
    trey_learner_find(learner, board, view->deck, &place);
    return (double)trey_eval_counted(trey_learner_measure(learner), &learner->mechanics,
                                     board) +
           (double)trey_learner_value(learner, &place);
}

/* Plays a game up to a stage; false if it ends before. */
static bool play_to(struct trey_search *search, struct trey_game *game,
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

/* How much more the network thinks a position to be worth than the learner, on the mean
 * over those in which games by the network come to this stage; 0 if none does. */
static enum trey_status compare(const struct trey_learner *learner,
                                const struct trey_network *early, int stage, double *more,
                                struct trey_error *error)
{
    const struct trey_rules *rules = &learner->options.rules;
    struct trey_search *search;
    struct trey_game game;
    double sum = 0.0;
    int met = 0;
    enum trey_status status =
        trey_search_new(rules, &early->base, TREY_SEARCH_MIN_TABLE_BYTES, &search, error);
    if (status != TREY_OK)
        return status;
    for (uint64_t i = 0; i < JOIN_GAMES && met < JOIN_ENOUGH; i++) {
        trey_game_begin(&game, rules, JOIN_SEED, i);
        if (play_to(search, &game, &learner->stages, stage)) {
            sum += value_by(early, game.view.board) - value_learnt(learner, &game.view);
            met++;
        }
    }
    *more = met > 0 ? sum / met : 0.0;
    trey_search_free(search);
    return TREY_OK;
}

/* Adds so much to what all positions of a stage are worth. */
static void raise_stage(struct trey_learner *learner, int stage, double more)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        float *weight = &learner->stage[stage].deck[TREY_LEARNER_RECORD * i];
        trey_weight_add(weight, (float)more);
    }
}

/* As if nothing had been learnt. */
static void clear_stage(struct trey_learner *learner, int stage)
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
    enum trey_status status = read_fitting(learner, path, &early, error);
    if (status != TREY_OK)
        return status;
    int late = first_late(&learner->stages, &early->stages);
    if (late == learner->stages.count)
        status = trey_fail(error, TREY_ERR_INPUT, 0,
                           "no stage begins after the last of this network's: nothing "
                           "that was learnt would be left");
    else
        status = compare(learner, early, late, raised, error);
    for (int i = 0; status == TREY_OK && i < learner->stages.count; i++) {
        trusted = trust[i] > 0.0 ? trust[i] : trusted;
        if (i < late) {
            clear_stage(learner, i);
            take_stage(learner, i, early, trusted);
        } else {
            raise_stage(learner, i, *raised);
        }
    }
    trey_evaluator_free(&early->base);
    return status;
}
