/* Reachability of boards, decided by searching their predecessors, against the solver's
 * sets; and the estimated number of classes against the count. All seeds are fixed. */
#include "extras/exact/predecessors.h"
#include "extras/exact/sample.h"
#include "support/exact_case.h"
#include "support/test.h"
#include "trey/exact.h"

#include <math.h>

enum { FAR = 250, MANY = 1 << 20 };

/* Every board of 2x2 with each hint: reachable in a game or not. */
static void compare_all(enum trey_exact_rules rules)
{
    struct exact_case of = {rules, 2, 2, TREY_EXACT_KEEP_AVERAGE, 0};
    struct trey_exact_options options = exact_options(&of);
    struct trey_exact *exact = exact_solve(&of);
    struct trey_exact_game game;
    trey_exact_game_make(&options, &game);
    game.exchanged = false;
    struct trey_predecessors *predecessors = trey_predecessors_new(&game);
    assert_non_null(predecessors);
    unsigned states = 0, boards = 1U << 16;
    for (trey_board board = 0; board < boards; board++)
        for (int hint = game.is_2048 ? 0 : 1; hint <= (game.is_2048 ? 0 : 3); hint++) {
            unsigned column;
            unsigned slot =
                trey_slot_find(&game, trey_exact_sum(&game, board), hint, &column);
            struct trey_exact_value value;
            bool known = trey_exact_before(exact, board, hint, &value);
            enum trey_reachability answer = TREY_UNREACHABLE;
            if (slot != TREY_NO_SLOT)
                answer = trey_predecessors_search(predecessors, slot, board, FAR, MANY);
            assert_int_not_equal(answer, TREY_REACHABILITY_UNKNOWN);
            if (known != (answer == TREY_REACHABLE))
                fail_msg("board %04llx, hint %d: %d, by going back %d",
                         (unsigned long long)board, hint, known, answer);
            states += known;
        }
    assert_true(states > 0);
    trey_predecessors_free(predecessors);
    trey_exact_free(exact);
}

static void test_every_small_board(void **state)
{
    (void)state;
    compare_all(TREY_EXACT_COURSE);
    compare_all(TREY_EXACT_2048);
}

/* No answer for a board after its search was given up; with less depth the answer is less
 * definite. */
static void test_limits(void **state)
{
    (void)state;
    struct trey_exact_options options;
    struct trey_exact_game game;
    trey_exact_defaults(TREY_EXACT_COURSE, (struct trey_shape){2, 3}, &options);
    options.keep = TREY_EXACT_KEEP_AVERAGE;
    trey_exact_game_make(&options, &game);
    game.exchanged = false;
    struct trey_predecessors *predecessors = trey_predecessors_new(&game);
    assert_non_null(predecessors);
    trey_board three = 0x3; /* alone, it is the first tile: 1 and 2 are left in the bag */
    assert_int_equal(trey_predecessors_search(predecessors, 7, three, FAR, MANY),
                     TREY_REACHABLE);
    assert_int_equal(trey_predecessors_search(predecessors, 6, three, FAR, MANY),
                     TREY_UNREACHABLE);
    trey_predecessors_reset(predecessors, 1);
    assert_int_equal(trey_predecessors_search(predecessors, 6, three, FAR, 0),
                     TREY_REACHABILITY_UNKNOWN);
    trey_board large = 0x7; /* a 48 alone: no spawned tile */
    assert_int_equal(trey_predecessors_search(predecessors, 96, large, FAR, MANY),
                     TREY_UNREACHABLE);
    trey_predecessors_free(predecessors);
}

static void test_estimates(void **state)
{
    (void)state;
    static const struct exact_case cases[] = {
        {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_2048, 2, 2, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 3, 2, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_2048, 2, 3, TREY_EXACT_KEEP_AVERAGE, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_exact_options options = exact_options(&cases[i]);
        struct trey_exact_sample sample;
        struct trey_exact_counts counts;
        struct trey_exact *exact = exact_solve(&cases[i]);
        trey_exact_count(exact, &counts);
        assert_int_equal(trey_exact_sample(&options, 4000, 1, &sample, NULL), TREY_OK);
        assert_true(sample.undecided == 0);
        assert_true(sample.error < 0.1 * sample.classes);
        assert_true(fabs(sample.classes - (double)counts.classes) < 1.5 * sample.error);
        assert_true(fabs(sample.terminal - (double)counts.terminal) < 3 * sample.error);
        trey_exact_free(exact);
    }
}

static void test_threads_change_nothing(void **state)
{
    (void)state;
    struct trey_exact_options options;
    struct trey_exact_sample one, three;
    trey_exact_defaults(TREY_EXACT_COURSE, (struct trey_shape){2, 4}, &options);
    options.threads = 1;
    assert_int_equal(trey_exact_sample(&options, 1000, 5, &one, NULL), TREY_OK);
    options.threads = 3;
    assert_int_equal(trey_exact_sample(&options, 1000, 5, &three, NULL), TREY_OK);
    assert_true(one.classes == three.classes && one.error == three.error &&
                one.terminal == three.terminal && one.largest == three.largest);
}

static void test_refusals(void **state)
{
    (void)state;
    struct trey_exact_options options;
    struct trey_exact_sample sample;
    struct trey_error error;
    trey_exact_defaults(TREY_EXACT_COURSE, (struct trey_shape){4, 4}, &options);
    assert_int_equal(trey_exact_sample(&options, 10, 1, &sample, &error),
                     TREY_ERR_ARGUMENT);
    assert_string_equal(error.message,
                        "boards of 2 to 12 cells can be sampled, not of 16");
    options.shape.cols = 3;
    assert_int_equal(trey_exact_sample(&options, 0, 1, &sample, NULL), TREY_ERR_ARGUMENT);
    options.start = 13;
    assert_int_equal(trey_exact_sample(&options, 10, 1, &sample, NULL),
                     TREY_ERR_ARGUMENT);
    struct trey_cancel cancel = {0};
    trey_cancel_raise(&cancel);
    options.start = 1;
    options.cancel = &cancel;
    assert_int_equal(trey_exact_sample(&options, 10, 1, &sample, NULL),
                     TREY_ERR_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_small_board),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_estimates),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
