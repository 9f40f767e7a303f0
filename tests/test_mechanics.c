/* Mechanics as data: the entries of each rule are consistent, and slides follow them. The
 * tests loop over all rules, so that a new one is covered automatically. */
#include "rules/many.h"
#include "rules/mechanics.h"
#include "support/random_case.h"
#include "support/test.h"

#include <string.h>

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

/* The first rule set with this slide rule, on a board of `rows` x `cols`. */
static struct trey_rules rules_by(int rule, int rows, int cols)
{
    struct trey_rules rules;
    for (int i = 0; trey_rules_name_at(i) != NULL; i++) {
        rules = rules_of(trey_rules_name_at(i));
        if (rules.slide == rule)
            break;
    }
    assert_int_equal(rules.slide, rule);
    rules.shape = (struct trey_shape){(uint8_t)rows, (uint8_t)cols};
    rules.top = TREY_TOP_MERGE;
    return rules;
}

static void test_tiles(void **state)
{
    (void)state;
    for (int rule = 0; rule < TREY_TILE_RULES; rule++) {
        const struct trey_tile_rule *tiles = &trey_tile_rules[rule];
        struct trey_rules rules = rules_by(rule, 4, 4), named = rules;
        assert_int_equal(trey_rules_set(&named, "slide", tiles->name, NULL), TREY_OK);
        assert_int_equal(named.slide, rule);
        assert_int_equal(tiles->tile[0], 0);
        for (int rank = 1; rank < TREY_RANKS; rank++) {
            assert_true(tiles->tile[rank] > tiles->tile[rank - 1]);
            assert_int_equal(tiles->rank_of(tiles->tile[rank]), rank);
            assert_int_equal(trey_rules_tile(&rules, rank), tiles->tile[rank]);
            assert_int_equal(trey_rules_rank(&rules, tiles->tile[rank]), rank);
            const uint8_t *parts = tiles->parts[rank];
            if (parts[0] == 0)
                continue;
            assert_int_equal(tiles->tile[parts[0]] + tiles->tile[parts[1]],
                             tiles->tile[rank]);
            assert_int_equal(trey_tiles_join(tiles, parts[0], parts[1]), rank);
            assert_int_equal(trey_tiles_join(tiles, parts[1], parts[0]), rank);
        }
        int known = 0;
        for (uint64_t tile = 1; tile <= tiles->tile[15]; tile++)
            known += trey_rules_rank(&rules, tile) > 0;
        assert_int_equal(known, 15);
        for (uint64_t tile = tiles->tile[15] + 1; tile < 100000; tile++)
            assert_int_equal(trey_rules_rank(&rules, tile), -1);
    }
}

/* Cards are weighted; those of the last rank are the last. */
static void test_cards(void **state)
{
    (void)state;
    for (int rule = 0; rule < TREY_TILE_RULES; rule++) {
        const struct trey_tile_rule *tiles = &trey_tile_rules[rule];
        struct trey_rules rules = rules_by(rule, 4, 4);
        struct trey_chance chances[TREY_MAX_CHANCES];
        rules.bonus = TREY_BONUS_NONE;
        rules.hint = TREY_SHOW_NONE;
        rules.copies = 0;
        int count = trey_rules_tiles(&rules, 1, TREY_NEXT_HIDDEN, 0, chances), sum = 0;
        assert_int_equal(count, tiles->cards);
        for (int rank = 1; rank <= tiles->cards; rank++)
            sum += tiles->weights[rank];
        for (int i = 0; i < count; i++) {
            double expected = (double)tiles->weights[i + 1] / sum;
            assert_int_equal(chances[i].what, i + 1);
            assert_true(chances[i].probability == expected);
        }
    }
}

/* Two adjacent tiles, alone in a line, make the tile of the rule. */
static void test_pairs(void **state)
{
    (void)state;
    for (int rule = 0; rule < TREY_TILE_RULES; rule++)
        for (int stop = 0; stop < 2; stop++) {
            struct trey_rules rules = rules_by(rule, 1, 2);
            rules.top = stop ? TREY_TOP_STOP : TREY_TOP_MERGE;
            for (int a = 1; a < TREY_RANKS; a++)
                for (int b = 1; b < TREY_RANKS; b++) {
                    int made = trey_tiles_join(trey_tiles_of(&rules), a, b);
                    trey_board board = (trey_board)a | (trey_board)b << 4;
                    trey_board expected = made == 0 || made > trey_highest_made(&rules)
                                              ? board
                                              : (trey_board)made;
                    assert_int_equal(trey_rules_slide(&rules, board, TREY_LEFT),
                                     expected);
                }
        }
}

/* The inline functions of hot loops agree with the calls, on boards of every shape. */
static void test_inline(void **state)
{
    (void)state;
    static const char *const entries[] = {"moved", "edge", "any"};
    static const char *const tops[] = {"merge", "stop", "end"};
    struct random_case random = case_start();
    for (int i = 0; i < 30000; i++) {
        int rows = 1 + case_below(&random, 4), cols = 2 + case_below(&random, 3);
        struct trey_rules rules =
            rules_by(case_below(&random, TREY_TILE_RULES), rows, cols);
        trey_rules_set(&rules, "entry", entries[case_below(&random, 3)], NULL);
        trey_rules_set(&rules, "top", tops[case_below(&random, 3)], NULL);
        struct trey_mechanics mechanics;
        trey_mechanics_make(&rules, &mechanics);
        trey_board board = 0;
        int kinds = 2 + case_below(&random, 15);
        for (int cell = 0; cell < rows * cols; cell++)
            board = trey_board_with(board, cell, case_below(&random, kinds));
        uint64_t sum = 0;
        for (int cell = 0; cell < rows * cols; cell++)
            sum += trey_rules_tile(&rules, trey_board_rank(board, cell));
        unsigned legal = 0;
        for (int d = 0; d < 4; d++) {
            enum trey_direction direction = (enum trey_direction)d;
            uint64_t made, then = 0;
            trey_board after = trey_mechanics_slide_merges(&mechanics, board, d, &made);
            assert_int_equal(after, trey_rules_slide(&rules, board, direction));
            for (int cell = 0; cell < rows * cols; cell++)
                then += trey_rules_tile(&rules, trey_board_rank(after, cell));
            assert_int_equal(then, sum); /* slides keep the tile sum */
            assert_int_equal(trey_mechanics_ends(&mechanics, after),
                             trey_rules_ends(&rules, after));
            if (after == board)
                continue;
            legal |= 1U << d;
            assert_int_equal(
                trey_flags_cells(trey_mechanics_spawn_cells(&mechanics, board, after, d)),
                trey_rules_spawn_cells(&rules, board, after, direction));
            if (mechanics.merges_score && !trey_rules_ends(&rules, board))
                assert_int_equal(trey_mechanics_points(&mechanics, after, made),
                                 trey_rules_gain(&rules, board, direction));
        }
        assert_int_equal(trey_mechanics_moving(&mechanics, board), legal);
        uint8_t together;
        trey_mechanics_legal_all(&mechanics, &board, 1, &together);
        assert_int_equal(trey_mechanics_legal(&mechanics, board),
                         trey_rules_legal(&rules, board));
        assert_int_equal(together, trey_rules_legal(&rules, board));
        if (!trey_rules_ends(&rules, board))
            assert_int_equal(trey_rules_legal(&rules, board), legal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_inline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
