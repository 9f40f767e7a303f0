/* A run of many games: what all of them share, the threads that play them, the processes
 * that they are dealt to. */
#include "base/error.h"
#include "base/threads.h"
#include "eval/eval.h"
#include "mpi/processes.h"
#include "players/exact_player.h"
#include "players/games.h"
#include "players/key.h"
#include "players/player.h"
#include "players/spread.h"

#include <stdlib.h>
#include <string.h>

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
                         "a store identifies players by name: it cannot be used with "
                         "an evaluator of the caller");
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

static const struct trey_evaluator *evaluator_of(const struct trey_games *games)
{
    return games->options->evaluator != NULL ? games->options->evaluator
                                             : games->evaluator;
}

/* Reports a warning about the evaluator; returns true if there is one. */
static bool warn_of(const struct trey_games *games, const char *warning)
{
    const struct trey_selfplay_options *options = games->options;
    if (warning != NULL)
        options->warn(options->report_context, trey_evaluator_name(evaluator_of(games)),
                      warning);
    return warning != NULL;
}

/* All stages of a network:FILE, which somebody may just have trained: games take hours.
 * It is loaded once more for that, so that the stages do not stay unpacked. */
static const char *doubt_file(const struct trey_games *games)
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
    const char *doubt = trey_evaluator_doubt(evaluator, true); /* a static string */
    trey_evaluator_free(evaluator);
    return doubt;
}

/* Before the first game, whose stage is unpacked: the search would do that next. */
static bool warn_at_first(const struct trey_games *games)
{
    const struct trey_selfplay_options *options = games->options;
    const struct trey_evaluator *evaluator = evaluator_of(games);
    struct trey_game game;
    if (options->warn == NULL || evaluator == NULL || options->games == 0)
        return false;
    if (warn_of(games, doubt_file(games)))
        return true;
    trey_game_begin(&game, &options->rules, options->seed, options->first);
    if (evaluator->prepare != NULL)
        evaluator->prepare(evaluator, game.view.board);
    return warn_of(games, trey_evaluator_warning(evaluator));
}

/* After the last game: stages that were used since. */
static void warn_at_last(const struct trey_games *games)
{
    if (games->options->warn != NULL && evaluator_of(games) != NULL)
        warn_of(games, trey_evaluator_warning(evaluator_of(games)));
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
    free(games->deal);
    trey_evaluator_free(games->evaluator);
}

/* With its threads, which a run of one process or of several may call. */
struct crew {
    struct trey_games *games;
    struct trey_threads *threads;
};

static void play_deal(void *context)
{
    struct crew *crew = context;
    struct trey_games *games = crew->games;
    size_t count =
        games->deal != NULL ? games->deal_count : (size_t)games->options->games;
    trey_parallel_for(crew->threads, count, trey_games_one, games);
}

static enum trey_status play_all(struct trey_games *games, unsigned thread_count,
                                 enum trey_status status, struct trey_error *error)
{
    const struct trey_selfplay_options *options = games->options;
    struct crew crew = {games, NULL};
    if (status == TREY_OK && thread_count > 1)
        crew.threads = trey_threads_new(thread_count);
    if (status == TREY_OK &&
        (!take_lists(games, thread_count) || (thread_count > 1 && crew.threads == NULL)))
        status = trey_fail_memory(error, (size_t)options->games * sizeof(void *));
    pthread_mutex_init(&games->lock, NULL);
    if (trey_process_index(options->processes) != 0)
        games->hand_in = trey_games_hand_in;
    if (!trey_processes_single(options->processes))
        status = trey_games_spread(games, status, play_deal, &crew, error);
    else if (status == TREY_OK)
        play_deal(&crew);
    pthread_mutex_destroy(&games->lock);
    trey_threads_free(crew.threads);
    if (status != TREY_OK)
        return status;
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
    bool warned = status == TREY_OK && warn_at_first(&games);
    status = play_all(&games, thread_count, status, error);
    if (!warned)
        warn_at_last(&games);
    give_back(&games);
    return trey_processes_agree(options->processes, status, error);
}
