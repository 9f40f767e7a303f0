/* Search without limits equals the exact solver: expectimax to the end of all games, with
 * a deck that is tracked instead of derived.
 *
 * trey_search_run deepens iteratively and keeps nothing between the depths, which takes
 * half a second for a state of the 2x3 board. To search each of its 225,779 states, most
 * are searched at one depth with the same internal functions. The depth is chosen so that
 * all games end at the same ply, and the table is kept from state to state. */
#include "search/expand.h"
#include "support/exact_case.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/search.h"

#include <math.h>
#include <stdlib.h>

enum {
    TABLE_BYTES = 1 << 26,
    LAST_PLY = 95, /* longer than the longest game, of 94 tiles */
};

struct compared {
    const struct trey_exact *exact;
    struct trey_search *search;
    struct trey_rules rules;
    struct random_case random;
    uint64_t one_in; /* number of random states to compare */
    uint64_t count;
};

/* The cards left before the hint is drawn, derived from the tile sum, as bits. */
static unsigned bag_of(trey_board board, int hint, unsigned *sum)
{
    static const uint8_t bags[6][2] = {{7, 7}, {6, 6}, {5, 5}, {4, 3}, {2, 2}, {1, 1}};
    *sum = 0;
    for (; board != 0; board >>= 4)
        *sum += (unsigned)trey_tile_of_rank((int)(board & 15));
    return bags[*sum % 6][hint != 3];
}

static void make_view(const struct compared *compared, trey_board board, int hint,
                      struct trey_view *view)
{
    trey_next next = hint == 0 ? TREY_NEXT_HIDDEN : (trey_next)(1 << hint);
    trey_deck deck = 0;
    unsigned sum;
    if (hint != 0) {
        unsigned left = bag_of(board, hint, &sum) & ~(1U << (hint - 1));
        deck = trey_deck_of(left & 1, left >> 1 & 1, left >> 2 & 1);
    }
    assert_int_equal(trey_view_make(&compared->rules, board, next, deck, view, NULL),
                     TREY_OK);
}

/* The search uses single precision, rounded once a ply. */
static bool nearly_equal(double searched, double exact)
{
    return fabs(searched - exact) <= 2e-6 * (1 + exact);
}

/* Compares the values of the moves, and the best of them with the state's value. */
static void expect_values(const struct compared *compared, trey_board board, int hint,
                          unsigned legal, const double searched[4])
{
    struct trey_exact_value value, slides[4];
    double best = -1;
    assert_true(trey_exact_before(compared->exact, board, hint, &value));
    assert_true(trey_exact_slides(compared->exact, board, hint, slides));
    for (int d = 0; d < 4; d++) {
        assert_true((legal >> d & 1) == (slides[d].avg >= 0));
        if (!(legal >> d & 1))
            continue;
        assert_true(nearly_equal(searched[d], slides[d].avg));
        best = searched[d] > best ? searched[d] : best;
    }
    if (legal == 0)
        best = hint == 0 ? 0 : (double)trey_board_score(board);
    assert_true(nearly_equal(best, value.avg));
}

static void compare_run(void *context, trey_board board, int hint)
{
    struct compared *compared = context;
    if (compared->one_in > 1 && case_next(&compared->random) % compared->one_in != 0)
        return;
    struct trey_view view;
    struct trey_search_limits limits;
    struct trey_search_result result;
    make_view(compared, board, hint, &view);
    trey_search_limits_defaults(&limits);
    assert_int_equal(trey_search_run(compared->search, &view, &limits, &result, NULL),
                     TREY_OK);
    assert_true(result.exact);
    expect_values(compared, board, hint, result.legal, result.value);
    compared->count++;
}

/* Number of spawned tiles: three for each empty bag, and those missing from the last
 * one. */
static unsigned tiles_of(trey_board board, int hint)
{
    unsigned sum, bag = bag_of(board, hint, &sum);
    return sum / 6 * 3 + 3 - (unsigned)__builtin_popcount(bag);
}

static void compare_depth(void *context, trey_board board, int hint)
{
    struct compared *compared = context;
    struct trey_search *search = compared->search;
    struct trey_view view;
    float value[4];
    double wide[4];
    make_view(compared, board, hint, &view);
    search->must_finish = true;
    search->leaves = 0;
    assert_true(trey_search_root(search, &view, LAST_PLY - tiles_of(board, hint), value));
    assert_int_equal(search->leaves, 0); /* all games were searched to their end */
    for (int d = 0; d < 4; d++)
        wide[d] = (double)value[d];
    expect_values(compared, board, hint, trey_rules_legal(&compared->rules, board), wide);
    compared->count++;
}

static uint64_t compare_all(const struct exact_case *of, const char *rules,
                            uint64_t one_in, bool one_depth)
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
    trey_table_begin(compared.search->table, UINT64_MAX);
    exact_each(exact, &compared, one_depth ? compare_depth : compare_run);
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
    assert_int_equal(compare_all(&square, "course rows=2 cols=2", 1, false), 1830);
    assert_true(compare_all(&twos, "2048 rows=2 cols=2", 1, false) > 110);
}

static void test_every_state(void **state)
{
    (void)state;
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 0};
    assert_int_equal(compare_all(&of, "course rows=2 cols=3", 1, true), 225779);
}

/* TREY_TEST_ONE_IN=1 compares all of them, which takes a day. */
static void test_some_states(void **state)
{
    (void)state;
    const char *text = getenv("TREY_TEST_ONE_IN");
    uint64_t one_in = text != NULL ? strtoull(text, NULL, 10) : 50000;
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 0};
    assert_true(compare_all(&of, "course rows=2 cols=3", one_in, false) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_every_state),
        cmocka_unit_test(test_some_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
