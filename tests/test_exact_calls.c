/* Calls around the exact solver: known counts, starts, limits, malformed queries, marks
 * and trees. */
#include "board/slide.h"
#include "support/test.h"
#include "trey/render.h"

#include "exact/solve/command.h"
#include "exact/table/command.h"
#include "extras/exact/grade.h"
#include "extras/exact/tree.h"
#include "extras/render/render.h"
#include "support/exact_case.h"
#include "support/random_case.h"
#include "trey/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct exact_case course = {TREY_EXACT_COURSE, 2, 3, TREY_EXACT_KEEP_ALL, 0};
static const struct exact_case square = {TREY_EXACT_2048, 2, 2, TREY_EXACT_KEEP_ALL, 0};

/* --- counts and limits -------------------------------------------------------------- */

static void expect_counts(const struct exact_case *of, unsigned threads, uint64_t boards,
                          uint64_t classes)
{
    struct trey_exact_options options = exact_options(of);
    struct trey_exact *exact;
    struct trey_exact_counts counts;
    struct trey_exact_layer layer = {0}, all = {0};
    options.threads = threads;
    options.values = false;
    assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_OK);
    trey_exact_count(exact, &counts);
    assert_int_equal(counts.boards, boards);
    assert_int_equal(counts.classes, classes);
    for (; trey_exact_next_layer(exact, &layer); layer.sum++) {
        all.sum++;
        all.boards += layer.boards;
        all.classes += layer.classes;
        all.terminal += layer.terminal;
    }
    assert_int_equal(all.sum, counts.layers);
    assert_int_equal(all.boards, counts.boards);
    assert_int_equal(all.classes, counts.classes);
    assert_int_equal(all.terminal, counts.terminal);
    struct trey_exact_value value; /* the solution has no values */
    assert_false(
        trey_exact_before(exact, 0x21, of->rules == TREY_EXACT_2048 ? 0 : 3, &value));
    trey_exact_free(exact);
}

static void test_known_counts(void **state)
{
    (void)state;
    static const struct exact_case twos[] = {
        {TREY_EXACT_2048, 2, 2, TREY_EXACT_KEEP_ALL, 0},
        {TREY_EXACT_2048, 2, 2, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_2048, 3, 2, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_2048, 2, 4, TREY_EXACT_KEEP_AVERAGE, 0},
        {TREY_EXACT_COURSE, 3, 2, TREY_EXACT_KEEP_AVERAGE, 0},
    };
    expect_counts(&twos[0], 1, 110, 110);
    expect_counts(&twos[1], 1, 110, 110);
    expect_counts(&twos[2], 2, 21752, 21752);
    if (case_share() == 1)
        expect_counts(&twos[3], 2, 4980767, 4980767);
    expect_counts(&twos[4], 1, 31705, 56859);
}

static double average(const struct trey_exact *exact, trey_board board, int hint)
{
    struct trey_exact_value value;
    assert_true(trey_exact_before(exact, board, hint, &value));
    return value.avg;
}

/* Two of the three tiles are drawn onto two cells; the third is the hint. */
static void test_start_of_two(void **state)
{
    (void)state;
    for (int keep = 0; keep < 2; keep++) {
        struct exact_case of = {TREY_EXACT_COURSE, 2, 3, (enum trey_exact_keep)keep, 2};
        struct trey_exact *exact = exact_solve(&of);
        struct trey_exact_counts counts;
        double sum = 0, ways = 0;
        trey_exact_count(exact, &counts);
        for (int hint = 1; hint <= 3; hint++)
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++) {
                    trey_board one = (trey_board)(1 + hint % 3) << (4 * i);
                    trey_board two = (trey_board)(1 + (hint + 1) % 3) << (4 * j);
                    sum += i != j ? average(exact, one | two, hint) : 0;
                    ways += i != j;
                }
        assert_true(fabs(sum / ways - counts.root_value) < 1e-6);
        struct trey_exact_value value;
        assert_false(trey_exact_after(exact, 0, 1, &value));
        assert_false(trey_exact_before(exact, 1, 2, &value));
        trey_exact_free(exact);
    }
}

