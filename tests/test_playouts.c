/* Many random games at once: the same on every kind of processor, and by the rules. */
#include "board/cells.h"
#include "rules/playouts.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/game.h"

#include <string.h>

static void fill_lanes(struct trey_playouts *batch, struct random_case *random)
{
    memset(batch, 0, sizeof *batch);
    for (int i = 0; i < TREY_LANES; i++) {
        struct oracle_board board = case_crowded(random, 1 + case_below(random, 8), 14);
        batch->board[i] = oracle_to_packed(&board);
        batch->random[i] = case_next(random) | 1;
        batch->untried[i] = TREY_ALL_SLIDES;
        batch->deck[i] = TREY_FULL_DECK;
        batch->left[i] = 12;
    }
}

/* Prepares the next turn, as the benchmark does: finished games begin again. */
static void prepare_turn(struct trey_playouts *batch)
{
    for (int i = 0; i < TREY_LANES; i++) {
        batch->board[i] |= batch->bonus[i] * 4;
        if (batch->untried[i] == 0) {
            batch->untried[i] = TREY_ALL_SLIDES;
            batch->board[i] = 0x1203000120000000u;
        }
    }
}

static void compare_kinds(trey_turn_fn turns(int kind))
{
    struct random_case random = case_start();
    struct trey_playouts first;
    fill_lanes(&first, &random);
    assert_non_null(turns(0));
    assert_null(turns(TREY_TURN_KINDS));
    for (int round = 0; round < 3000; round++) {
        struct trey_playouts reference = first;
        struct trey_turn expected = turns(0)(&reference);
        for (int kind = 1; kind < TREY_TURN_KINDS; kind++) {
            struct trey_playouts other = first;
            if (turns(kind) == NULL)
                continue;
            struct trey_turn did = turns(kind)(&other);
            assert_memory_equal(&other, &reference, sizeof other);
            assert_int_equal(did.moves, expected.moves);
            assert_int_equal(did.bonus, expected.bonus);
            assert_int_equal(did.over, expected.over);
        }
        first = reference;
        prepare_turn(&first);
    }
}

static void test_kinds_threes(void **state)
{
    (void)state;
    compare_kinds(trey_turn_threes);
}

static void test_kinds_2048(void **state)
{
    (void)state;
    compare_kinds(trey_turn_2048);
}

/* Rank of the single tile that spawned in an allowed cell, or -1. */
static int spawned_rank(const struct trey_rules *rules, trey_board before, trey_board now,
                        int direction)
{
    trey_board after = trey_rules_slide(rules, before, (enum trey_direction)direction);
    unsigned cells =
        trey_rules_spawn_cells(rules, before, after, (enum trey_direction)direction);
    if (after == before)
        return -1;
    for (int cell = 0; cell < 16; cell++)
        if ((cells >> cell & 1) && trey_put(now, cell, 0) == after &&
            trey_get(now, cell) != 0)
            return trey_get(now, cell);
    return -1;
}

/* Every turn is a legal move and a spawn by the rules; or the move is illegal, and is no
 * longer untried. */
static void check_rules(const char *name, trey_turn_fn turn)
{
    struct random_case random = case_start();
    struct trey_rules rules;
    struct trey_playouts batch;
    trey_rules_named(name, &rules, NULL);
    fill_lanes(&batch, &random);
    for (int round = 0; round < 300; round++) {
        struct trey_playouts before = batch;
        turn(&batch);
        for (int i = 0; i < TREY_LANES; i++) {
            unsigned legal = trey_rules_legal(&rules, before.board[i]);
            trey_board now = batch.board[i] | batch.bonus[i] * 4;
            uint64_t tried = before.untried[i] ^ batch.untried[i];
            if (batch.board[i] == before.board[i] && batch.bonus[i] == 0) {
                assert_int_equal(tried & (tried - 1), 0);
                assert_int_equal(tried & legal, 0);
                assert_true(tried != 0);
                continue;
            }
            int rank = -1;
            for (int direction = 0; direction < 4 && rank < 0; direction++)
                rank = spawned_rank(&rules, before.board[i], now, direction);
            assert_in_range(rank, 1, 4);
            assert_int_equal(batch.untried[i], TREY_ALL_SLIDES);
        }
        prepare_turn(&batch);
    }
}

static void test_rules_threes(void **state)
{
    (void)state;
    check_rules("window", trey_turn_threes(0));
}

static void test_rules_2048(void **state)
{
    (void)state;
    check_rules("2048", trey_turn_2048(0));
}

static void test_cards(void **state)
{
    (void)state;
    struct random_case random = case_start();
    uint64_t deck = TREY_FULL_DECK, left = 12;
    int seen[16] = {0};
    while (left > 0) {
        uint64_t which = (uint64_t)case_below(&random, (int)left);
        uint64_t wanted = deck >> (4 * which) & 15;
        uint64_t rank = trey_lane_card(&deck, &left, which);
        assert_int_equal(rank, wanted);
        seen[rank]++;
    }
    assert_int_equal(deck, 0);
    assert_int_equal(seen[1], 4);
    assert_int_equal(seen[2], 4);
    assert_int_equal(seen[3], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_threes), cmocka_unit_test(test_kinds_2048),
        cmocka_unit_test(test_rules_threes), cmocka_unit_test(test_rules_2048),
        cmocka_unit_test(test_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
