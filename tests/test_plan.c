/* The planner: against every game of short instances, its proofs, and determinism. Limits
 * set by the caller are in test_plan_limits.c. */
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdlib.h>

/* --- against every game ------------------------------------------------------------ */

static unsigned wide_enough(size_t moves)
{
    unsigned width = 1;
    for (; moves > 0; moves--)
        width *= 4;
    return width;
}

/* Runs the planner; *score receives its plan's score. True if a claim is wrong. */
static bool claims_are_wrong(const struct oracle_game *game, unsigned width,
                             struct oracle_best best, uint64_t *score)
{
    struct trey_sequence *sequence = instance_of(game);
    struct trey_plan_options options = instance_one_pass(width);
    struct trey_plan plan = instance_plan(sequence, &options);
    *score = plan.score;
    bool wrong = plan.score > best.score || plan.bound.score < best.score ||
                 plan.bound.longest_moves < best.longest_moves ||
                 (plan.proof != TREY_PROOF_NONE && plan.score != best.score);
    trey_plan_clear(&plan);
    trey_sequence_free(sequence);
    return wrong;
}

/* The property: a pass that can keep every board finds the best game, and no pass makes a
 * false claim. */
static bool plans_are_wrong(const struct oracle_board *board, const void *context)
{
    static const unsigned narrow[] = {1, 3, 20};
    struct oracle_game game = *(const struct oracle_game *)context;
    game.board = *board;
    if (oracle_sum(board) == 0)
        return false;
    struct oracle_best best = oracle_best(&game);
    uint64_t score;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (claims_are_wrong(&game, narrow[i], best, &score))
            return true;
    return claims_are_wrong(&game, wide_enough(game.count), best, &score) ||
           score != best.score;
}

static void test_short_games_against_brute_force(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 240 / case_share(); round++) {
        uint64_t tiles[8];
        struct oracle_game game = {.tiles = tiles};
        game.count = round % 30 == 0 ? 8 : (size_t)case_below(&random, 8);
        int max_rank = round % 40 == 0 ? 20 : 6; /* 20: the wide tables too */
        case_tiles(&random, tiles, game.count, max_rank);
        int empty_cells = case_below(&random, round % 2 ? 3 : 8);
        struct oracle_board start = case_crowded(&random, empty_cells, max_rank);
        case_check(&random, &start, plans_are_wrong, &game, "a plan");
    }
}

/* Tiles outside the evaluation's tables of lines: ranks above 31. */
static void test_huge_tiles(void **state)
{
    (void)state;
    static const uint64_t tiles[] = {1, 2, 3, 3, 412316860416, 206158430208, 6};
    struct oracle_game game = {.tiles = tiles, .count = 7};
    game.board = oracle_board_of(
        "412316860416 3 12 24/206158430208 2 1 6/103079215104 3 24 1/103079215104 1 2 3");
    assert_false(plans_are_wrong(&game.board, &game));
}

/* A pass that dropped no board has tried everything, and reports a proof on request. */
static void test_exhaustion_is_noticed(void **state)
{
    (void)state;
    struct random_case random = case_start();
    int exhausted = 0;
    for (int round = 0; round < 40; round++) {
        uint64_t tiles[5];
        struct oracle_game game = {.tiles = tiles, .count = 5};
        case_tiles(&random, tiles, 5, 5);
        game.board = case_crowded(&random, 4, 5);
        struct trey_sequence *sequence = instance_of(&game);
        struct trey_plan_options options = instance_one_pass(wide_enough(5));
        struct trey_plan plan = instance_plan(sequence, &options);
        assert_int_not_equal(plan.proof, TREY_PROOF_NONE);
        exhausted += plan.proof == TREY_PROOF_EXHAUSTED;
        trey_plan_clear(&plan);
        trey_sequence_free(sequence);
    }
    assert_true(exhausted > 0);
}

/* --- games that need no search ----------------------------------------------------- */

static void expect_no_moves(const char *board, size_t count)
{
    static const uint64_t tiles[] = {1, 2, 1, 2};
    struct oracle_game game = {oracle_board_of(board), tiles, count, 0};
    struct trey_sequence *sequence = instance_of(&game);
    for (unsigned width = 0; width <= 100; width += 50) {
        struct trey_plan_options options = instance_one_pass(width);
        options.time_limit_s = width == 0 ? 0.2 : 0.0;
        struct trey_plan plan = instance_plan(sequence, &options);
        assert_int_equal(plan.move_count, 0);
        assert_int_equal(plan.score, oracle_sequence_score(&game.board));
        trey_plan_clear(&plan);
    }
    trey_sequence_free(sequence);
}

