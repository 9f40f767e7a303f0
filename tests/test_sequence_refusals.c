/* Every error in an input file is refused, with its line number. */
#include "support/test.h"
#include "trey/sequence.h"

#include <stdio.h>
#include <string.h>

#define BOARD "1 2 0 3\n0 0 6 0\n0 0 0 0\n12 0 0 1\n"
#define HEAD  "first\nsecond\n" BOARD

struct refusal {
    const char *text;
    size_t line; /* 0: any of the board lines, 3 to 6 */
};

static void expect_refusal(const struct refusal *bad, size_t size)
{
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    enum trey_status status = trey_sequence_parse(bad->text, size, &sequence, &error);
    if (status == TREY_OK)
        fail_msg("accepted: %s", bad->text);
    assert_int_equal(status, TREY_ERR_INPUT);
    assert_int_equal(error.code, TREY_ERR_INPUT);
    if (bad->line != 0 ? error.line != bad->line : error.line < 3 || error.line > 6)
        fail_msg("line %zu instead of %zu ('%s') in: %s", error.line, bad->line,
                 error.message, bad->text);
    assert_true(error.message[0] != '\0');
    assert_null(strchr(error.message, '\n'));
    assert_int_equal(trey_sequence_parse(bad->text, size, &sequence, NULL),
                     TREY_ERR_INPUT);
}

static void expect_refusals(const struct refusal *bad, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_refusal(&bad[i], strlen(bad[i].text));
}

static void test_refuses_missing_board_lines(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"", 3},
        {"a", 3},
        {"a\n", 3},
        {"a\nb", 3},
        {"a\nb\n", 3},
        {"a\nb\n1 2 3 0", 4},
        {"a\nb\n1 2 3 0\n", 4},
        {"a\nb\n1 2 3 0\n0 0 0 0\n", 5},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0 0 0 0", 6},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0 0 0 0\n", 6},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_refuses_short_board_lines(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"a\nb\n1 2 3\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n", 3},
        {"a\nb\n1 2 3 0\n0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n", 4},
        {"a\nb\n1 2 3 0\n\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n", 4},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0\n0 0 0 0\n\n1 2\n", 5},
        {"a\r\nb\r\n1 2 3 0\r\n0 0 0 0\r\n0 0 0 0\r\n0 0\r\n\r\n1 2\r\n", 6},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0 0 0 0\n0 0 0", 6},
        {"a\nb\nc\n1 2 3 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n", 3},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_refuses_fifth_numbers(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"a\nb\n1 2 3 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n", 3},
        {"a\nb\n1 2 3 0\n0 0 0 0 1\n0 0 0 0\n0 0 0 0\n\n1 2\n", 4},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0 0 0 0\t3\n0 0 0 0\n\n1 2\n", 5},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0 0 0 0\n0 0 0 0 3\n\n1 2\n", 6},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0 0 0 0\n0 0 0 0 3", 6},
        {"a\nb\n1 2 3 0\n0 0 0 0\n0 0 0 0 x\n0 0 0 0\n\n1 2\n", 5},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_refuses_bad_values_on_the_board(void **state)
{
    (void)state;
    static const char *const values[] = {
        "5",
        "4",
        "7",
        "9",
        "-1",
        "-3",
        "x",
        "3x",
        "1.0",
        "+3",
        "0x3",
        "1,2",
        "-",
        "824633720833",
        "1649267441664",
        "18446744073709551617",
        "99999999999999999999999999",
        "\x80",
        "3-",
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        for (size_t line = 3; line <= 6; line++) {
            char text[300] = "a\nb\n";
            for (size_t row = 3; row <= 6; row++) {
                strcat(text, "1 0 2 ");
                strcat(text, row == line ? values[i] : "0");
                strcat(text, "\n");
            }
            strcat(text, "\n1 2 3\n");
            expect_refusal(&(struct refusal){text, line}, strlen(text));
        }
    }
}

