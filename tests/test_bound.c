/* Upper bounds: values worked out by hand, the plain formulas of the rules, and a check
 * that no game exceeds them. */
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdlib.h>

static struct trey_bound bound_of(const struct oracle_game *game)
{
    struct trey_sequence *sequence = instance_of(game);
    struct trey_bound bound = {0};
    assert_int_equal(trey_sequence_bound(sequence, &bound, NULL), TREY_OK);
    trey_sequence_free(sequence);
    return bound;
}

static void test_by_hand(void **state)
{
    (void)state;
    static const uint64_t tiles[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    static const uint64_t mixed[] = {2, 3, 6, 1};
    static const struct {
        const char *start;
        const uint64_t *tiles;
        size_t count, longest;
        uint64_t packing;
    } cases[] = {
        /* no tile to come: the board's own tiles, packed */
        {"3 3 0 0/0 0 0 0/0 0 0 0/0 0 0 0", NULL, 0, 0, 9},
        {"1 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0", NULL, 0, 0, 3},
        {"1 1 2 0/0 0 0 0/0 0 0 0/0 0 0 0", NULL, 0, 0, 1 + 3},
        /* sixteen ones: full at once */
        {"1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1", tiles, 10, 0, 16},
        /* ten ones; the sixth new one makes sixteen, and the four after it are never
         * drawn */
        {"1 1 1 1/1 1 1 1/1 1 0 0/0 0 0 0", tiles, 10, 6, 16},
        /* a two first merges with a one: 3 + 15 ones are sixteen tiles, four moves
         * later */
        {"2 1 1 1/1 1 1 1/1 1 1 1/1 0 0 0", tiles, 10, 4, 15 + 3},
        /* 1 and 2 make 3, with 3 make 6, with 6 make 12; and a 1 */
        {"1 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", mixed, 4, 4, 27 + 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct oracle_game game = {oracle_board_of(cases[i].start), cases[i].tiles,
                                   cases[i].count, 0};
        struct trey_bound bound = bound_of(&game);
        if (bound.packing != cases[i].packing || bound.longest_moves != cases[i].longest)
            fail_msg("case %zu: packing %llu, longest %zu", i,
                     (unsigned long long)bound.packing, bound.longest_moves);
        assert_true(bound.score <= bound.packing);
    }
}

/* 3, 6, ... 3*2^38 on a board with a 2: no two of them merge in the packing, which is
 * full with fifteen of them, in ascending or descending order of the list. The scores are
 * 1 + 3^1 + ... + 3^15 and 1 + 3^25 + ... + 3^39. */
static void test_the_largest_sum(void **state)
{
    (void)state;
    uint64_t rising[39], falling[39];
    for (int i = 0; i < 39; i++)
        rising[i] = falling[38 - i] = oracle_tile(3 + i);
    struct oracle_game game = {oracle_board_of("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"), rising,
                               39, 0};
    struct trey_bound bound = bound_of(&game);
    assert_int_equal(bound.packing, 21523360);
    assert_true(bound.longest_moves <= 15);
    game.tiles = falling;
    bound = bound_of(&game);
    assert_int_equal(bound.packing, 6078832305884159680ull);
    assert_true(bound.longest_moves <= 15);
}

static void test_plain_formula_on_random_lists(void **state)
{
    (void)state;
    enum { LIMIT = 3000 };
    struct random_case random = case_start();
    uint64_t *tiles = malloc(LIMIT * sizeof *tiles);
    assert_non_null(tiles);
    for (int round = 0; round < 300; round++) {
        size_t count = (size_t)case_below(&random, round % 2 ? LIMIT : 60);
        struct oracle_board start = case_crowded(&random, case_below(&random, 14), 6);
        if (oracle_sum(&start) == 0)
            continue;
        case_tiles(&random, tiles, count, 3 + case_below(&random, 12));
        struct oracle_game game = {start, tiles, count, 0};
        struct trey_bound bound = bound_of(&game);
        struct oracle_best plain = oracle_bound(&game);
        if (bound.packing != plain.score || bound.score > bound.packing ||
            bound.longest_moves > plain.longest_moves)
            fail_msg("round %d: packing %llu, not %llu; longest %zu, not %zu "
                     "(TREY_TEST_SEED=%llu)",
                     round, (unsigned long long)bound.packing,
                     (unsigned long long)plain.score, bound.longest_moves,
                     plain.longest_moves, (unsigned long long)random.seed);
    }
    free(tiles);
}

static bool bound_is_passed(const struct oracle_board *board, const void *context)
{
    struct oracle_game game = *(const struct oracle_game *)context;
    game.board = *board;
    if (oracle_sum(board) == 0)
        return false;
    struct oracle_best best = oracle_best(&game);
    struct trey_bound bound = bound_of(&game);
    return best.score > bound.score || best.score > bound.packing ||
           best.longest_moves > bound.longest_moves;
}

/* Every game of short instances, one by one. */
static void test_no_game_passes_the_bounds(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 400; round++) {
        uint64_t tiles[6];
        struct oracle_game game = {.tiles = tiles,
                                   .count = (size_t)case_below(&random, 7)};
        case_tiles(&random, tiles, game.count, 6);
        struct oracle_board start = case_crowded(&random, case_below(&random, 12), 5);
        case_check(&random, &start, bound_is_passed, &game, "the bound");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_the_largest_sum),
        cmocka_unit_test(test_plain_formula_on_random_lists),
        cmocka_unit_test(test_no_game_passes_the_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
