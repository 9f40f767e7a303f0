/* Odds: rollouts by the fast player.
 *
 * One ply needs no transposition table, no clock and no depths, so the search's root is
 * called by itself: it chooses as trey_search_run does at depth 1. Games are decided by
 * seed and number, and each leaves its end in a place of its own, so that neither the
 * threads nor their order matter. Searches are made once a thread and taken from a pool
 * for a run of games.
 *
 * Odds by first move are the same games with the first move made for the player. A game
 * is played after every move before the next one begins: pairs are complete, also if the
 * run is cancelled. */
#include "trey/odds.h"
#include "base/check.h"
#include "base/error.h"
#include "base/random.h"
#include "base/threads.h"
#include "search/expand.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_GAMES = 1000, GAMES_PER_TURN = 16 };
enum { THREE = 3 }; /* rank of the first tile that is made in Threes! */

struct end {
    uint64_t score;
    uint32_t moves;
    uint8_t largest;
    bool done;
};

/* The player chooses the first move, too. */
enum { ANY_MOVE = -1 };

struct rollouts {
    const struct trey_view *views;
    const double *weights; /* NULL: equal */
    size_t view_count;
    uint64_t games, seed, first;
    const struct trey_cancel *cancel;
    int moves; /* first moves, 1..4 */
    int move[4];
    struct end *ends;     /* by game, and within it by first move */
    pthread_mutex_t lock; /* for the pool */
    struct trey_search **idle;
    unsigned idle_count;
};

/* The best slide, the first of equals; the view is not over. */
static enum trey_direction choose(struct trey_search *search,
                                  const struct trey_view *view, unsigned legal)
{
    float value[4];
    trey_search_root(search, view, 1, value);
    int best = -1;
    for (int direction = 0; direction < 4; direction++)
        if ((legal >> direction & 1) != 0 && (best < 0 || value[direction] > value[best]))
            best = direction;
    return (enum trey_direction)best;
}

/* The view that a game is played from. */
static const struct trey_view *draw_view(const struct rollouts *rollouts, uint64_t number)
{
    struct trey_random random;
    double sum = 0.0;
    size_t count = rollouts->view_count;
    trey_random_seed(&random, trey_mix64(rollouts->seed) ^ number);
    if (rollouts->weights == NULL)
        return &rollouts->views[trey_random_below(&random, (uint32_t)count)];
    for (size_t i = 0; i < count; i++)
        sum += rollouts->weights[i];
    double left = sum * trey_random_unit(&random);
    size_t i = 0;
    while (i + 1 < count && left >= rollouts->weights[i])
        left -= rollouts->weights[i++];
    return &rollouts->views[i];
}

/* Plays game `number` after a first move; false if it was cancelled. */
static bool play(const struct rollouts *rollouts, struct trey_search *search,
                 uint64_t number, int move, struct end *end)
{
    struct trey_game game;
    unsigned legal;
    const struct trey_view *view = draw_view(rollouts, number);
    trey_game_from_view(&game, view, rollouts->seed, number);
    if (move != ANY_MOVE)
        trey_game_slide(&game, (enum trey_direction)move, NULL);
    while ((legal = trey_game_legal(&game)) != 0) {
        if (trey_cancel_raised(rollouts->cancel))
            return false;
        trey_game_slide(&game, choose(search, &game.view, legal), NULL);
    }
    *end = (struct end){game.view.score, (uint32_t)(game.view.moves - view->moves),
                        (uint8_t)trey_rules_largest(&view->rules, game.view.board), true};
    return true;
}

/* The game with this index after every first move: all of them, or none. */
static void play_pair(struct rollouts *rollouts, struct trey_search *search,
                      uint64_t index)
{
    struct end ends[4] = {{0}};
    for (int i = 0; i < rollouts->moves; i++)
        if (!play(rollouts, search, rollouts->first + index, rollouts->move[i], &ends[i]))
            return;
    memcpy(&rollouts->ends[index * (uint64_t)rollouts->moves], ends,
           (size_t)rollouts->moves * sizeof *ends);
}

static struct trey_search *take(struct rollouts *rollouts)
{
    pthread_mutex_lock(&rollouts->lock);
    struct trey_search *search = rollouts->idle[--rollouts->idle_count];
    pthread_mutex_unlock(&rollouts->lock);
    return search;
}

static void give(struct rollouts *rollouts, struct trey_search *search)
{
    pthread_mutex_lock(&rollouts->lock);
    rollouts->idle[rollouts->idle_count++] = search;
    pthread_mutex_unlock(&rollouts->lock);
}

static void play_some(void *context, size_t turn)
{
    struct rollouts *rollouts = context;
    struct trey_search *search = take(rollouts);
    uint64_t from = turn * GAMES_PER_TURN, to = from + GAMES_PER_TURN;
    for (uint64_t i = from; i < to && i < rollouts->games; i++)
        play_pair(rollouts, search, i);
    give(rollouts, search);
}

