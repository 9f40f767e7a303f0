/* One game of one player: limits, counters, the game so far with undo, and the loop that
 * calls the searcher until it chooses no move. The result is the longest game played. */
#include "base/error.h"
#include "extras/baselines/baselines.h"
#include "extras/baselines/config.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

static const double report_interval_s = 0.25;

void trey_searcher_defaults(struct trey_searcher_options *options)
{
    *options = (struct trey_searcher_options){.max_memory_bytes = (size_t)512 << 20};
}

/* --- the run ---------------------------------------------------------------------------
 */

bool trey_run_check_limits(struct trey_run *run)
{
    const struct trey_searcher_options *options = run->options;
    double seconds = trey_clock_monotonic() - run->start;
    if (trey_cancel_raised(options->cancel) ||
        (options->time_limit_s > 0.0 && seconds >= options->time_limit_s))
        run->stopped = true;
    if (options->progress != NULL && seconds >= run->next_report) {
        run->next_report = seconds + report_interval_s;
        run->progress.seconds = seconds;
        run->progress.switches = run->report->switches;
        options->progress(options->progress_context, &run->progress);
    }
    return run->stopped;
}

void trey_run_switch(struct trey_run *run, bool hard, size_t moves)
{
    const struct trey_searcher_options *options = run->options;
    run->report->switches += hard;
    if (hard != run->hard && options->switched != NULL)
        options->switched(options->switched_context, hard, moves,
                          run->report->moves_made);
    run->hard = hard;
}

void *trey_run_alloc(struct trey_run *run, size_t size_bytes)
{
    void *memory = size_bytes <= run->bytes_left ? malloc(size_bytes) : NULL;
    if (memory == NULL)
        return NULL;
    run->bytes_left -= size_bytes;
    size_t used = run->bytes_limit - run->bytes_left;
    if (used > run->report->peak_bytes)
        run->report->peak_bytes = used;
    return memory;
}

void trey_run_free(struct trey_run *run, void *memory, size_t size_bytes)
{
    free(memory);
    run->bytes_left += size_bytes;
}

/* --- the game --------------------------------------------------------------------------
 */

static void update_progress(struct trey_run *run, const struct trey_path *game)
{
    run->progress.moves_done = game->position.moves;
    run->progress.score = game->position.score;
}

void trey_path_play(struct trey_run *run, struct trey_path *game, const uint8_t *moves,
                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        game->moves[game->position.moves] = moves[i];
        trey_sequence_play(run->sequence, &game->position, (enum trey_direction)moves[i]);
    }
    run->report->moves_made += count;
    update_progress(run, game);
}

void trey_path_undo(struct trey_run *run, struct trey_path *game, size_t count)
{
    size_t kept = game->position.moves > count ? game->position.moves - count : 0;
    trey_sequence_begin(run->sequence, &game->position);
    while (game->position.moves < kept)
        trey_sequence_play(run->sequence, &game->position,
                           (enum trey_direction)game->moves[game->position.moves]);
    update_progress(run, game);
}

void trey_path_save_longest(struct trey_path *game)
{
    size_t moves = game->position.moves;
    if (moves < game->longest_moves ||
        (moves == game->longest_moves && game->position.score <= game->longest_score))
        return;
    memcpy(game->longest, game->moves, moves);
    game->longest_moves = moves;
    game->longest_score = game->position.score;
}

bool trey_path_complete(const struct trey_run *run, const struct trey_path *game)
{
    return game->position.moves == trey_sequence_count(run->sequence);
}

/* --- playing ---------------------------------------------------------------------------
 */

static void play_choices(struct trey_lookahead *search, struct trey_path *game)
{
    struct trey_choice choice;
    do {
        trey_lookahead_choose(search, &game->position, &choice);
        trey_path_play(search->run, game, choice.moves, choice.count);
    } while (choice.count > 0);
    trey_path_save_longest(game);
}

static enum trey_status open_search(struct trey_lookahead *search,
                                    struct trey_error *error)
{
    const struct trey_searcher *searcher = search->settings.searcher;
    return searcher->open != NULL ? searcher->open(search, error) : TREY_OK;
}

