/* Rollouts by the one-ply player.
 *
 * One ply needs no transposition table, clock or iterative deepening, so the search's
 * root is called directly: it chooses as trey_search_run does at depth 1. Seed and number
 * determine a game, and each game writes its result to a place of its own, so that
 * neither threads nor their order matter. Searches are made once per thread and taken
 * from a pool for several games.
 *
 * Odds by first move are the same games with the first move given. A game is played after
 * every move before the next one begins, so that pairs are complete, also if the run is
 * cancelled. */
#include "players/rollouts.h"
#include "base/array.h"
#include "base/check.h"
#include "base/error.h"
#include "base/interval.h"
#include "base/random.h"
#include "base/threads.h"
#include "players/command.h"
#include "search/expand.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_PER_TURN = 16 };
enum { THREE = 3 }; /* rank of the smallest tile that merges make in Threes! */

struct result {
    uint64_t score;
    uint32_t moves;
    uint8_t largest;
    bool done;
};

/* The player chooses the first move. */
enum { ANY_MOVE = -1 };

struct trey_rollouts {
    struct trey_rollouts_setup setup;
    int moves; /* number of first moves, 1..4 */
    int move[4];
    uint64_t games;         /* number of games so far */
    struct result *results; /* results, by game, then by first move */
    size_t room;            /* capacity of `ends` */
    uint64_t from;          /* index of the first game of this call */
    const struct trey_cancel *cancel;
    pthread_mutex_t lock; /* protects the pool */
    struct trey_search **idle;
    unsigned threads, idle_count;
};

/* The best move, the first of equal ones; the game must not be over. */
static enum trey_direction select_move(struct trey_search *search,
                                       const struct trey_view *view, unsigned legal)
{
    const struct trey_evaluator *evaluator = search->evaluator;
    float value[4];
    do
        trey_search_root(search, view, 1, value);
    while (evaluator->flush != NULL && evaluator->flush(evaluator) != 0);
    int best = -1;
    for (int direction = 0; direction < 4; direction++)
        if ((legal >> direction & 1) != 0 && (best < 0 || value[direction] > value[best]))
            best = direction;
    return (enum trey_direction)best;
}

/* Draws the view from which a game is played. */
static const struct trey_view *draw_view(const struct trey_rollouts *rollouts,
                                         uint64_t number)
{
    struct trey_random random;
    double sum = 0.0;
    size_t count = rollouts->setup.view_count;
    trey_random_seed(&random, trey_mix64(rollouts->setup.seed) ^ number);
    if (rollouts->setup.weights == NULL)
        return &rollouts->setup.views[trey_random_below(&random, (uint32_t)count)];
    for (size_t i = 0; i < count; i++)
        sum += rollouts->setup.weights[i];
    double left = sum * trey_random_unit(&random);
    size_t i = 0;
    while (i + 1 < count && left >= rollouts->setup.weights[i])
        left -= rollouts->setup.weights[i++];
    return &rollouts->setup.views[i];
}

/* Plays game `number` after a first move; returns false if cancelled. */
static bool play_game(const struct trey_rollouts *rollouts, struct trey_search *search,
                      uint64_t number, int move, struct result *result)
{
    struct trey_game game;
    unsigned legal;
    const struct trey_view *view = draw_view(rollouts, number);
    trey_game_from_view(&game, view, rollouts->setup.seed, number);
    if (move != ANY_MOVE)
        trey_game_slide(&game, (enum trey_direction)move, NULL);
    while ((legal = trey_game_legal(&game)) != 0) {
        if (trey_cancel_raised(rollouts->cancel))
            return false;
        trey_game_slide(&game, select_move(search, &game.view, legal), NULL);
    }
    *result =
        (struct result){game.view.score, (uint32_t)(game.view.moves - view->moves),
                        (uint8_t)trey_rules_largest(&view->rules, game.view.board), true};
    return true;
}

/* Plays the game with this index after every first move: all of them, or none. */
static void play_all_moves(struct trey_rollouts *rollouts, struct trey_search *search,
                           uint64_t index)
{
    struct result results[4] = {{0}};
    for (int i = 0; i < rollouts->moves; i++)
        if (!play_game(rollouts, search, rollouts->setup.first + index, rollouts->move[i],
                       &results[i]))
            return;
    memcpy(&rollouts->results[index * (uint64_t)rollouts->moves], results,
           (size_t)rollouts->moves * sizeof *results);
}

