/* The inner loops for any processor; kernels_avx2.c has the same for AVX2.
 *
 * Both make all sums in the same order, so that they learn the same to the last bit:
 * eight lanes, one for each image of the board, added two and two at the end. Of a
 * tuple's eight weights that are taught at once the rates are found before any of them is
 * changed; on a symmetric board the same weight may be among them twice. */
#include "learn/kernels.h"
#include "base/check.h"

static void find(const struct trey_learner *learner, trey_board board,
                 struct trey_place *place)
{
    int count = trey_network_indices(&learner->tuples, learner->tuples.count, board,
                                     place->index);
    for (int i = 0; i < count; i++) {
        int tuple = i / TREY_NETWORK_IMAGES;
        place->index[i] =
            learner->lanes.base[tuple] +
            learner->stride * trey_tuple_spot(&learner->tuples, tuple, place->index[i]);
        assert(place->index[i] < trey_learner_floats(learner));
    }
}

static float sum_at(const struct trey_learner *learner, int stage, const uint32_t *index)
{
    const float *weight = learner->stage[stage].weights;
    float lane[TREY_NETWORK_IMAGES] = {0};
    for (int tuple = 0; tuple < learner->tuples.count; tuple++, index += 8)
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            lane[i] += trey_weight_get(&weight[index[i]]);
    return trey_lanes_sum(lane);
}

static float sum(const struct trey_learner *learner, const struct trey_place *place)
{
    return sum_at(learner, place->stage, place->index);
}

static void enter(const struct trey_learner *learner, const struct trey_place *place,
                  int cell, unsigned rank, struct trey_place *entered)
{
    assert(rank < 16 && cell >= 0 && cell < TREY_MAX_CELLS);
    const uint32_t *grown = learner->lanes.grown[rank][cell];
    for (int i = 0; i < learner->tuples.count * TREY_NETWORK_IMAGES; i++)
        entered->index[i] = place->index[i] + grown[i];
    entered->stage = place->stage;
}

static float sum_entries(const struct trey_learner *learner,
                         const struct trey_place *place, uint64_t cells, unsigned rank)
{
    float all = 0.0F;
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        struct trey_place entered;
        enter(learner, place, __builtin_ctzll(left) / 4, rank, &entered);
        all += sum_at(learner, place->stage, entered.index);
    }
    return all;
}

/* Has those weights fetched that the slide's value will ask for: tables are far larger
 * than caches, and the weights of all slides can be under way at once. */
TREY_FETCHES void fetch(const struct trey_learner *learner,
                        const struct trey_place *place, uint64_t cells, unsigned rank)
{
    const float *weight = learner->stage[place->stage].weights;
    int count = learner->tuples.count * TREY_NETWORK_IMAGES;
    if (rank == 0)
        for (int i = 0; i < count; i++)
            trey_fetch(&weight[place->index[i]]);
    else
        for (uint64_t left = cells; left != 0; left &= left - 1) {
            const uint32_t *grown = learner->lanes.grown[rank][__builtin_ctzll(left) / 4];
            for (int i = 0; i < count; i++)
                trey_fetch(&weight[place->index[i] + grown[i]]);
        }
}

static void look(const struct trey_learner *learner, trey_board board, int stage,
                 unsigned rank, struct trey_slides *slides)
{
    const struct trey_mechanics *mechanics = &learner->mechanics;
    slides->legal = slides->ends = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t made;
        trey_board after = trey_mechanics_slide_made(mechanics, board, i, &made);
        slides->after[i] = after;
        slides->gain[i] =
            mechanics->merges_score
                ? (float)trey_points_by_rule(mechanics->slide, made)
                : (float)(trey_board_score(after) - trey_board_score(board));
        slides->cells[i] = trey_mechanics_spawn_cells(mechanics, board, after, i);
        trey_slides_note(learner, board, stage, i, slides);
        if ((slides->legal & ~slides->ends) >> i & 1) {
            find(learner, after, &slides->place[i]);
            fetch(learner, &slides->place[i], slides->cells[i], rank);
        }
    }
}

static void teach(struct trey_learner *learner, const struct trey_place *place,
                  float error)
{
    assert(place->stage >= 0 && place->stage < learner->stages.count);
    assert(error - error == 0.0F); /* a number */
    float *weights = learner->stage[place->stage].weights;
    float alpha = (float)learner->options.alpha;
    const uint32_t *index = place->index;
    for (int tuple = 0; tuple < learner->tuples.count; tuple++, index += 8) {
        float step[TREY_NETWORK_IMAGES];
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            step[i] = alpha > 0.0F
                          ? learner->rate * alpha * error
                          : learner->rate * trey_record_rate(&weights[index[i]]) * error;
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
            trey_weight_add(&weights[index[i]], step[i]);
            if (alpha <= 0.0F)
                trey_record_add(&weights[index[i]], error);
        }
    }
}

static const struct trey_learn_kernels kernels_any = {look,        find,  sum,
                                                      sum_entries, enter, teach};

const struct trey_learn_kernels *trey_learn_kernels(int kind)
{
    return kind == 0 ? &kernels_any : kind == 1 ? trey_learn_kernels_avx2() : NULL;
}

/* What a slide gains at least that makes a tile which a stage asks for: in Threes! three
 * times the score of one of the two that merged, less that of both. */
static float least_gain(const struct trey_learner *learner)
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

/* By one cell after the other with a tile of rank 1: where it comes to lie in each image.
 */
void trey_learner_lanes_make(struct trey_learner *learner)
{
    const struct trey_tuples *tuples = &learner->tuples;
    struct trey_learner_lanes *lanes = &learner->lanes;
    memset(lanes->low, 0x80, sizeof lanes->low); /* no cell */
    memset(lanes->high, 0x80, sizeof lanes->high);
    for (int tuple = 1; tuple < tuples->count; tuple++)
        lanes->base[tuple] =
            lanes->base[tuple - 1] + learner->stride * tuples->size[tuple - 1];
    for (int cell = 0; cell < tuples->shape.rows * tuples->shape.cols; cell++)
        for (int i = 0; i < tuples->holders[cell]; i++) {
            const struct trey_tuple_holder *holder = &tuples->holder[cell][i];
            int tuple = holder->index / 8,
                byte = holder->index % 8 * 4 + holder->shift / 8;
            for (uint32_t rank = 0; rank < 16; rank++)
                lanes->grown[rank][cell][holder->index] =
                    learner->stride *
                    trey_tuple_spot(tuples, tuple, rank << holder->shift);
            if (holder->shift % 8 == 0)
                lanes->low[tuple][byte] = (uint8_t)cell;
            else
                lanes->high[tuple][byte] = (uint8_t)cell;
        }
    for (int i = 0; i < 4; i++) {
        const struct trey_slide_masks *masks = &learner->mechanics.masks[i];
        lanes->beyond[0][i] = masks->beyond[0];
        lanes->beyond[1][i] = masks->beyond[1];
        lanes->has_rear[i] = masks->has_rear;
        lanes->trail[i] = masks->trail;
        lanes->away[i] = masks->away;
    }
    for (int rank = 0; rank < 16; rank++)
        for (int byte = 0; byte < 3; byte++)
            lanes->score[byte][rank] = (uint8_t)(trey_score_of_rank(rank) >> (8 * byte));
    lanes->changes = least_gain(learner);
    lanes->downgrades = trey_eval_downgrade_points(learner->downgrade);
}
