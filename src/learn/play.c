/* Training games (episodes): the learner plays by its own values and updates the value of
 * each position from the best move found there.
 *
 * The weights of the next moves are prefetched before the previous position is updated,
 * so that they arrive meanwhile. */
#include "base/array.h"
#include "base/check.h"
#include "base/random.h"
#include "learn/command.h"
#include "learn/kernels.h"
#include "rules/spawn.h"

#include <stdlib.h>

/* Seeds of training games have this bit; no seed of trey selfplay has it. */
#define TRAINING_SEEDS ((uint64_t)1 << 63)

/* MIN_PATH: a shorter game is not restarted from its middle. MAX_MOVES: where boards are
 * downgraded, which always makes room, a game is ended after this number of moves. */
enum { MIN_PATH = 10, MAX_MOVES = 1 << 17 };

/* A position of an episode, its value at the time, and the target: the value of the best
 * move from it. */
struct trey_learner_step {
    trey_board board;
    trey_deck deck;
    float value, target;
};

static void record_score(struct trey_learner *learner, const struct trey_view *view)
{
    pthread_mutex_lock(&learner->lock);
    size_t at = learner->recent_count++ % TREY_LEARNER_RECENT_GAMES;
    learner->recent_score[at] = (uint32_t)view->score;
    learner->recent_largest[at] = (uint8_t)trey_rules_largest(&view->rules, view->board);
    pthread_mutex_unlock(&learner->lock);
}

/* --- updates -------------------------------------------------------------------------
 */

/* Updates a position at once, or with lambda > 0 when the game is over. If memory runs
 * out, only that position is not learned from. */
static void learn_from(struct trey_learner *learner, struct trey_learner_episode *episode,
                       const struct trey_learner_visit *visit, float target)
{
    if (learner->options.lambda <= 0.0) {
        trey_learner_update(learner, &visit->weights, target);
        if (learner->options.exchange)
            trey_learner_copy_to_swapped(learner, &visit->weights, &visit->swapped);
        return;
    }
    void *log = trey_array_grow(episode->log, &episode->log_room, episode->log_count + 1,
                                sizeof *episode->log);
    if (log == NULL)
        return;
    episode->log = log;
    episode->log[episode->log_count++] =
        (struct trey_learner_step){visit->board, visit->deck, visit->value, target};
}

/* TD(lambda), backwards: each position learns from the new value of the next one, so that
 * the end of a game affects its beginning in a single pass. A position's target is an
 * expectation over spawn cells; only the correction of the cell that was drawn is carried
 * back, not the luck of the draw. Weights are prefetched a few positions ahead. */
static void learn_backwards(struct trey_learner *learner,
                            struct trey_learner_episode *episode)
{
    enum { DISTANCE = 4 };
    struct trey_active_weights ahead[DISTANCE];
    float lambda = (float)learner->options.lambda, correction = 0.0F;
    size_t found = episode->log_count;
    while (episode->log_count > 0) {
        for (; found > 0 && found + DISTANCE > episode->log_count; found--) {
            const struct trey_learner_step *visit = &episode->log[found - 1];
            struct trey_active_weights *weights = &ahead[(found - 1) % DISTANCE];
            trey_learner_find_weights(learner, visit->board, visit->deck, weights);
            trey_active_weights_prefetch(learner, weights);
        }
        const struct trey_learner_step *visit = &episode->log[--episode->log_count];
        const struct trey_active_weights *weights = &ahead[episode->log_count % DISTANCE];
        float target = visit->target + correction;
        trey_learner_update(learner, weights, target);
        if (learner->options.exchange) {
            struct trey_active_weights swapped;
            trey_learner_find_swapped(learner, visit->board, visit->deck, &swapped);
            trey_learner_copy_to_swapped(learner, weights, &swapped);
        }
        correction =
            learner->discount *
            (lambda * target + (1.0F - lambda) * trey_learner_value(learner, weights) -
             visit->value);
    }
}

/* Stores a position each time that the tile sum has grown by the interval, but only once
 * the next such sum is reached: so no position of a game's last moves is stored. */
static void keep_positions(struct trey_learner *learner,
                           struct trey_learner_episode *episode)
{
    if (episode->tile_sum < episode->next_keep_sum)
        return;
    if (episode->has_pending_restart)
        trey_learner_add_start(learner, &episode->pending_restart);
    assert(episode->tile_sum == trey_learner_tile_sum(learner, episode->game.view.board));
    episode->pending_restart = episode->game.view;
    episode->has_pending_restart = true;
    episode->next_keep_sum = episode->tile_sum + learner->keep_interval;
}