static struct trey_search *acquire_search(struct trey_rollouts *rollouts)
{
    pthread_mutex_lock(&rollouts->lock);
    struct trey_search *search = rollouts->idle[--rollouts->idle_count];
    pthread_mutex_unlock(&rollouts->lock);
    return search;
}

static void release_search(struct trey_rollouts *rollouts, struct trey_search *search)
{
    pthread_mutex_lock(&rollouts->lock);
    rollouts->idle[rollouts->idle_count++] = search;
    pthread_mutex_unlock(&rollouts->lock);
}

static void play_turn(void *context, size_t turn)
{
    struct trey_rollouts *rollouts = context;
    struct trey_search *search = acquire_search(rollouts);
    uint64_t from = rollouts->from + turn * GAMES_PER_TURN, to = from + GAMES_PER_TURN;
    for (uint64_t i = from; i < to && i < rollouts->games; i++)
        play_all_moves(rollouts, search, i);
    release_search(rollouts, search);
}

/* --- odds ----------------------------------------------------------------------------
 */

static int compare_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const struct result *result_of(const struct trey_rollouts *rollouts, uint64_t game,
                                      int move)
{
    return &rollouts->results[game * (uint64_t)rollouts->moves + (uint64_t)move];
}

/* Initialises odds of no game, with the range of ranks to reach. In Threes! the first
 * tile that merges make is a 3, whatever 1s and 2s there are. */
static void init_odds(const struct trey_view *view, struct trey_odds *odds)
{
    const struct trey_rules *rules = &view->rules;
    int largest = trey_rules_largest(rules, view->board);
    int from = largest + 1;
    if (rules->slide == TREY_SLIDE_THREES && from < THREE)
        from = THREE;
    *odds = (struct trey_odds){
        .largest = largest, .from = from, .to = trey_rules_ranks(rules) - 1};
}

static uint64_t lowest_score(const struct trey_rollouts_setup *setup)
{
    uint64_t lowest = setup->views[0].score;
    for (size_t i = 1; i < setup->view_count; i++)
        lowest = setup->views[i].score < lowest ? setup->views[i].score : lowest;
    return lowest;
}

/* Computes the odds of the games after one of the first moves, by its index. */
static enum trey_status compute_odds(const struct trey_rollouts *rollouts, int move,
                                     struct trey_odds *odds, struct trey_error *error)
{
    static const int percent[TREY_ODDS_QUANTILES] = {5, 25, 50, 75, 95};
    /* The points so far are the same in all games. With them in the values the
     * logarithmic interval would be too short, so it is that of the points to come. */
    const double so_far = (double)lowest_score(&rollouts->setup);
    double *scores = malloc((size_t)rollouts->games * sizeof *scores);
    if (scores == NULL)
        return trey_fail_memory(error, (size_t)rollouts->games * sizeof *scores);
    uint64_t largest[TREY_MAX_RANKS] = {0}, moves = 0, reached = 0;
    size_t count = 0;
    for (uint64_t i = 0; i < rollouts->games; i++) {
        const struct result *result = result_of(rollouts, i, move);
        if (!result->done)
            continue;
        scores[count++] = (double)result->score - so_far;
        moves += result->moves;
        assert(result->largest < TREY_MAX_RANKS);
        largest[result->largest]++;
    }
    enum trey_status status = TREY_OK;
    odds->games = count;
    if (count > 0) {
        trey_interval_of(scores, count, &odds->score);
        odds->score.mean += so_far;
        odds->score.low += so_far;
        odds->score.high += so_far;
        qsort(scores, count, sizeof *scores, compare_ascending);
        for (int i = 0; i < TREY_ODDS_QUANTILES; i++)
            odds->quantile[i] =
                (uint64_t)(so_far + scores[(count - 1) * (size_t)percent[i] / 100]);
        odds->moves = (double)moves / (double)count;
        for (int rank = TREY_MAX_RANKS - 1; rank >= 0; rank--) {
            reached += largest[rank];
            trey_interval_of_share(reached, count, &odds->reach[rank]);
        }
        assert(reached == count && scores[0] <= scores[count - 1]);
    }
    free(scores);
    return status;
}

