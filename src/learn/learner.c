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
 * Each weight has its own rate, |sum of errors| / sum of |errors|: 1 while all errors
 * point one way, towards 0 once they cancel out. An error is shared by all the weights
 * that the value is the sum of.
 *
 * As in eval/network.c the entries that do not hold the entered cell are looked up once a
 * slide. Threads write weights without locks; what is lost by that is below the noise. */
#define _GNU_SOURCE /* madvise */
#include "learn/learner.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE_BYTES = 2 << 20, CLOCK_EVERY_GAMES = 4 };

/* Seeds of training games have this bit; trey selfplay has none with it. */
#define TRAINING_SEEDS ((uint64_t)1 << 63)

void trey_learn_defaults(struct trey_learn_options *options)
{
    *options = (struct trey_learn_options){
        .tuples = "012345 456789 012456 45689a", .seed = 1, .threads = 1};
    trey_rules_named("window", &options->rules, NULL);
}

size_t trey_learner_bytes(const char *tuples_text)
{
    struct trey_tuples tuples;
    size_t bytes = 0;
    if (trey_tuples_parse(tuples_text, &tuples, NULL) != TREY_OK)
        return 0;
    for (int tuple = 0; tuple < tuples.count; tuple++)
        bytes += trey_learner_table_bytes(&tuples, tuple);
    return bytes;
}

/* Zeroed memory in large pages, where the system gives them: a table is read all over. */
static struct trey_learner_entry *make_table(size_t bytes, float weight)
{
    size_t room = (bytes + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    struct trey_learner_entry *table = aligned_alloc(HUGE_PAGE_BYTES, room);
    if (table == NULL)
        return NULL;
    madvise(table, room, MADV_HUGEPAGE);
    memset(table, 0, room);
    for (size_t i = 0; weight != 0.0F && i < bytes / sizeof *table; i++)
        table[i].weight = weight;
    return table;
}

enum trey_status trey_learner_new(const struct trey_learn_options *options,
                                  struct trey_learner **learner, struct trey_error *error)
{
    const struct trey_rules *rules = &options->rules;
    struct trey_tuples tuples;
    enum trey_status status = trey_tuples_parse(options->tuples, &tuples, error);
    if (status == TREY_OK)
        status = trey_rules_check(rules, error);
    if (status != TREY_OK)
        return status;
    if (rules->slide != TREY_SLIDE_THREES || rules->shape.rows != 4 ||
        rules->shape.cols != 4 || rules->copies > 4)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks learn Threes! on 4 x 4 cells, with decks of at most 4 "
                         "of each card");
    struct trey_learner *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    pthread_mutex_init(&made->lock, NULL);
    made->options = *options;
    made->options.tuples = NULL;
    made->tuples = tuples;
    trey_motion_make(rules, &made->motion);
    made->instances = TREY_NETWORK_IMAGES * tuples.count + 1;
    float weight = (float)(options->initial / made->instances);
    made->deck =
        make_table(TREY_NETWORK_DECK_ENTRIES * sizeof(struct trey_learner_entry), weight);
    bool failed = made->deck == NULL;
    for (int tuple = 0; !failed && tuple < tuples.count; tuple++) {
        made->table[tuple] = make_table(trey_learner_table_bytes(&tuples, tuple), weight);
        failed = made->table[tuple] == NULL;
    }
    if (failed) {
        trey_learner_free(made);
        return trey_fail_memory(error, trey_learner_bytes(options->tuples));
    }
    *learner = made;
    return TREY_OK;
}

void trey_learner_free(struct trey_learner *learner)
{
    if (learner == NULL)
        return;
    for (int tuple = 0; tuple < learner->tuples.count; tuple++)
        free(learner->table[tuple]);
    free(learner->deck);
    pthread_mutex_destroy(&learner->lock);
    free(learner);
}

/* --- values --------------------------------------------------------------------------
 */

