/* Files of data sets: accepted layouts, and every error with its line number and the
 * number of data sets before it. */
#include "extras/grid/contest.h"
#include "grid/command.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what is accepted -------------------------------------------------------------- */

static void expect_two_sets(const char *text)
{
    static const uint8_t first[] = {0, 2, 3, 1, 0, 12}, second[] = {5, 5};
    struct trey_grid_file file;
    struct trey_error error;
    if (trey_grid_parse(text, strlen(text), &file, &error) != TREY_OK)
        fail_msg("refused on line %zu: %s; the text: %s", error.line, error.message,
                 text);
    assert_int_equal(file.announced, 2);
    assert_int_equal(file.count, 2);
    assert_int_equal(file.dataset[0].win_rank, 13);
    assert_int_equal(file.dataset[0].grid.rows, 2);
    assert_int_equal(file.dataset[0].grid.cols, 3);
    assert_memory_equal(file.dataset[0].grid.rank, first, sizeof first);
    assert_int_equal(file.dataset[1].win_rank, 2);
    assert_int_equal(file.dataset[1].grid.rows, 2);
    assert_int_equal(file.dataset[1].grid.cols, 1);
    assert_memory_equal(file.dataset[1].grid.rank, second, sizeof second);
}

static void test_white_space_is_free(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "2\n2\n3\n4096\n0 2 4\n1 0 2048\n2\n1\n2\n16\n16\n",
        "2\n2\n3\n4096\n0 2 4\n1 0 2048\n2\n1\n2\n16\n16",
        "\357\273\2772\n2\n3\n4096\n0 2 4\n1 0 2048\n2\n1\n2\n16\n16",
        "2\r\n2\r\n3\r\n4096\r\n0 2 4\r\n1 0 2048\r\n2\r\n1\r\n2\r\n16\r\n16\r\n",
        "2 2 3 4096 0 2 4 1 0 2048 2 1 2 16 16",
        "2\n2\n3\n4096\n0\n2\n4\n1\n0\n2048\n2\n1\n2\n16\n16\n",
        "\n\n  2\t2\v3\f4096\n\n0 2\n4 1\n0 2048 2\n1 2 16\n\n\n16 \n\n\t\n",
        "2\n2 3 4096\n0 2 4 1 0 2048\n2 1 2\n16 16\n",
        "02\n002\n3\n04096\n00 2 4\n1 0 0002048\n2\n1\n2\n16\n16\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_two_sets(texts[i]);
}

static void test_limits_are_accepted(void **state)
{
    (void)state;
    static char text[TREY_GRID_MAX_DATASETS * 700];
    int used = snprintf(text, sizeof text, "50\n");
    for (int set = 0; set < 50; set++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "8\n8\n%d\n",
                         set % 2 ? 2 : 4096);
        for (int cell = 0; cell < 64; cell++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%llu%c",
                             (unsigned long long)1 << (cell % 62),
                             cell % 8 == 7 ? '\n' : ' ');
        assert_in_range(used, 0, sizeof text - 700);
        if (set == 48)
            used = (int)strlen(text);
    }
    struct trey_grid_file file;
    assert_int_equal(trey_grid_parse(text, strlen(text), &file, NULL), TREY_OK);
    assert_int_equal(file.count, 50);
    assert_int_equal(file.dataset[49].grid.rank[61], 62);
}

/* --- what is refused --------------------------------------------------------------- */

struct refusal {
    const char *text;
    size_t line, announced, kept;
    const char *message; /* a part of the message, or NULL */
};

