/* Many games at once.
 *
 * A game is decided by seed and number alone, so it does not matter which thread plays
 * it, or when. Players are made once a thread and kept in a pool between games. Finished
 * games are committed to the store as they end and told in the order of their numbers;
 * one that has to wait for an earlier one waits with its record. */
#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "base/threads.h"
#include "players/exact_player.h"
#include "players/kept.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct run {
    const char *player;
    const struct trey_player_options *how;
    const struct trey_selfplay_options *options;
    struct trey_evaluator *evaluator; /* shared by all players */
    struct trey_game_result *results;
    char rules[TREY_RULES_TEXT];

    pthread_mutex_t lock; /* for all below */
    struct trey_player **idle;
    unsigned idle_count;
    struct trey_record **waiting; /* by game; those not yet told */
    bool *ended;                  /* by game: played, found, or given up */
    uint64_t told;                /* games told so far */
    enum trey_status status;      /* the first failure */
    struct trey_error error;
    atomic_bool stop;
};

/* --- one game ------------------------------------------------------------------------
 */

static double now(const struct run *run)
{
    return run->how->cpu_time ? trey_clock_cpu() : trey_clock_monotonic();
}

static uint64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static bool cancelled(const struct run *run)
{
    return trey_cancel_raised(run->options->cancel) ||
           atomic_load_explicit(&run->stop, memory_order_relaxed);
}

static void count_slide(struct trey_game_result *result, double seconds)
{
    result->moves++;
    result->seconds += seconds;
    double ms = 1e3 * seconds;
    result->slowest_ms = ms > result->slowest_ms ? ms : result->slowest_ms;
    result->spread[trey_ms_bin(ms)]++;
}

static void sum_up(const struct trey_game *game, struct trey_game_result *result)
{
    int cells = game->view.rules.shape.rows * game->view.rules.shape.cols;
    result->score = game->view.score;
    for (int cell = 0; cell < cells; cell++) {
        int rank = trey_board_rank(game->view.board, cell);
        result->largest = (uint8_t)(rank > result->largest ? rank : result->largest);
    }
    result->done = true;
}

/* Plays a game; result->done tells whether to its end. */
static enum trey_status play(struct run *run, struct trey_player *player, uint64_t number,
                             struct trey_record *record, struct trey_game_result *result,
                             struct trey_error *error)
{
    const struct trey_selfplay_options *options = run->options;
    struct trey_game game;
    trey_game_begin(&game, &options->rules, options->seed, number);
    *result = (struct trey_game_result){0};
    enum trey_status status = trey_player_begin(player, options->seed, number, error);
    if (status == TREY_OK && record != NULL) {
        status = trey_record_begin(record, &game.view, options->seed, number,
                                   trey_player_text(player), error);
        record->begun_ms = now_ms();
    }
    while (status == TREY_OK && trey_game_legal(&game) != 0) {
        if (cancelled(run))
            return TREY_OK;
        enum trey_direction direction = TREY_UP;
        double start = now(run);
        status = trey_player_choose(player, &game.view, &direction, error);
        if (status != TREY_OK)
            break;
        double seconds = now(run) - start;
        count_slide(result, seconds);
        struct trey_move move;
        if (!trey_game_slide(&game, direction, &move))
            return trey_fail(error, TREY_ERR_INPUT, 0, "an illegal slide was chosen");
        if (record != NULL) {
            struct trey_step step = {(uint8_t)direction, move.cell, move.rank,
                                     move.cell < 0 ? TREY_NEXT_HIDDEN : game.view.next,
                                     (float)(1e3 * seconds)};
            status = trey_record_add(record, &step, error);
        }
    }
    if (status != TREY_OK)
        return status;
    sum_up(&game, result);
    if (record != NULL) {
        record->score = result->score;
        record->ended_ms = now_ms();
    }
    return TREY_OK;
}

/* --- the pool of players -------------------------------------------------------------
 */