/* Mean value of `after` with the tile in one of the cells, points still to come. */
static float mean_value(const struct trey_learner *learner, trey_board after,
                        uint64_t cells, unsigned rank, trey_deck deck)
{
    const struct trey_tuples *tuples = &learner->tuples;
    trey_board image[TREY_NETWORK_IMAGES], place[TREY_NETWORK_IMAGES];
    float sum = 0.0F;
    int count = __builtin_popcountll(cells);
    trey_network_images(after, image);
    trey_network_images(cells, place);
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        const struct trey_learner_entry *table = learner->table[tuple];
        uint64_t mask = tuples->mask[tuple];
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
            uint32_t index = trey_network_index(tuples, tuple, image[i]);
            uint64_t inside = place[i] & mask;
            int outside = count;
            for (; inside != 0; inside &= inside - 1, outside--) {
                int cell = __builtin_ctzll(inside) / 4;
                sum += table[index + (rank << tuples->shift[tuple][cell])].weight;
            }
            if (outside > 0)
                sum += (float)outside * table[index].weight;
        }
    }
    trey_board one = after | (cells & -cells) * rank;
    return sum / (float)count + learner->deck[trey_network_deck(deck, one)].weight;
}

static void change(struct trey_learner_entry *entry, float error)
{
    float rate = entry->total > 0.0F ? fabsf(entry->error) / entry->total : 1.0F;
    entry->weight += rate * error;
    entry->error += error;
    entry->total += fabsf(error);
}

/* Moves the value of a position towards the target. */
static void learn(struct trey_learner *learner, trey_board board, trey_deck deck,
                  float target)
{
    const struct trey_tuples *tuples = &learner->tuples;
    struct trey_learner_entry
        *entries[TREY_NETWORK_IMAGES * TREY_NETWORK_MOST_TUPLES + 1];
    trey_board image[TREY_NETWORK_IMAGES];
    int count = 0;
    float value = 0.0F;
    trey_network_images(board, image);
    for (int tuple = 0; tuple < tuples->count; tuple++)
        for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
            entries[count++] =
                &learner->table[tuple][trey_network_index(tuples, tuple, image[i])];
    entries[count++] = &learner->deck[trey_network_deck(deck, board)];
    for (int i = 0; i < count; i++)
        value += entries[i]->weight;
    float error = (target - value) / (float)count;
    for (int i = 0; i < count; i++)
        change(entries[i], error);
}

/* --- games ---------------------------------------------------------------------------
 */

/* What a slide is worth: points made at once and still to come. */
static float slide_worth(const struct trey_learner *learner, const struct trey_view *view,
                         trey_board after, int direction)
{
    const struct trey_rules *rules = &learner->options.rules;
    float worth = (float)(trey_board_score(after) - trey_board_score(view->board));
    if (learner->motion.ends && trey_has_top(after))
        return worth;
    uint64_t cells = trey_motion_entries(&learner->motion, view->board, after, direction);
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count = trey_rules_tiles(rules, view->board, view->next, view->deck, tiles);
    for (int i = 0; i < count; i++) {
        unsigned rank = tiles[i].what;
        worth += (float)tiles[i].probability *
                 ((float)trey_board_score((trey_board)rank) +
                  mean_value(learner, after, cells, rank, tiles[i].deck));
    }
    return worth;
}

/* The best slide and what it is worth; -1 and 0 at the end of the game. */
static int choose(const struct trey_learner *learner, const struct trey_view *view,
                  float *worth)
{
    int best = -1;
    *worth = 0.0F;
    for (int direction = 0; direction < 4; direction++) {
        trey_board after = trey_motion_slide(&learner->motion, view->board, direction);
        if (after == view->board)
            continue;
        float found = slide_worth(learner, view, after, direction);
        if (best < 0 || found > *worth) {
            best = direction;
            *worth = found;
        }
    }
    return best;
}

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

/* Plays one game and learns from it. Returns its slides. */
static uint64_t play(struct trey_learner *learner, uint64_t number)
{
    struct trey_game game;
    trey_board position = 0;
    trey_deck deck = 0;
    bool valued = false; /* position and deck are set */
    trey_game_begin(&game, &learner->options.rules,
                    learner->options.seed | TRAINING_SEEDS, number);
    for (;;) {
        float worth;
        int best = choose(learner, &game.view, &worth);
        if (valued)
            learn(learner, position, deck, worth);
        if (best < 0)
            break;
        deck = game.view.deck;
        struct trey_move move;
        if (!trey_game_slide(&game, (enum trey_direction)best, &move) || move.cell < 0)
            break;
        position = game.view.board;
        valued = true;
    }
    keep_score(learner, &game.view);
    return game.view.moves;
}

struct run {
    struct trey_learner *learner;
    const volatile sig_atomic_t *cancel;
    double end_s;   /* 0: none */
    uint64_t limit; /* of the number of a game */
};

