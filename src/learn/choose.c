/* Temporal-difference learning.
 *
 * A position X is a board on which a tile has just spawned, with the deck before the next
 * hint is drawn. The hint is then shown, and the value of the best move under it is
 *
 *     max over moves: points made + mean over spawn cells: points of the tile + V(next X)
 *
 * in points still to come. With tile sums it is the same in sums: a move makes none, and
 * a tile that spawns counts its own value. V(X) is moved towards that number, an
 * expectation over spawn cells that costs nothing beyond selecting the move: the only
 * noise left is the hint. At the end of the game it is 0.
 *
 * In 2048, where nothing is known of the next tile, a position is an afterstate, and the
 * best move after the next tile is the only noise.
 *
 * Each weight has its own rate, |sum of errors| / sum of |errors| (temporal coherence): 1
 * while all errors have the same sign, towards 0 once they cancel out. An error is shared
 * by all weights of the position. The loops over weights are in kernels.c. */
#include "base/check.h"
#include "learn/kernels.h"

/* --- values --------------------------------------------------------------------------
 */

static float deck_weight(const struct trey_learner *learner, int stage, uint32_t deck)
{
    assert(stage < learner->stages.count && deck < TREY_NETWORK_DECK_ENTRIES);
    return trey_weight_get(&learner->stage[stage].deck[TREY_TC_RECORD * deck]);
}

float trey_learner_value(const struct trey_learner *learner,
                         const struct trey_active_weights *weights)
{
    return learner->kernels->sum_weights(learner, weights) +
           deck_weight(learner, weights->stage, weights->deck);
}

void trey_learner_find_weights(const struct trey_learner *learner, trey_board board,
                               trey_deck deck, struct trey_active_weights *weights)
{
    learner->kernels->find_weights(learner, board, weights);
    weights->stage = trey_stage_of(&learner->stages, board);
    weights->deck = trey_network_deck_entry(deck, board);
}

/* Mean value still to come after the spawn, over the spawn cells. */
static float mean_value(const struct trey_learner *learner, trey_board after,
                        uint64_t cells, const struct trey_active_weights *weights,
                        unsigned rank, trey_deck deck)
{
    trey_board one = after | (cells & -cells) * rank;
    return learner->kernels->sum_spawns(learner, weights, cells, rank) /
               (float)trey_network_count_flags(cells) +
           deck_weight(learner, weights->stage, trey_network_deck_entry(deck, one));
}

static void update_deck(struct trey_learner *learner,
                        const struct trey_active_weights *weights, float error)
{
    float *record = &learner->stage[weights->stage].deck[TREY_TC_RECORD * weights->deck];
    float alpha = (float)learner->options.alpha;
    float rate = alpha > 0.0F ? alpha : trey_tc_rate(record);
    trey_weight_add(record, learner->rate * rate * error);
    trey_tc_add(record, error); /* also with a fixed rate: shows that it was visited */
}

void trey_learner_update(struct trey_learner *learner,
                         const struct trey_active_weights *weights, float target)
{
    /* On a board that is not square each weight occurs twice in the sum and is updated
     * twice, so it counts twice. */
    struct trey_shape shape = learner->tuples.shape;
    int multiplicity = shape.rows == shape.cols ? 1 : 2;
    int count = multiplicity * TREY_NETWORK_IMAGES * learner->tuples.count + 1;
    assert(count > 0);
    float error = (target - trey_learner_value(learner, weights)) / (float)count;
    learner->kernels->update(learner, weights, error);
    update_deck(learner, weights, error);
}

/* Tables stay symmetric in 1 and 2 if every update is copied to the swapped position. */
void trey_learner_find_swapped(const struct trey_learner *learner, trey_board board,
                               trey_deck deck, struct trey_active_weights *weights)
{
    trey_deck swapped_deck =
        (trey_deck)((deck & ~0xffu) | (deck & 15u) << 4 | (deck >> 4 & 15u));
    trey_learner_find_weights(learner, trey_network_swap_1_2(board), swapped_deck,
                              weights);
}

static void copy_record(const float *from, float *to, uint32_t floats)
{
    for (uint32_t i = 0; from != to && i < floats; i++)
        trey_weight_set(to + i, trey_weight_get(from + i));
}

void trey_learner_copy_to_swapped(struct trey_learner *learner,
                                  const struct trey_active_weights *weights,
                                  const struct trey_active_weights *swapped)
{
    float *table = learner->stage[weights->stage].weights;
    float *deck = learner->stage[weights->stage].deck;
    int count = learner->tuples.count * TREY_NETWORK_IMAGES;
    assert(weights->stage == swapped->stage); /* stages do not depend on 1s and 2s */
    for (int i = 0; i < count; i++)
        copy_record(table + weights->index[i], table + swapped->index[i],
                    learner->stride);
    copy_record(deck + (size_t)TREY_TC_RECORD * weights->deck,
                deck + (size_t)TREY_TC_RECORD * swapped->deck, TREY_TC_RECORD);
}

/* --- moves ---------------------------------------------------------------------------
 */

/* The value of a move: points made plus value still to come. With tile sums a move that
 * ends the game by a top tile has none, though an evaluator counts that tile once more:
 * such a success, one in fifty, would change the target ten times as much as anything
 * else in a position, and be noise to all updates (docs/training.md). */
