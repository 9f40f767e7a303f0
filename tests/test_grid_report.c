/* Reports: their layouts, and the contest's three samples if they are available. Output
 * of whole files is tested in cli/hints-*. */
#include "extras/grid/contest.h"
#include "support/test.h"
#include "trey/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_report(const char *input, unsigned layout, const char *expected)
{
    struct trey_grid_file file;
    struct trey_error error;
    if (trey_grid_parse(input, strlen(input), &file, &error) != TREY_OK)
        fail_msg("%zu: %s", error.line, error.message);
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(trey_grid_report(&file.dataset[0], 7, layout, &text, &size, &error),
                     TREY_OK);
    assert_string_equal(text, expected);
    assert_int_equal(size, strlen(expected));
    trey_free(text);
    assert_int_equal(trey_grid_report(&file.dataset[0], 7, layout, &text, NULL, NULL),
                     TREY_OK);
    trey_free(text);
}

static void test_won_and_lost_say_no_more(void **state)
{
    (void)state;
    for (unsigned layout = 0; layout < 4; layout++) {
        expect_report("1 1 3 4 2 4 2", layout,
                      "Data Set 7:\n  Grid Size: 1 x 3\n  Win Value: 4\n"
                      "  The game is won!\n");
        expect_report("1 3 1 8 2 4 2", layout,
                      "Data Set 7:\n  Grid Size: 3 x 1\n  Win Value: 8\n"
                      "  The game is lost!\n");
    }
}

static void test_one_column(void **state)
{
    (void)state;
    expect_report("1 1 3 4 2 2 0", 0,
                  "Data Set 7:\n"
                  "  Grid Size: 1 x 3\n"
                  "  Win Value: 4\n"
                  "  Left:\n"
                  "        4    0    0\n"
                  "    merges: 1\n"
                  "    largest value: 4\n"
                  "    distance to corner of largest: 0\n"
                  "    smoothness: 0\n"
                  "    This move wins the game!\n"
                  "  Right:\n"
                  "        0    0    4\n"
                  "    merges: 1\n"
                  "    largest value: 4\n"
                  "    distance to corner of largest: 0\n"
                  "    smoothness: 0\n"
                  "    This move wins the game!\n"
                  "  Up:\n"
                  "    not a legal move\n"
                  "  Down:\n"
                  "    not a legal move\n");
}

/* Blocks of different heights, and no trailing blanks. */
static void test_two_columns(void **state)
{
    (void)state;
    expect_report(
        "1 2 1 4 0 2", TREY_GRID_COLUMNS | TREY_GRID_BEST,
        "Data Set 7:\n"
        "  Grid Size: 2 x 1\n"
        "  Win Value: 4\n"
        "  Left:                                         Up:\n"
        "    not a legal move                                  2\n"
        "                                                      0\n"
        "                                                  merges: 0\n"
        "                                                  largest value: 2\n"
        "                                                  distance to corner of "
        "largest: 0\n"
        "                                                  smoothness: 0\n"
        "  Right:                                        Down:\n"
        "    not a legal move                              not a legal move\n"
        "  Best by hint:\n"
        "    most merges: Up (0)\n"
        "    highest value: Up (2)\n"
        "    largest nearest to a corner: Up (distance 0)\n"
        "    smoothest: Up (0)\n");
}

static void test_nothing_to_prefer(void **state)
{
    (void)state;
    expect_report("1 1 2 4 0 0", TREY_GRID_BEST,
                  "Data Set 7:\n  Grid Size: 1 x 2\n  Win Value: 4\n"
                  "  Left:\n    not a legal move\n  Right:\n    not a legal move\n"
                  "  Up:\n    not a legal move\n  Down:\n    not a legal move\n"
                  "  Best by hint:\n    no legal move\n");
}

/* 4096 leaves a blank between cells of five; 16384 needs six. */
static void test_wide_tiles_stay_apart(void **state)
{
    (void)state;
    expect_report("1 1 2 4 0 4096", 0,
                  "Data Set 7:\n  Grid Size: 1 x 2\n  Win Value: 4\n"
                  "  Left:\n     4096    0\n    merges: 0\n    largest value: 4096\n"
                  "    distance to corner of largest: 0\n    smoothness: 0\n"
                  "  Right:\n    not a legal move\n  Up:\n    not a legal move\n"
                  "  Down:\n    not a legal move\n");
    expect_report("1 1 3 4 0 8192 8192", 0,
                  "Data Set 7:\n  Grid Size: 1 x 3\n  Win Value: 4\n"
                  "  Left:\n     16384     0     0\n    merges: 1\n"
                  "    largest value: 16384\n"
                  "    distance to corner of largest: 0\n    smoothness: 0\n"
                  "  Right:\n         0     0 16384\n    merges: 1\n"
                  "    largest value: 16384\n"
                  "    distance to corner of largest: 0\n    smoothness: 0\n"
                  "  Up:\n    not a legal move\n  Down:\n    not a legal move\n");
}

static void test_refuses_bad_datasets(void **state)
{
    (void)state;
    struct trey_grid_dataset dataset = {{2, 2, {1, 2, 3, 4}}, 12};
    char *text = NULL;
    struct trey_error error;
    dataset.win_rank = 1;
    assert_int_equal(trey_grid_report(&dataset, 1, 0, &text, NULL, &error),
                     TREY_ERR_ARGUMENT);
    dataset = (struct trey_grid_dataset){{2, 9, {0}}, 12};
    assert_int_equal(trey_grid_report(&dataset, 1, 0, &text, NULL, NULL),
                     TREY_ERR_ARGUMENT);
    assert_null(text);
}

/* --- the contest's samples --------------------------------------------------------- */

static FILE *open_case(const char *name, char path[512])
{
    const char *directory = getenv("TREY_CASES");
    snprintf(path, 512, "%s/hints/%s", directory != NULL ? directory : "../shared/cases",
             name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        print_message("%s is absent: skipped\n", path);
        skip();
    }
    return file;
}

static void test_contest_samples(void **state)
{
    (void)state;
    for (int sample = 1; sample <= 3; sample++) {
        static char expected[1 << 14], got[1 << 14];
        char name[32], path[512];
        snprintf(name, sizeof name, "sample%d.out", sample);
        FILE *out = open_case(name, path);
        expected[fread(expected, 1, sizeof expected - 1, out)] = '\0';
        fclose(out);
        snprintf(name, sizeof name, "sample%d.txt", sample);
        fclose(open_case(name, path));
        struct trey_grid_file file;
        assert_int_equal(trey_grid_read(path, &file, NULL), TREY_OK);
        int used = snprintf(got, sizeof got, "Analyzing %zu data set(s)\n", file.count);
        for (size_t i = 0; i < file.count; i++) {
            char *text;
            assert_int_equal(
                trey_grid_report(&file.dataset[i], i + 1, 0, &text, NULL, NULL), TREY_OK);
            used += snprintf(got + used, sizeof got - (size_t)used, "%s", text);
            trey_free(text);
        }
        assert_string_equal(got, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_won_and_lost_say_no_more),
        cmocka_unit_test(test_one_column),
        cmocka_unit_test(test_two_columns),
        cmocka_unit_test(test_nothing_to_prefer),
        cmocka_unit_test(test_wide_tiles_stay_apart),
        cmocka_unit_test(test_refuses_bad_datasets),
        cmocka_unit_test(test_contest_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