static void train(void *context, size_t index)
{
    struct run *run = context;
    struct trey_learner *learner = run->learner;
    (void)index;
    while ((run->end_s <= 0.0 || trey_clock_monotonic() < run->end_s) &&
           (run->cancel == NULL || *run->cancel == 0))
        for (int i = 0; i < CLOCK_EVERY_GAMES; i++) {
            uint64_t number = atomic_fetch_add(&learner->games, 1);
            if (number >= run->limit) {
                atomic_fetch_sub(&learner->games, 1);
                return;
            }
            atomic_fetch_add(&learner->slides, play(learner, number));
        }
}

enum trey_status trey_learner_run(struct trey_learner *learner, uint64_t games,
                                  double seconds, const volatile sig_atomic_t *cancel,
                                  struct trey_error *error)
{
    unsigned threads =
        learner->options.threads != 0 ? learner->options.threads : trey_processors();
    struct trey_team *team = threads > 1 ? trey_team_new(threads) : NULL;
    if (threads > 1 && team == NULL)
        return trey_fail_memory(error, threads * sizeof(pthread_t));
    double start_s = trey_clock_monotonic();
    struct run run = {
        .learner = learner,
        .cancel = cancel,
        .end_s = seconds > 0.0 ? start_s + seconds : 0.0,
        .limit = games > 0 ? atomic_load(&learner->games) + games : UINT64_MAX,
    };
    trey_parallel_for(team, threads, train, &run);
    learner->seconds += trey_clock_monotonic() - start_s;
    trey_team_free(team);
    return TREY_OK;
}

void trey_learner_progress(const struct trey_learner *learner,
                           struct trey_learn_progress *progress)
{
    *progress = (struct trey_learn_progress){.games = atomic_load(&learner->games),
                                             .slides = atomic_load(&learner->slides),
                                             .seconds = learner->seconds};
    size_t count = learner->recent_count < TREY_LEARNER_RECENT
                       ? (size_t)learner->recent_count
                       : TREY_LEARNER_RECENT;
    for (size_t i = 0; i < count; i++) {
        progress->mean += (double)learner->recent_score[i] / (double)count;
        for (int rank = learner->recent_largest[i]; rank >= 0; rank--)
            progress->reach[rank] += 1.0 / (double)count;
    }
}

/* --- the network ---------------------------------------------------------------------
 */

static float largest_of(const struct trey_learner *learner)
{
    float largest = 0.0F;
    for (int tuple = 0; tuple < learner->tuples.count; tuple++)
        for (uint32_t i = 0; i < learner->tuples.size[tuple]; i++)
            largest = fmaxf(largest, fabsf(learner->table[tuple][i].weight));
    return largest;
}

/* Weights that were never asked for are 0 in the network: they tell nothing, and zeros
 * make a short file. */
static void quantise(const struct trey_learner *learner, struct trey_network *network)
{
    float largest = largest_of(learner);
    network->unit = largest > 0.0F ? largest / 32767.0F : 1.0F;
    for (int tuple = 0; tuple < learner->tuples.count; tuple++)
        for (uint32_t i = 0; i < learner->tuples.size[tuple]; i++) {
            const struct trey_learner_entry *entry = &learner->table[tuple][i];
            if (entry->total > 0.0F)
                network->weights[tuple][i] =
                    (int16_t)lrintf(entry->weight / network->unit);
        }
    enum { SMALL = TREY_NETWORK_SMALL * TREY_NETWORK_SMALL };
    for (int i = 0; i < SMALL; i++) { /* an unknown deck: the mean of those met */
        float sum = 0.0F;
        int met = 0;
        for (int deck = 0; deck < TREY_NETWORK_DECKS; deck++) {
            const struct trey_learner_entry *entry = &learner->deck[deck * SMALL + i];
            network->deck[deck * SMALL + i] =
                (int32_t)lrintf(entry->weight / network->unit);
            sum += entry->total > 0.0F ? entry->weight : 0.0F;
            met += entry->total > 0.0F;
        }
        network->deck[TREY_NETWORK_DECKS * SMALL + i] =
            met > 0 ? (int32_t)lrintf(sum / (float)met / network->unit) : 0;
    }
}

enum trey_status trey_learner_export(const struct trey_learner *learner, const char *path,
                                     struct trey_error *error)
{
    struct trey_network *network = NULL;
    enum trey_status status = trey_network_new(&learner->tuples, &network, error);
    if (status != TREY_OK)
        return status;
    quantise(learner, network);
    status = trey_network_write(network, path, error);
    trey_evaluator_free(&network->base);
    return status;
}