static void test_limits(void **state)
{
    (void)state;
    const struct exact_case of = {TREY_EXACT_COURSE, 2, 4, TREY_EXACT_KEEP_AVERAGE, 0};
    struct trey_exact_options options = exact_options(&of);
    struct trey_exact_needs needs;
    struct trey_exact *exact = NULL;
    struct trey_error error = {0};
    assert_int_equal(trey_exact_estimate(&options, &needs, NULL), TREY_OK);
    assert_true(needs.boards > 6782128 / 2 && needs.boards < 6782128 * 2);
    assert_int_equal(needs.disk_bytes, 0);
    options.memory_bytes = needs.memory_bytes / 2;
    assert_int_equal(trey_exact_solve(&options, &exact, &error), TREY_ERR_LIMIT);
    assert_non_null(strstr(error.message, "MiB of memory, more than the limit"));
    options.work_dir = ".";
    struct trey_exact_needs less;
    assert_int_equal(trey_exact_estimate(&options, &less, NULL), TREY_OK);
    assert_true(less.memory_bytes < needs.memory_bytes && less.disk_bytes > 0);
    options.shape = (struct trey_shape){3, 4};
    assert_int_equal(trey_exact_estimate(&options, &needs, NULL), TREY_ERR_ARGUMENT);
    assert_int_equal(trey_exact_solve(&options, &exact, NULL), TREY_ERR_ARGUMENT);
}

/* --- query lines -------------------------------------------------------------------- */

static void expect_illegal(const struct trey_exact *exact, const char *line, size_t size)
{
    char answer[TREY_EXACT_ANSWER_BYTES];
    for (int how = 0; how < 4; how++) {
        assert_int_equal(trey_exact_answer(exact, line, size, how % 2 != 0, how / 2 != 0,
                                           answer, sizeof answer),
                         5);
        assert_memory_equal(answer, " = -1", 5);
    }
}

static void test_illegal_lines(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "b 0 0 0 0 0 3 0 +1",
        "b 0 0 0 0 0 3",
        "b 0 0 0 0 0 3 +1 +1",
        "b 0 0 0 0 0 3 +1.0",
        "b 0 0 0 0 0 3 +-1",
        "b 0 0 0 0 0 3 ++1",
        "b 0 0 0 0 0 3 +11",
        "b 0 0 0 0 0 3 +100001",
        "b0 0 0 0 0 3 +1",
        "bb 0 0 0 0 0 3 +1",
        "ab 0 0 0 0 0 3 +1",
        "c 0 0 0 0 0 3 +1",
        "b 0 0 0 0 0 3. +1",
        "b 0 0 0 0 0 0x3 +1",
        "b 0 0 0 0 0 384 +1",
        "b 0 0 0 0 0 6144 +1",
        "b 0 0 0 0 0 96 96 +1",
        "b 96 96 0 0 0 0 +1",
        "b 0,0,0,0,0,3 +1",
        "b 0 0 0 0 0 3 +1 =",
        "a 0 0 0 0 0 0 +0",
        "a 0 0 0 0 0 0",
        "a 3 3 3 3 3 3 +1",
        "+1",
        "a",
        "b +1",
    };
    static const char zero[] = "b 0 0 0 0 0 3 +1\0";
    struct trey_exact *exact = exact_solve(&course);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect_illegal(exact, lines[i], strlen(lines[i]));
    expect_illegal(exact, zero, sizeof zero - 1);
    trey_exact_free(exact);
    exact = exact_solve(&square);
    expect_illegal(exact, "b 2 0 0 2 +1", 12);
    expect_illegal(exact, "b 2 0 0 3", 9);
    expect_illegal(exact, "b 64 0 0 0", 10);
    expect_illegal(exact, "b 2 0 0", 7);
    trey_exact_free(exact);
}

/* --- after-states ------------------------------------------------------------------- */

enum { KEYS = 9 * 9 * 9 * 9 * 9 * 9 * 4 };