static void expect_refusal(const struct refusal *bad, size_t size)
{
    struct trey_grid_file file;
    struct trey_error error = {0};
    enum trey_status status = trey_grid_parse(bad->text, size, &file, &error);
    if (status == TREY_OK)
        fail_msg("accepted: %s", bad->text);
    assert_int_equal(status, TREY_ERR_INPUT);
    assert_int_equal(error.code, TREY_ERR_INPUT);
    if (error.line != bad->line)
        fail_msg("line %zu instead of %zu ('%s') in: %s", error.line, bad->line,
                 error.message, bad->text);
    if (file.announced != bad->announced || file.count != bad->kept)
        fail_msg("%zu of %zu data sets instead of %zu of %zu from: %s", file.count,
                 file.announced, bad->kept, bad->announced, bad->text);
    if (bad->message != NULL && strstr(error.message, bad->message) == NULL)
        fail_msg("'%s' without '%s' for: %s", error.message, bad->message, bad->text);
    assert_true(error.message[0] != '\0' && strchr(error.message, '\n') == NULL);
    assert_int_equal(trey_grid_parse(bad->text, size, &file, NULL), TREY_ERR_INPUT);
}

static void expect_refusals(const struct refusal *bad, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_refusal(&bad[i], strlen(bad[i].text));
}

#define GOOD "2\n2\n8\n0 2\n4 2\n" /* a data set of five lines */

static void test_refuses_bad_sizes(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"0\n", 1, 0, 0, "is 0: it must be from 1 to 50"},
        {"51\n" GOOD, 1, 0, 0, "is 51"},
        {"1\n9\n4\n2048\n", 2, 1, 0, "number of rows is 9"},
        {"1\n0\n4\n2048\n", 2, 1, 0, "number of rows is 0"},
        {"1\n4\n9\n2048\n", 3, 1, 0, "number of columns is 9"},
        {"1\n4\n0\n2048\n", 3, 1, 0, "number of columns is 0"},
        {"1\n1\n1\n2048\n2\n", 3, 1, 0, "too few cells"},
        {"2\n" GOOD "9\n", 7, 2, 1, "data set 2: the number of rows is 9"},
        {"2\n" GOOD "\n\n1\n\n1\n2048\n2\n", 11, 2, 1, "data set 2"},
        {"1\n18446744073709551617\n", 2, 1, 0, "too large"},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_refuses_bad_win_values(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"1\n2\n2\n0\n0 2\n4 2\n", 4, 1, 0, "win value is 0"},
        {"1\n2\n2\n1\n0 2\n4 2\n", 4, 1, 0, "win value is 1"},
        {"1\n2\n2\n3\n0 2\n4 2\n", 4, 1, 0, "win value is 3"},
        {"1\n2\n2\n2047\n0 2\n4 2\n", 4, 1, 0, "power of two from 2 to 4096"},
        {"1\n2\n2\n8192\n0 2\n4 2\n", 4, 1, 0, "win value is 8192"},
        {"1\n2\n2\n9223372036854775808\n", 4, 1, 0, "win value is 9223372036854775808"},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_refuses_bad_tiles(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"1\n2\n2\n8\n0 2\n4 3\n", 6, 1, 0,
         "row 2 of 2: 3 is not 0 or a power of two up to 2^61"},
        {"1\n2\n2\n8\n6 2\n4 2\n", 5, 1, 0, "row 1 of 2: 6"},
        {"1\n2\n2\n8\n4611686018427387904 2\n4 2\n", 5, 1, 0,
         "is not 0 or a power of two up to 2^61"},
        {"1\n2\n2\n8\n9223372036854775808 2\n4 2\n", 5, 1, 0,
         "is not 0 or a power of two up to 2^61"},
        {"1\n2\n2\n8\n2305843009213693953 2\n4 2\n", 5, 1, 0,
         "is not 0 or a power of two"},
        {"1\n2\n2\n8\n0 2\n99999999999999999999999999 2\n", 6, 1, 0, "too large"},
        {"2\n" GOOD GOOD "3\n", 12, 2, 2, "'3' after the last data set"},
        {"2\n" GOOD "2\n2\n8\n0 2\n5 2\n", 11, 2, 1, "data set 2, row 2 of 2: 5"},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_refuses_words_that_are_no_numbers(void **state)
{
    (void)state;
    static const char *const words[] = {"x",   "-2",  "+2",  "2.0",  "2,",
                                        "0x2", "1e1", "2-",  "\x80", "\xef\xbb\xbfx",
                                        "#",   "'2'", "2;4", "-",    "two"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        static const char *const files[] = {
            "%s\n" GOOD,
            "2\n%s\n2\n8\n",
            "2\n2\n%s\n8\n",
            "2\n2\n2\n%s\n0 2\n4 2\n",
            "2\n2\n2\n8\n2 %s\n4 2\n",
            "2\n2\n2\n8\n0 2\n%s 2\n",
            "2\n" GOOD "\n%s\n2\n8\n",
        };
        static const size_t lines[] = {1, 2, 3, 4, 5, 6, 8};
        static const char *const messages[] = {
            "not a whole number: it must be from 1 to 50",
            "not a whole number: it must be from 1 to 8",
            "not a whole number: it must be from 1 to 8",
            "not a whole number: it must be a power of two from 2 to 4096",
            "not a whole number: it must be 0 or a power of two up to 2^61",
            "not a whole number: it must be 0 or a power of two up to 2^61",
            "not a whole number: it must be from 1 to 8",
        };
        for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
            /* These messages must not be string literals with a format. */
            char text[200];
            const char *hole = strstr(files[k], "%s");
            snprintf(text, sizeof text, "%.*s%s%s", (int)(hole - files[k]), files[k],
                     words[i], hole + 2);
            expect_refusal(&(struct refusal){text, lines[k], k == 0 ? 0 : 2,
                                             k == 6 ? 1 : 0, messages[k]},
                           strlen(text));
        }
    }
    static const char zero[] = "1\n2\n2\n8\n0 \0 2\n4 2\n";
    expect_refusal(&(struct refusal){zero, 5, 1, 0, "'?'"}, sizeof zero - 1);
}

