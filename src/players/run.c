/* A run of many games: what all of them share, the threads that play them, and the
 * processes to which they are assigned. */
#include "base/error.h"
#include "base/threads.h"
#include "eval/eval.h"
#include "mpi/processes.h"
#include "players/command.h"
#include "players/distribute.h"
#include "players/exact_player.h"
#include "players/games.h"
#include "players/player.h"
#include "players/player_key.h"

#include <stdlib.h>
#include <string.h>

/* Makes one evaluator for all players that search; programs and players without one fail
 * later, with a message of their own. */
static enum trey_status share_evaluator(struct trey_games *games,
                                        struct trey_error *error)
{
    const char *player = games->player;
    if (games->options->evaluator != NULL || !trey_player_searches(player))
        return trey_player_check_name(player, error);
    const struct trey_rules *rules = &games->options->rules;
    return trey_evaluator_named(player, rules->shape, trey_eval_family_of(rules),
                                &games->evaluator, error);
}

/* Makes the key for the store and the evaluator, and checks that the file did not change
 * between the two: otherwise games of one network would be stored under the key of the
 * other. */
static enum trey_status prepare_games(struct trey_games *games, struct trey_error *error)
{
    const struct trey_rules *rules = &games->options->rules;
    char *after = NULL;
    if (games->options->store == NULL)
        return share_evaluator(games, error);
    if (games->options->evaluator != NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "a store identifies players by name: it cannot be used with "
                         "an evaluator of the caller");
    enum trey_status status =
        trey_player_key(games->player, rules, games->player_options, &games->key, error);
    if (status == TREY_OK)
        status = share_evaluator(games, error);
    if (status == TREY_OK && games->evaluator != NULL)
        status =
            trey_player_key(games->player, rules, games->player_options, &after, error);
    if (status == TREY_OK && after != NULL && strcmp(games->key, after) != 0)
        status = trey_fail(error, TREY_ERR_IO, 0, "%.160s changed while it was read",
                           games->player);
    free(after);
    return status;
}

/* Allocates the lists of a run; returns false if out of memory. */
static bool allocate_lists(struct trey_games *games, unsigned threads)
{
    size_t count = (size_t)games->options->games + 1; /* at least one */
    games->idle = calloc(threads, sizeof(struct trey_player *));
    games->under_way = calloc(threads, sizeof *games->under_way);
    games->waiting = calloc(count, sizeof(struct trey_record *));
    games->ended = calloc(count, sizeof *games->ended);
    return games->idle != NULL && games->under_way != NULL && games->waiting != NULL &&
           games->ended != NULL;
}

static const struct trey_evaluator *evaluator_in_use(const struct trey_games *games)
{
    return games->options->evaluator != NULL ? games->options->evaluator
                                             : games->evaluator;
}

/* Reports a warning about the evaluator; returns true if there is one. */
static bool report_warning(const struct trey_games *games, const char *warning)
{
    const struct trey_selfplay_options *options = games->options;
    if (warning != NULL)
        options->warn(options->report_context,
                      trey_evaluator_name(evaluator_in_use(games)), warning);
    return warning != NULL;
}

/* Checks all stages of a network:FILE, which may just have been trained, before games
 * that take hours. It is loaded separately, so that the stages do not stay in memory. */
static const char *find_doubt_in_file(const struct trey_games *games)
{
    static const char prefix[] = "network:";
    const struct trey_rules *rules = &games->options->rules;
    struct trey_evaluator *evaluator = NULL;
    if (games->options->evaluator != NULL ||
        trey_process_index(games->options->processes) != 0 ||
        strncmp(games->player, prefix, sizeof prefix - 1) != 0 ||
        trey_evaluator_named(games->player, rules->shape, trey_eval_family_of(rules),
                             &evaluator, NULL) != TREY_OK)
        return NULL;
    const char *doubt = trey_evaluator_untrained(evaluator, true); /* a static string */
    trey_evaluator_free(evaluator);
    return doubt;
}