/* Restarts the count of the tile sum from the current board. */
static void reset_tile_sum(const struct trey_learner *learner,
                           struct trey_learner_episode *episode)
{
    episode->has_pending_restart = false;
    episode->tile_sum = trey_learner_tile_sum(learner, episode->game.view.board);
    episode->next_keep_sum = episode->tile_sum + learner->keep_interval;
}

/* Appends the position to the path, for halving. If memory runs out, only that one is
 * left out. */
static void append_to_path(struct trey_learner_episode *episode)
{
    const struct trey_view *view = &episode->game.view;
    void *path = trey_array_grow(episode->path, &episode->path_room,
                                 episode->path_count + 1, sizeof *episode->path);
    if (path == NULL)
        return;
    episode->path = path;
    episode->path[episode->path_count++] =
        (struct trey_learner_start){view->board, view->deck, view->next};
}

/* --- games ---------------------------------------------------------------------------
 */

/* The rank whose spawn is prefetched: 0 in 2048, where the afterstate itself is
 * evaluated; in Threes! the tile shown, or one that the hint allows. */
static unsigned rank_to_prefetch(const struct trey_learner *learner,
                                 const struct trey_view *view)
{
    if (learner->mechanics.slide == TREY_SLIDE_2048)
        return 0;
    return view->next > TREY_NEXT_PLUS ? (unsigned)__builtin_ctz(view->next) : 1;
}

static void generate_moves(const struct trey_learner *learner,
                           struct trey_learner_episode *episode)
{
    learner->kernels->generate_moves(learner, episode->game.view.board, episode->stage,
                                     rank_to_prefetch(learner, &episode->game.view),
                                     &episode->moves);
}

/* Selects a start other than the start of a game: the middle of the previous game, or a
 * stored position. Returns false for the start of a game. */
static bool select_start(struct trey_learner *learner,
                         struct trey_learner_episode *episode, uint64_t random,
                         struct trey_view *view)
{
    const struct trey_learn_options *options = &learner->options;
    if (episode->restart_from_middle) {
        const struct trey_learner_start *middle = &episode->path[episode->path_count / 2];
        return trey_view_make(&options->rules, middle->board, middle->next, middle->deck,
                              view, NULL) == TREY_OK;
    }
    return trey_unit64(random) < options->restarts &&
           trey_learner_draw_start(learner, trey_mix64(random), view);
}

static void begin_episode(struct trey_learner *learner,
                          struct trey_learner_episode *episode)
{
    const struct trey_learn_options *options = &learner->options;
    struct trey_view view;
    uint64_t number =
        atomic_fetch_add(&learner->games_begun, 1) | (uint64_t)learner->process << 40;
    uint64_t random = trey_mix64(trey_mix64(options->seed) ^ number);
    uint64_t seed = options->seed | TRAINING_SEEDS;
    episode->from_start = !select_start(learner, episode, random, &view);
    if (episode->from_start)
        trey_game_begin(&episode->game, &options->rules, seed, number);
    else
        trey_game_from_view(&episode->game, &view, seed, number);
    trey_board board = episode->game.view.board;
    episode->running = true;
    episode->over = episode->visited = false;
    episode->stage = trey_stage_of(&learner->stages, board);
    reset_tile_sum(learner, episode);
    episode->log_count = episode->path_count = 0;
    episode->restart_from_middle = false;
    generate_moves(learner, episode);
}

/* Finishes a game that is over. */
static void end_episode(struct trey_learner *learner,
                        struct trey_learner_episode *episode)
{
    learn_backwards(learner, episode);
    if (episode->from_start)
        record_score(learner, &episode->game.view);
    episode->restart_from_middle = episode->path_count >= MIN_PATH;
    episode->running = false;
}

/* Records the position to update next: in 2048 the afterstate, in Threes! the position
 * after the spawn. */
static void record_visit(const struct trey_learner *learner,
                         struct trey_learner_episode *episode, int direction,
                         trey_board after, trey_deck deck, int cell)
{
    const struct trey_view *view = &episode->game.view;
    struct trey_learner_visit *visit = &episode->visit[episode->latest ^= 1];
    bool threes = learner->mechanics.slide == TREY_SLIDE_THREES;
    visit->board = threes ? view->board : after;
    visit->deck = deck;
    unsigned rank = threes ? (unsigned)trey_board_rank(view->board, cell) : 0;
    learner->kernels->add_tile(learner, &episode->moves.weights[direction], cell, rank,
                               &visit->weights);
    visit->weights.deck = trey_network_deck_entry(deck, visit->board);
    if (learner->options.lambda > 0.0) {
        visit->value = threes ? trey_learner_value(learner, &visit->weights)
                              : episode->moves.value[direction];
    } else if (learner->options.exchange) {
        trey_learner_find_swapped(learner, visit->board, deck, &visit->swapped);
        trey_active_weights_prefetch(learner, &visit->swapped);
    }
}