static void test_refuses_early_ends(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"", 1, 0, 0, "number of data sets is missing"},
        {"\n\n \n", 1, 0, 0, "number of data sets is missing"},
        {"1", 1, 1, 0, "rows is missing"},
        {"1\n\n\n", 1, 1, 0, "rows is missing"},
        {"1\n2\n", 2, 1, 0, "columns is missing"},
        {"1\n2\n2\n", 3, 1, 0, "win value is missing"},
        {"1\n2\n2\n8\n", 4, 1, 0, "row 1 of 2 is missing"},
        {"1\n2\n2\n8\n0", 5, 1, 0, "row 1 of 2 has 1 of 2 numbers"},
        {"1\n2\n2\n8\n0 2\n", 5, 1, 0, "row 2 of 2 is missing"},
        {"1\n2\n2\n8\n0 2\n4\n\n\n", 6, 1, 0, "row 2 of 2 has 1 of 2"},
        {"2\n" GOOD, 6, 2, 1, "data set 2: the number of rows is missing"},
        {"3\n" GOOD GOOD "\n", 11, 3, 2, "data set 3"},
        {"1 2 2 8 0 2\n4", 2, 1, 0, "row 2 of 2 has 1 of 2 numbers"},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_refuses_trailing_text(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"1\n" GOOD "7\n", 7, 1, 1,
         "unexpected '7' after the last data set (the first line announces 1)"},
        {"1\n" GOOD "\n\nend", 9, 1, 1, "'end' after"},
        {"1\n" GOOD GOOD, 7, 1, 1, "'2' after"},
        {"1\n2\n2\n8\n0 2\n4 2 0\n", 6, 1, 1, "'0' after"},
        {"1 2 2 8 0 2 4 2 0 0", 1, 1, 1, "'0' after"},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