struct made {
    const struct trey_exact *exact;
    const struct trey_rules *rules;
    unsigned char *after; /* by key: true if a move from a reachable state makes it */
};

static uint32_t key_of(trey_board board, int hint)
{
    uint32_t key = 0;
    for (int cell = 5; cell >= 0; cell--)
        key = 9 * key + (board >> (4 * cell) & 15);
    return 4 * key + (uint32_t)hint;
}

static void make_afters(void *context, trey_board board, int hint)
{
    const struct made *made = context;
    for (int d = 0; d < 4; d++) {
        trey_board after = trey_rules_slide(made->rules, board, (enum trey_direction)d);
        if (after != board)
            made->after[key_of(after, hint)] = 1;
    }
}

/* After-states are exactly the boards that a move from a before-state makes, found by
 * forward moves instead of undoing them, and the root. */
static void expect_afters(const struct exact_case *of, const char *rules_text)
{
    struct trey_rules rules;
    struct trey_exact *exact = exact_solve(of);
    struct made made = {exact, &rules, calloc(KEYS, 1)};
    assert_non_null(made.after);
    assert_int_equal(trey_rules_parse(rules_text, &rules, NULL), TREY_OK);
    exact_each(exact, &made, make_afters);
    bool twos = of->rules == TREY_EXACT_2048;
    for (uint32_t key = 4; key < KEYS; key++) {
        int hint = (int)(key % 4);
        if (twos != (hint == 0))
            continue;
        trey_board board = 0;
        uint32_t rest = key / 4;
        for (int cell = 0; cell < 6; cell++, rest /= 9)
            board |= (trey_board)(rest % 9) << (4 * cell);
        struct trey_exact_value value;
        bool there = made.after[key] != 0 || (board == 0 && !twos);
        assert_true(trey_exact_after(exact, board, hint, &value) == there);
    }
    free(made.after);
    trey_exact_free(exact);
}

static void test_after_states(void **state)
{
    (void)state;
    const struct exact_case upright = {TREY_EXACT_COURSE, 3, 2, TREY_EXACT_KEEP_AVERAGE,
                                       0};
    const struct exact_case twos = {TREY_EXACT_2048, 2, 3, TREY_EXACT_KEEP_ALL, 0};
    expect_afters(&course, "course rows=2 cols=3");
    expect_afters(&upright, "course rows=3 cols=2");
    expect_afters(&twos, "2048 rows=2 cols=3");
}

/* --- marks -------------------------------------------------------------------------- */

struct marking {
    const struct trey_exact *exact;
    struct random_case random;
};

static enum trey_exact_mark mark_of(const struct trey_exact *exact, const char *line)
{
    char answer[TREY_EXACT_ANSWER_BYTES];
    return trey_exact_grade(exact, line, strlen(line), answer, sizeof answer);
}

static size_t write_query(char *line, trey_board board, int hint)
{
    int size = snprintf(line, 128, "b");
    for (int cell = 0; cell < 6; cell++)
        size += snprintf(line + size, 128 - (size_t)size, " %d",
                         (int)trey_tile_of_rank((int)(board >> (4 * cell) & 15)));
    return (size_t)(size + snprintf(line + size, 128 - (size_t)size, " +%d", hint));
}

/* trey's own answers are marked right, under either scheme, with the best move, and for
 * the mirror image; an answer off by 0.01 is wrong. */