/* Compares the games after a move with those after the best one, pair by pair; `room` has
 * space for one number per game. */
static void compare_moves(const struct trey_rollouts *rollouts, int best, int move,
                          double *room, struct trey_interval *behind,
                          struct trey_interval *reach_behind)
{
    uint64_t best_alone[TREY_MAX_RANKS] = {0}, move_alone[TREY_MAX_RANKS] = {0};
    size_t count = 0;
    for (uint64_t i = 0; i < rollouts->games; i++) {
        const struct result *a = result_of(rollouts, i, best),
                            *b = result_of(rollouts, i, move);
        if (!a->done)
            continue;
        room[count++] = (double)a->score - (double)b->score;
        for (int rank = b->largest + 1; rank <= a->largest; rank++)
            best_alone[rank]++;
        for (int rank = a->largest + 1; rank <= b->largest; rank++)
            move_alone[rank]++;
    }
    trey_interval_of_differences(room, count, behind);
    for (int rank = 0; rank < TREY_MAX_RANKS; rank++)
        trey_interval_of_paired_shares(best_alone[rank], move_alone[rank], count,
                                       &reach_behind[rank]);
}

static enum trey_status compute_odds_by_move(const struct trey_rollouts *rollouts,
                                             struct trey_odds_by_move *by_move,
                                             struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    int best = 0; /* index among the moves */
    for (int i = 0; status == TREY_OK && i < rollouts->moves; i++) {
        struct trey_odds *odds = &by_move->odds[rollouts->move[i]];
        status = compute_odds(rollouts, i, odds, error);
        if (odds->score.mean > by_move->odds[rollouts->move[best]].score.mean)
            best = i;
    }
    by_move->best = rollouts->move[best];
    by_move->games = by_move->odds[by_move->best].games;
    if (status != TREY_OK || by_move->games == 0)
        return status;
    double *room = malloc((size_t)rollouts->games * sizeof *room);
    if (room == NULL)
        return trey_fail_memory(error, (size_t)rollouts->games * sizeof *room);
    for (int i = 0; i < rollouts->moves; i++)
        if (i != best)
            compare_moves(rollouts, best, i, room, &by_move->behind[rollouts->move[i]],
                          by_move->reach_behind[rollouts->move[i]]);
    free(room);
    return TREY_OK;
}

enum trey_status trey_rollouts_odds(const struct trey_rollouts *rollouts,
                                    struct trey_odds *odds, struct trey_error *error)
{
    assert(!rollouts->setup.by_move);
    init_odds(&rollouts->setup.views[0], odds);
    return rollouts->games == 0 ? TREY_OK : compute_odds(rollouts, 0, odds, error);
}

enum trey_status trey_rollouts_by_move(const struct trey_rollouts *rollouts,
                                       struct trey_odds_by_move *by_move,
                                       struct trey_error *error)
{
    assert(rollouts->setup.by_move);
    *by_move = (struct trey_odds_by_move){.legal = rollouts->setup.moves, .best = -1};
    for (int i = 0; i < rollouts->moves; i++)
        init_odds(&rollouts->setup.views[0], &by_move->odds[rollouts->move[i]]);
    return rollouts->games == 0 ? TREY_OK
                                : compute_odds_by_move(rollouts, by_move, error);
}

/* --- the run ---------------------------------------------------------------------------
 */

static enum trey_status check(const struct trey_rollouts_setup *setup,
                              struct trey_error *error)
{
    if (setup->view_count == 0 || setup->view_count > UINT32_MAX)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "no views, or too many");
    const struct trey_view *first = &setup->views[0];
    for (size_t i = 0; i < setup->view_count; i++) {
        enum trey_status status = trey_view_check(&setup->views[i], error);
        if (status != TREY_OK)
            return status;
        if (!trey_rules_equal(&setup->views[i].rules, &first->rules))
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "the views have different rules");
        if (setup->by_move && setup->views[i].board != first->board)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "the views have different boards");
    }
    return TREY_OK;
}