/* Read as a stream of numbers, these files would fail far below the wrong row. */
static void test_blames_the_row_with_a_number_missing(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"1\n2\n2\n8\n0\n4 2\n", 5, 1, 0, "row 1 of 2 has 1 of 2"},
        {"1\n3\n4\n8\n0 0 2\n0 4 2 2\n2 2 0 0\n", 5, 1, 0, "row 1 of 3 has 3 of 4"},
        {"1\n3\n4\n8\n0 0 2 2\n0 4 2\n2 2 0 0\n", 6, 1, 0, "row 2 of 3 has 3 of 4"},
        {"1\n3\n4\n8\n0 0 2 2\n0 4 2 4\n2\n", 7, 1, 0, "row 3 of 3 has 1 of 4"},
        {"3\n" GOOD "2\n2\n8\n0 2\n4\n" GOOD, 11, 3, 1, "data set 2, row 2 of 2 has 1"},
        {"3\n" GOOD "2\n2\n8\n0\n0 4\n" GOOD, 10, 3, 1, "data set 2, row 1 of 2 has 1"},
        /* the first row of all: only the next line can show the error */
        {"2\n2\n2\n8\n0\n4 2\n" GOOD, 5, 2, 0, "data set 1, row 1 of 2 has 1 of 2"},
        /* a whole row */
        {"2\n3\n2\n8\n0 2\n4 2\n4\n2\n8\n0 2\n4 2\n2 4\n4 4\n", 7, 2, 0,
         "data set 1, row 3 of 3 has 1 of 2"},
        /* one too many */
        {"1\n2\n2\n8\n0 2 4\n4 2\n", 5, 1, 0, "row 1 of 2 has 3 numbers instead of 2"},
        {"2\n2\n2\n8\n0 2\n4 2 0\n" GOOD, 6, 2, 0, "row 2 of 2 has 3 numbers"},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

/* Files wrapped in another way give no evidence: the error is where reading stopped. */
static void test_blames_no_row_of_folded_files(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"1\n2\n2\n8\n0\n2\n4\n3\n", 8, 1, 0, "3 is not 0 or"},
        {"1 2 2 8\n0 2 4\n3\n", 3, 1, 0, "3 is not 0 or"},
        {"1\n2\n2\n8\n0 2 4 2\n9\n", 6, 1, 1, "'9' after"},
        {"1\n2\n4\n8\n0 2 4\n2\n0 0 0\n5\n", 8, 1, 0, "5 is not 0 or"},
        {"1\n3\n1\n8\n0 2 4\n2\n", 6, 1, 1, "'2' after"},
        {"1\n1\n4\n8\n0 2\n4\n", 6, 1, 0, "row 1 of 1 has 3 of 4"},
        {"2\n1\n4\n8\n0\n2\n4\n2\n1\n4\n8\n4\n2\n0\nx\n", 15, 2, 1, "'x'"},
        {"2\n2\n1\n8\n2\n4\n2\n2\n8\n0\n2\n4\n3\n", 13, 2, 1, "3 is not 0 or"},
        {"1\n2 3 8 0 2\n4 2 2\n3\n", 4, 1, 0, "3 is not 0 or"},
        /* a row further down does not hide an earlier error */
        {"1\n3\n2\n8\n0 2\n5 2\n0\n", 6, 1, 0, "5 is not 0 or"},
        {"1\n3\n2\n8\n0 2\n5\n0 2\n", 6, 1, 0, "5 is not 0 or"},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

/* Removing any one number from a file in rows reports a line at most one off: that of the
 * number or, if it was alone on its line, the one that follows it. */
static void test_every_number_left_out(void **state)
{
    (void)state;
    static const char *const words[] = {
        "2", "2", "4", "64", "2", "4", "8", "0", "2", "2", "0", "8", "3",  "5", "32",
        "1", "2", "4", "8",  "0", "0", "0", "0", "0", "2", "4", "8", "16", "1"};
    enum { WORDS = sizeof words / sizeof *words };
    /* line of each word, from 1 */
    static const size_t lines[WORDS] = {1,  2,  3,  4,  5,  5,  5,  5,  6,  6,
                                        6,  6,  7,  8,  9,  10, 10, 10, 10, 10,
                                        11, 11, 11, 11, 11, 12, 12, 12, 12};
    for (int out = 4; out < WORDS; out++) {
        char text[400] = "";
        size_t line = 1;
        for (int i = 0; i < WORDS; i++) {
            for (; line < lines[i]; line++)
                strcat(text, "\n");
            strcat(text, i == out ? "" : words[i]);
            strcat(text, " ");
        }
        struct trey_grid_file file;
        struct trey_error error;
        assert_int_equal(trey_grid_parse(text, strlen(text), &file, &error),
                         TREY_ERR_INPUT);
        bool alone = lines[out] >= 7 && lines[out] <= 9;
        if (error.line < lines[out] || error.line > lines[out] + (alone ? 3 : 0))
            fail_msg("without word %d of line %zu: line %zu: %s", out, lines[out],
                     error.line, error.message);
    }
}