static void mark_state(void *context, trey_board board, int hint)
{
    struct marking *marking = context;
    char line[256], mirrored[256];
    struct trey_exact_value value;
    if (case_next(&marking->random) % 50 != 0)
        return;
    trey_board image = (board & 0xfff) << 12 | board >> 12; /* rows swapped */
    size_t size = write_query(line, board, hint);
    size_t there = write_query(mirrored, image, hint);
    for (int how = 0; how < 4; how++) {
        size_t more =
            trey_exact_answer(marking->exact, line, size, how % 2 != 0, how / 2 != 0,
                              line + size, TREY_EXACT_ANSWER_BYTES);
        line[size + more] = '\0';
        assert_int_equal(mark_of(marking->exact, line), TREY_EXACT_CORRECT);
        if (how < 2) {
            memcpy(mirrored + there, line + size, more + 1);
            assert_int_equal(mark_of(marking->exact, mirrored), TREY_EXACT_CORRECT);
        }
    }
    assert_true(trey_exact_before(marking->exact, board, hint, &value));
    snprintf(line + size, sizeof line - size, " = %.10g %.10g %.10g", value.min,
             value.avg + 0.01, value.max);
    assert_int_equal(mark_of(marking->exact, line), TREY_EXACT_WRONG);
    snprintf(line + size, sizeof line - size, " = %.10g %.10g %.10g", value.min + 1,
             value.avg, value.max);
    assert_int_equal(mark_of(marking->exact, line), TREY_EXACT_WRONG);
    line[size] = '\0';
    assert_int_equal(mark_of(marking->exact, line), TREY_EXACT_NO_ANSWER);
}

static void test_marks(void **state)
{
    (void)state;
    struct trey_exact *exact = exact_solve(&course);
    struct marking marking = {exact, case_start()};
    exact_each(exact, &marking, mark_state);
    assert_int_equal(mark_of(exact, "no query = -1"), TREY_EXACT_CORRECT);
    assert_int_equal(mark_of(exact, "no query = 1 2 3"), TREY_EXACT_WRONG);
    assert_int_equal(mark_of(exact, "b 6 96 3 0 24 0 +1 = -1"), TREY_EXACT_WRONG);
    assert_int_equal(mark_of(exact, "b 6 96 3 0 24 0 +1 = nan nan nan"),
                     TREY_EXACT_WRONG);
    assert_int_equal(mark_of(exact, ""), TREY_EXACT_NO_ANSWER);
    trey_exact_free(exact);
}

/* --- exchange of 1 and 2 ---------------------------------------------------------------
 *
 * Averages are solved with it, minimum and maximum without. */

struct pair {
    const struct trey_exact *all, *half;
    double rounding;
    struct random_case random;
};

static void compare_exchanged(void *context, trey_board board, int hint)
{
    struct pair *pair = context;
    struct trey_exact_value all[4], half[4];
    if (!case_taken(&pair->random))
        return;
    assert_true(trey_exact_before(pair->all, board, hint, &all[0]));
    assert_true(trey_exact_before(pair->half, board, hint, &half[0]));
    assert_true(fabs(all[0].avg - half[0].avg) <= pair->rounding);
    assert_true(trey_exact_slides(pair->all, board, hint, all));
    assert_true(trey_exact_slides(pair->half, board, hint, half));
    for (int d = 0; d < 4; d++) {
        assert_true(fabs(all[d].avg - half[d].avg) <= pair->rounding);
        trey_board after = board;
        if (all[d].avg < 0)
            continue;
        struct trey_shape shape = trey_exact_describe(pair->all).shape;
        struct trey_slide_masks masks;
        trey_slide_masks_make(shape, (enum trey_direction)d, &masks);
        after = trey_slide(board, &masks);
        struct trey_exact_value one, other;
        assert_true(trey_exact_after(pair->all, after, hint, &one));
        assert_true(trey_exact_after(pair->half, after, hint, &other));
        assert_true(fabs(one.avg - other.avg) <= pair->rounding);
    }
}

static void compare_layers(const struct pair *pair)
{
    struct trey_exact_layer left = {0}, right = {0};
    for (; trey_exact_next_layer(pair->all, &left); left.sum++, right.sum++) {
        assert_true(trey_exact_next_layer(pair->half, &right));
        assert_memory_equal(&left, &right, sizeof left);
    }
    assert_false(trey_exact_next_layer(pair->half, &right));
}

