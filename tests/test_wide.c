/* Wide boards (a byte per cell, ranks to 41) against the oracle, and against 64-bit
 * boards where both can represent the position. */
#include "board/cells.h"
#include "support/oracle.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/board.h"

#include <string.h>

static bool same_board(const struct trey_wide *a, const struct trey_wide *b)
{
    return memcmp(a->rank, b->rank, sizeof a->rank) == 0;
}

/* The property: every slide equals the oracle's, preserves the tile sum, returns whether
 * it is legal, and can be made in place. */
static bool wide_slides_differ(const struct oracle_board *board, const void *context)
{
    (void)context;
    const struct trey_wide wide = oracle_to_wide(board);
    if (trey_wide_sum(&wide) != oracle_sum(board))
        return true;
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        struct oracle_board after;
        bool moved[16];
        bool legal = oracle_slide(board, direction, ORACLE_LARGEST_WIDE, &after, moved);
        struct trey_wide expected = oracle_to_wide(&after);
        struct trey_wide slid, in_place = wide;
        if (trey_wide_slide(&wide, direction, &slid) != legal ||
            trey_wide_slide(&in_place, direction, &in_place) != legal)
            return true;
        if (!same_board(&slid, &expected) || !same_board(&in_place, &expected) ||
            trey_wide_sum(&slid) != trey_wide_sum(&wide))
            return true;
    }
    return false;
}

static void test_random_boards(void **state)
{
    (void)state;
    static const int max_ranks[] = {3, 5, 15, 17, 30, 41};
    struct random_case random = case_start();
    for (int round = 0; round < 30000; round++) {
        struct oracle_board board =
            case_board(&random, 4, 4, max_ranks[case_below(&random, 6)]);
        case_check(&random, &board, wide_slides_differ, NULL, "a wide slide");
    }
}

/* All lines of the critical ranks: low ones, the limit of four bits, the highest. */
static void test_every_line(void **state)
{
    (void)state;
    static const int ranks[] = {0, 1, 2, 3, 4, 14, 15, 16, 31, 32, 40, 41};
    enum { COUNT = sizeof ranks / sizeof *ranks };
    for (int code = 0; code < COUNT * COUNT * COUNT * COUNT; code++) {
        struct oracle_board board = {.rows = 4, .cols = 4};
        int place = code % 4, rest = code;
        for (int i = 0; i < 4; i++, rest /= COUNT)
            board.tile[4 * place + i] = oracle_tile(ranks[rest % COUNT]);
        struct oracle_board turned = oracle_image(&board, 1);
        if (wide_slides_differ(&board, NULL) || wide_slides_differ(&turned, NULL))
            fail_msg("the line numbered %d in place %d", code, place);
    }
}

static void test_highest_ranks(void **state)
{
    (void)state;
    struct trey_wide board = {{40, 40, 41, 41}}, after;
    assert_true(trey_wide_slide(&board, TREY_LEFT, &after));
    assert_true(same_board(&after, &(struct trey_wide){{41, 41, 41, 0}}));
    board = (struct trey_wide){{41, 41, 41, 41}};
    assert_false(trey_wide_slide(&board, TREY_LEFT, &after));
    assert_true(same_board(&after, &board));
    assert_int_equal(trey_wide_sum(&board), (uint64_t)12 << 38);
}

static bool boards_disagree(const struct oracle_board *board, const void *context)
{
    (void)context;
    const struct trey_wide wide = oracle_to_wide(board);
    trey_board packed = oracle_to_packed(board);
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        struct trey_wide after;
        trey_wide_slide(&wide, direction, &after);
        trey_board slid = trey_board_slide((struct trey_shape){4, 4}, packed, direction);
        for (int cell = 0; cell < 16; cell++)
            if (trey_board_rank(slid, cell) != after.rank[cell])
                return true;
    }
    return trey_board_sum(packed) != trey_wide_sum(&wide);
}

static void test_agrees_with_packed_boards(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 10000; round++) {
        struct oracle_board board = case_board(&random, 4, 4, 14);
        case_check(&random, &board, boards_disagree, NULL, "packed against wide");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_every_line),
        cmocka_unit_test(test_highest_ranks),
        cmocka_unit_test(test_agrees_with_packed_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
