/* Odds: rollouts by the fast player.
 *
 * One ply needs no transposition table, no clock and no depths, so the search's root is
 * called by itself: it chooses as trey_search_run does at depth 1. Games are decided by
 * seed and number, and each leaves its end in a place of its own, so that neither the
 * threads nor their order matter. Searches are made once a thread and taken from a pool
 * for a run of games. */
#include "trey/odds.h"
#include "base/error.h"
#include "base/random.h"
#include "base/threads.h"
#include "search/expand.h"

#include <pthread.h>
#include <stdlib.h>

enum { DEFAULT_GAMES = 1000, GAMES_PER_TURN = 16 };

struct end {
    uint64_t score;
    uint32_t moves;
    uint8_t largest;
    bool done;
};

struct rollouts {
    const struct trey_view *views;
    const double *weights; /* NULL: equal */
    size_t view_count;
    uint64_t games, seed;
    const struct trey_cancel *cancel;
    struct end *ends;
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

static void play(struct rollouts *rollouts, struct trey_search *search, uint64_t number)
{
    struct trey_game game;
    unsigned legal;
    const struct trey_view *view = draw_view(rollouts, number);
    trey_game_from_view(&game, view, rollouts->seed, number);
    while ((legal = trey_game_legal(&game)) != 0) {
        if (trey_cancel_raised(rollouts->cancel))
            return;
        trey_game_slide(&game, choose(search, &game.view, legal), NULL);
    }
    rollouts->ends[number] =
        (struct end){game.view.score, (uint32_t)(game.view.moves - view->moves),
                     (uint8_t)trey_rules_largest(&view->rules, game.view.board), true};
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
        play(rollouts, search, i);
    give(rollouts, search);
}

/* --- what they say -------------------------------------------------------------------
 */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static enum trey_status sum_up(const struct rollouts *rollouts, struct trey_odds *odds,
                               struct trey_error *error)
{
    static const int percent[TREY_ODDS_QUANTILES] = {5, 25, 50, 75, 95};
    double *scores = malloc((size_t)rollouts->games * sizeof *scores);
    if (scores == NULL)
        return trey_fail_memory(error, (size_t)rollouts->games * sizeof *scores);
    uint64_t largest[TREY_MAX_RANKS] = {0}, moves = 0, reached = 0;
    size_t count = 0;
    for (uint64_t i = 0; i < rollouts->games; i++) {
        const struct end *end = &rollouts->ends[i];
        if (!end->done)
            continue;
        scores[count++] = (double)end->score;
        moves += end->moves;
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
    if (rollouts->games > TREY_ODDS_MOST_GAMES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "more than %d games",
                         TREY_ODDS_MOST_GAMES);
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
                            struct trey_odds *odds, struct trey_error *error)
{
    size_t turns = (size_t)((rollouts->games + GAMES_PER_TURN - 1) / GAMES_PER_TURN);
    threads = threads < turns ? threads : (unsigned)turns;
    enum trey_status status = make_searches(rollouts, evaluator, threads, error);
    if (status != TREY_OK)
        return status;
    rollouts->ends = calloc((size_t)rollouts->games, sizeof *rollouts->ends);
    struct trey_threads *pool = threads > 1 ? trey_threads_new(threads) : NULL;
    if (rollouts->ends == NULL || (threads > 1 && pool == NULL)) {
        status =
            trey_fail_memory(error, (size_t)rollouts->games * sizeof *rollouts->ends);
    } else {
        trey_parallel_for(pool, turns, play_some, rollouts);
        status = sum_up(rollouts, odds, error);
    }
    trey_threads_free(pool);
    return status;
}

enum trey_status trey_odds_find(const struct trey_view *views, const double *weights,
                                size_t count, const struct trey_evaluator *evaluator,
                                const struct trey_odds_options *options,
                                struct trey_odds *odds, struct trey_error *error)
{
    static const struct trey_odds_options usual = {0};
    options = options != NULL ? options : &usual;
    struct rollouts rollouts = {.views = views,
                                .weights = weights,
                                .view_count = count,
                                .games =
                                    options->games != 0 ? options->games : DEFAULT_GAMES,
                                .seed = options->seed,
                                .cancel = options->cancel};
    enum trey_status status = check(&rollouts, error);
    if (status != TREY_OK)
        return status;
    *odds = (struct trey_odds){.largest =
                                   trey_rules_largest(&views[0].rules, views[0].board)};
    pthread_mutex_init(&rollouts.lock, NULL);
    status =
        run(&rollouts, evaluator,
            options->threads != 0 ? options->threads : trey_processors(), odds, error);
    pthread_mutex_destroy(&rollouts.lock);
    for (unsigned i = 0; i < rollouts.idle_count; i++)
        trey_search_free(rollouts.idle[i]);
    free(rollouts.idle);
    free(rollouts.ends);
    if (status == TREY_OK && odds->games < rollouts.games)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    return status;
}
