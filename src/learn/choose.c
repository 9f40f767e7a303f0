/* Temporal differences.
 *
 * A position X is a board that a tile has just entered, with the deck before the next
 * hint is drawn. Then the hint is shown, and the best slide under it is worth
 *
 *     max over slides: points made + mean over cells: points of the tile + V(next X)
 *
 * in points still to come; or in what tiles add up to, of which a slide makes none and a
 * tile that enters its own. V(X) is moved towards that number, an expectation over the
 * cells that costs nothing beyond choosing the slide: the only noise left is the hint. At
 * the end of the game it is 0.
 *
 * In 2048, where nothing is known of the next tile, a position is a board after a slide,
 * and the best slide after the next tile is the only noise.
 *
 * Each weight has its own rate, |sum of errors| / sum of |errors|: 1 while all errors
 * point one way, towards 0 once they cancel out. An error is shared by all the weights
 * that the value is the sum of. The loops over weights are those of kernels.c. */
#include "base/check.h"
#include "learn/kernels.h"

/* --- values --------------------------------------------------------------------------
 */

static float deck_weight(const struct trey_learner *learner, int stage, uint32_t deck)
{
    assert(stage < learner->stages.count && deck < TREY_NETWORK_DECK_ENTRIES);
    return trey_weight_get(&learner->stage[stage].deck[TREY_LEARNER_RECORD * deck]);
}

float trey_learner_value(const struct trey_learner *learner,
                         const struct trey_place *place)
{
    return learner->kernels->sum(learner, place) +
           deck_weight(learner, place->stage, place->deck);
}

void trey_learner_find(const struct trey_learner *learner, trey_board board,
                       trey_deck deck, struct trey_place *place)
{
    learner->kernels->find(learner, board, place);
    place->stage = trey_stage_of(&learner->stages, board);
    place->deck = trey_network_deck(deck, board);
}

/* Mean value after the slide with the tile in one of the cells, still to come. */
static float mean_value(const struct trey_learner *learner, trey_board after,
                        uint64_t cells, const struct trey_place *place, unsigned rank,
                        trey_deck deck)
{
    trey_board one = after | (cells & -cells) * rank;
    return learner->kernels->sum_entries(learner, place, cells, rank) /
               (float)trey_network_count(cells) +
           deck_weight(learner, place->stage, trey_network_deck(deck, one));
}

static void teach_deck(struct trey_learner *learner, const struct trey_place *place,
                       float error)
{
    float *record = &learner->stage[place->stage].deck[TREY_LEARNER_RECORD * place->deck];
    float alpha = (float)learner->options.alpha;
    float rate = alpha > 0.0F ? alpha : trey_record_rate(record);
    trey_weight_add(record, learner->rate * rate * error);
    trey_record_add(record, error); /* tells, whatever the rate, that it was met */
}

void trey_learner_teach(struct trey_learner *learner, const struct trey_place *place,
                        float worth)
{
    /* On a board that is not square each weight is there twice, is moved twice, and then
     * counts twice. */
    struct trey_shape shape = learner->tuples.shape;
    int times = shape.rows == shape.cols ? 1 : 2;
    int count = times * TREY_NETWORK_IMAGES * learner->tuples.count + 1;
    assert(count > 0);
    float error = (worth - trey_learner_value(learner, place)) / (float)count;
    learner->kernels->teach(learner, place, error);
    teach_deck(learner, place, error);
}

/* A table is symmetric in 1 and 2 as long as all that is taught is shared. */
void trey_learner_find_twin(const struct trey_learner *learner, trey_board board,
                            trey_deck deck, struct trey_place *place)
{
    trey_deck cards =
        (trey_deck)((deck & ~0xffu) | (deck & 15u) << 4 | (deck >> 4 & 15u));
    trey_learner_find(learner, trey_network_exchanged(board), cards, place);
}

static void copy_record(const float *from, float *to, uint32_t floats)
{
    for (uint32_t i = 0; from != to && i < floats; i++)
        trey_weight_set(to + i, trey_weight_get(from + i));
}

void trey_learner_share(struct trey_learner *learner, const struct trey_place *place,
                        const struct trey_place *twin)
{
    float *weights = learner->stage[place->stage].weights;
    float *deck = learner->stage[place->stage].deck;
    int count = learner->tuples.count * TREY_NETWORK_IMAGES;
    assert(place->stage == twin->stage); /* 1s and 2s make no stage */
    for (int i = 0; i < count; i++)
        copy_record(weights + place->index[i], weights + twin->index[i], learner->stride);
    copy_record(deck + (size_t)TREY_LEARNER_RECORD * place->deck,
                deck + (size_t)TREY_LEARNER_RECORD * twin->deck, TREY_LEARNER_RECORD);
}

/* --- slides --------------------------------------------------------------------------
 */

/* What is made at once and still to come. Of sums a slide that ends the game by a top
 * tile has nothing, though an evaluator counts that tile once more: one success in fifty,
 * worth ten times what else a position has to tell, would be noise to all that is taught
 * (docs/training.md). */
