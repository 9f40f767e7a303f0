/* Many games at once.
 *
 * A game is decided by seed and number alone, so it does not matter which thread plays
 * it, or when. Players are made once a thread and kept in a pool between games. Finished
 * games are committed to the store as they end and told in the order of their numbers;
 * one that has to wait for an earlier one waits with its record. */
#include "players/games.h"
#include "base/error.h"
#include "base/threads.h"
#include "players/exact_player.h"
#include "players/kept.h"
#include "players/key.h"
#include "players/player.h"

#include <stdlib.h>
#include <string.h>

/* --- the pool of players -------------------------------------------------------------
 */

static enum trey_status take_player(struct trey_games *games, struct trey_player **player,
                                    struct trey_error *error)
{
    *player = NULL;
    pthread_mutex_lock(&games->lock);
    if (games->idle_count > 0)
        *player = games->idle[--games->idle_count];
    pthread_mutex_unlock(&games->lock);
    if (*player != NULL)
        return TREY_OK;
    return trey_player_new(games->player, &games->options->rules, games->how,
                           games->options->evaluator != NULL ? games->options->evaluator
                                                             : games->evaluator,
                           player, error);
}

static void give_player(struct trey_games *games, struct trey_player *player)
{
    if (player == NULL)
        return;
    pthread_mutex_lock(&games->lock);
    games->idle[games->idle_count++] = player;
    pthread_mutex_unlock(&games->lock);
}

/* --- the end of a game ---------------------------------------------------------------
 */

static void free_record(struct trey_record *record)
{
    if (record == NULL)
        return;
    trey_record_clear(record);
    free(record);
}

/* Under the lock. */
static void note_failure(struct trey_games *games, enum trey_status status,
                         const struct trey_error *error)
{
    if (games->status == TREY_OK) {
        games->status = status;
        games->error = *error;
    }
    atomic_store(&games->stop, true);
}

static enum trey_status keep(struct trey_games *games, uint64_t number,
                             const struct trey_game_result *result,
                             const struct trey_record *record, struct trey_error *error)
{
    if (games->options->store == NULL)
        return TREY_OK;
    char *text = NULL;
    if (record != NULL) {
        enum trey_status status =
            trey_record_format(record, TREY_RECORD_JSON, &text, error);
        if (status != TREY_OK)
            return status;
    }
    struct trey_kept_key key = {games->rules, games->key, games->options->seed, number};
    enum trey_status status =
        trey_kept_add(games->options->store, &key, result, text, error);
    free(text);
    return status;
}

/* Under the lock: all games whose turn it is. */
static void tell(struct trey_games *games)
{
    const struct trey_selfplay_options *options = games->options;
    for (; games->told < options->games && games->ended[games->told]; games->told++) {
        struct trey_record *record = games->waiting[games->told];
        struct trey_game_result *result = &games->results[games->told];
        struct trey_error error = {0};
        if (result->done && games->status == TREY_OK && options->report != NULL) {
            enum trey_status status =
                options->report(options->report_context, options->first + games->told,
                                result, record, &error);
            if (status != TREY_OK)
                note_failure(games, status, &error);
        }
        free_record(record);
        games->waiting[games->told] = NULL;
    }
}

/* Looks a game up, with its record if that is wanted. Under the lock. */
static enum trey_status look_up(struct trey_games *games, const struct trey_kept_key *key,
                                struct trey_game_result *result,
                                struct trey_record *record, struct trey_error *error)
{
    char *text = NULL;
    enum trey_status status = trey_kept_find(games->options->store, key, result,
                                             record != NULL ? &text : NULL, error);
    if (status == TREY_OK && text != NULL)
        status = trey_record_parse(text, NULL, record, error);
    free(text);
    return status;
}

static enum trey_status find_in_store(struct trey_games *games, uint64_t number,
                                      struct trey_game_result *result,
                                      struct trey_record *record,
                                      struct trey_error *error)
{
    if (games->options->store == NULL)
        return TREY_OK;
    struct trey_kept_key key = {games->rules, games->key, games->options->seed, number};
    pthread_mutex_lock(&games->lock);
    enum trey_status status = look_up(games, &key, result, record, error);
    pthread_mutex_unlock(&games->lock);
    return status;
}

/* Finds or plays a game; *played tells which. */
static enum trey_status find_or_play(struct trey_games *games, struct trey_player *player,
                                     uint64_t number, struct trey_record *record,
                                     struct trey_game_result *result, bool *played,
                                     struct trey_error *error)
{
    enum trey_status status = find_in_store(games, number, result, record, error);
    if (status != TREY_OK || result->done || trey_games_stopped(games))
        return status;
    status = trey_games_play(games, player, number, record, result, error);
    *played = result->done;
    return status;
}

