/* A search in slices gives the result of one without, however short the slices are. */
#include "eval/eval.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/search.h"

struct pair {
    struct trey_rules rules;
    struct trey_evaluator *evaluator;
    struct trey_search *whole, *sliced;
};

static struct pair pair_new(const char *rules, size_t table_bytes)
{
    struct pair pair;
    assert_int_equal(trey_rules_parse(rules, &pair.rules, NULL), TREY_OK);
    enum trey_eval_family family =
        pair.rules.slide == TREY_SLIDE_2048 ? TREY_EVAL_2048 : TREY_EVAL_THREES;
    assert_int_equal(
        trey_evaluator_heuristic(pair.rules.shape, family, &pair.evaluator, NULL),
        TREY_OK);
    assert_int_equal(
        trey_search_new(&pair.rules, pair.evaluator, table_bytes, &pair.whole, NULL),
        TREY_OK);
    assert_int_equal(
        trey_search_new(&pair.rules, pair.evaluator, table_bytes, &pair.sliced, NULL),
        TREY_OK);
    return pair;
}

static void pair_free(struct pair *pair)
{
    trey_search_free(pair->whole);
    trey_search_free(pair->sliced);
    trey_evaluator_free(pair->evaluator);
}

static struct trey_view some_view(struct random_case *random,
                                  const struct trey_rules *rules, int slides)
{
    struct trey_game game;
    trey_game_begin(&game, rules, case_next(random), 0);
    while (slides > 0 && trey_game_legal(&game) != 0)
        slides -=
            trey_game_slide(&game, (enum trey_direction)case_below(random, 4), NULL);
    return game.view;
}

static int run_sliced(struct trey_search *search, const struct trey_view *view,
                      const struct trey_search_limits *limits, double slice_s,
                      struct trey_search_result *result)
{
    int slices = 1;
    assert_int_equal(trey_search_begin(search, view, limits, NULL), TREY_OK);
    while (trey_search_step(search, slice_s, result))
        slices++;
    return slices;
}

static void compare_slices(const char *rules, size_t table_bytes, unsigned depth,
                           double slice_s, int least_slices)
{
    struct random_case random = case_start();
    struct pair pair = pair_new(rules, table_bytes);
    int most = 0;
    for (int i = 0; i < 6; i++) {
        struct trey_view view = some_view(&random, &pair.rules, 12 * i);
        struct trey_search_limits limits;
        struct trey_search_result a, b;
        trey_search_limits_defaults(&limits);
        limits.depth_plies = depth;
        assert_int_equal(trey_search_run(pair.whole, &view, &limits, &a, NULL), TREY_OK);
        int slices = run_sliced(pair.sliced, &view, &limits, slice_s, &b);
        most = slices > most ? slices : most;
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.best, b.best);
        assert_int_equal(a.depth_plies, b.depth_plies);
        assert_int_equal(a.exact, b.exact);
    }
    assert_true(most >= least_slices);
    pair_free(&pair);
}

static void test_values_are_those_of_one_piece(void **state)
{
    (void)state;
    compare_slices("window", (size_t)1 << 22, 4, 1e-4, 2);
    compare_slices("classic", (size_t)1 << 22, 3, 1e-5, 2);
    compare_slices("2048,rows=3,cols=3", (size_t)1 << 22, 4, 1e-5, 2);
}

/* Slices too short for any progress: they grow until there is some. */
static void test_hopeless_slices_end(void **state)
{
    (void)state;
    compare_slices("window", TREY_SEARCH_MIN_TABLE_BYTES, 3, 1e-9, 2);
    compare_slices("window", (size_t)1 << 22, 4, 1e-9, 2);
}

/* A limit of nodes defines its own slices, so that the machine's speed does not
 * matter. */
static void test_nodes_do_not_depend_on_time(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("window", (size_t)1 << 22);
    int most = 0;
    for (int i = 0; i < 3; i++) {
        struct trey_view view = some_view(&random, &pair.rules, 20 * i);
        struct trey_search_limits limits;
        struct trey_search_result a, b;
        trey_search_limits_defaults(&limits);
        limits.nodes = 6000000;
        run_sliced(pair.whole, &view, &limits, 1.0, &a);
        int slices = run_sliced(pair.sliced, &view, &limits, 1e-7, &b);
        most = slices > most ? slices : most;
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.nodes, b.nodes);
        limits.nodes = 100000; /* one slice: as without slices */
        assert_int_equal(trey_search_run(pair.whole, &view, &limits, &a, NULL), TREY_OK);
        run_sliced(pair.sliced, &view, &limits, 1e-7, &b);
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.nodes, b.nodes);
    }
    assert_true(most >= 2);
    pair_free(&pair);
}

static void test_given_up_and_ended(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct pair pair = pair_new("window", (size_t)1 << 22);
    struct trey_view view = some_view(&random, &pair.rules, 10);
    struct trey_search_limits limits;
    struct trey_search_result a, b;
    struct trey_cancel cancel = {0};
    trey_search_limits_defaults(&limits);
    limits.cancel = &cancel;
    assert_int_equal(trey_search_begin(pair.sliced, &view, &limits, NULL), TREY_OK);
    assert_true(trey_search_step(pair.sliced, 1e-5, &b));
    trey_cancel_raise(&cancel);
    assert_false(trey_search_step(pair.sliced, 1e-5, &b));
    assert_true(b.best >= 0 && b.depth_plies >= 1);
    trey_cancel_clear(&cancel);
    assert_int_equal(trey_search_begin(pair.sliced, &view, &limits, NULL), TREY_OK);
    trey_search_step(pair.sliced, 1e-5, &b);
    limits.depth_plies = 3; /* the previous search is forgotten */
    assert_int_equal(trey_search_run(pair.whole, &view, &limits, &a, NULL), TREY_OK);
    run_sliced(pair.sliced, &view, &limits, 1e-5, &b);
    assert_memory_equal(a.value, b.value, sizeof a.value);
    pair_free(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_those_of_one_piece),
        cmocka_unit_test(test_hopeless_slices_end),
        cmocka_unit_test(test_nodes_do_not_depend_on_time),
        cmocka_unit_test(test_given_up_and_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