/* --- files ------------------------------------------------------------------------- */

static void test_files_and_other_paths(void **state)
{
    (void)state;
    char path[] = "/tmp/trey-test-XXXXXX";
    struct trey_grid_file file;
    struct trey_error error;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *out = fdopen(descriptor, "w");
    fputs("1\n" GOOD, out);
    fclose(out);
    assert_int_equal(trey_grid_read(path, &file, &error), TREY_OK);
    assert_int_equal(file.count, 1);
    remove(path);
    assert_int_equal(trey_grid_read(path, &file, &error), TREY_ERR_IO);
    assert_int_equal(file.announced + file.count, 0);
    assert_int_equal(trey_grid_read("/", &file, &error), TREY_ERR_IO);
    assert_non_null(strstr(error.message, "directory"));
    if (access("/dev/zero", R_OK) == 0) {
        assert_int_equal(trey_grid_read("/dev/zero", &file, &error), TREY_ERR_INPUT);
        assert_int_equal(error.line, 1);
    }
    /* Opens, but its first page cannot be read. */
    if (access("/proc/self/mem", R_OK) == 0) {
        assert_int_equal(trey_grid_read("/proc/self/mem", &file, &error), TREY_ERR_IO);
        assert_int_equal(error.line, 0);
    }
}

/* Random words and line breaks: never more data than the text has, and an error line
 * within the text. */
static void test_random_texts(void **state)
{
    (void)state;
    static const char *const words[] = {"0", "1", "2",  "2", "4",
                                        "8", "3", "51", "x", "4096"};
    struct random_case random = case_start();
    for (int i = 0; i < 20000; i++) {
        char text[400] = "";
        size_t lines = 1;
        for (int count = case_below(&random, 60); count > 0; count--) {
            bool breaks = case_below(&random, 3) == 0;
            strcat(text,
                   words[case_below(&random, case_below(&random, 8) == 0 ? 10 : 6)]);
            strcat(text, breaks ? "\n" : " ");
            lines += breaks;
        }
        struct trey_grid_file file;
        struct trey_error error;
        enum trey_status status = trey_grid_parse(text, strlen(text), &file, &error);
        assert_true(file.count <= file.announced && file.announced <= 50);
        if (status == TREY_OK ? file.count != file.announced || file.count == 0
                              : error.line < 1 || error.line > lines)
            fail_msg("line %zu (TREY_TEST_SEED=%llu): %s", error.line,
                     (unsigned long long)random.seed, text);
        for (size_t set = 0; set < file.count; set++)
            assert_int_equal(trey_grid_check(&file.dataset[set].grid, NULL), TREY_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_white_space_is_free),
        cmocka_unit_test(test_limits_are_accepted),
        cmocka_unit_test(test_refuses_bad_sizes),
        cmocka_unit_test(test_refuses_bad_win_values),
        cmocka_unit_test(test_refuses_bad_tiles),
        cmocka_unit_test(test_refuses_words_that_are_no_numbers),
        cmocka_unit_test(test_refuses_early_ends),
        cmocka_unit_test(test_refuses_trailing_text),
        cmocka_unit_test(test_blames_the_row_with_a_number_missing),
        cmocka_unit_test(test_blames_no_row_of_folded_files),
        cmocka_unit_test(test_every_number_left_out),
        cmocka_unit_test(test_files_and_other_paths),
        cmocka_unit_test(test_random_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