static void one_game(void *context, size_t index)
{
    struct trey_games *games = context;
    struct trey_game_result *result = &games->results[index];
    uint64_t number = games->options->first + index;
    struct trey_player *player = NULL;
    struct trey_record *record = NULL;
    struct trey_error error = {0};
    bool played = false;
    enum trey_status status = TREY_OK;
    if (!trey_games_stopped(games))
        status = take_player(games, &player, &error);
    if (status == TREY_OK && player != NULL && games->options->records) {
        record = calloc(1, sizeof *record);
        if (record == NULL)
            status = trey_fail_memory(&error, sizeof *record);
    }
    if (status == TREY_OK && player != NULL)
        status = find_or_play(games, player, number, record, result, &played, &error);
    if (status == TREY_ERR_CANCELLED && trey_games_stopped(games))
        status = TREY_OK; /* the run says so at its end */
    pthread_mutex_lock(&games->lock);
    if (status == TREY_OK && played)
        status = keep(games, number, result, record, &error);
    if (status != TREY_OK)
        note_failure(games, status, &error);
    games->waiting[index] = record;
    games->ended[index] = true;
    tell(games);
    pthread_mutex_unlock(&games->lock);
    if (status == TREY_OK)
        give_player(games, player);
    else
        trey_player_free(player);
}

/* --- the run -------------------------------------------------------------------------
 */

/* One evaluation for all players that search; programs and players without one fail
 * later, with a message of their own. */
static enum trey_status share_evaluator(struct trey_games *games,
                                        struct trey_error *error)
{
    const char *player = games->player;
    if (games->options->evaluator != NULL || !trey_player_searches(player))
        return trey_player_known(player, error);
    const struct trey_rules *rules = &games->options->rules;
    return trey_evaluator_named(player, rules->shape, trey_eval_family_of(rules),
                                &games->evaluator, error);
}

/* The key of the store, and the evaluator of this very content: a file that is replaced
 * between the two would give its name to the other's games. */
static enum trey_status prepare(struct trey_games *games, struct trey_error *error)
{
    const struct trey_rules *rules = &games->options->rules;
    char *after = NULL;
    if (games->options->store == NULL)
        return share_evaluator(games, error);
    if (games->options->evaluator != NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a store knows players by their names: with one, no other "
                         "evaluator can be given");
    enum trey_status status =
        trey_player_key(games->player, rules, games->how, &games->key, error);
    if (status == TREY_OK)
        status = share_evaluator(games, error);
    if (status == TREY_OK && games->evaluator != NULL)
        status = trey_player_key(games->player, rules, games->how, &after, error);
    if (status == TREY_OK && after != NULL && strcmp(games->key, after) != 0)
        status = trey_fail(error, TREY_ERR_IO, 0, "%.160s changed while it was read",
                           games->player);
    free(after);
    return status;
}

/* The lists of a run for so many threads; false for want of memory. */
static bool take_lists(struct trey_games *games, unsigned threads)
{
    size_t count = (size_t)games->options->games + 1; /* never none */
    games->idle = calloc(threads, sizeof(struct trey_player *));
    games->under_way = calloc(threads, sizeof *games->under_way);
    games->waiting = calloc(count, sizeof(struct trey_record *));
    games->ended = calloc(count, sizeof *games->ended);
    return games->idle != NULL && games->under_way != NULL && games->waiting != NULL &&
           games->ended != NULL;
}

static void give_back(struct trey_games *games)
{
    for (unsigned i = 0; i < games->idle_count; i++)
        trey_player_free(games->idle[i]);
    free(games->idle);
    free(games->under_way);
    free(games->waiting);
    free(games->ended);
    free(games->key);
    trey_evaluator_free(games->evaluator);
}

static enum trey_status play_all(struct trey_games *games, unsigned thread_count,
                                 struct trey_error *error)
{
    const struct trey_selfplay_options *options = games->options;
    struct trey_threads *threads =
        thread_count > 1 ? trey_threads_new(thread_count) : NULL;
    if (!take_lists(games, thread_count) || (thread_count > 1 && threads == NULL)) {
        trey_threads_free(threads);
        return trey_fail_memory(error, (size_t)options->games * sizeof(void *));
    }
    pthread_mutex_init(&games->lock, NULL);
    trey_parallel_for(threads, (size_t)options->games, one_game, games);
    pthread_mutex_destroy(&games->lock);
    trey_threads_free(threads);
    if (games->status != TREY_OK && error != NULL)
        *error = games->error;
    if (games->status == TREY_OK && trey_cancel_raised(options->cancel))
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    return games->status;
}

enum trey_status trey_selfplay_run(const char *player,
                                   const struct trey_player_options *how,
                                   const struct trey_selfplay_options *options,
                                   struct trey_game_result *results,
                                   struct trey_error *error)
{
    struct trey_player_options stoppable = *how;
    if (stoppable.limits.cancel == NULL)
        stoppable.limits.cancel = options->cancel;
    struct trey_games games = {
        .player = player, .how = &stoppable, .options = options, .results = results};
    unsigned thread_count = options->threads != 0 ? options->threads : trey_processors();
    if (thread_count > options->games)
        thread_count = options->games > 0 ? (unsigned)options->games : 1;
    memset(results, 0, (size_t)options->games * sizeof *results);
    enum trey_status status = trey_rules_check(&options->rules, error);
    if (status == TREY_OK) {
        trey_rules_format(&options->rules, games.rules, sizeof games.rules);
        status = prepare(&games, error);
    }
    if (status == TREY_OK)
        status = play_all(&games, thread_count, error);
    give_back(&games);
    return status;
}
