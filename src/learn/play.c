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
#include "util/random.h"

#include <math.h>
#include <stdlib.h>

/* Seeds of training games have this bit; trey selfplay has none with it. */
#define TRAINING_SEEDS ((uint64_t)1 << 63)

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
    uint64_t made;  /* tiles made, in 2048 */
    uint64_t cells; /* that a tile may enter, in Threes! */
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

/* By temporal coherence. */
static void change(struct trey_learner_entry *entry, float error, float factor)
{
    float rate = entry->total > 0.0F ? fabsf(entry->error) / entry->total : 1.0F;
    entry->weight += factor * rate * error;
    entry->error += error;
    entry->total += fabsf(error);
}

/* Moves the value of a position towards `worth` and `carried` more. Returns by how much
 * the value was less than that. */
static float learn(struct trey_learner *learner, trey_board board, trey_deck deck,
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
            trey_slide_by_law(motion->slide, view->board, &motion->masks[direction],
                              motion->stop, &slide->made);
        if (slide->after == view->board)
            continue;
        count++;
        slide->cells = 0;
        slide->ends = motion->ends && trey_has_top(slide->after);
        if (slide->ends)
            continue;
        if (motion->slide == TREY_SLIDE_THREES)
            slide->cells =
                trey_motion_entries(motion, view->board, slide->after, direction);
        find_weights(learner, slide, rank);
    }
    return count;
}

/* Points made at once and still to come. */
static float threes_worth(const struct trey_learner *learner,
                          const struct trey_view *view, const struct slide *slide,
                          const struct trey_chance *tiles, int kinds)
{
    float worth = (float)(trey_board_score(slide->after) - view->score);
    for (int i = 0; !slide->ends && i < kinds; i++)
        worth += (float)tiles[i].probability *
                 ((float)trey_score_of_rank((int)tiles[i].what) +
                  mean_value(learner, slide, tiles[i].what, tiles[i].deck));
    return worth;
}

/* Of 2048 the board after the slide is valued, whatever tile enters. */
static float worth_2048(const struct trey_learner *learner, const struct slide *slide)
{
    float worth = (float)trey_points_2048(slide->made);
    if (slide->ends)
        return worth;
    for (int i = 0; i < learner->tuples.count * TREY_NETWORK_IMAGES; i++)
        worth += slide->at[i]->weight;
    return worth + slide->stage->deck[trey_network_deck(0, slide->after)].weight;
}

