/* Games of a learner: played by its own values, each position taught by what came of it.
 *
 * What the next slide will ask for is sent for first, and comes while the position before
 * this one is taught. */
#include "base/check.h"
#include "base/random.h"
#include "learn/kernels.h"
#include "rules/spawn.h"
#include "trey/array.h"

#include <stdlib.h>

/* Seeds of training games have this bit; trey selfplay has none with it. */
#define TRAINING_SEEDS ((uint64_t)1 << 63)

/* A game of fewer slides is not halved; and where boards are downgraded, which makes room
 * for ever, a game is ended after so many. */
enum { MIN_PATH = 10, MAX_SLIDES = 1 << 17 };

/* A position met, what it was valued at then, and what the best slide from it was worth.
 */
struct trey_learner_met {
    trey_board board;
    trey_deck deck;
    float value, worth;
};

static void keep_score(struct trey_learner *learner, const struct trey_view *view)
{
    pthread_mutex_lock(&learner->lock);
    size_t at = learner->recent_count++ % TREY_LEARNER_RECENT;
    learner->recent_score[at] = (uint32_t)view->score;
    learner->recent_largest[at] = (uint8_t)trey_rules_largest(&view->rules, view->board);
    pthread_mutex_unlock(&learner->lock);
}

/* --- what is taught ------------------------------------------------------------------
 */

/* At once, or if later positions are to teach earlier ones, when the game is over. Short
 * of memory, only that position is lost. */
static void meet(struct trey_learner *learner, struct trey_learner_game *play,
                 const struct trey_learner_position *met, float worth)
{
    if (learner->options.lambda <= 0.0) {
        trey_learner_teach(learner, &met->place, worth);
        if (learner->options.exchange)
            trey_learner_share(learner, &met->place, &met->twin);
        return;
    }
    void *log = trey_array_grow(play->log, &play->log_room, play->log_count + 1,
                                sizeof *play->log);
    if (log == NULL)
        return;
    play->log = log;
    play->log[play->log_count++] =
        (struct trey_learner_met){met->board, met->deck, met->value, worth};
}

/* TD(lambda), backwards: each position learns from what the one after it has just come
 * to, so that what the end of a game teaches gets to its beginning in one go. What a
 * position was worth is an expectation over the cells; only by how much the one that came
 * is now known to be better is carried back, so that the luck of the cell that was drawn
 * is not. Weights are sent for a few positions before they are taught. */
static void learn_backwards(struct trey_learner *learner, struct trey_learner_game *play)
{
    enum { AHEAD = 4 };
    struct trey_place places[AHEAD];
    float lambda = (float)learner->options.lambda, carried = 0.0F;
    size_t found = play->log_count;
    while (play->log_count > 0) {
        for (; found > 0 && found + AHEAD > play->log_count; found--) {
            const struct trey_learner_met *met = &play->log[found - 1];
            struct trey_place *place = &places[(found - 1) % AHEAD];
            trey_learner_find(learner, met->board, met->deck, place);
            trey_place_fetch(learner, place);
        }
        const struct trey_learner_met *met = &play->log[--play->log_count];
        const struct trey_place *place = &places[play->log_count % AHEAD];
        float target = met->worth + carried;
        trey_learner_teach(learner, place, target);
        if (learner->options.exchange) {
            struct trey_place twin;
            trey_learner_find_twin(learner, met->board, met->deck, &twin);
            trey_learner_share(learner, place, &twin);
        }
        carried = lambda * target + (1.0F - lambda) * trey_learner_value(learner, place) -
                  met->value;
    }
}

/* Keeps a position each time that the tiles add up to so much more, once the next such is
 * reached: what is kept is not the last gasps of a game. */
static void keep_positions(struct trey_learner *learner, struct trey_learner_game *play)
{
    if (play->sum < play->mark)
        return;
    if (play->has_promised)
        trey_learner_keep(learner, &play->promised);
    assert(play->sum == trey_learner_sum(learner, play->game.view.board));
    play->promised = play->game.view;
    play->has_promised = true;
    play->mark = play->sum + learner->apart;
}

