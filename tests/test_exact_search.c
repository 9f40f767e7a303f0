/* The search without limits is the exact solver, found by another way: expectimax to the
 * end of all games, with a deck that is tracked instead of derived. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/exact_case.h"
#include "support/random_case.h"
#include "trey/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLE_BYTES = 1 << 26 };

struct compared {
    const struct trey_exact *exact;
    struct trey_search *search;
    struct trey_rules rules;
    struct random_case random;
    uint64_t one_in; /* so many states, at random, are compared */
    uint64_t count;
};

/* The cards that the sum says are left once the hint has been drawn. */
static trey_deck deck_of(trey_board board, int hint)
{
    static const uint8_t bags[6][2] = {{7, 7}, {6, 6}, {5, 5}, {4, 3}, {2, 2}, {1, 1}};
    uint64_t sum = 0;
    for (; board != 0; board >>= 4)
        sum += trey_tile_of_rank((int)(board & 15));
    int bag = bags[sum % 6][hint != 3] & ~(1 << (hint - 1));
    return trey_deck_of(bag & 1, bag >> 1 & 1, bag >> 2 & 1);
}

static void compare(void *context, trey_board board, int hint)
{
    struct compared *compared = context;
    if (compared->one_in > 1 && case_next(&compared->random) % compared->one_in != 0)
        return;
    bool twos = hint == 0;
    struct trey_view view;
    struct trey_search_limits limits;
    struct trey_search_result result;
    struct trey_exact_value value, slides[4];
    assert_int_equal(trey_view_make(&compared->rules, board,
                                    twos ? TREY_NEXT_HIDDEN : (trey_next)(1 << hint),
                                    twos ? 0 : deck_of(board, hint), &view, NULL),
                     TREY_OK);
    trey_search_limits_defaults(&limits);
    assert_int_equal(trey_search_run(compared->search, &view, &limits, &result, NULL),
                     TREY_OK);
    assert_true(trey_exact_before(compared->exact, board, hint, &value));
    assert_true(trey_exact_slides(compared->exact, board, hint, slides));
    assert_true(result.exact);
    /* The search counts in single precision, a rounding a ply. */
    double over = twos ? 0 : (double)trey_board_score(board);
    double near = 2e-6 * (1 + value.avg);
    double best = result.best < 0 ? over : result.value[result.best];
    if (fabs(best - value.avg) > near)
        print_message("board %llx hint %d: %.12g, exact %.12g\n",
                      (unsigned long long)board, hint, best, value.avg);
    assert_true(fabs(best - value.avg) <= near);
    for (int d = 0; d < 4; d++) {
        bool legal = result.legal >> d & 1;
        assert_true(legal == (slides[d].avg >= 0));
        assert_true(!legal || fabs(result.value[d] - slides[d].avg) <= near);
    }
    compared->count++;
}

static uint64_t compare_all(const struct exact_case *of, const char *rules,
                            uint64_t one_in)
{
    struct compared compared = {.one_in = one_in, .random = case_start()};
    struct trey_exact *exact = exact_solve(of);
    struct trey_evaluator *points = NULL;
    compared.exact = exact;
    assert_int_equal(trey_rules_parse(rules, &compared.rules, NULL), TREY_OK);
    assert_int_equal(trey_evaluator_named("points", compared.rules.shape,
                                          of->rules == TREY_EXACT_2048 ? TREY_EVAL_2048
                                                                       : TREY_EVAL_THREES,
                                          &points, NULL),
                     TREY_OK);
    assert_int_equal(
        trey_search_new(&compared.rules, points, TABLE_BYTES, &compared.search, NULL),
        TREY_OK);
    exact_each(exact, &compared, compare);
    print_message("%s: %llu states\n", rules, (unsigned long long)compared.count);
    trey_search_free(compared.search);
    trey_evaluator_free(points);
    trey_exact_free(exact);
    return compared.count;
}

/* Every before-state of the smaller boards. */
static void test_small(void **state)
{
    (void)state;
    const struct exact_case square = {TREY_EXACT_COURSE, 2, 2, TREY_EXACT_KEEP_ALL, 0};
    const struct exact_case twos = {TREY_EXACT_2048, 2, 2, TREY_EXACT_KEEP_ALL, 0};
    assert_int_equal(compare_all(&square, "course rows=2 cols=2", 1), 1830);
    assert_true(compare_all(&twos, "2048 rows=2 cols=2", 1) > 110);
}

/* TREY_TEST_ONE_IN=1 takes all 225,779, which is an hour's work. */
static void test_two_by_three(void **state)
{
    (void)state;
    const char *text = getenv("TREY_TEST_ONE_IN");
    uint64_t one_in = text != NULL ? strtoull(text, NULL, 10) : 1000;
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 0};
    assert_true(compare_all(&of, "course rows=2 cols=3", one_in) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_two_by_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