static enum trey_status take_player(struct run *run, struct trey_player **player,
                                    struct trey_error *error)
{
    *player = NULL;
    pthread_mutex_lock(&run->lock);
    if (run->idle_count > 0)
        *player = run->idle[--run->idle_count];
    pthread_mutex_unlock(&run->lock);
    if (*player != NULL)
        return TREY_OK;
    return trey_player_new(run->player, &run->options->rules, run->how,
                           run->options->evaluator != NULL ? run->options->evaluator
                                                           : run->evaluator,
                           player, error);
}

static void give_player(struct run *run, struct trey_player *player)
{
    if (player == NULL)
        return;
    pthread_mutex_lock(&run->lock);
    run->idle[run->idle_count++] = player;
    pthread_mutex_unlock(&run->lock);
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
static void note_failure(struct run *run, enum trey_status status,
                         const struct trey_error *error)
{
    if (run->status == TREY_OK) {
        run->status = status;
        run->error = *error;
    }
    atomic_store(&run->stop, true);
}

static enum trey_status keep(struct run *run, const struct trey_player *player,
                             uint64_t number, const struct trey_game_result *result,
                             const struct trey_record *record, struct trey_error *error)
{
    if (run->options->store == NULL)
        return TREY_OK;
    char *text = NULL;
    if (record != NULL) {
        enum trey_status status =
            trey_record_format(record, TREY_RECORD_JSON, &text, error);
        if (status != TREY_OK)
            return status;
    }
    struct trey_kept_key key = {run->rules, trey_player_text(player), run->options->seed,
                                number};
    enum trey_status status =
        trey_kept_add(run->options->store, &key, result, text, error);
    free(text);
    return status;
}

/* Under the lock: all games whose turn it is. */
static void tell(struct run *run)
{
    const struct trey_selfplay_options *options = run->options;
    for (; run->told < options->games && run->ended[run->told]; run->told++) {
        struct trey_record *record = run->waiting[run->told];
        struct trey_game_result *result = &run->results[run->told];
        struct trey_error error = {0};
        if (result->done && run->status == TREY_OK && options->report != NULL) {
            enum trey_status status =
                options->report(options->report_context, options->first + run->told,
                                result, record, &error);
            if (status != TREY_OK)
                note_failure(run, status, &error);
        }
        free_record(record);
        run->waiting[run->told] = NULL;
    }
}

/* Looks a game up, with its record if that is wanted. Under the lock. */
static enum trey_status look_up(struct run *run, const struct trey_kept_key *key,
                                struct trey_game_result *result,
                                struct trey_record *record, struct trey_error *error)
{
    char *text = NULL;
    enum trey_status status = trey_kept_find(run->options->store, key, result,
                                             record != NULL ? &text : NULL, error);
    if (status == TREY_OK && text != NULL)
        status = trey_record_parse(text, NULL, record, error);
    free(text);
    return status;
}

static enum trey_status find_in_store(struct run *run, const struct trey_player *player,
                                      uint64_t number, struct trey_game_result *result,
                                      struct trey_record *record,
                                      struct trey_error *error)
{
    if (run->options->store == NULL)
        return TREY_OK;
    struct trey_kept_key key = {run->rules, trey_player_text(player), run->options->seed,
                                number};
    pthread_mutex_lock(&run->lock);
    enum trey_status status = look_up(run, &key, result, record, error);
    pthread_mutex_unlock(&run->lock);
    return status;
}

/* Finds or plays a game; *played tells which. */
static enum trey_status find_or_play(struct run *run, struct trey_player *player,
                                     uint64_t number, struct trey_record *record,
                                     struct trey_game_result *result, bool *played,
                                     struct trey_error *error)
{
    enum trey_status status = find_in_store(run, player, number, result, record, error);
    if (status != TREY_OK || result->done || cancelled(run))
        return status;
    status = play(run, player, number, record, result, error);
    *played = result->done;
    return status;
}

static void one_game(void *context, size_t index)
{
    struct run *run = context;
    struct trey_game_result *result = &run->results[index];
    uint64_t number = run->options->first + index;
    struct trey_player *player = NULL;
    struct trey_record *record = NULL;
    struct trey_error error = {0};
    bool played = false;
    enum trey_status status = TREY_OK;
    if (!cancelled(run))
        status = take_player(run, &player, &error);
    if (status == TREY_OK && player != NULL && run->options->records) {
        record = calloc(1, sizeof *record);
        if (record == NULL)
            status = trey_fail_memory(&error, sizeof *record);
    }
    if (status == TREY_OK && player != NULL)
        status = find_or_play(run, player, number, record, result, &played, &error);
    pthread_mutex_lock(&run->lock);
    if (status == TREY_OK && played)
        status = keep(run, player, number, result, record, &error);
    if (status != TREY_OK)
        note_failure(run, status, &error);
    run->waiting[index] = record;
    run->ended[index] = true;
    tell(run);
    pthread_mutex_unlock(&run->lock);
    if (status == TREY_OK)
        give_player(run, player);
    else
        trey_player_free(player);
}

/* --- the run -------------------------------------------------------------------------
 */

/* One evaluation for all players that search; programs and players without one fail
 * later, with a message of their own. */
static enum trey_status share_evaluator(struct run *run, struct trey_error *error)
{
    const char *player = run->player;
    if (run->options->evaluator != NULL || strcmp(player, "random") == 0 ||
        strcmp(player, "greedy") == 0 || strncmp(player, "exec:", 5) == 0 ||
        trey_exact_player_named(player))
        return TREY_OK;
    const struct trey_rules *rules = &run->options->rules;
    return trey_evaluator_named(player, rules->shape,
                                rules->slide == TREY_SLIDE_2048 ? TREY_EVAL_2048
                                                                : TREY_EVAL_THREES,
                                &run->evaluator, error);
}

enum trey_status trey_selfplay_run(const char *player,
                                   const struct trey_player_options *how,
                                   const struct trey_selfplay_options *options,
                                   struct trey_game_result *results,
                                   struct trey_error *error)
{
    struct run run = {
        .player = player, .how = how, .options = options, .results = results};
    unsigned thread_count = options->threads != 0 ? options->threads : trey_processors();
    if (thread_count > options->games)
        thread_count = options->games > 0 ? (unsigned)options->games : 1;
    memset(results, 0, (size_t)options->games * sizeof *results);
    trey_rules_format(&options->rules, run.rules);
    enum trey_status status = trey_rules_check(&options->rules, error);
    if (status == TREY_OK)
        status = share_evaluator(&run, error);
    if (status != TREY_OK)
        return status;
    struct trey_threads *threads =
        thread_count > 1 ? trey_threads_new(thread_count) : NULL;
    run.idle = calloc(thread_count + 1, sizeof(struct trey_player *));
    run.waiting = calloc((size_t)options->games + 1, sizeof(struct trey_record *));
    run.ended = calloc((size_t)options->games + 1, sizeof *run.ended);
    pthread_mutex_init(&run.lock, NULL);
    if (run.idle == NULL || run.waiting == NULL || run.ended == NULL ||
        (thread_count > 1 && threads == NULL))
        status = trey_fail_memory(error, (size_t)options->games * sizeof(void *));
    else
        trey_parallel_for(threads, (size_t)options->games, one_game, &run);
    if (run.status != TREY_OK) {
        status = run.status;
        if (error != NULL)
            *error = run.error;
    } else if (status == TREY_OK && trey_cancel_raised(options->cancel)) {
        status = trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    }
    for (unsigned i = 0; i < run.idle_count; i++)
        trey_player_free(run.idle[i]);
    pthread_mutex_destroy(&run.lock);
    free(run.idle);
    free(run.waiting);
    free(run.ended);
    trey_threads_free(threads);
    trey_evaluator_free(run.evaluator);
    return status;
}