/* From the board as it is now. */
static void begin_sums(const struct trey_learner *learner, struct trey_learner_game *play)
{
    play->has_promised = false;
    play->sum = trey_learner_sum(learner, play->game.view.board);
    play->mark = play->sum + learner->apart;
}

/* Notes a position for halving. Short of memory, only that one is left out. */
static void note_path(struct trey_learner_game *play)
{
    const struct trey_view *view = &play->game.view;
    void *path = trey_array_grow(play->path, &play->path_room, play->path_count + 1,
                                 sizeof *play->path);
    if (path == NULL)
        return;
    play->path = path;
    play->path[play->path_count++] =
        (struct trey_learner_start){view->board, view->deck, view->next};
}

/* --- games ---------------------------------------------------------------------------
 */

/* Of 2048 the board after the slide is asked for, of Threes! that with the tile shown, or
 * one of those that may come. */
static unsigned rank_ahead(const struct trey_learner *learner,
                           const struct trey_view *view)
{
    if (learner->mechanics.slide == TREY_SLIDE_2048)
        return 0;
    return view->next > TREY_NEXT_PLUS ? (unsigned)__builtin_ctz(view->next) : 1;
}

static void look(const struct trey_learner *learner, struct trey_learner_game *play)
{
    learner->kernels->look(learner, play->game.view.board, play->stage,
                           rank_ahead(learner, &play->game.view), &play->slides);
}

/* Where a game begins that does not begin at the start: in the middle of the one before,
 * or at a kept position. */
static bool take_start(struct trey_learner *learner, struct trey_learner_game *play,
                       uint64_t random, struct trey_view *view)
{
    const struct trey_learn_options *options = &learner->options;
    if (play->again) {
        const struct trey_learner_start *middle = &play->path[play->path_count / 2];
        return trey_view_make(&options->rules, middle->board, middle->next, middle->deck,
                              view, NULL) == TREY_OK;
    }
    return trey_unit64(random) < options->restarts &&
           trey_learner_start_at(learner, trey_mix64(random), view);
}

/* Begins a game. */
static void begin(struct trey_learner *learner, struct trey_learner_game *play)
{
    const struct trey_learn_options *options = &learner->options;
    struct trey_view view;
    uint64_t number = atomic_fetch_add(&learner->begun, 1) | (uint64_t)learner->process
                                                                 << 40;
    uint64_t random = trey_mix64(trey_mix64(options->seed) ^ number);
    uint64_t seed = options->seed | TRAINING_SEEDS;
    play->whole = !take_start(learner, play, random, &view);
    if (play->whole)
        trey_game_begin(&play->game, &options->rules, seed, number);
    else
        trey_game_from_view(&play->game, &view, seed, number);
    trey_board board = play->game.view.board;
    play->running = true;
    play->over = play->valued = false;
    play->stage = trey_stage_of(&learner->stages, board);
    begin_sums(learner, play);
    play->log_count = play->path_count = 0;
    play->again = false;
    look(learner, play);
}

/* What is left of a game that is over. */
static void end(struct trey_learner *learner, struct trey_learner_game *play)
{
    learn_backwards(learner, play);
    if (play->whole)
        keep_score(learner, &play->game.view);
    play->again = play->path_count >= MIN_PATH;
    play->running = false;
}

/* Where the position after this slide is: in 2048 before the tile, in Threes! with it. */
static void take_place(const struct trey_learner *learner, struct trey_learner_game *play,
                       int direction, trey_board after, trey_deck deck, int cell)
{
    const struct trey_view *view = &play->game.view;
    struct trey_learner_position *met = &play->met[play->last ^= 1];
    bool threes = learner->mechanics.slide == TREY_SLIDE_THREES;
    met->board = threes ? view->board : after;
    met->deck = deck;
    unsigned rank = threes ? (unsigned)trey_board_rank(view->board, cell) : 0;
    learner->kernels->enter(learner, &play->slides.place[direction], cell, rank,
                            &met->place);
    met->place.deck = trey_network_deck(deck, met->board);
    if (learner->options.lambda > 0.0) {
        met->value = threes ? trey_learner_value(learner, &met->place)
                            : play->slides.value[direction];
    } else if (learner->options.exchange) {
        trey_learner_find_twin(learner, met->board, deck, &met->twin);
        trey_place_fetch(learner, &met->twin);
    }
}

