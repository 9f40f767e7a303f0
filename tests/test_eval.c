/* Evaluators: properties for any weights, and the assumptions that the search makes. */
#include "eval/eval.h"
#include "eval/heuristic.h"
#include "support/random_case.h"
#include "support/test.h"

#include <math.h>

static trey_board random_board(struct random_case *random, int cells)
{
    trey_board board = 0;
    for (int cell = 0; cell < cells; cell++)
        if (case_below(random, 4) != 0)
            board = trey_board_with(board, cell, case_below(random, 16));
    return board;
}

static struct trey_evaluator *heuristic(int rows, int cols)
{
    struct trey_evaluator *evaluator = NULL;
    struct trey_shape shape = {(uint8_t)rows, (uint8_t)cols};
    assert_int_equal(trey_evaluator_heuristic(shape, TREY_EVAL_THREES, &evaluator, NULL),
                     TREY_OK);
    return evaluator;
}

/* Rotating or mirroring the board does not change its value, on any shape. */
static void test_symmetry(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int rows = 1; rows <= 16; rows++)
        for (int cols = 1; rows * cols <= 16; cols++) {
            struct trey_evaluator *evaluator = heuristic(rows, cols);
            struct trey_shape shape = {(uint8_t)rows, (uint8_t)cols};
            for (int i = 0; i < 50; i++) {
                trey_board board = random_board(&random, rows * cols);
                trey_board same = trey_board_canonical(shape, board);
                assert_true(trey_evaluator_value(evaluator, board) ==
                            trey_evaluator_value(evaluator, same));
            }
            trey_evaluator_free(evaluator);
        }
}

/* The two tables agree, and a line has the same value in both directions. */
static void check_table(const struct trey_eval_table *lines)
{
    for (unsigned line = 0; line < 1U << 16; line++) {
        unsigned mirrored = (unsigned)(trey_eval_mirror(line) & 0xffff);
        assert_int_equal(lines->end[line], lines->end[mirrored]);
        assert_int_equal(lines->end[line], lines->middle[trey_eval_swap(line)]);
        assert_true(lines->end[line] <= TREY_EVAL_MAX_LINE &&
                    lines->end[line] >= -TREY_EVAL_MAX_LINE);
    }
}

static void test_line_tables(void **state)
{
    (void)state;
    struct trey_evaluator *evaluator = heuristic(4, 4);
    const struct trey_eval_lines *lines = evaluator->lines;
    assert_non_null(lines);
    check_table(&lines->wall);
    check_table(&lines->inside);
    trey_evaluator_free(evaluator);
}

static void test_turning_boards(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int i = 0; i < 1000; i++) {
        trey_board board = random_board(&random, 16);
        trey_board turned = trey_eval_transpose(board), mirror = trey_eval_mirror(board);
        for (int row = 0; row < 4; row++)
            for (int col = 0; col < 4; col++) {
                int rank = trey_board_rank(board, 4 * row + col);
                assert_int_equal(trey_board_rank(turned, 4 * col + row), rank);
                assert_int_equal(trey_board_rank(mirror, 4 * row + 3 - col), rank);
            }
    }
}

/* With the weight of a single feature the value counts that feature. */
static void test_features(void **state)
{
    (void)state;
    static const struct {
        struct trey_heuristic_line weights;
        const char *board;
        float value;
    } cases[] = {
        {{.empty = 1.0F}, "1230000000000000", 26.0F},
        {{.merge = 1.0F}, "3300002200001100", 1.0F},
        {{.pair = 1.0F}, "1200210000000000", 4.0F},
        {{.strange = 1.0F}, "1130025000000000", -3.0F},
        {{.run = 1.0F}, "3450000000000000", 2.0F},
        {{.load = 1.0F, .load_power = 1.0F}, "1230000000000000", -12.0F},
        {{.order = 1.0F, .order_power = 2.0F}, "3530000000000000", -(16.0F)},
        {{.trap = 1.0F}, "7373000000000000", -4.0F},
        {{.edge_trap = 1.0F}, "3700000000000000", -4.0F},
        {{.merge_rank = 1.0F}, "3300550000001100", 8.0F},
        {{.run_rank = 1.0F}, "3450000000000000", 7.0F},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_evaluator *evaluator = NULL;
        struct trey_shape shape = {4, 4};
        trey_board board;
        struct trey_heuristic_weights weights = {.wall = cases[i].weights,
                                                 .inside = cases[i].weights};
        assert_int_equal(trey_board_parse(shape, cases[i].board, &board, NULL), TREY_OK);
        assert_int_equal(
            trey_heuristic_make(shape, TREY_EVAL_THREES, &weights, &evaluator, NULL),
            TREY_OK);
        float value = trey_evaluator_value(evaluator, board);
        if (fabsf(value - cases[i].value) > 0.01F)
            fail_msg("case %zu: %g, not %g", i, (double)value, (double)cases[i].value);
        trey_evaluator_free(evaluator);
    }
}