/* Makes a move; returns false if it ends the game. */
static bool make_move(struct trey_learner *learner, struct trey_learner_episode *episode,
                      int direction)
{
    const struct trey_mechanics *mechanics = &learner->mechanics;
    struct trey_game *game = &episode->game;
    trey_deck deck = game->view.deck;
    struct trey_learner_moves *moves = &episode->moves;
    trey_board after = moves->after[direction];
    uint64_t gain = (uint64_t)moves->gain[direction]; /* exact: below 2^24 */
    assert(moves->gain[direction] >= 0.0F && moves->gain[direction] < 16777216.0F);
    assert((moves->legal >> direction & 1) != 0 && after != game->view.board);
    bool ends = trey_mechanics_ends(mechanics, after);
    int cell = trey_game_spawn(game, after, gain, ends ? 0 : moves->cells[direction]);
    if (cell < 0)
        return false;
    record_visit(learner, episode, direction, after, deck, cell);
    episode->visited = true;
    episode->stage = moves->weights[direction].stage;
    if (learner->options.restarts > 0.0) {
        episode->tile_sum +=
            trey_learner_tile(learner, trey_board_rank(game->view.board, cell));
        if (moves->gain[direction] >= learner->tables.min_downgrade_gain)
            reset_tile_sum(learner, episode);
        keep_positions(learner, episode);
    }
    if (learner->options.halving)
        append_to_path(episode);
    return true;
}

/* True if the game is abandoned, though it is not lost: at the last stage to train or
 * after too many moves. The position that it reached is not updated. */
static bool is_abandoned(const struct trey_learner *learner,
                         const struct trey_learner_episode *episode)
{
    int until = learner->options.until_stage;
    return (until > 0 && episode->stage >= until) ||
           (learner->downgrade > 0 && episode->game.view.moves >= MAX_MOVES);
}

/* Plays one move; returns false if there is none. A search only selects the move: the
 * target is the value of what comes after it, over positions that games reach. Positions
 * that only a search finds are seldom visited, so nothing would correct values that are
 * too high, and each would raise the next. */
static bool play_move(struct trey_learner *learner, struct trey_live_evaluator *evaluator,
                      struct trey_learner_episode *episode)
{
    float target;
    const struct trey_view *view = &episode->game.view;
    if (evaluator->search != NULL)
        episode->moves.legal &= trey_learner_search_move(evaluator, view);
    int best = trey_learner_select_move(learner, view, &episode->moves, &target);
    const struct trey_learner_visit *visit =
        episode->visited ? &episode->visit[episode->latest] : NULL;
    episode->over =
        best < 0 || !make_move(learner, episode, best) || is_abandoned(learner, episode);
    if (!episode->over)
        generate_moves(learner, episode);
    if (visit != NULL)
        learn_from(learner, episode, visit, target);
    return best >= 0;
}

/* Counts a finished game, unless the limit is reached. */
static bool count_game(struct trey_learner *learner, uint64_t limit)
{
    uint64_t games = atomic_load(&learner->games);
    while (games < limit)
        if (atomic_compare_exchange_weak(&learner->games, &games, games + 1))
            return true;
    return false;
}

void trey_learner_play(struct trey_learner *learner,
                       struct trey_live_evaluator *evaluator, unsigned thread,
                       uint64_t moves, uint64_t limit)
{
    assert(thread < learner->threads);
    struct trey_learner_episode *episode = &learner->episodes[thread];
    uint64_t made = 0;
    while (made < moves &&
           atomic_load_explicit(&learner->games, memory_order_relaxed) < limit) {
        if (!episode->running)
            begin_episode(learner, episode);
        if (!episode->over)
            made += play_move(learner, evaluator, episode);
        if (episode->over && !count_game(learner, limit))
            break;
        if (episode->over)
            end_episode(learner, episode);
    }
    atomic_fetch_add(&learner->moves, made);
}

void trey_learner_discard_episodes(struct trey_learner *learner)
{
    for (unsigned i = 0; i < learner->threads; i++) {
        free(learner->episodes[i].log);
        free(learner->episodes[i].path);
        learner->episodes[i] = (struct trey_learner_episode){0};
    }
}