static void test_exchange(void **state)
{
    (void)state;
    static const struct {
        uint8_t rows, cols, start;
    } games[] = {{2, 2, 1}, {2, 2, 2}, {2, 3, 1}, {3, 2, 4}, {1, 5, 2}, {2, 3, 3}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct exact_case of = {TREY_EXACT_COURSE, games[i].rows, games[i].cols,
                                TREY_EXACT_KEEP_ALL, games[i].start};
        struct trey_exact *all = exact_solve(&of);
        of.keep = TREY_EXACT_KEEP_AVERAGE;
        struct trey_exact *half = exact_solve(&of);
        struct trey_exact_counts a, b;
        trey_exact_count(all, &a);
        trey_exact_count(half, &b);
        assert_true(fabs(a.root_value - b.root_value) < 1e-9);
        assert_int_equal(a.classes, b.classes);
        assert_int_equal(a.boards, b.boards);
        assert_int_equal(a.terminal, b.terminal);
        assert_int_equal(a.layers, b.layers);
        assert_int_equal(a.longest, b.longest);
        struct pair pair = {all, half, b.rounding + 1e-9, case_start()};
        compare_layers(&pair);
        uint64_t states = exact_each(all, &pair, compare_exchanged);
        assert_int_equal(states, exact_each(half, NULL, NULL));
        trey_exact_free(all);
        trey_exact_free(half);
    }
}

/* --- trees -------------------------------------------------------------------------- */

static enum trey_status tree_of(const struct trey_exact *exact, const char *state,
                                unsigned depth, bool svg, char **text)
{
    struct trey_exact_tree tree;
    size_t bytes = 0;
    enum trey_status status =
        trey_exact_tree(exact, state, strlen(state), depth, &tree, NULL);
    if (status == TREY_OK)
        status = svg ? trey_render_tree(&tree, false, text, &bytes, NULL)
                     : trey_exact_tree_text(&tree, false, text, &bytes, NULL);
    trey_exact_tree_clear(&tree);
    assert_true(status != TREY_OK || strlen(*text) == bytes);
    return status;
}

/* In an after-state's tree of depth 1, the averages weighted by probability give the
 * root's. */
static void test_tree_adds_up(void **state)
{
    (void)state;
    struct trey_exact *exact = exact_solve(&course);
    char *text;
    assert_int_equal(tree_of(exact, "a 48 0 3 1 3 2 +3", 1, false, &text), TREY_OK);
    double root, sum = 0, all = 0;
    assert_int_equal(sscanf(strstr(text, "= "), "= %*f %lf", &root), 1);
    for (char *line = strchr(text, '\n') + 1; *line != '\0';
         line = strchr(line, '\n') + 1) {
        double chance, avg;
        assert_int_equal(sscanf(line, "%lf", &chance), 1);
        assert_int_equal(sscanf(strstr(line, "= "), "= %*f %lf", &avg), 1);
        sum += chance * avg;
        all += chance;
    }
    assert_true(fabs(all - 1) < 1e-3 && fabs(sum - root) < 0.05);
    trey_free(text);
    trey_exact_free(exact);
}

static void test_tree_limits(void **state)
{
    (void)state;
    struct trey_exact *exact = exact_solve(&course);
    char *text;
    assert_int_equal(tree_of(exact, "b 0 0 0 0 1 0 +2", 4, true, &text), TREY_OK);
    assert_true(strncmp(text, "<svg ", 5) == 0);
    assert_string_equal(text + strlen(text) - 7, "</svg>\n");
    trey_free(text);
    assert_int_equal(tree_of(exact, "b 0 0 0 0 1 0 +2", 12, false, &text),
                     TREY_ERR_LIMIT);
    assert_int_equal(tree_of(exact, "b 0 0 0 0 1 0 +1", 2, false, &text), TREY_ERR_INPUT);
    assert_int_equal(tree_of(exact, "", 2, false, &text), TREY_ERR_INPUT);
    trey_exact_free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_counts), cmocka_unit_test(test_start_of_two),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_illegal_lines),
        cmocka_unit_test(test_after_states), cmocka_unit_test(test_marks),
        cmocka_unit_test(test_exchange),     cmocka_unit_test(test_tree_adds_up),
        cmocka_unit_test(test_tree_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