static void test_nothing_to_play(void **state)
{
    (void)state;
    expect_no_moves("1 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0", 0);
    expect_no_moves("3 6 0 0/0 0 0 0/0 0 0 0/0 0 0 0", 0);
    expect_no_moves("1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1", 4);
    expect_no_moves("1 3 1 3/3 1 3 1/1 3 1 3/3 1 3 1", 4);
}

static void test_clear(void **state)
{
    (void)state;
    struct trey_plan plan = {.score = 5};
    trey_plan_clear(&plan);
    assert_null(plan.moves);
    assert_int_equal(plan.score, 0);
    trey_plan_clear(&plan);
}

/* --- determinism ------------------------------------------------------------------- */

static void expect_same_plan(const struct trey_plan *a, const struct trey_plan *b)
{
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->move_count, b->move_count);
    assert_memory_equal(a->moves, b->moves, a->move_count);
}

static void test_same_width_and_seed_same_moves(void **state)
{
    (void)state;
    static const enum trey_mix mixes[] = {TREY_MIX_DECK, TREY_MIX_BAG30,
                                          TREY_MIX_OFFICIAL};
    static const unsigned widths[] = {1, 30, 700};
    for (size_t i = 0; i < 9; i++) {
        struct trey_sequence *sequence = instance_generated(mixes[i / 3], 150, i);
        struct trey_plan_options options = instance_one_pass(widths[i % 3]);
        options.seed = 7 + i;
        struct trey_plan plan = instance_plan(sequence, &options);
        struct trey_plan again = instance_plan(sequence, &options);
        expect_same_plan(&plan, &again);
        trey_plan_clear(&again);
        for (options.threads = 2; options.threads <= 3; options.threads++) {
            struct trey_plan threaded = instance_plan(sequence, &options);
            expect_same_plan(&plan, &threaded);
            trey_plan_clear(&threaded);
        }
        trey_plan_clear(&plan);
        trey_sequence_free(sequence);
    }
}

/* Shuffled decks of four 1s, 2s and 3s: a game that need not end. */
static struct trey_sequence *endless_game(size_t count)
{
    struct random_case random = case_start();
    uint64_t *tiles = malloc(count * sizeof *tiles);
    assert_non_null(tiles);
    for (size_t i = 0; i < count; i++) {
        size_t other = i / 12 * 12 + (size_t)case_below(&random, (int)(i % 12) + 1);
        tiles[i] = tiles[other];
        tiles[other] = 1 + i % 3;
    }
    struct oracle_board start = oracle_board_of("0 0 0 0/0 1 2 0/0 2 1 0/0 0 0 0");
    struct trey_sequence *sequence =
        instance_of(&(struct oracle_game){start, tiles, count, 0});
    free(tiles);
    return sequence;
}

/* Dropping links when memory is short must not change the plan: all links of this game
 * take about 3 MiB. */
static void test_memory_does_not_change_the_plan(void **state)
{
    (void)state;
    struct trey_sequence *sequence = endless_game(4500);
    struct trey_plan_options options = instance_one_pass(160);
    struct trey_plan roomy = instance_plan(sequence, &options);
    assert_true(roomy.move_count > 4000);
    int tighter = 0;
    for (size_t bytes = 2 << 20; bytes >= 1 << 20; bytes = bytes / 4 * 3) {
        options.max_memory_bytes = bytes;
        struct trey_plan plan;
        if (trey_plan_find(sequence, &options, &plan, NULL) != TREY_OK)
            break;
        instance_check_plan(sequence, &plan);
        expect_same_plan(&roomy, &plan);
        trey_plan_clear(&plan);
        tighter++;
    }
    assert_true(tighter >= 2);
    trey_plan_clear(&roomy);
    trey_sequence_free(sequence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_games_against_brute_force),
        cmocka_unit_test(test_huge_tiles),
        cmocka_unit_test(test_exhaustion_is_noticed),
        cmocka_unit_test(test_nothing_to_play),
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_same_width_and_seed_same_moves),
        cmocka_unit_test(test_memory_does_not_change_the_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