static void close_search(struct trey_lookahead *search)
{
    const struct trey_searcher *searcher = search->settings.searcher;
    if (searcher->close != NULL)
        searcher->close(search);
}

static enum trey_status play_game(const struct trey_searcher_player *player,
                                  struct trey_run *run, struct trey_path *game,
                                  struct trey_error *error)
{
    struct trey_lookahead easy = {.run = run, .settings = player->easy};
    struct trey_lookahead hard = {.run = run, .settings = player->hard};
    struct trey_lookahead search = {
        .run = run,
        .settings = player->own,
        .backtrack = player->backtrack,
        .easy = &easy,
        .hard = &hard,
    };
    bool strategy = trey_searcher_player_is_strategy(player);
    enum trey_status status = open_search(&search, error);
    if (status == TREY_OK && strategy)
        status = open_search(&easy, error);
    if (status == TREY_OK && strategy)
        status = open_search(&hard, error);
    if (status == TREY_OK)
        (player->own.searcher->play != NULL ? player->own.searcher->play
                                            : play_choices)(&search, game);
    if (strategy) {
        close_search(&hard);
        close_search(&easy);
    }
    close_search(&search);
    return status;
}

static void finish_plan(struct trey_run *run, struct trey_path *game,
                        struct trey_plan *plan)
{
    plan->moves = game->longest;
    game->longest = NULL;
    plan->move_count = game->longest_moves;
    plan->score = game->longest_score;
    plan->ceiling = plan->bound.score;
    plan->proof =
        plan->score == plan->bound.score ? TREY_PROOF_BOUND_MET : TREY_PROOF_NONE;
    plan->cancelled = trey_cancel_raised(run->options->cancel);
    plan->stop = plan->proof != TREY_PROOF_NONE ? TREY_PLAN_PROVED
                 : plan->cancelled              ? TREY_PLAN_CANCELLED
                 : run->stopped                 ? TREY_PLAN_TIME
                                                : TREY_PLAN_PASS_DONE;
    plan->positions = run->report->positions;
    plan->seconds = trey_clock_monotonic() - run->start;
    if (plan->seconds > 0.0)
        plan->moves_per_second = (double)run->report->moves_made / plan->seconds;
}

enum trey_status trey_searcher_player_play(const struct trey_searcher_player *player,
                                           const struct trey_sequence *sequence,
                                           const struct trey_searcher_options *options,
                                           struct trey_plan *plan,
                                           struct trey_searcher_report *report,
                                           struct trey_error *error)
{
    struct trey_searcher_report unwanted;
    struct trey_path game = {0};
    struct trey_run run = {
        .sequence = sequence,
        .options = options,
        .report = report != NULL ? report : &unwanted,
        .start = trey_clock_monotonic(),
        /* the rest is for the stack, the instance and the program */
        .bytes_limit = options->max_memory_bytes - options->max_memory_bytes / 64,
    };
    run.bytes_left = run.bytes_limit;
    *run.report = (struct trey_searcher_report){0};
    *plan = (struct trey_plan){0};
    enum trey_status status = trey_sequence_bound(sequence, &plan->bound, error);
    if (status != TREY_OK)
        return status;
    size_t longest = plan->bound.longest_moves;
    run.progress.moves_longest = longest;
    run.progress.bound = plan->bound.score;
    game.moves = trey_run_alloc(&run, longest + 1);
    game.longest = trey_run_alloc(&run, longest + 1);
    if (game.moves == NULL || game.longest == NULL) {
        status = trey_fail(error, TREY_ERR_LIMIT, 0,
                           "not enough memory for a game of up to %zu moves", longest);
        goto cleanup;
    }
    trey_sequence_begin(sequence, &game.position);
    game.longest_score = game.position.score;
    status = play_game(player, &run, &game, error);
    if (status == TREY_OK)
        finish_plan(&run, &game, plan);
cleanup:
    free(game.moves);
    free(game.longest);
    return status;
}
