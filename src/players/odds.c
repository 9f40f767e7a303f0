/* Odds of a position, from rollouts (rollouts.c). */
#include "trey/odds.h"
#include "base/error.h"
#include "players/command.h"
#include "players/rollouts.h"

enum { DEFAULT_GAMES = 1000 };

static const struct trey_odds_options default_options = {0};

static uint64_t game_count(const struct trey_odds_options *options)
{
    return options->games != 0 ? options->games : DEFAULT_GAMES;
}

static enum trey_status make_rollouts(const struct trey_rollouts_setup *setup,
                                      const struct trey_odds_options *options,
                                      struct trey_rollouts **rollouts,
                                      struct trey_error *error)
{
    struct trey_rollouts_setup full_setup = *setup;
    full_setup.seed = options->seed;
    full_setup.first = options->first;
    full_setup.threads = options->threads;
    if (game_count(options) > TREY_ODDS_MAX_GAMES)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "too many games: the maximum is %d",
                         TREY_ODDS_MAX_GAMES);
    return trey_rollouts_new(&full_setup, rollouts, error);
}

/* True if there are games to sum up: also after a run was cancelled. */
static bool has_games(enum trey_status status)
{
    return status == TREY_OK || status == TREY_ERR_CANCELLED;
}

/* Plays the games and sums them up, in *by_move or, if that is NULL, in *odds. */
static enum trey_status find(struct trey_rollouts_setup setup,
                             const struct trey_odds_options *options,
                             struct trey_odds *odds, struct trey_odds_by_move *by_move,
                             struct trey_error *error)
{
    struct trey_rollouts *rollouts = NULL;
    options = options != NULL ? options : &default_options;
    setup.by_move = by_move != NULL;
    enum trey_status status = make_rollouts(&setup, options, &rollouts, error);
    if (status != TREY_OK)
        return status;
    status = trey_rollouts_play(rollouts, game_count(options), options->cancel, error);
    if (has_games(status)) {
        enum trey_status summed = by_move != NULL
                                      ? trey_rollouts_by_move(rollouts, by_move, error)
                                      : trey_rollouts_odds(rollouts, odds, error);
        status = summed != TREY_OK ? summed : status;
    }
    trey_rollouts_free(rollouts);
    return status;
}

enum trey_status trey_odds_find(const struct trey_view *views, const double *weights,
                                size_t count, const struct trey_evaluator *evaluator,
                                const struct trey_odds_options *options,
                                struct trey_odds *odds, struct trey_error *error)
{
    const struct trey_rollouts_setup setup = {
        .views = views, .weights = weights, .view_count = count, .evaluator = evaluator};
    return find(setup, options, odds, NULL, error);
}

enum trey_status trey_odds_find_by_move(const struct trey_view *views,
                                        const double *weights, size_t count,
                                        const struct trey_evaluator *evaluator,
                                        const struct trey_odds_options *options,
                                        struct trey_odds_by_move *by_move,
                                        struct trey_error *error)
{
    const struct trey_rollouts_setup setup = {
        .views = views, .weights = weights, .view_count = count, .evaluator = evaluator};
    return find(setup, options, NULL, by_move, error);
}