static void test_points(void **state)
{
    (void)state;
    struct trey_evaluator *evaluator = NULL;
    struct trey_shape shape = {4, 4};
    assert_int_equal(trey_evaluator_points(shape, TREY_EVAL_THREES, &evaluator, NULL),
                     TREY_OK);
    assert_true(trey_evaluator_counts_points(evaluator));
    assert_true(trey_evaluator_value(evaluator, 0x123456u) == 120.0F);
    trey_evaluator_free(evaluator);
    assert_int_equal(trey_evaluator_points(shape, TREY_EVAL_2048, &evaluator, NULL),
                     TREY_OK);
    assert_true(trey_evaluator_value(evaluator, 0x123456u) == 0.0F);
    trey_evaluator_free(evaluator);
}

/* A tile's value is that of a board with only this tile. */
static void test_tile_values(void **state)
{
    (void)state;
    for (unsigned rank = 0; rank < 16; rank++) {
        assert_true(trey_eval_tile_value(TREY_MEASURE_SUMS, rank) ==
                    trey_eval_tiles_value(TREY_MEASURE_SUMS, rank));
        assert_true(trey_eval_tile_value(TREY_MEASURE_POINTS, rank) ==
                    trey_eval_tiles_value(TREY_MEASURE_POINTS, rank));
    }
}

static void test_bad_arguments(void **state)
{
    (void)state;
    struct trey_evaluator *evaluator = NULL;
    struct trey_shape none = {0, 4}, large = {4, 5}, fine = {2, 3};
    assert_int_equal(trey_evaluator_heuristic(none, TREY_EVAL_THREES, &evaluator, NULL),
                     TREY_ERR_ARGUMENT);
    assert_int_equal(trey_evaluator_points(large, TREY_EVAL_THREES, &evaluator, NULL),
                     TREY_ERR_ARGUMENT);
    assert_int_equal(
        trey_evaluator_heuristic(fine, (enum trey_eval_family)7, &evaluator, NULL),
        TREY_ERR_ARGUMENT);
    assert_null(evaluator);
    trey_evaluator_free(NULL);
}

/* --- an evaluator of the caller ----------------------------------------------------- */

static float twice_the_score(void *context, trey_board board)
{
    return *(const float *)context * (float)trey_board_score(board);
}

static void test_own(void **state)
{
    (void)state;
    float factor = 2.0F;
    struct trey_evaluation evaluation = {
        .value = twice_the_score, .context = &factor, .lost = -7.0F, .won = 9.0F};
    const struct trey_shape shape = {4, 4};
    struct trey_evaluator *own = NULL, *points = NULL;
    assert_int_equal(
        trey_evaluator_custom(shape, TREY_EVAL_THREES, &evaluation, &own, NULL), TREY_OK);
    assert_int_equal(trey_evaluator_points(shape, TREY_EVAL_THREES, &points, NULL),
                     TREY_OK);
    assert_false(trey_evaluator_counts_points(own));
    assert_true(own->lost == -7.0F && own->won == 9.0F);
    struct random_case random = case_start();
    for (int i = 0; i < 100; i++) {
        trey_board board = case_next(&random);
        float value = trey_evaluator_value(own, board);
        assert_true(value == 2.0F * trey_evaluator_value(points, board));
        float twice[2] = {0};
        trey_evaluator_values(own, (const trey_board[2]){board, board}, 2, twice);
        assert_true(twice[0] == value && twice[1] == value);
    }
    trey_evaluator_free(own);
    evaluation.points = true;
    assert_int_equal(
        trey_evaluator_custom(shape, TREY_EVAL_2048, &evaluation, &own, NULL), TREY_OK);
    assert_true(trey_evaluator_counts_points(own));
    trey_evaluator_free(own);
    trey_evaluator_free(points);
    const struct trey_shape bad = {5, 4};
    assert_int_equal(
        trey_evaluator_custom(bad, TREY_EVAL_THREES, &evaluation, &own, NULL),
        TREY_ERR_ARGUMENT);
}