static void test_refuses_bad_values_in_the_list(void **state)
{
    (void)state;
    static const char *const values[] = {
        "0",
        "00",
        "5",
        "4",
        "7",
        "9",
        "-1",
        "-3",
        "x",
        "3x",
        "1.0",
        "+3",
        "0x3",
        "1,2",
        "-",
        "824633720833",
        "1649267441664",
        "18446744073709551617",
        "99999999999999999999999999",
        "\x80",
        "3-",
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[300];
        for (int blank_lines = 0; blank_lines < 3; blank_lines++) {
            snprintf(text, sizeof text, HEAD "\n1 2\r\n%.*s 3 1  %s 2\n1\n", blank_lines,
                     "\n\n", values[i]);
            size_t line = 9 + (size_t)blank_lines;
            expect_refusal(&(struct refusal){text, line}, strlen(text));
        }
        snprintf(text, sizeof text, HEAD "\n%s", values[i]);
        expect_refusal(&(struct refusal){text, 8}, strlen(text));
    }
}

static void test_refuses_zero_bytes_where_numbers_belong(void **state)
{
    (void)state;
    static const char list[] = HEAD "\n1 2\n3 \0 1\n";
    expect_refusal(&(struct refusal){list, 9}, sizeof list - 1);
    static const char board[] = "a\nb\n1 2 3 0\n0 \0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n";
    expect_refusal(&(struct refusal){board, 4}, sizeof board - 1);
}

static void test_refuses_empty_start_boards(void **state)
{
    (void)state;
    static const struct refusal bad[] = {
        {"a\nb\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2 3\n", 0},
        {"a\nb\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0", 0},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

/* The reported line is that of the tile whose sum reaches 3*2^39 = 1649267441664. */
static void test_refuses_sums_beyond_64_bits_of_score(void **state)
{
    (void)state;
#define HALF "824633720832"
    static const struct refusal bad[] = {
        {"a\nb\n" HALF " 0 0 0\n0 0 0 0\n0 " HALF " 0 0\n0 0 0 0\n\n1 2\n", 5},
        {"a\nb\n" HALF " 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n\n" HALF "\n1\n", 10},
        {"a\nb\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1 2\n" HALF "\n1\n" HALF, 11},
        {"a\nb\n" HALF " " HALF " " HALF " " HALF "\n" HALF " 0 0 0\n0 0 0 0\n0 0 0 0\n",
         3},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad);
}

static void test_new_refuses(void **state)
{
    (void)state;
    struct trey_wide good = {{1, 2, 3}}, empty = {{0}}, high = {{42}}, top = {{41}};
    const uint8_t none[] = {0}, rank42[] = {1, 42}, rank41[] = {41}, one[] = {1};
    const struct {
        const struct trey_wide *start;
        const uint8_t *tiles;
        size_t count;
    } bad[] = {{&good, none, 1},  {&good, rank42, 2}, {&empty, one, 1},
               {&empty, NULL, 0}, {&high, one, 1},    {&top, rank41, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct trey_sequence *sequence = NULL;
        struct trey_error error = {0};
        enum trey_status status = trey_sequence_new(bad[i].start, bad[i].tiles,
                                                    bad[i].count, &sequence, &error);
        if (status != TREY_ERR_ARGUMENT && status != TREY_ERR_INPUT)
            fail_msg("case %zu gives status %d", i, (int)status);
        assert_int_equal(error.code, status);
        assert_true(error.message[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refuses_missing_board_lines),
        cmocka_unit_test(test_refuses_short_board_lines),
        cmocka_unit_test(test_refuses_fifth_numbers),
        cmocka_unit_test(test_refuses_bad_values_on_the_board),
        cmocka_unit_test(test_refuses_bad_values_in_the_list),
        cmocka_unit_test(test_refuses_zero_bytes_where_numbers_belong),
        cmocka_unit_test(test_refuses_empty_start_boards),
        cmocka_unit_test(test_refuses_sums_beyond_64_bits_of_score),
        cmocka_unit_test(test_new_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