static float move_value(const struct trey_learner *learner,
                        const struct trey_learner_moves *moves, int direction,
                        const struct trey_chance *tiles, int tile_count)
{
    bool sums = learner->options.sums; /* a move does not change the sum */
    bool ends = (moves->ends >> direction & 1) != 0;
    float value = sums ? 0.0F : moves->gain[direction];
    for (int i = 0; i < tile_count && !ends; i++)
        value += (float)tiles[i].probability *
                 (trey_eval_tiles_value(trey_learner_measure(learner), tiles[i].what) +
                  mean_value(learner, moves->after[direction], moves->cells[direction],
                             &moves->weights[direction], tiles[i].what, tiles[i].deck));
    return value;
}

/* 2048: what the move makes plus the value of the afterstate, whatever tile spawns. */
static float move_value_2048(const struct trey_learner *learner,
                             struct trey_learner_moves *moves, int direction)
{
    const struct trey_active_weights *weights = &moves->weights[direction];
    bool sums = learner->options.sums;
    if (moves->ends >> direction & 1)
        return sums ? 0.0F : moves->gain[direction];
    float gain = sums ? TREY_SUM_OF_MOVE_2048 : moves->gain[direction];
    uint32_t deck = trey_network_deck_entry(0, moves->after[direction]);
    moves->value[direction] = learner->kernels->sum_weights(learner, weights) +
                              deck_weight(learner, weights->stage, deck);
    return gain + learner->discount * moves->value[direction];
}

int trey_learner_select_move(const struct trey_learner *learner,
                             const struct trey_view *view,
                             struct trey_learner_moves *moves, float *value)
{
    struct trey_chance tiles[TREY_MAX_CHANCES] = {{0}};
    bool is_2048 = learner->mechanics.slide == TREY_SLIDE_2048;
    int tile_count = is_2048 ? 0
                             : trey_rules_tiles(&learner->options.rules, view->board,
                                                view->next, view->deck, tiles);
    int best = -1;
    *value = 0.0F;
    for (int i = 0; i < 4; i++) {
        if (!(moves->legal >> i & 1))
            continue;
        float candidate = is_2048 ? move_value_2048(learner, moves, i)
                                  : move_value(learner, moves, i, tiles, tile_count);
        if (best < 0 || candidate > *value) {
            best = i;
            *value = candidate;
        }
    }
    return best;
}

/* --- search --------------------------------------------------------------------------
 */

enum { TABLE_BYTES = 1 << 20 }; /* enough for searches of a few thousand boards */

/* The evaluator's functions, on the current weights. */
static void current_values(const struct trey_evaluator *evaluator,
                           const trey_board *boards, int count, float *found)
{
    const struct trey_learner *learner =
        ((const struct trey_live_evaluator *)evaluator)->learner;
    bool threes = learner->mechanics.slide == TREY_SLIDE_THREES;
    for (int i = 0; i < count; i++) {
        struct trey_active_weights weights;
        trey_learner_find_weights(learner, boards[i], threes ? TREY_DECK_UNKNOWN : 0,
                                  &weights);
        found[i] =
            trey_learner_value(learner, &weights) +
            trey_eval_realised_value(evaluator->measure, &learner->mechanics, boards[i]);
    }
}

static void current_spawn_value(const struct trey_evaluator *evaluator,
                                const struct trey_eval_spawn *spawn)
{
    const struct trey_learner *learner =
        ((const struct trey_live_evaluator *)evaluator)->learner;
    struct trey_active_weights weights;
    trey_learner_find_weights(learner, spawn->after, 0, &weights);
    if (learner->mechanics.slide == TREY_SLIDE_2048) {
        float value = trey_learner_value(learner, &weights);
        for (unsigned left = spawn->ranks; left != 0; left &= left - 1)
            spawn->values[__builtin_ctz(left)] = value;
        return;
    }
    float counted =
        trey_eval_realised_value(evaluator->measure, &learner->mechanics, spawn->after);
    for (unsigned left = spawn->ranks; left != 0; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        spawn->values[rank] = counted + trey_eval_tiles_value(evaluator->measure, rank) +
                              mean_value(learner, spawn->after, spawn->cells, &weights,
                                         rank, spawn->deck[rank]);
    }
}

static void current_spawn_values(const struct trey_evaluator *evaluator,
                                 const struct trey_eval_spawn *spawns, int count)
{
    for (int i = 0; i < count; i++)
        current_spawn_value(evaluator, &spawns[i]);
}

enum trey_status trey_live_evaluator_make(const struct trey_learner *learner,
                                          struct trey_live_evaluator *evaluator,
                                          struct trey_error *error)
{
    *evaluator = (struct trey_live_evaluator){
        .base = {.values = current_values,
                 .spawn_values = current_spawn_values,
                 .shape = learner->tuples.shape,
                 .family = trey_learner_family(learner),
                 .ignores_spawn = trey_learner_family(learner) == TREY_EVAL_2048,
                 .downgrade = (uint8_t)learner->downgrade,
                 .measure = trey_learner_measure(learner),
                 .discount = learner->discount},
        .learner = learner};
    if (learner->options.depth == 1)
        return TREY_OK;
    return trey_search_new(&learner->options.rules, &evaluator->base, TABLE_BYTES,
                           &evaluator->search, error);
}

unsigned trey_learner_search_move(struct trey_live_evaluator *evaluator,
                                  const struct trey_view *view)
{
    struct trey_search_limits limits;
    struct trey_search_result result;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = evaluator->learner->options.depth;
    limits.best_only = true;
    if (trey_search_run(evaluator->search, view, &limits, &result, NULL) != TREY_OK ||
        result.best < 0)
        return 0;
    return 1U << result.best;
}
