/* The inner loops for any processor; kernels_avx2.c has the same for AVX2.
 *
 * Both add in the same order, so that they learn the same to the last bit: eight lanes,
 * one for each image of the board, added pairwise at the end. The rates of a tuple's
 * eight weights are computed before any of them is updated; on a symmetric board the same
 * weight may be among them twice. */
#include "learn/kernels.h"
#include "base/check.h"
#include "board/cells.h"

static void find_weights(const struct trey_learner *learner, trey_board board,
                         struct trey_active_weights *weights)
{
    int count = trey_network_indices(&learner->tuples, learner->tuples.count, board,
                                     weights->index);
    for (int i = 0; i < count; i++) {
        int tuple = i / TREY_NETWORK_IMAGES;
        weights->index[i] = learner->tables.base[tuple] +
                            learner->stride * trey_tuple_offset(&learner->tuples, tuple,
                                                                weights->index[i]);
        assert(weights->index[i] < trey_learner_floats(learner));
    }
}

static float sum_at(const struct trey_learner *learner, int stage, const uint32_t *index)
{
    const float *table = learner->stage[stage].weights;
    float lane[TREY_NETWORK_IMAGES] = {0};
    for (int tuple = 0; tuple < learner->tuples.count; tuple++, index += 8)
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            lane[i] += trey_weight_get(&table[index[i]]);
    return trey_sum_lanes(lane);
}

static float sum_weights(const struct trey_learner *learner,
                         const struct trey_active_weights *weights)
{
    return sum_at(learner, weights->stage, weights->index);
}

static void add_tile(const struct trey_learner *learner,
                     const struct trey_active_weights *weights, int cell, unsigned rank,
                     struct trey_active_weights *spawned)
{
    assert(rank < 16 && cell >= 0 && cell < TREY_MAX_CELLS);
    const uint32_t *spawn_offset = learner->tables.spawn_offset[rank][cell];
    for (int i = 0; i < learner->tuples.count * TREY_NETWORK_IMAGES; i++)
        spawned->index[i] = weights->index[i] + spawn_offset[i];
    spawned->stage = weights->stage;
}

static float sum_spawns(const struct trey_learner *learner,
                        const struct trey_active_weights *weights, uint64_t cells,
                        unsigned rank)
{
    float all = 0.0F;
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        struct trey_active_weights spawned;
        add_tile(learner, weights, __builtin_ctzll(left) / 4, rank, &spawned);
        all += sum_at(learner, weights->stage, spawned.index);
    }
    return all;
}

/* Prefetches the weights that the move's value will need: tables are far larger than
 * caches, and the weights of all moves can be loaded at the same time. */
TREY_PREFETCH_FN void prefetch_move(const struct trey_learner *learner,
                                    const struct trey_active_weights *weights,
                                    uint64_t cells, unsigned rank)
{
    const float *table = learner->stage[weights->stage].weights;
    int count = learner->tuples.count * TREY_NETWORK_IMAGES;
    if (rank == 0)
        for (int i = 0; i < count; i++)
            trey_prefetch(&table[weights->index[i]]);
    else
        for (uint64_t left = cells; left != 0; left &= left - 1) {
            const uint32_t *spawn_offset =
                learner->tables.spawn_offset[rank][__builtin_ctzll(left) / 4];
            for (int i = 0; i < count; i++)
                trey_prefetch(&table[weights->index[i] + spawn_offset[i]]);
        }
}

static void generate_moves(const struct trey_learner *learner, trey_board board,
                           int stage, unsigned rank, struct trey_learner_moves *moves)
{
    const struct trey_mechanics *mechanics = &learner->mechanics;
    moves->legal = moves->ends = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t made;
        trey_board after = trey_mechanics_slide_merges(mechanics, board, i, &made);
        moves->after[i] = after;
        moves->gain[i] = mechanics->merges_score
                             ? (float)trey_points_by_rule(mechanics->slide, made)
                             : (float)(trey_board_score(after) - trey_board_score(board));
        moves->cells[i] = trey_mechanics_spawn_cells(mechanics, board, after, i);
        trey_learner_classify_move(learner, board, stage, i, moves);
        if ((moves->legal & ~moves->ends) >> i & 1) {
            find_weights(learner, after, &moves->weights[i]);
            prefetch_move(learner, &moves->weights[i], moves->cells[i], rank);
        }
    }
}

