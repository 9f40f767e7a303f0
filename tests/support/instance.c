#include "instance.h"
#include "support/test.h"

#include <stdlib.h>

struct trey_sequence *instance_of(const struct oracle_game *game)
{
    struct trey_wide start = oracle_to_wide(&game->board);
    uint8_t *ranks = malloc(game->count + 1);
    assert_non_null(ranks);
    for (size_t i = 0; i < game->count; i++)
        ranks[i] = (uint8_t)oracle_rank(game->tiles[i]);
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    if (trey_sequence_new(&start, ranks, game->count, &sequence, &error) != TREY_OK)
        fail_msg("no instance: %s", error.message);
    free(ranks);
    return sequence;
}

struct trey_sequence *instance_generated(enum trey_mix mix, size_t count, uint64_t seed)
{
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    if (trey_sequence_generate(mix, count, seed, &sequence, &error) != TREY_OK)
        fail_msg("mix %d refuses %zu tiles: %s", (int)mix, count, error.message);
    return sequence;
}

struct trey_plan_options instance_one_pass(unsigned width)
{
    struct trey_plan_options options;
    trey_plan_defaults(&options);
    options.width = width;
    options.time_limit_s = 0.0;
    options.threads = 1;
    return options;
}

void instance_check_plan(const struct trey_sequence *sequence,
                         const struct trey_plan *plan)
{
    struct trey_verdict verdict;
    trey_sequence_judge(sequence, plan->moves, plan->move_count, NULL, NULL, &verdict);
    assert_int_equal(verdict.final.moves, plan->move_count);
    assert_int_equal(verdict.final.score, plan->score);
    struct trey_bound bound;
    assert_int_equal(trey_sequence_bound(sequence, &bound, NULL), TREY_OK);
    assert_int_equal(plan->bound.packing, bound.packing);
    assert_true(plan->bound.score <= bound.score);
    assert_true(plan->score <= plan->bound.score);
    assert_true(plan->move_count <= bound.longest_moves);
    assert_int_equal(plan->proof == TREY_PROOF_BOUND_MET,
                     plan->score == plan->bound.score);
}

struct trey_plan instance_plan(const struct trey_sequence *sequence,
                               const struct trey_plan_options *options)
{
    struct trey_plan plan;
    struct trey_error error = {0};
    if (trey_plan_find(sequence, options, &plan, &error) != TREY_OK)
        fail_msg("no plan: %s", error.message);
    instance_check_plan(sequence, &plan);
    return plan;
}