/* Checks before the first game, with its stage decoded: the search would do that next. */
static bool warn_before_games(const struct trey_games *games)
{
    const struct trey_selfplay_options *options = games->options;
    const struct trey_evaluator *evaluator = evaluator_in_use(games);
    struct trey_game game;
    if (options->warn == NULL || evaluator == NULL || options->games == 0)
        return false;
    if (report_warning(games, find_doubt_in_file(games)))
        return true;
    trey_game_begin(&game, &options->rules, options->seed, options->first);
    if (evaluator->prepare != NULL)
        evaluator->prepare(evaluator, game.view.board);
    return report_warning(games, trey_evaluator_warning(evaluator));
}

/* Checks stages that were used, after the last game. */
static void warn_after_games(const struct trey_games *games)
{
    if (games->options->warn != NULL && evaluator_in_use(games) != NULL)
        report_warning(games, trey_evaluator_warning(evaluator_in_use(games)));
}

static void free_all(struct trey_games *games)
{
    for (unsigned i = 0; i < games->idle_count; i++)
        trey_player_free(games->idle[i]);
    free(games->idle);
    free(games->under_way);
    free(games->waiting);
    free(games->ended);
    free(games->key);
    free(games->assigned);
    trey_evaluator_free(games->evaluator);
}

/* A run with its threads. */
struct run_threads {
    struct trey_games *games;
    struct trey_threads *threads;
};

static void play_assigned(void *context)
{
    struct run_threads *run_threads = context;
    struct trey_games *games = run_threads->games;
    size_t count =
        games->assigned != NULL ? games->assigned_count : (size_t)games->options->games;
    trey_parallel_for(run_threads->threads, count, trey_games_one, games);
}

static enum trey_status play_all(struct trey_games *games, unsigned thread_count,
                                 enum trey_status status, struct trey_error *error)
{
    const struct trey_selfplay_options *options = games->options;
    struct run_threads run_threads = {games, NULL};
    if (status == TREY_OK && thread_count > 1)
        run_threads.threads = trey_threads_new(thread_count);
    if (status == TREY_OK && (!allocate_lists(games, thread_count) ||
                              (thread_count > 1 && run_threads.threads == NULL)))
        status = trey_fail_memory(error, (size_t)options->games * sizeof(void *));
    pthread_mutex_init(&games->lock, NULL);
    if (trey_process_index(options->processes) != 0)
        games->submit = trey_games_submit;
    if (!trey_processes_single(options->processes))
        status = trey_games_distribute(games, status, play_assigned, &run_threads, error);
    else if (status == TREY_OK)
        play_assigned(&run_threads);
    pthread_mutex_destroy(&games->lock);
    trey_threads_free(run_threads.threads);
    if (status != TREY_OK)
        return status;
    if (games->status != TREY_OK && error != NULL)
        *error = games->error;
    if (games->status == TREY_OK && trey_cancel_raised(options->cancel))
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    return games->status;
}

enum trey_status trey_selfplay_run(const char *player,
                                   const struct trey_player_options *player_options,
                                   const struct trey_selfplay_options *options,
                                   struct trey_game_result *results,
                                   struct trey_error *error)
{
    struct trey_player_options stoppable = *player_options;
    if (stoppable.limits.cancel == NULL)
        stoppable.limits.cancel = options->cancel;
    struct trey_games games = {.player = player,
                               .player_options = &stoppable,
                               .options = options,
                               .results = results};
    unsigned thread_count = trey_eval_threads(options->evaluator, options->threads);
    if (thread_count > options->games)
        thread_count = options->games > 0 ? (unsigned)options->games : 1;
    memset(results, 0, (size_t)options->games * sizeof *results);
    enum trey_status status = trey_rules_check(&options->rules, error);
    if (status == TREY_OK) {
        trey_rules_format(&options->rules, games.rules, sizeof games.rules);
        status = prepare_games(&games, error);
    }
    bool warned = status == TREY_OK && warn_before_games(&games);
    status = play_all(&games, thread_count, status, error);
    if (!warned)
        warn_after_games(&games);
    free_all(&games);
    return trey_processes_agree(options->processes, status, error);
}
