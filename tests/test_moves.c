/* Moves files: capitals anywhere in the text, ignored comment lines, and the round
 * trip. */
#include "support/random_case.h"
#include "support/test.h"
#include "trey/sequence.h"

#include <stdlib.h>
#include <string.h>

static void expect_moves(const char *text, size_t size, const char *letters)
{
    uint8_t *moves = NULL;
    size_t count = 0;
    struct trey_error error = {0};
    if (trey_moves_parse(text, size, &moves, &count, &error) != TREY_OK)
        fail_msg("refused: %s: %s", error.message, text);
    if (count != strlen(letters))
        fail_msg("%zu moves instead of '%s' in: %s", count, letters, text);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(trey_direction_letter((enum trey_direction)moves[i]),
                         letters[i]);
    assert_non_null(moves);
    trey_free(moves);
}

static void test_what_counts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *letters;
    } cases[] = {
        {"a\nb", ""},
        {"no moves\nat all\n", ""},
        {"score 16 moves 0\ntrey\n\n \r\n", ""},
        {"LRUD\nLRUD\nL", "L"},
        {"LRUD\r\nLRUD\r\nL\r\nR\r\n", "LR"},
        {"\n\nURDL\n", "URDL"},
        {"\n\n\n\n U \n\n\tR\n", "UR"},
        {"a\nb\nUD123RRRRUU Wales 21-0 \n-- LURDR .", "UDRRRRUULURDR"},
        {"a\nb\nTHE QUICK BROWN FOX JUMPED", "URUD"},
        {"a\nb\n\xff\x80L\xcc\x81R\x7f\x01U", "LRU"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_moves(cases[i].text, strlen(cases[i].text), cases[i].letters);
}

/* Files without moves that are something else: each is refused with a line number and a
 * reason. */
static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t line;
        const char *why;
    } cases[] = {
        {"", 0, "empty"},
        {"LRUD", 1, "moves start on line 3"},
        {"LRUD\nLRUD", 1, "moves start on line 3"},
        {"LR\r\nUD\r\n", 1, "moves start on line 3"},
        {"\n\nurdl\n", 3, "capital letters"},
        {"a\rb\rLRUD\r", 1, "carriage return"},
        {"a\nb\n0 0 0 0\n1 2 3 3\n", 3, "an input file"},
        {"one line", 1, "from line 3 on"},
        {"a\nb\n-- . --\n", 3, "from line 3 on"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t *moves = NULL;
        size_t count = 0;
        struct trey_error error = {0};
        assert_int_equal(trey_moves_parse(cases[i].text, strlen(cases[i].text), &moves,
                                          &count, &error),
                         TREY_ERR_INPUT);
        assert_int_equal(error.line, cases[i].line);
        if (strstr(error.message, cases[i].why) == NULL)
            fail_msg("case %zu: %s", i, error.message);
    }
}

static void test_zero_bytes(void **state)
{
    (void)state;
    static const char text[] = "L\0R\n\0\nU\0D\0\nL";
    expect_moves(text, sizeof text - 1, "UDL");
}

static void expect_layout(const char *text, size_t count)
{
    size_t lines = 0, moves = 0;
    for (const char *line = text; *line != '\0'; lines++) {
        size_t length = strcspn(line, "\n");
        assert_int_equal(line[length], '\n');
        if (lines >= 2) {
            assert_true(length <= 80);
            assert_int_equal(strspn(line, "LRUD"), length);
            moves += length;
        }
        line += length + 1;
    }
    assert_int_equal(moves, count);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 79, 80, 81, 160, 161, 5000};
    struct random_case random = case_start();
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint8_t *moves = malloc(counts[i] + 1), *again = NULL;
        assert_non_null(moves);
        for (size_t k = 0; k < counts[i]; k++)
            moves[k] = (uint8_t)case_below(&random, 4);
        char *text = NULL;
        size_t size = 0, count = 0;
        assert_int_equal(
            trey_moves_format(moves, counts[i], "LRUD 1", "U", &text, &size, NULL),
            TREY_OK);
        assert_int_equal(strlen(text), size);
        assert_int_equal(strncmp(text, "LRUD 1\nU\n", 9), 0);
        expect_layout(text, counts[i]);
        assert_int_equal(trey_moves_parse(text, size, &again, &count, NULL), TREY_OK);
        assert_int_equal(count, counts[i]);
        assert_memory_equal(again, moves, count);
        trey_free(text);
        trey_free(again);
        free(moves);
    }
}

static void test_comments_stay_on_their_lines(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *text;
    } cases[] = {
        {NULL, NULL, "\n\nU\n"},
        {"one\ntwo", "L\r\nR", "one two\nL  R\nU\n"},
        {"\n", "", " \n\nU\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        size_t size = 0;
        assert_int_equal(trey_moves_format((const uint8_t[]){TREY_UP}, 1, cases[i].first,
                                           cases[i].second, &text, &size, NULL),
                         TREY_OK);
        assert_string_equal(text, cases[i].text);
        trey_free(text);
    }
}

static void test_files_that_cannot_be_read(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        enum trey_status status;
    } cases[] = {
        {"/nonexistent/moves", TREY_ERR_IO},
        {"/", TREY_ERR_IO},
        {"", TREY_ERR_IO},
        {"/dev/zero", TREY_ERR_INPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t *moves = NULL;
        size_t count = 0;
        struct trey_error error = {0};
        assert_int_equal(trey_moves_read(cases[i].path, &moves, &count, &error),
                         cases[i].status);
        assert_int_equal(error.code, cases[i].status);
        assert_true(error.message[0] != '\0');
        struct trey_sequence *sequence = NULL;
        assert_int_equal(trey_sequence_read(cases[i].path, &sequence, &error),
                         cases[i].status);
        assert_int_equal(error.line, cases[i].status == TREY_ERR_INPUT ? 1 : 0);
    }
    uint8_t *moves = NULL;
    size_t count = 1;
    assert_int_equal(trey_moves_read("/dev/null", &moves, &count, NULL), TREY_ERR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_comments_stay_on_their_lines),
        cmocka_unit_test(test_files_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
