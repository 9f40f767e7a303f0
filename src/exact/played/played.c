/* Solves Threes! with deck, bonus tiles and hint: checks the options, runs both passes.
 */
#include "base/error.h"
#include "exact/played/solution.h"
#include "os/clock.h"

#include <math.h>
#include <stdlib.h>

void trey_played_defaults(const struct trey_rules *rules,
                          struct trey_played_options *options)
{
    *options = (struct trey_played_options){.rules = *rules, .values = true};
}

bool trey_played_supports(const struct trey_rules *rules)
{
    struct trey_rules course;
    if (rules->slide != TREY_SLIDE_THREES || rules->copies == 0 ||
        trey_rules_named("course", &course, NULL) != TREY_OK)
        return false;
    course.shape = rules->shape;
    course.start = rules->start;
    return !trey_rules_equal(rules, &course);
}

static enum trey_status check_options(const struct trey_played_options *options,
                                      struct trey_error *error)
{
    const struct trey_rules *rules = &options->rules;
    enum trey_status status = trey_rules_check(rules, error);
    const char *wrong = NULL;
    if (status != TREY_OK)
        return status;
    if (rules->slide != TREY_SLIDE_THREES || rules->copies == 0 ||
        rules->copies > TREY_PLAYED_MAX_COPIES)
        wrong = "only Threes! with a deck of 1 to 4 cards of each kind can be solved";
    else if (rules->boost != 0)
        wrong = "games that start with a large tile cannot be solved";
    else if (rules->shape.rows * rules->shape.cols > TREY_PLAYED_MAX_CELLS)
        wrong = "only boards of at most 10 cells can be solved";
    else if (options->end_rank != 0 && (options->end_rank < 4 || options->end_rank > 15))
        wrong = "the tile that ends the game must be 6 to 12288";
    return wrong == NULL ? TREY_OK : trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s", wrong);
}

static enum trey_status prepare_solver(struct trey_played_solver *solver,
                                       struct trey_error *error)
{
    const struct trey_played_options *options = solver->options;
    solver->kernels = trey_kernels_best();
    enum trey_status status = trey_played_game_new(options, &solver->game, error);
    if (status != TREY_OK)
        return status;
    const struct trey_played_game *game = &solver->game;
    solver->slots = game->sums * game->excesses;
    solver->all = pow(game->board.top_rank + 1.0, game->board.cells) / 2;
    status = trey_played_charge(solver, solver->slots * sizeof *solver->layer, error);
    if (status != TREY_OK)
        return status;
    solver->layer = calloc(solver->slots, sizeof *solver->layer);
    if (solver->layer == NULL)
        return trey_fail_memory(error, solver->slots * sizeof *solver->layer);
    unsigned threads = options->threads != 0 ? options->threads : trey_processors();
    if (threads > 1 && game->board.cells > 4)
        solver->threads = trey_threads_new(threads);
    return TREY_OK;
}

enum trey_status trey_played_solve(const struct trey_played_options *options,
                                   struct trey_played **result, struct trey_error *error)
{
    enum trey_status status = check_options(options, error);
    if (status != TREY_OK)
        return status;
    struct trey_played *played = calloc(1, sizeof *played);
    if (played == NULL)
        return trey_fail_memory(error, sizeof *played);
    struct trey_played_solver *solver = &played->solver;
    played->options = *options;
    solver->options = &played->options;
    solver->begun_s = trey_clock_monotonic();
    status = prepare_solver(solver, error);
    if (status == TREY_OK)
        status = trey_played_forward(solver, error);
    if (status == TREY_OK)
        status = trey_played_backward(solver, error);
    solver->counts.seconds = trey_clock_monotonic() - solver->begun_s;
    trey_threads_free(solver->threads);
    solver->threads = NULL;
    played->options.report = NULL;
    played->options.cancel = NULL;
    if (status == TREY_OK)
        *result = played;
    else
        trey_played_free(played);
    return status;
}

void trey_played_free(struct trey_played *played)
{
    if (played == NULL)
        return;
    struct trey_played_solver *solver = &played->solver;
    for (unsigned slot = 0; solver->layer != NULL && slot < solver->slots; slot++) {
        trey_played_close(solver, slot);
        free(solver->layer[slot].packed);
        free(solver->layer[slot].decks);
    }
    free(solver->layer);
    free(solver->tally);
    trey_threads_free(solver->threads);
    trey_played_game_clear(&solver->game);
    free(played);
}

void trey_played_count(const struct trey_played *played,
                       struct trey_played_counts *counts)
{
    *counts = played->solver.counts;
}
