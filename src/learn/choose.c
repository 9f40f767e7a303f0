/* Temporal differences.
 *
 * A position X is a board that a tile has just entered, with the deck before the next
 * hint is drawn. Then the hint is shown, and the best slide under it is worth
 *
 *     max over slides: points made + mean over cells: points of the tile + V(next X)
 *
 * in points still to come. V(X) is moved towards that number, an expectation over the
 * cells that costs nothing beyond choosing the slide: the only noise left is the hint. At
 * the end of the game it is 0.
 *
 * In 2048, where nothing is known of the next tile, a position is a board after a slide,
 * and the best slide after the next tile is the only noise.
 *
 * Each weight has its own rate, |sum of errors| / sum of |errors|: 1 while all errors
 * point one way, towards 0 once they cancel out. An error is shared by all the weights
 * that the value is the sum of. */
#include "learn/learner.h"

#include <math.h>

/* --- values --------------------------------------------------------------------------
 */

static const struct trey_learner_stage *stage_of(const struct trey_learner *learner,
                                                 trey_board board)
{
    return &learner->stage[trey_stage_of(&learner->stages, board)];
}

/* A slide, and where the weights of the board after it are. */
struct slide {
    int direction;
    trey_board after;
    uint64_t cells; /* that a tile may enter */
    bool ends;      /* the game, by a top tile */
    const struct trey_learner_stage *stage;
    const struct trey_learner_entry *at[TREY_NETWORK_MOST_INDICES];
};

/* Finds the weights, and has those fetched that the slide's value will ask for with a
 * tile of this rank: tables are far larger than caches, and the weights of all slides can
 * be under way at once. */
static void find_weights(const struct trey_learner *learner, struct slide *slide,
                         unsigned rank)
{
    const struct trey_tuples *tuples = &learner->tuples;
    uint32_t index[TREY_NETWORK_MOST_INDICES];
    int count = trey_network_indices(tuples, slide->after, index);
    slide->stage = stage_of(learner, slide->after);
    for (int i = 0; i < count; i++) {
        slide->at[i] = slide->stage->table[i / TREY_NETWORK_IMAGES] + index[i];
        __builtin_prefetch(slide->at[i]);
    }
    for (uint64_t left = slide->cells; left != 0; left &= left - 1) {
        int cell = __builtin_ctzll(left) / 4;
        const struct trey_tuple_holder *holder = tuples->holder[cell];
        for (int i = 0; i < tuples->holders[cell]; i++)
            __builtin_prefetch(slide->at[holder[i].index] + (rank << holder[i].shift));
    }
}

/* Mean value after the slide with the tile in one of the cells, points still to come; the
 * loops are those of eval/network.c. */
static float mean_value(const struct trey_learner *learner, const struct slide *slide,
                        unsigned rank, trey_deck deck)
{
    const struct trey_tuples *tuples = &learner->tuples;
    float all = 0.0F, sum = 0.0F;
    int count = tuples->count * TREY_NETWORK_IMAGES, places = 0;
    for (int i = 0; i < count; i++)
        all += slide->at[i]->weight;
    for (uint64_t left = slide->cells; left != 0; left &= left - 1, places++) {
        int cell = __builtin_ctzll(left) / 4;
        const struct trey_tuple_holder *holder = tuples->holder[cell];
        for (int i = 0; i < tuples->holders[cell]; i++) {
            const struct trey_learner_entry *entry = slide->at[holder[i].index];
            sum += entry[rank << holder[i].shift].weight - entry->weight;
        }
    }
    trey_board one = slide->after | (slide->cells & -slide->cells) * rank;
    return all + sum / (float)places +
           slide->stage->deck[trey_network_deck(deck, one)].weight;
}

/* Where the weights of a position are. */
struct place {
    const struct trey_learner_stage *stage;
    uint32_t index[TREY_NETWORK_MOST_INDICES];
    uint32_t deck;
};

static void find(const struct trey_learner *learner, trey_board board, trey_deck deck,
                 struct place *place)
{
    const struct trey_tuples *tuples = &learner->tuples;
    int count = trey_network_indices(tuples, board, place->index);
    place->stage = stage_of(learner, board);
    place->deck = trey_network_deck(deck, board);
    for (int i = 0; i < count; i++)
        __builtin_prefetch(
            &place->stage->table[i / TREY_NETWORK_IMAGES][place->index[i]]);
}