static void update_weights(struct trey_learner *learner,
                           const struct trey_active_weights *weights, float error)
{
    assert(weights->stage >= 0 && weights->stage < learner->stages.count);
    assert(error - error == 0.0F); /* finite */
    float *table = learner->stage[weights->stage].weights;
    float alpha = (float)learner->options.alpha;
    const uint32_t *index = weights->index;
    for (int tuple = 0; tuple < learner->tuples.count; tuple++, index += 8) {
        float step[TREY_NETWORK_IMAGES];
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            step[i] = alpha > 0.0F
                          ? learner->rate * alpha * error
                          : learner->rate * trey_tc_rate(&table[index[i]]) * error;
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
            trey_weight_add(&table[index[i]], step[i]);
            if (alpha <= 0.0F)
                trey_tc_add(&table[index[i]], error);
        }
    }
}

static const struct trey_learn_kernels kernels_any = {
    generate_moves, find_weights, sum_weights, sum_spawns, add_tile, update_weights};

const struct trey_learn_kernels *trey_learn_kernels(int kind)
{
    return kind == 0 ? &kernels_any : kind == 1 ? trey_learn_kernels_avx2() : NULL;
}

/* The minimum gain of a move that makes a tile with which a stage begins: in Threes!
 * three times the points of one of the two tiles that merge, less those of both. */
static float find_min_stage_gain(const struct trey_learner *learner)
{
    const struct trey_stages *stages = &learner->stages;
    int least = 16;
    for (int i = 1; i < stages->count; i++)
        for (int part = 0; part < stages->parts[i]; part++)
            least = stages->rank[i][part] < least ? stages->rank[i][part] : least;
    if (least > 15)
        return INFINITY;
    return learner->mechanics.slide == TREY_SLIDE_2048
               ? (float)trey_learner_tile(learner, least)
               : (float)trey_score_of_rank(least - 1);
}

/* Where each cell of the board lies in each index decides the offsets and the shuffles.
 */
void trey_kernel_tables_make(struct trey_learner *learner)
{
    const struct trey_tuples *tuples = &learner->tuples;
    struct trey_kernel_tables *tables = &learner->tables;
    memset(tables->low, 0x80, sizeof tables->low); /* no cell: 0 */
    memset(tables->high, 0x80, sizeof tables->high);
    for (int tuple = 1; tuple < tuples->count; tuple++)
        tables->base[tuple] =
            tables->base[tuple - 1] + learner->stride * tuples->size[tuple - 1];
    for (int cell = 0; cell < tuples->shape.rows * tuples->shape.cols; cell++)
        for (int i = 0; i < tuples->occurrences[cell]; i++) {
            const struct trey_tuple_occurrence *holder = &tuples->occurrence[cell][i];
            int tuple = holder->index / 8,
                byte = holder->index % 8 * 4 + holder->shift / 8;
            for (uint32_t rank = 0; rank < 16; rank++)
                tables->spawn_offset[rank][cell][holder->index] =
                    learner->stride *
                    trey_tuple_offset(tuples, tuple, rank << holder->shift);
            if (holder->shift % 8 == 0)
                tables->low[tuple][byte] = (uint8_t)cell;
            else
                tables->high[tuple][byte] = (uint8_t)cell;
        }
    for (int i = 0; i < 4; i++) {
        const struct trey_slide_masks *masks = &learner->mechanics.masks[i];
        tables->beyond[0][i] = masks->beyond[0];
        tables->beyond[1][i] = masks->beyond[1];
        tables->has_rear[i] = masks->has_rear;
        tables->trail[i] = masks->trail;
        tables->away[i] = masks->away;
    }
    for (int rank = 0; rank < 16; rank++)
        for (int byte = 0; byte < 3; byte++)
            tables->score[byte][rank] = (uint8_t)(trey_score_of_rank(rank) >> (8 * byte));
    tables->min_stage_gain = find_min_stage_gain(learner);
    tables->min_downgrade_gain = trey_eval_downgrade_points(learner->downgrade);
}
