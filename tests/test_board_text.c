/* Board notation: which texts trey_board_parse accepts and refuses, and the round
 * trip. */
#include "support/oracle.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/board.h"

#include <stdio.h>
#include <string.h>

static const struct trey_shape square = {4, 4};

static trey_board parse_board(struct trey_shape shape, const char *text)
{
    trey_board board = 0;
    struct trey_error error = {0};
    if (trey_board_parse(shape, text, &board, &error) != TREY_OK)
        fail_msg("'%s' is refused: %s", text, error.message);
    return board;
}

static void test_numbers(void **state)
{
    (void)state;
    trey_board expected = oracle_to_packed(&(struct oracle_board){
        4, 4, {1, 2, 0, 3, 0, 0, 2, 1, 6, 3, 3, 0, 1, 3, 0, 12288}});
    static const char *const texts[] = {
        "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 12288",
        "1 2 0 3 / 0 0 2 1 / 6 3 3 0 / 1 3 0 12288",
        "1 2 0 3/0 0 2 1/6 3 3 0/1 3 0 12288",
        "1,2,0,3,0,0,2,1,6,3,3,0,1,3,0,12288",
        "1,2,0,3/0,0,2,1/6,3,3,0/1,3,0,12288",
        "  1  2\t0 3 0 0 2 1 6 3 3 0 1 3 0 12288  ",
        "120300214330130f",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(parse_board(square, texts[i]), expected);
}

static void test_other_shapes(void **state)
{
    (void)state;
    struct trey_shape small = {2, 3};
    assert_int_equal(parse_board(small, "1 2 3 / 0 6 12"), 0x540321);
    assert_int_equal(parse_board(small, "123045"), 0x540321);
    struct trey_shape line = {1, 2};
    assert_int_equal(parse_board(line, "12 24"), 0x65);
    assert_int_equal(parse_board(line, "12"), 0x21);
    assert_int_equal(parse_board((struct trey_shape){1, 16}, "0123456789abcdef"),
                     0xfedcba9876543210u);
}

static void test_format_and_parse(void **state)
{
    (void)state;
    char text[TREY_MAX_CELLS + 1];
    trey_board_format(square, 0xfedcba9876543210u, text, sizeof text);
    assert_string_equal(text, "0123456789abcdef");
    struct random_case random = case_start();
    for (int rows = 1; rows <= 16; rows++) {
        for (int cols = 1; rows * cols <= 16; cols++) {
            struct trey_shape shape = {(uint8_t)rows, (uint8_t)cols};
            struct oracle_board board = case_board(&random, rows, cols, 15);
            char numbers[16 * 8] = "";
            for (int cell = 0; cell < rows * cols; cell++)
                snprintf(numbers + strlen(numbers), 8, "%d ", (int)board.tile[cell]);
            if (rows * cols > 1)
                assert_int_equal(parse_board(shape, numbers), oracle_to_packed(&board));
            trey_board_format(shape, oracle_to_packed(&board), text, sizeof text);
            assert_int_equal(strlen(text), rows * cols);
            if (rows * cols > 1)
                assert_int_equal(parse_board(shape, text), oracle_to_packed(&board));
        }
    }
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        struct trey_shape shape;
        const char *text;
    } bad[] = {
        {{4, 4}, ""},
        {{4, 4}, "   "},
        {{4, 4}, "1 2 3"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 0 0"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 5"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 -1"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 y"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 3x"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 1.0"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 24576"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 99999999999999999999999"},
        {{4, 4}, "1 2 0 3 0 0 2 1 6 3 3 0 1 3 0 18446744073709551617"},
        {{4, 4}, "0123456789abcde"},
        {{4, 4}, "0123456789abcdef0"},
        {{4, 4}, "0123456789abcdeg"},
        {{2, 3}, "1 2 3 / 0 6"},
        {{2, 3}, "1 2 3 / 0 6 12 24"},
        {{2, 3}, "12304"},
        {{1, 2}, "5 1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        trey_board board = 0;
        struct trey_error error = {0};
        enum trey_status status =
            trey_board_parse(bad[i].shape, bad[i].text, &board, &error);
        if (status != TREY_ERR_INPUT || error.code != status)
            fail_msg("'%s' gives status %d", bad[i].text, (int)status);
        assert_true(error.message[0] != '\0');
        assert_null(strchr(error.message, '\n'));
        assert_int_equal(trey_board_parse(bad[i].shape, bad[i].text, &board, NULL),
                         TREY_ERR_INPUT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_other_shapes),
        cmocka_unit_test(test_format_and_parse),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