/* Sums of their own for the images: a single one would have to wait for each addition. */
static float value_at(const struct trey_learner *learner, const struct place *place)
{
    float sum[TREY_NETWORK_IMAGES] = {0};
    for (int tuple = 0; tuple < learner->tuples.count; tuple++) {
        const struct trey_learner_entry *table = place->stage->table[tuple];
        const uint32_t *index = &place->index[tuple * TREY_NETWORK_IMAGES];
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            sum[i] += table[index[i]].weight;
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) +
           ((sum[4] + sum[5]) + (sum[6] + sum[7])) +
           place->stage->deck[place->deck].weight;
}

/* By temporal coherence. */
static void change(struct trey_learner_entry *entry, float error, float factor)
{
    float rate = entry->total > 0.0F ? fabsf(entry->error) / entry->total : 1.0F;
    entry->weight += factor * rate * error;
    entry->error += error;
    entry->total += fabsf(error);
}

float trey_learner_teach(struct trey_learner *learner, trey_board board, trey_deck deck,
                         float worth, float carried)
{
    const struct trey_tuples *tuples = &learner->tuples;
    const struct trey_learner_stage *stage = stage_of(learner, board);
    struct trey_learner_entry *entries[TREY_NETWORK_MOST_INDICES + 1];
    uint32_t index[TREY_NETWORK_MOST_INDICES];
    int count = trey_network_indices(tuples, board, index);
    float value = 0.0F;
    for (int i = 0; i < count; i++)
        entries[i] = &stage->table[i / TREY_NETWORK_IMAGES][index[i]];
    entries[count++] = &stage->deck[trey_network_deck(deck, board)];
    for (int i = 0; i < count; i++)
        value += entries[i]->weight;
    float missing = worth - value + carried, error = missing / (float)count;
    float alpha = (float)learner->options.alpha;
    for (int i = 0; alpha <= 0.0F && i < count; i++)
        change(entries[i], error, learner->rate);
    for (int i = 0; alpha > 0.0F && i < count; i++) {
        entries[i]->weight += learner->rate * alpha * error;
        entries[i]->total += fabsf(error); /* tells that it was met */
    }
    return missing;
}

/* --- slides --------------------------------------------------------------------------
 */

/* The legal slides, with their weights found. Returns how many there are. */
static int list_slides(const struct trey_learner *learner, const struct trey_view *view,
                       unsigned rank, struct slide slides[4])
{
    const struct trey_motion *motion = &learner->motion;
    int count = 0;
    for (int direction = 0; direction < 4; direction++) {
        struct slide *slide = &slides[count];
        slide->direction = direction;
        slide->after =
            trey_slide_capped(view->board, &motion->masks[direction], motion->stop);
        if (slide->after == view->board)
            continue;
        count++;
        slide->cells = 0;
        slide->ends = motion->ends && trey_has_top(slide->after);
        if (slide->ends)
            continue;
        slide->cells = trey_motion_entries(motion, view->board, slide->after, direction);
        find_weights(learner, slide, rank);
    }
    return count;
}

/* Points made at once and still to come. */
static float worth_of(const struct trey_learner *learner, const struct trey_view *view,
                      const struct slide *slide, const struct trey_chance *tiles,
                      int kinds)
{
    float worth = (float)(trey_board_score(slide->after) - view->score);
    for (int i = 0; !slide->ends && i < kinds; i++)
        worth += (float)tiles[i].probability *
                 ((float)trey_score_of_rank((int)tiles[i].what) +
                  mean_value(learner, slide, tiles[i].what, tiles[i].deck));
    return worth;
}

/* Of 2048 the board after the slide is valued, whatever tile enters. */
static int choose_2048(const struct trey_learner *learner, trey_board board, float *worth)
{
    const struct trey_motion *motion = &learner->motion;
    struct place place[4];
    uint64_t made[4];
    trey_board after[4];
    for (int direction = 0; direction < 4; direction++) {
        after[direction] = trey_slide_2048(board, &motion->masks[direction], motion->stop,
                                           &made[direction]);
        if (after[direction] != board)
            find(learner, after[direction], 0, &place[direction]);
    }
    int best = -1;
    *worth = 0.0F;
    for (int direction = 0; direction < 4; direction++) {
        if (after[direction] == board)
            continue;
        float found = (float)trey_points_2048(made[direction]);
        if (!motion->ends || !trey_has_top(after[direction]))
            found += value_at(learner, &place[direction]);
        if (best < 0 || found > *worth) {
            best = direction;
            *worth = found;
        }
    }
    return best;
}

