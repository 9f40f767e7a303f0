/* The games of a run, many at once.
 *
 * Seed and number alone determine a game, so it does not matter which thread plays it, or
 * when. Each thread takes a player from a pool, which makes new ones as needed. Finished
 * games are committed to the store as they end, and reported in the order of their
 * numbers; a game that must wait for an earlier one keeps its record meanwhile. */
#include "players/games.h"
#include "base/error.h"
#include "players/game_store.h"
#include "players/player.h"

#include <stdlib.h>
#include <string.h>

/* --- the pool of players -------------------------------------------------------------
 */

static enum trey_status acquire_player(struct trey_games *games,
                                       struct trey_player **player,
                                       struct trey_error *error)
{
    *player = NULL;
    pthread_mutex_lock(&games->lock);
    if (games->idle_count > 0)
        *player = games->idle[--games->idle_count];
    pthread_mutex_unlock(&games->lock);
    if (*player != NULL)
        return TREY_OK;
    return trey_player_new(games->player, &games->options->rules, games->player_options,
                           games->options->evaluator != NULL ? games->options->evaluator
                                                             : games->evaluator,
                           player, error);
}

static void release_player(struct trey_games *games, struct trey_player *player)
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

void trey_games_fail(struct trey_games *games, enum trey_status status,
                     const struct trey_error *error)
{
    if (games->status == TREY_OK) {
        games->status = status;
        games->error = *error;
    }
    atomic_store(&games->stop, true);
}

static enum trey_status store_game(struct trey_games *games, uint64_t number,
                                   const struct trey_game_result *result,
                                   const struct trey_record *record,
                                   struct trey_error *error)
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
    struct trey_game_store_key key = {games->rules, games->key, games->options->seed,
                                      number};
    enum trey_status status =
        trey_game_store_add(games->options->store, &key, result, text, error);
    free(text);
    return status;
}

/* Reports all games whose turn it is. The caller holds the lock. */
static void report_games(struct trey_games *games)
{
    const struct trey_selfplay_options *options = games->options;
    for (; games->reported < options->games && games->ended[games->reported];
         games->reported++) {
        struct trey_record *record = games->waiting[games->reported];
        struct trey_game_result *result = &games->results[games->reported];
        struct trey_error error = {0};
        if (result->done && games->status == TREY_OK && options->report != NULL) {
            enum trey_status status =
                options->report(options->report_context, options->first + games->reported,
                                result, record, &error);
            if (status != TREY_OK)
                trey_games_fail(games, status, &error);
        }
        free_record(record);
        games->waiting[games->reported] = NULL;
    }
}

/* Looks a game up, with its record if `record` is not NULL. The caller holds the lock. */
static enum trey_status find_locked(struct trey_games *games,
                                    const struct trey_game_store_key *key,
                                    struct trey_game_result *result,
                                    struct trey_record *record, struct trey_error *error)
{
    char *text = NULL;
    enum trey_status status = trey_game_store_find(games->options->store, key, result,
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
    struct trey_game_store_key key = {games->rules, games->key, games->options->seed,
                                      number};
    pthread_mutex_lock(&games->lock);
    enum trey_status status = find_locked(games, &key, result, record, error);
    pthread_mutex_unlock(&games->lock);
    return status;
}

/* Finds or plays a game; *played is set if it is played. */
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

void trey_games_over(struct trey_games *games, size_t index, struct trey_record *record,
                     bool played, enum trey_status status, struct trey_error *error)
{
    uint64_t number = games->options->first + index;
    if (games->submit != NULL) {
        games->submit(games, index, record, status, error);
        free_record(record);
        return;
    }
    pthread_mutex_lock(&games->lock);
    if (status == TREY_OK && played)
        status = store_game(games, number, &games->results[index], record, error);
    if (status != TREY_OK)
        trey_games_fail(games, status, error);
    games->waiting[index] = record;
    games->ended[index] = true;
    report_games(games);
    pthread_mutex_unlock(&games->lock);
}

static enum trey_status new_record(const struct trey_games *games,
                                   struct trey_record **record, struct trey_error *error)
{
    *record = games->options->records ? calloc(1, sizeof **record) : NULL;
    return games->options->records && *record == NULL
               ? trey_fail_memory(error, sizeof **record)
               : TREY_OK;
}

enum trey_status trey_games_find(struct trey_games *games, size_t index,
                                 struct trey_error *error)
{
    struct trey_game_result *result = &games->results[index];
    struct trey_record *record = NULL;
    enum trey_status status = new_record(games, &record, error);
    if (status == TREY_OK)
        status =
            find_in_store(games, games->options->first + index, result, record, error);
    if (status == TREY_OK && result->done)
        trey_games_over(games, index, record, false, TREY_OK, error);
    else
        free_record(record);
    return status;
}

void trey_games_one(void *context, size_t turn)
{
    struct trey_games *games = context;
    size_t index = games->assigned != NULL ? games->assigned[turn] : turn;
    struct trey_game_result *result = &games->results[index];
    uint64_t number = games->options->first + index;
    struct trey_player *player = NULL;
    struct trey_record *record = NULL;
    struct trey_error error = {0};
    bool played = false;
    enum trey_status status = TREY_OK;
    if (!trey_games_stopped(games))
        status = acquire_player(games, &player, &error);
    if (status == TREY_OK && player != NULL)
        status = new_record(games, &record, &error);
    if (status == TREY_OK && player != NULL)
        status = find_or_play(games, player, number, record, result, &played, &error);
    if (status == TREY_ERR_CANCELLED && trey_games_stopped(games))
        status = TREY_OK; /* the run reports it at its end */
    trey_games_over(games, index, record, played, status, &error);
    if (status == TREY_OK)
        release_player(games, player);
    else
        trey_player_free(player);
}