static float worth_of(const struct trey_learner *learner,
                      const struct trey_slides *slides, int direction,
                      const struct trey_chance *tiles, int kinds)
{
    bool sums = learner->options.sums; /* which a slide keeps */
    bool ends = (slides->ends >> direction & 1) != 0;
    float worth = sums ? 0.0F : slides->gain[direction];
    for (int i = 0; i < kinds && !ends; i++)
        worth += (float)tiles[i].probability *
                 (trey_eval_tiles_count(trey_learner_measure(learner), tiles[i].what) +
                  mean_value(learner, slides->after[direction], slides->cells[direction],
                             &slides->place[direction], tiles[i].what, tiles[i].deck));
    return worth;
}

/* Of 2048 the board after the slide is valued, whatever tile enters. */
static float worth_2048(const struct trey_learner *learner, struct trey_slides *slides,
                        int direction)
{
    const struct trey_place *at = &slides->place[direction];
    if (slides->ends >> direction & 1)
        return slides->gain[direction];
    uint32_t deck = trey_network_deck(0, slides->after[direction]);
    slides->value[direction] =
        learner->kernels->sum(learner, at) + deck_weight(learner, at->stage, deck);
    return slides->gain[direction] + slides->value[direction];
}

int trey_learner_choose(const struct trey_learner *learner, const struct trey_view *view,
                        struct trey_slides *slides, float *worth)
{
    struct trey_chance tiles[TREY_MAX_CHANCES] = {{0}};
    bool twos = learner->mechanics.slide == TREY_SLIDE_2048;
    int kinds = twos ? 0
                     : trey_rules_tiles(&learner->options.rules, view->board, view->next,
                                        view->deck, tiles);
    int best = -1;
    *worth = 0.0F;
    for (int i = 0; i < 4; i++) {
        if (!(slides->legal >> i & 1))
            continue;
        float found = twos ? worth_2048(learner, slides, i)
                           : worth_of(learner, slides, i, tiles, kinds);
        if (best < 0 || found > *worth) {
            best = i;
            *worth = found;
        }
    }
    return best;
}

/* --- looking further ahead -----------------------------------------------------------
 */

enum { TABLE_BYTES = 1 << 20 }; /* of a search that is over in a few thousand boards */

/* The evaluator's two ways, of the weights as they are at the moment. */
static void values(const struct trey_evaluator *evaluator, const trey_board *boards,
                   int count, float *found)
{
    const struct trey_learner *learner =
        ((const struct trey_learner_sight *)evaluator)->learner;
    bool threes = learner->mechanics.slide == TREY_SLIDE_THREES;
    for (int i = 0; i < count; i++) {
        struct trey_place place;
        trey_learner_find(learner, boards[i], threes ? TREY_DECK_UNKNOWN : 0, &place);
        found[i] = trey_learner_value(learner, &place) +
                   trey_eval_counted(evaluator->measure, &learner->mechanics, boards[i]);
    }
}

static void entries(const struct trey_evaluator *evaluator, trey_board after,
                    uint64_t cells, unsigned ranks, const uint16_t deck[16],
                    float worth[16])
{
    const struct trey_learner *learner =
        ((const struct trey_learner_sight *)evaluator)->learner;
    struct trey_place place;
    trey_learner_find(learner, after, 0, &place);
    if (learner->mechanics.slide == TREY_SLIDE_2048) {
        float value = trey_learner_value(learner, &place);
        for (unsigned left = ranks; left != 0; left &= left - 1)
            worth[__builtin_ctz(left)] = value;
        return;
    }
    float counted = trey_eval_counted(evaluator->measure, &learner->mechanics, after);
    for (unsigned left = ranks; left != 0; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        worth[rank] = counted + trey_eval_tiles_count(evaluator->measure, rank) +
                      mean_value(learner, after, cells, &place, rank, deck[rank]);
    }
}

enum trey_status trey_learner_see(const struct trey_learner *learner,
                                  struct trey_learner_sight *sight,
                                  struct trey_error *error)
{
    *sight = (struct trey_learner_sight){
        .base = {.values = values,
                 .entries = entries,
                 .shape = learner->tuples.shape,
                 .family = trey_learner_family(learner),
                 .slides_only = trey_learner_family(learner) == TREY_EVAL_2048,
                 .downgrade = (uint8_t)learner->downgrade,
                 .measure = trey_learner_measure(learner)},
        .learner = learner};
    if (learner->options.depth == 1)
        return TREY_OK;
    return trey_search_new(&learner->options.rules, &sight->base, TABLE_BYTES,
                           &sight->search, error);
}

unsigned trey_learner_search(struct trey_learner_sight *sight,
                             const struct trey_view *view)
{
    struct trey_search_limits limits;
    struct trey_search_result result;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = sight->learner->options.depth;
    limits.best_only = true;
    if (trey_search_run(sight->search, view, &limits, &result, NULL) != TREY_OK ||
        result.best < 0)
        return 0;
    return 1U << result.best;
}