struct counted {
    unsigned calls;
    size_t boards;
};

static void many_scores(void *context, const trey_board *boards, size_t count,
                        float *values)
{
    struct counted *counted = context;
    counted->calls++;
    counted->boards += count;
    for (size_t i = 0; i < count; i++)
        values[i] = 2.0F * (float)trey_board_score(boards[i]);
}

static void failing_values(void *context, const trey_board *boards, size_t count,
                           float *values)
{
    bool *fail = context;
    (void)boards;
    for (size_t i = 0; i < count; i++)
        values[i] = *fail ? NAN : 3.0F;
}

/* A failed evaluation is not cached. */
static void test_own_failure(void **state)
{
    (void)state;
    bool fail = true;
    const struct trey_evaluation evaluation = {
        .values = failing_values, .context = &fail, .gather = 10};
    struct trey_evaluator *own = NULL;
    assert_int_equal(trey_evaluator_custom((struct trey_shape){4, 4}, TREY_EVAL_THREES,
                                           &evaluation, &own, NULL),
                     TREY_OK);
    assert_true(trey_evaluator_value(own, 0x123) == 0.0F);
    fail = false;
    assert_true(trey_evaluator_value(own, 0x123) == 3.0F);
    trey_evaluator_free(own);
}

/* Values of many boards, batched or not, equal those of single boards; cached boards are
 * not evaluated again. */
static void test_own_values(void **state)
{
    (void)state;
    enum { BOARDS = 40 };
    const struct trey_shape shape = {4, 4};
    trey_board boards[BOARDS];
    struct random_case random = case_start();
    for (int i = 0; i < BOARDS; i++)
        boards[i] = case_next(&random);
    const size_t memories[] = {0, 1, 16, 1000};
    for (int i = 0; i < 4; i++) {
        struct counted counted = {0};
        struct trey_evaluation evaluation = {
            .values = many_scores, .context = &counted, .gather = memories[i]};
        struct trey_evaluator *own = NULL;
        assert_int_equal(
            trey_evaluator_custom(shape, TREY_EVAL_THREES, &evaluation, &own, NULL),
            TREY_OK);
        for (int again = 0; again < 5; again++) {
            float values[BOARDS] = {0};
            trey_evaluator_values(own, boards, BOARDS, values);
            for (int k = 0; k < BOARDS; k++)
                assert_true(values[k] == 2.0F * (float)trey_board_score(boards[k]));
        }
        if (memories[i] == 1000)
            assert_true(counted.calls == 1 && counted.boards <= BOARDS);
        trey_evaluator_free(own);
    }
    struct trey_evaluator *own = NULL;
    const struct trey_evaluation wrong[] = {
        {.points = true},
        {.value = twice_the_score, .values = many_scores},
        {.value = twice_the_score, .gather = 10},
        {.values = many_scores, .gather = TREY_EVAL_MAX_GATHER + 1}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            trey_evaluator_custom(shape, TREY_EVAL_THREES, &wrong[i], &own, NULL),
            TREY_ERR_ARGUMENT);
    assert_null(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_line_tables),
        cmocka_unit_test(test_turning_boards),
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_tile_values),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_own_values),
        cmocka_unit_test(test_own_failure),
        cmocka_unit_test(test_bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