/* Makes the slide; false if that was the last. */
static bool slide(struct trey_learner *learner, struct trey_learner_game *play,
                  int direction)
{
    const struct trey_mechanics *mechanics = &learner->mechanics;
    struct trey_game *game = &play->game;
    trey_deck deck = game->view.deck;
    struct trey_slides *slides = &play->slides;
    trey_board after = slides->after[direction];
    uint64_t gain = (uint64_t)slides->gain[direction]; /* exact: below 2^24 */
    assert(slides->gain[direction] >= 0.0F && slides->gain[direction] < 16777216.0F);
    assert((slides->legal >> direction & 1) != 0 && after != game->view.board);
    bool ends = trey_mechanics_ends(mechanics, after);
    int cell = trey_game_enter(game, after, gain, ends ? 0 : slides->cells[direction]);
    if (cell < 0)
        return false;
    take_place(learner, play, direction, after, deck, cell);
    play->valued = true;
    play->stage = slides->place[direction].stage;
    if (learner->options.restarts > 0.0) {
        play->sum += trey_learner_tile(learner, trey_board_rank(game->view.board, cell));
        if (slides->gain[direction] >= learner->lanes.downgrades)
            begin_sums(learner, play);
        keep_positions(learner, play);
    }
    if (learner->options.halving)
        note_path(play);
    return true;
}

/* Whether no more of it is wanted, though it is not lost: what it has come to is not
 * taught. */
static bool far_enough(const struct trey_learner *learner,
                       const struct trey_learner_game *play)
{
    int until = learner->options.until_stage;
    return (until > 0 && play->stage >= until) ||
           (learner->downgrade > 0 && play->game.view.moves >= MAX_SLIDES);
}

/* A slide of a game. Returns whether one was made. A search only says which: what is
 * learnt of a position is what comes after it, by values of positions that games come to.
 * Those that a search finds far ahead are seldom met, so that where they are too large
 * nothing would correct them, and each would lift the next. */
static bool play_on(struct trey_learner *learner, struct trey_learner_sight *sight,
                    struct trey_learner_game *play)
{
    float worth;
    const struct trey_view *view = &play->game.view;
    if (sight->search != NULL)
        play->slides.legal &= trey_learner_search(sight, view);
    int best = trey_learner_choose(learner, view, &play->slides, &worth);
    const struct trey_learner_position *met =
        play->valued ? &play->met[play->last] : NULL;
    play->over = best < 0 || !slide(learner, play, best) || far_enough(learner, play);
    if (!play->over)
        look(learner, play);
    if (met != NULL)
        meet(learner, play, met, worth);
    return best >= 0;
}

/* Counts a game that is over, if it may be. */
static bool claim(struct trey_learner *learner, uint64_t limit)
{
    uint64_t games = atomic_load(&learner->games);
    while (games < limit)
        if (atomic_compare_exchange_weak(&learner->games, &games, games + 1))
            return true;
    return false;
}

void trey_learner_play(struct trey_learner *learner, struct trey_learner_sight *sight,
                       unsigned thread, uint64_t slides, uint64_t limit)
{
    assert(thread < learner->threads);
    struct trey_learner_game *play = &learner->plays[thread];
    uint64_t made = 0;
    while (made < slides &&
           atomic_load_explicit(&learner->games, memory_order_relaxed) < limit) {
        if (!play->running)
            begin(learner, play);
        if (!play->over)
            made += play_on(learner, sight, play);
        if (play->over && !claim(learner, limit))
            break;
        if (play->over)
            end(learner, play);
    }
    atomic_fetch_add(&learner->slides, made);
}

void trey_learner_drop_games(struct trey_learner *learner)
{
    for (unsigned i = 0; i < learner->threads; i++) {
        free(learner->plays[i].log);
        free(learner->plays[i].path);
        learner->plays[i] = (struct trey_learner_game){0};
    }
}