/* Makes searches up to this number; their tables are required, but not used. */
static enum trey_status make_searches(struct trey_rollouts *rollouts, unsigned count,
                                      struct trey_error *error)
{
    const struct trey_rollouts_setup *setup = &rollouts->setup;
    enum trey_status status = TREY_OK;
    while (status == TREY_OK && rollouts->idle_count < count) {
        status = trey_search_new(&setup->views[0].rules, setup->evaluator,
                                 TREY_SEARCH_MIN_TABLE_BYTES,
                                 &rollouts->idle[rollouts->idle_count], error);
        rollouts->idle_count += status == TREY_OK;
    }
    return status;
}

static void select_first_moves(struct trey_rollouts *rollouts)
{
    struct trey_rollouts_setup *setup = &rollouts->setup;
    const struct trey_view *view = &setup->views[0];
    if (!setup->by_move) {
        rollouts->move[rollouts->moves++] = ANY_MOVE;
        return;
    }
    unsigned legal = trey_rules_legal(&view->rules, view->board);
    setup->moves = setup->moves != 0 ? setup->moves & legal : legal;
    for (int move = 0; move < 4; move++)
        if ((setup->moves >> move & 1) != 0)
            rollouts->move[rollouts->moves++] = move;
}

enum trey_status trey_rollouts_new(const struct trey_rollouts_setup *setup,
                                   struct trey_rollouts **rollouts,
                                   struct trey_error *error)
{
    enum trey_status status = check(setup, error);
    if (status != TREY_OK)
        return status;
    struct trey_rollouts *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->setup = *setup;
    made->threads = trey_eval_threads(setup->evaluator, setup->threads);
    select_first_moves(made);
    made->idle = calloc(made->threads, sizeof(struct trey_search *));
    if (made->idle == NULL)
        status = trey_fail_memory(error, made->threads * sizeof(struct trey_search *));
    else
        status = make_searches(made, 1, error);
    pthread_mutex_init(&made->lock, NULL);
    if (status == TREY_OK)
        *rollouts = made;
    else
        trey_rollouts_free(made);
    return status;
}

void trey_rollouts_free(struct trey_rollouts *rollouts)
{
    if (rollouts == NULL)
        return;
    for (unsigned i = 0; i < rollouts->idle_count; i++)
        trey_search_free(rollouts->idle[i]);
    pthread_mutex_destroy(&rollouts->lock);
    free(rollouts->idle);
    free(rollouts->results);
    free(rollouts);
}

/* Allocates results for more games, marked as not done. */
static enum trey_status make_room(struct trey_rollouts *rollouts, uint64_t games,
                                  struct trey_error *error)
{
    size_t moves = (size_t)rollouts->moves, had = (size_t)rollouts->games * moves;
    size_t wanted = ((size_t)rollouts->games + (size_t)games) * moves;
    struct result *results =
        trey_array_grow(rollouts->results, &rollouts->room, wanted, sizeof *results);
    if (results == NULL)
        return trey_fail_memory(error, wanted * sizeof *results);
    rollouts->results = results;
    memset(results + had, 0, (wanted - had) * sizeof *results);
    return TREY_OK;
}

enum trey_status trey_rollouts_play(struct trey_rollouts *rollouts, uint64_t games,
                                    const struct trey_cancel *cancel,
                                    struct trey_error *error)
{
    size_t turns = (size_t)((games + GAMES_PER_TURN - 1) / GAMES_PER_TURN);
    unsigned threads = rollouts->threads < turns ? rollouts->threads : (unsigned)turns;
    assert(games >= 1);
    if (rollouts->moves == 0) /* the game is over */
        return TREY_OK;
    if (games > TREY_ODDS_MAX_GAMES - rollouts->games)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "too many games: the maximum is %d",
                         TREY_ODDS_MAX_GAMES);
    enum trey_status status = make_searches(rollouts, threads, error);
    if (status == TREY_OK)
        status = make_room(rollouts, games, error);
    if (status != TREY_OK)
        return status;
    struct trey_threads *pool = threads > 1 ? trey_threads_new(threads) : NULL;
    if (threads > 1 && pool == NULL)
        return trey_fail_memory(error, 0);
    rollouts->cancel = cancel;
    rollouts->from = rollouts->games;
    rollouts->games += games;
    trey_parallel_for(pool, turns, play_turn, rollouts);
    trey_threads_free(pool);
    for (uint64_t i = rollouts->from; i < rollouts->games; i++)
        if (!result_of(rollouts, i, 0)->done)
            return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    return TREY_OK;
}