/* --- what they say -------------------------------------------------------------------
 */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const struct end *end_of(const struct rollouts *rollouts, uint64_t game, int move)
{
    return &rollouts->ends[game * (uint64_t)rollouts->moves + (uint64_t)move];
}

/* Of the games after one of the first moves, by its index. */
static enum trey_status sum_up(const struct rollouts *rollouts, int move,
                               struct trey_odds *odds, struct trey_error *error)
{
    static const int percent[TREY_ODDS_QUANTILES] = {5, 25, 50, 75, 95};
    double *scores = malloc((size_t)rollouts->games * sizeof *scores);
    if (scores == NULL)
        return trey_fail_memory(error, (size_t)rollouts->games * sizeof *scores);
    uint64_t largest[TREY_MAX_RANKS] = {0}, moves = 0, reached = 0;
    size_t count = 0;
    for (uint64_t i = 0; i < rollouts->games; i++) {
        const struct end *end = end_of(rollouts, i, move);
        if (!end->done)
            continue;
        scores[count++] = (double)end->score;
        moves += end->moves;
        assert(end->largest < TREY_MAX_RANKS);
        largest[end->largest]++;
    }
    enum trey_status status = TREY_OK;
    odds->games = count;
    if (count > 0) {
        trey_interval_of(scores, count, &odds->score);
        qsort(scores, count, sizeof *scores, ascending);
        for (int i = 0; i < TREY_ODDS_QUANTILES; i++)
            odds->quantile[i] = (uint64_t)scores[(count - 1) * (size_t)percent[i] / 100];
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

/* --- the run -------------------------------------------------------------------------
 */

static enum trey_status check(const struct rollouts *rollouts, struct trey_error *error)
{
    if (rollouts->view_count == 0 || rollouts->view_count > UINT32_MAX)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "no view, or too many");
    if (rollouts->games > TREY_ODDS_MAX_GAMES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "more than %d games",
                         TREY_ODDS_MAX_GAMES);
    enum trey_status status = TREY_OK;
    for (size_t i = 0; status == TREY_OK && i < rollouts->view_count; i++) {
        status = trey_view_check(&rollouts->views[i], error);
        if (status == TREY_OK &&
            !trey_rules_equal(&rollouts->views[i].rules, &rollouts->views[0].rules))
            status = trey_fail(error, TREY_ERR_ARGUMENT, 0,
                               "the views are of different rules");
    }
    return status;
}

/* A search for each thread; a table is asked for, but not used. */
static enum trey_status make_searches(struct rollouts *rollouts,
                                      const struct trey_evaluator *evaluator,
                                      unsigned threads, struct trey_error *error)
{
    rollouts->idle = calloc(threads, sizeof(struct trey_search *));
    if (rollouts->idle == NULL)
        return trey_fail_memory(error, threads * sizeof(struct trey_search *));
    enum trey_status status = TREY_OK;
    while (status == TREY_OK && rollouts->idle_count < threads) {
        status = trey_search_new(&rollouts->views[0].rules, evaluator,
                                 TREY_SEARCH_MIN_TABLE_BYTES,
                                 &rollouts->idle[rollouts->idle_count], error);
        rollouts->idle_count += status == TREY_OK;
    }
    return status;
}

static enum trey_status run(struct rollouts *rollouts,
                            const struct trey_evaluator *evaluator, unsigned threads,
                            struct trey_error *error)
{
    size_t turns = (size_t)((rollouts->games + GAMES_PER_TURN - 1) / GAMES_PER_TURN);
    threads = threads < turns ? threads : (unsigned)turns;
    enum trey_status status = make_searches(rollouts, evaluator, threads, error);
    if (status != TREY_OK)
        return status;
    size_t count = (size_t)rollouts->games * (size_t)rollouts->moves;
    rollouts->ends = calloc(count, sizeof *rollouts->ends);
    struct trey_threads *pool = threads > 1 ? trey_threads_new(threads) : NULL;
    if (rollouts->ends == NULL || (threads > 1 && pool == NULL))
        status = trey_fail_memory(error, count * sizeof *rollouts->ends);
    else
        trey_parallel_for(pool, turns, play_some, rollouts);
    trey_threads_free(pool);
    return status;
}

/* Odds of no game yet, with the ladder of the position. In Threes! the first tile that is
 * made is a 3, whatever 1s and 2s there are. */
static void begin_odds(const struct trey_view *view, struct trey_odds *odds)
{
    const struct trey_rules *rules = &view->rules;
    int largest = trey_rules_largest(rules, view->board);
    int from = largest + 1;
    if (rules->slide == TREY_SLIDE_THREES && from < THREE)
        from = THREE;
    *odds = (struct trey_odds){
        .largest = largest, .from = from, .to = trey_rules_ranks(rules) - 1};
}

/* Plays all games; end_rollouts frees the contents of `rollouts`, also after a
 * failure. */
static enum trey_status play_all(struct rollouts *rollouts,
                                 const struct trey_evaluator *evaluator,
                                 const struct trey_odds_options *options,
                                 struct trey_error *error)
{
    pthread_mutex_init(&rollouts->lock, NULL);
    enum trey_status status =
        run(rollouts, evaluator,
            options->threads != 0 ? options->threads : trey_processors(), error);
    pthread_mutex_destroy(&rollouts->lock);
    return status;
}

static void end_rollouts(struct rollouts *rollouts)
{
    for (unsigned i = 0; i < rollouts->idle_count; i++)
        trey_search_free(rollouts->idle[i]);
    free(rollouts->idle);
    free(rollouts->ends);
}

static const struct trey_odds_options usual = {0};

static void begin_rollouts(const struct trey_view *views, const double *weights,
                           size_t count, const struct trey_odds_options *options,
                           struct rollouts *rollouts)
{
    *rollouts =
        (struct rollouts){.views = views,
                          .weights = weights,
                          .view_count = count,
                          .games = options->games != 0 ? options->games : DEFAULT_GAMES,
                          .seed = options->seed,
                          .first = options->first,
                          .cancel = options->cancel,
                          .moves = 1,
                          .move = {ANY_MOVE}};
}

enum trey_status trey_odds_find(const struct trey_view *views, const double *weights,
                                size_t count, const struct trey_evaluator *evaluator,
                                const struct trey_odds_options *options,
                                struct trey_odds *odds, struct trey_error *error)
{
    struct rollouts rollouts;
    options = options != NULL ? options : &usual;
    begin_rollouts(views, weights, count, options, &rollouts);
    enum trey_status status = check(&rollouts, error);
    if (status != TREY_OK)
        return status;
    begin_odds(&views[0], odds);
    status = play_all(&rollouts, evaluator, options, error);
    if (status == TREY_OK)
        status = sum_up(&rollouts, 0, odds, error);
    end_rollouts(&rollouts);
    if (status == TREY_OK && odds->games < rollouts.games)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    return status;
}

/* --- by first move ---------------------------------------------------------------------
 */

/* How far the games after a move are behind those after the best one, pair by pair;
 * `room` holds a number for each game. */
static void compare(const struct rollouts *rollouts, int best, int move, double *room,
                    struct trey_interval *behind, struct trey_interval *reach_behind)
{
    uint64_t best_alone[TREY_MAX_RANKS] = {0}, move_alone[TREY_MAX_RANKS] = {0};
    size_t count = 0;
    for (uint64_t i = 0; i < rollouts->games; i++) {
        const struct end *a = end_of(rollouts, i, best), *b = end_of(rollouts, i, move);
        if (!a->done)
            continue;
        room[count++] = (double)a->score - (double)b->score;
        for (int rank = b->largest + 1; rank <= a->largest; rank++)
            best_alone[rank]++;
        for (int rank = a->largest + 1; rank <= b->largest; rank++)
            move_alone[rank]++;
    }
    trey_interval_of(room, count, behind);
    for (int rank = 0; rank < TREY_MAX_RANKS; rank++)
        trey_interval_of_paired_shares(best_alone[rank], move_alone[rank], count,
                                       &reach_behind[rank]);
}

static enum trey_status sum_up_moves(const struct rollouts *rollouts,
                                     struct trey_odds_by_move *by_move,
                                     struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    int best = 0; /* its index among the moves */
    for (int i = 0; status == TREY_OK && i < rollouts->moves; i++) {
        struct trey_odds *odds = &by_move->odds[rollouts->move[i]];
        status = sum_up(rollouts, i, odds, error);
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
            compare(rollouts, best, i, room, &by_move->behind[rollouts->move[i]],
                    by_move->reach_behind[rollouts->move[i]]);
    free(room);
    return TREY_OK;
}

enum trey_status trey_odds_find_by_move(const struct trey_view *views,
                                        const double *weights, size_t count,
                                        const struct trey_evaluator *evaluator,
                                        const struct trey_odds_options *options,
                                        struct trey_odds_by_move *by_move,
                                        struct trey_error *error)
{
    struct rollouts rollouts;
    options = options != NULL ? options : &usual;
    begin_rollouts(views, weights, count, options, &rollouts);
    enum trey_status status = check(&rollouts, error);
    for (size_t i = 1; status == TREY_OK && i < count; i++)
        if (views[i].board != views[0].board)
            status = trey_fail(error, TREY_ERR_ARGUMENT, 0,
                               "the views are of different boards");
    if (status != TREY_OK)
        return status;
    *by_move = (struct trey_odds_by_move){
        .legal = trey_rules_legal(&views[0].rules, views[0].board), .best = -1};
    rollouts.moves = 0;
    for (int move = 0; move < 4; move++) {
        if ((by_move->legal >> move & 1) == 0)
            continue;
        begin_odds(&views[0], &by_move->odds[move]);
        rollouts.move[rollouts.moves++] = move;
    }
    if (rollouts.moves == 0)
        return TREY_OK;
    status = play_all(&rollouts, evaluator, options, error);
    if (status == TREY_OK)
        status = sum_up_moves(&rollouts, by_move, error);
    end_rollouts(&rollouts);
    if (status == TREY_OK && by_move->games < rollouts.games)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    return status;
}