/* The best slide and what it is worth; -1 and 0 at the end of the game. */
static int choose(const struct trey_learner *learner, const struct trey_view *view,
                  float *worth)
{
    struct slide slides[4];
    struct trey_chance tiles[TREY_MAX_CHANCES] = {{0}};
    bool threes = learner->motion.slide == TREY_SLIDE_THREES;
    int kinds = threes ? trey_rules_tiles(&learner->options.rules, view->board,
                                          view->next, view->deck, tiles)
                       : 0;
    int count = list_slides(learner, view, tiles[0].what, slides), best = -1;
    *worth = 0.0F;
    for (int k = 0; k < count; k++) {
        float found = threes ? threes_worth(learner, view, &slides[k], tiles, kinds)
                             : worth_2048(learner, &slides[k]);
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
    for (int i = 0; i < count; i++) {
        struct slide slide = {.after = boards[i]};
        find_weights(learner, &slide, 0);
        found[i] = learner->motion.slide == TREY_SLIDE_THREES
                       ? (float)trey_board_score(boards[i])
                       : 0.0F;
        for (int k = 0; k < learner->tuples.count * TREY_NETWORK_IMAGES; k++)
            found[i] += slide.at[k]->weight;
    }
}

static void entries(const struct trey_evaluator *evaluator, trey_board after,
                    uint64_t cells, unsigned ranks, const uint16_t deck[16],
                    float worth[16])
{
    const struct trey_learner *learner =
        ((const struct trey_learner_sight *)evaluator)->learner;
    bool threes = learner->motion.slide == TREY_SLIDE_THREES;
    struct slide slide = {.after = after, .cells = threes ? cells : 0};
    float score = (float)trey_board_score(after);
    find_weights(learner, &slide, (unsigned)__builtin_ctz(ranks));
    for (unsigned left = ranks; left != 0; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        worth[rank] = threes ? score + (float)trey_score_of_rank((int)rank) +
                                   mean_value(learner, &slide, rank, deck[rank])
                             : worth_2048(learner, &slide);
    }
}

enum trey_status trey_learner_see(const struct trey_learner *learner,
                                  struct trey_learner_sight *sight,
                                  struct trey_error *error)
{
    *sight = (struct trey_learner_sight){.base = {.values = values,
                                                  .entries = entries,
                                                  .shape = {4, 4},
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

/* --- games ---------------------------------------------------------------------------
 */

static void keep_score(struct trey_learner *learner, const struct trey_view *view)
{
    unsigned largest = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        unsigned rank = (unsigned)trey_board_rank(view->board, cell);
        largest = rank > largest ? rank : largest;
    }
    pthread_mutex_lock(&learner->lock);
    size_t at = learner->recent_count++ % TREY_LEARNER_RECENT;
    learner->recent_score[at] = (uint32_t)view->score;
    learner->recent_largest[at] = (uint8_t)largest;
    pthread_mutex_unlock(&learner->lock);
}

/* A position met, and what the best slide from it was worth. */
struct met {
    trey_board board;
    trey_deck deck;
    float worth;
};

/* What a game in training remembers. */
struct memory {
    struct met *met; /* for lambda > 0 */
    size_t count, room;
    uint64_t mark;             /* the tile sum that the game must reach next */
    struct trey_view promised; /* to be kept if it does */
    bool has_promised;
};

/* Keeps a position each TREY_LEARNER_APART of tile sum, once the next is reached: what is
 * kept is not the last gasps of a game. */
static void keep_positions(struct trey_learner *learner, struct memory *memory,
                           const struct trey_view *view)
{
    uint64_t sum = trey_board_sum(view->board);
    if (sum < memory->mark)
        return;
    if (memory->has_promised)
        trey_learner_keep(learner, &memory->promised);
    memory->promised = *view;
    memory->has_promised = true;
    memory->mark = sum + TREY_LEARNER_APART;
}

/* At once, or if later positions are to teach earlier ones, when the game is over. Short
 * of memory, only that position is lost. */
static void meet(struct trey_learner *learner, struct memory *memory,
                 const struct met *met)
{
    if (learner->options.lambda <= 0.0) {
        learn(learner, met->board, met->deck, met->worth, 0.0F);
        return;
    }
    if (memory->count == memory->room) {
        size_t room = memory->room == 0 ? 4096 : 2 * memory->room;
        struct met *more = realloc(memory->met, room * sizeof *more);
        if (more == NULL)
            return;
        memory->met = more;
        memory->room = room;
    }
    memory->met[memory->count++] = *met;
}

/* TD(lambda), backwards. What a position was worth is an expectation over the cells; of
 * what came after it only the surprise is carried back, so that the luck of the cell that
 * was drawn is not. */
static void learn_backwards(struct trey_learner *learner, const struct memory *memory)
{
    float carried = 0.0F;
    for (size_t i = memory->count; i-- > 0;) {
        const struct met *met = &memory->met[i];
        carried = (float)learner->options.lambda *
                  learn(learner, met->board, met->deck, met->worth, carried);
    }
}

/* Begins a game: at the start, or from a kept position. True if at the start. */
static bool begin(struct trey_learner *learner, uint64_t number, struct trey_game *game)
{
    const struct trey_learn_options *options = &learner->options;
    struct trey_view view;
    uint64_t random = trey_mix64(trey_mix64(options->seed) ^ number);
    uint64_t seed = options->seed | TRAINING_SEEDS;
    if ((double)(random >> 40) * 0x1p-24 < options->restarts &&
        trey_learner_start_at(learner, trey_mix64(random), &view)) {
        trey_game_from_view(game, &view, seed, number);
        return false;
    }
    trey_game_begin(game, &options->rules, seed, number);
    return true;
}

uint64_t trey_learner_play(struct trey_learner *learner, struct trey_learner_sight *sight,
                           uint64_t number)
{
    struct trey_game game;
    struct met met = {0};
    bool threes = learner->motion.slide == TREY_SLIDE_THREES;
    bool valued = false; /* met is set */
    bool whole = begin(learner, number, &game);
    struct memory memory = {.mark = trey_board_sum(game.view.board) + TREY_LEARNER_APART};
    for (;;) {
        int best = sight->search == NULL ? choose(learner, &game.view, &met.worth)
                                         : search(learner, sight, &game.view, &met.worth);
        if (valued)
            meet(learner, &memory, &met);
        if (best < 0)
            break;
        met.deck = game.view.deck;
        struct trey_move move;
        if (!trey_game_slide(&game, (enum trey_direction)best, &move) || move.cell < 0)
            break;
        met.board = threes ? game.view.board : move.after;
        valued = true;
        if (learner->options.restarts > 0.0)
            keep_positions(learner, &memory, &game.view);
    }
    learn_backwards(learner, &memory);
    free(memory.met);
    if (whole)
        keep_score(learner, &game.view);
    return game.view.moves;
}