static int choose(const struct trey_learner *learner, const struct trey_view *view,
                  float *worth)
{
    if (learner->motion.slide == TREY_SLIDE_2048)
        return choose_2048(learner, view->board, worth);
    struct slide slides[4];
    struct trey_chance tiles[TREY_MAX_CHANCES] = {{0}};
    int kinds = trey_rules_tiles(&learner->options.rules, view->board, view->next,
                                 view->deck, tiles);
    int count = list_slides(learner, view, tiles[0].what, slides), best = -1;
    *worth = 0.0F;
    for (int k = 0; k < count; k++) {
        float found = worth_of(learner, view, &slides[k], tiles, kinds);
        if (best < 0 || found > *worth) {
            best = slides[k].direction;
            *worth = found;
        }
    }
    return best;
}

/* --- looking further ahead
 * --------------------------------------------------------------
 */

enum { TABLE_BYTES = 1 << 20 }; /* of a search that is over in a few thousand boards */

/* The evaluator's two ways, of the weights as they are at the moment. */
static void values(const struct trey_evaluator *evaluator, const trey_board *boards,
                   int count, float *found)
{
    const struct trey_learner *learner =
        ((const struct trey_learner_sight *)evaluator)->learner;
    bool threes = learner->motion.slide == TREY_SLIDE_THREES;
    for (int i = 0; i < count; i++) {
        struct place place;
        find(learner, boards[i], threes ? 0xf000 : 0, &place);
        found[i] = value_at(learner, &place) +
                   (threes ? (float)trey_board_score(boards[i]) : 0.0F);
    }
}

static void entries(const struct trey_evaluator *evaluator, trey_board after,
                    uint64_t cells, unsigned ranks, const uint16_t deck[16],
                    float worth[16])
{
    const struct trey_learner *learner =
        ((const struct trey_learner_sight *)evaluator)->learner;
    if (learner->motion.slide == TREY_SLIDE_2048) {
        struct place place;
        find(learner, after, 0, &place);
        float value = value_at(learner, &place);
        for (unsigned left = ranks; left != 0; left &= left - 1)
            worth[__builtin_ctz(left)] = value;
        return;
    }
    struct slide slide = {.after = after, .cells = cells};
    float score = (float)trey_board_score(after);
    find_weights(learner, &slide, (unsigned)__builtin_ctz(ranks));
    for (unsigned left = ranks; left != 0; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        worth[rank] = score + (float)trey_score_of_rank((int)rank) +
                      mean_value(learner, &slide, rank, deck[rank]);
    }
}

enum trey_status trey_learner_see(const struct trey_learner *learner,
                                  struct trey_learner_sight *sight,
                                  struct trey_error *error)
{
    *sight = (struct trey_learner_sight){.base = {.values = values,
                                                  .entries = entries,
                                                  .shape = learner->tuples.shape,
                                                  .family = trey_learner_family(learner),
                                                  .points = true},
                                         .learner = learner};
    if (learner->options.depth == 1)
        return TREY_OK;
    return trey_search_new(&learner->options.rules, &sight->base, TABLE_BYTES,
                           &sight->search, error);
}

/* As choose, by the search. */
static int search(const struct trey_learner *learner, struct trey_learner_sight *sight,
                  const struct trey_view *view, float *worth)
{
    struct trey_search_limits limits;
    struct trey_search_result result;
    trey_search_limits_defaults(&limits);
    limits.depth_plies = learner->options.depth;
    *worth = 0.0F;
    if (trey_search_run(sight->search, view, &limits, &result, NULL) != TREY_OK ||
        result.best < 0)
        return -1;
    *worth = (float)(result.value[result.best] - (double)view->score);
    return result.best;
}

int trey_learner_choose(const struct trey_learner *learner,
                        struct trey_learner_sight *sight, const struct trey_view *view,
                        float *worth)
{
    return sight->search == NULL ? choose(learner, view, worth)
                                 : search(learner, sight, view, worth);
}
