/* Plays one game of a run: moves, their times, the record, and progress reports. */
#include "base/error.h"
#include "os/clock.h"
#include "players/command.h"
#include "players/games.h"
#include "players/player.h"

#include <inttypes.h>
#include <stdio.h>

static uint64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

bool trey_games_stopped(const struct trey_games *games)
{
    return trey_cancel_raised(games->options->cancel) ||
           atomic_load_explicit(&games->stop, memory_order_relaxed);
}

static void count_move(struct trey_game_result *result, double seconds)
{
    result->moves++;
    result->seconds += seconds;
    double ms = 1e3 * seconds;
    result->slowest_ms = ms > result->slowest_ms ? ms : result->slowest_ms;
    result->spread[trey_ms_bin(ms)]++;
}

static void set_result(const struct trey_game *game, struct trey_game_result *result)
{
    result->score = game->view.score;
    result->largest = (uint8_t)trey_rules_largest(&game->view.rules, game->view.board);
    result->done = true;
}

/* --- progress ------------------------------------------------------------------------
 */

/* Index of a game in the list of those in progress, or the end of the list. The caller
 * holds the lock. */
static size_t index_in_progress(const struct trey_games *games, uint64_t number)
{
    size_t index = 0;
    while (index < games->under_way_count && games->under_way[index].number != number)
        index++;
    return index;
}

/* Updates the game's entry in the list when it is due, and reports the whole list when
 * that is due. */
static void update_progress(struct trey_games *games, uint64_t number,
                            const struct trey_view *view, double *next_s)
{
    const struct trey_selfplay_options *options = games->options;
    if (options->progress == NULL)
        return;
    double time_s = trey_clock_monotonic();
    if (time_s < *next_s)
        return;
    *next_s = time_s + options->progress_s;
    pthread_mutex_lock(&games->lock);
    size_t index = index_in_progress(games, number);
    games->under_way_count += index == games->under_way_count;
    games->under_way[index] =
        (struct trey_game_in_progress){number, view->moves, view->score};
    if (time_s >= games->next_progress) {
        games->next_progress = time_s + options->progress_s;
        options->progress(options->report_context, games->under_way,
                          games->under_way_count);
    }
    pthread_mutex_unlock(&games->lock);
}

static void remove_from_progress(struct trey_games *games, uint64_t number)
{
    pthread_mutex_lock(&games->lock);
    size_t index = index_in_progress(games, number);
    if (index < games->under_way_count)
        games->under_way[index] = games->under_way[--games->under_way_count];
    pthread_mutex_unlock(&games->lock);
}

/* --- the game ------------------------------------------------------------------------
 */

static enum trey_status record_move(struct trey_record *record,
                                    const struct trey_game *game,
                                    enum trey_direction direction,
                                    const struct trey_move *move, double seconds,
                                    struct trey_error *error)
{
    if (record == NULL)
        return TREY_OK;
    struct trey_step step = {(uint8_t)direction, move->cell, move->rank,
                             move->cell < 0 ? TREY_NEXT_HIDDEN : game->view.next,
                             (float)(1e3 * seconds)};
    return trey_record_add(record, &step, error);
}

/* Adds game and position to the message, so that the author of the player can look for
 * the fault. */
static enum trey_status name_position(const struct trey_view *view, uint64_t number,
                                      enum trey_status status, const char *reason,
                                      struct trey_error *error)
{
    char board[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT], copy[160];
    if (status != TREY_ERR_INPUT)
        return status;
    snprintf(copy, sizeof copy, "%.159s", reason);
    trey_board_format(view->rules.shape, view->board, board, sizeof board);
    trey_next_format(&view->rules, view->next, next, sizeof next);
    return trey_fail(error, status, 0,
                     "%s (game %" PRIu64 ", move %" PRIu64 ", board %s, next %s)", copy,
                     number, view->moves + 1, board, next);
}

/* Makes a move. *cut is set if the run must end and no move was made: the player's move
 * is then not used, because it may be the result of an interrupted search. */
static enum trey_status make_move(struct trey_games *games, struct trey_player *player,
                                  uint64_t number, struct trey_game *game,
                                  struct trey_record *record,
                                  struct trey_game_result *result, bool *cut,
                                  struct trey_error *error)
{
    const struct trey_selfplay_options *options = games->options;
    const struct trey_view before = game->view;
    enum trey_direction direction = TREY_UP;
    double seconds = 0.0;
    enum trey_status status =
        trey_player_choose_timed(player, &game->view, &direction, &seconds, error);
    *cut = trey_games_stopped(games);
    if (*cut || status != TREY_OK)
        return *cut ? TREY_OK
                    : name_position(&before, number, status, error->message, error);
    count_move(result, seconds);
    struct trey_move move;
    if (!trey_game_slide(game, direction, &move))
        return name_position(&before, number, TREY_ERR_INPUT,
                             "the player chose an illegal move", error);
    if (options->watch != NULL)
        options->watch(options->watch_context, number, &before, direction, &game->view,
                       move.cell);
    return record_move(record, game, direction, &move, seconds, error);
}

static enum trey_status begin_game(struct trey_games *games, struct trey_player *player,
                                   uint64_t number, struct trey_game *game,
                                   struct trey_record *record, struct trey_error *error)
{
    const struct trey_selfplay_options *options = games->options;
    trey_game_begin(game, &options->rules, options->seed, number);
    enum trey_status status = trey_player_begin(player, options->seed, number, error);
    if (status != TREY_OK || record == NULL)
        return status;
    status = trey_record_begin(record, &game->view, options->seed, number,
                               trey_player_text(player), error);
    record->begun_ms = now_ms();
    return status;
}

enum trey_status trey_games_play(struct trey_games *games, struct trey_player *player,
                                 uint64_t number, struct trey_record *record,
                                 struct trey_game_result *result,
                                 struct trey_error *error)
{
    struct trey_game game;
    double next_show_s = 0.0;
    *result = (struct trey_game_result){0};
    enum trey_status status = begin_game(games, player, number, &game, record, error);
    bool cut = trey_games_stopped(games);
    while (status == TREY_OK && !cut && trey_game_legal(&game) != 0) {
        status = make_move(games, player, number, &game, record, result, &cut, error);
        update_progress(games, number, &game.view, &next_show_s);
    }
    if (games->options->progress != NULL)
        remove_from_progress(games, number);
    if (cut || status != TREY_OK)
        return cut ? TREY_OK : status;
    set_result(&game, result);
    if (record != NULL) {
        record->score = result->score;
        record->ended_ms = now_ms();
    }
    return TREY_OK;
}
