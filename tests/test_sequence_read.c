/* Input files of the known-sequence game: every accepted layout, and the round trip.
 * Refusals are in test_sequence_refusals.c. */
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BOARD "1 2 0 3\n0 0 6 0\n0 0 0 0\n12 0 0 1\n"
#define HEAD  "first\nsecond\n" BOARD

static struct trey_sequence *parse_text(const char *text, size_t size)
{
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    if (trey_sequence_parse(text, size, &sequence, &error) != TREY_OK)
        fail_msg("refused on line %zu: %s; the text: %s", error.line, error.message,
                 text);
    return sequence;
}

/* --- texts that are accepted ------------------------------------------------------- */

static const char good_board[] = "1 2 0 3/0 0 6 0/0 0 0 0/12 0 0 1";

static void expect_tiles(const char *text, size_t size, const uint8_t *ranks,
                         size_t count)
{
    struct trey_sequence *sequence = parse_text(text, size);
    struct oracle_board board = oracle_from_wide(trey_sequence_start(sequence));
    struct oracle_board expected = oracle_board_of(good_board);
    assert_true(oracle_equal(&board, &expected));
    if (trey_sequence_count(sequence) != count)
        fail_msg("%zu tiles instead of %zu in: %s", trey_sequence_count(sequence), count,
                 text);
    if (count > 0)
        assert_memory_equal(trey_sequence_tiles(sequence), ranks, count);
    trey_sequence_free(sequence);
}

static void test_layouts_of_the_same_input(void **state)
{
    (void)state;
    static const uint8_t ranks[] = {1, 2, 3, 5, 1};
    static const char *const texts[] = {
        HEAD "\n1 2 3 12 1\n",
        HEAD "\n1 2 3 12 1",
        HEAD "\n1\n2\n3\n12\n1\n",
        HEAD "\n\n\n1 2\n\n \t \n3 12 1\n\n\n",
        HEAD "\n  1   2\t3 \t12 1   \n",
        HEAD "5 -1 xyz 99999999999999999999999 0\n1 2 3 12 1\n",
        HEAD "1 2 3\n1 2 3 12 1\n",
        HEAD "\n1 2\v3 12\f1\n",
        HEAD "\n01 2 003 12 1\n",
        "\n\n" BOARD "\n1 2 3 12 1\n",
        "1 2 3 4 5\n-1 0 \xff\x80 LRUD\n" BOARD "\n1 2 3 12 1\n",
        "a\r\nb\r\n1 2 0 3\r\n0 0 6 0\r\n0 0 0 0\r\n12 0 0 1\r\n\r\n1 2 3\r\n\r\n12 1",
        "a\r\nb\r\n1 2 0 3 \r\n0 0 6 0\r\n0 0 0 0\r\n12 0 0 1\r\n\r\n1 2 3 12 1",
        "a\nb\n  1  2 \t0   3  \n0 0 6 0 \n 0 0 0 0\t\n12 0 0 1   \n\n1 2 3 12 1\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_tiles(texts[i], strlen(texts[i]), ranks, 5);
}

static void test_zero_bytes_in_comments(void **state)
{
    (void)state;
    static const char text[] = "a\0b\n\0\n" BOARD "\0 7 \0\n1 2\n";
    expect_tiles(text, sizeof text - 1, (const uint8_t[]){1, 2}, 2);
}

static void test_the_text_need_not_end_in_a_zero_byte(void **state)
{
    (void)state;
    static const char text[] = HEAD "\n1 2 3";
    size_t size = sizeof text - 1 - 2; /* up to the 2; the rest is outside the text */
    char *exact = malloc(size);
    assert_non_null(exact);
    memcpy(exact, text, size);
    expect_tiles(exact, size, (const uint8_t[]){1, 2}, 2);
    free(exact);
}

static void test_empty_tile_lists(void **state)
{
    (void)state;
    static const char *const texts[] = {
        HEAD,
        HEAD "\n",
        HEAD "junk",
        HEAD "1 2 3\n",
        HEAD "\n\n \n\t\r\n",
        "a\nb\n1 2 0 3\n0 0 6 0\n0 0 0 0\n12 0 0 1",
        "a\nb\n1 2 0 3\n0 0 6 0\n0 0 0 0\n12 0 0 1  \r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_tiles(texts[i], strlen(texts[i]), NULL, 0);
}

/* A board of one tile and a list of 3, 6, ... 3*2^38, which add up to 3*2^39 - 3. */
static struct trey_sequence *nearly_too_much(const char *tile)
{
    char text[2000];
    snprintf(text, sizeof text, "\n\n%s 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n", tile);
    for (int rank = 3; rank <= TREY_MAX_RANK; rank++)
        snprintf(text + strlen(text), 32, "%llu\n",
                 (unsigned long long)oracle_tile(rank));
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {0};
    if (trey_sequence_parse(text, strlen(text), &sequence, &error) == TREY_OK)
        return sequence;
    assert_int_equal(error.line, 8 + 41 - 3);
    return NULL;
}

static void test_high_tiles(void **state)
{
    (void)state;
    static const char text[] = "\n\n0 0 0 0\n0 824633720832 0 0\n0 0 0 0\n0 0 0 0\n\n"
                               "49152 98304 412316860416 1";
    struct trey_sequence *sequence = parse_text(text, strlen(text));
    assert_int_equal(trey_sequence_start(sequence)->rank[5], 41);
    assert_memory_equal(trey_sequence_tiles(sequence), ((const uint8_t[]){17, 18, 40, 1}),
                        4);
    trey_sequence_free(sequence);
    sequence = nearly_too_much("2");
    assert_non_null(sequence);
    assert_int_equal(trey_sequence_count(sequence), 39);
    trey_sequence_free(sequence);
    assert_null(nearly_too_much("3"));
}

/* --- making and formatting --------------------------------------------------------- */

static void expect_same(const struct trey_sequence *a, const struct trey_sequence *b)
{
    assert_int_equal(trey_sequence_count(a), trey_sequence_count(b));
    assert_memory_equal(trey_sequence_start(a), trey_sequence_start(b),
                        sizeof(struct trey_wide));
    if (trey_sequence_count(a) > 0)
        assert_memory_equal(trey_sequence_tiles(a), trey_sequence_tiles(b),
                            trey_sequence_count(a));
}

/* Longer than any buffer, so that words and line ends are split anywhere. */
static void test_long_files(void **state)
{
    (void)state;
    char path[] = "/tmp/trey-test-XXXXXX";
    struct random_case random = case_start();
    for (size_t round = 0; round < 4; round++) {
        struct trey_sequence *made =
            instance_generated(TREY_MIX_DECK, 150000 + round, case_next(&random));
        struct trey_sequence *parsed, *read = NULL;
        char *text = NULL;
        size_t size = 0;
        assert_int_equal(trey_sequence_format(made, "a", "b", &text, &size, NULL),
                         TREY_OK);
        strcpy(path, "/tmp/trey-test-XXXXXX");
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, text, size), size);
        close(fd);
        enum trey_status status = trey_sequence_read(path, &read, NULL);
        unlink(path);
        assert_int_equal(status, TREY_OK);
        parsed = parse_text(text, size);
        expect_same(made, read);
        expect_same(made, parsed);
        trey_free(text);
        trey_sequence_free(made);
        trey_sequence_free(read);
        trey_sequence_free(parsed);
    }
}

static void test_new_copies(void **state)
{
    (void)state;
    struct trey_wide start = {{1, 0, 41}};
    uint8_t tiles[] = {3, 2, 1};
    struct trey_sequence *sequence = NULL;
    assert_int_equal(trey_sequence_new(&start, tiles, 3, &sequence, NULL), TREY_OK);
    start.rank[0] = 7;
    tiles[0] = 7;
    assert_int_equal(trey_sequence_start(sequence)->rank[0], 1);
    assert_int_equal(trey_sequence_tiles(sequence)[0], 3);
    trey_sequence_free(sequence);
    assert_int_equal(trey_sequence_new(&start, NULL, 0, &sequence, NULL), TREY_OK);
    assert_int_equal(trey_sequence_count(sequence), 0);
    trey_sequence_free(sequence);
    trey_sequence_free(NULL);
}

static void test_format_round_trip(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 19, 20, 21, 40, 1000};
    struct random_case random = case_start();
    for (size_t i = 0; i < 8 * sizeof counts / sizeof *counts; i++) {
        size_t count = counts[i / 8];
        struct oracle_board board = case_crowded(&random, 8, i % 2 ? 6 : 24);
        struct trey_wide start = oracle_to_wide(&board);
        start.rank[3] = i % 4 == 0 ? 40 : start.rank[3];
        uint8_t *ranks = malloc(count + 1);
        assert_non_null(ranks);
        for (size_t k = 0; k < count; k++)
            ranks[k] = (uint8_t)(1 + case_below(&random, 20));
        struct trey_sequence *made = NULL;
        assert_int_equal(trey_sequence_new(&start, ranks, count, &made, NULL), TREY_OK);
        char *text = NULL;
        size_t size = 0;
        assert_int_equal(trey_sequence_format(made, "one", "two", &text, &size, NULL),
                         TREY_OK);
        assert_int_equal(strlen(text), size);
        assert_memory_equal(text, "one\ntwo\n", 8);
        struct trey_sequence *again = parse_text(text, size);
        expect_same(made, again);
        trey_sequence_free(made);
        trey_sequence_free(again);
        trey_free(text);
        free(ranks);
    }
}

static void test_comments_stay_on_their_lines(void **state)
{
    (void)state;
    struct trey_sequence *made = parse_text(HEAD "\n1 2 3\n", strlen(HEAD "\n1 2 3\n"));
    static const struct {
        const char *first, *second, *start;
    } cases[] = {
        {NULL, NULL, "\n\n1 2 0 3\n"},
        {"a\nb", "c\r\nd", "a b\nc  d\n1 2 0 3\n"},
        {"", "L R U D\n", "\nL R U D \n1 2 0 3\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        size_t size = 0;
        assert_int_equal(trey_sequence_format(made, cases[i].first, cases[i].second,
                                              &text, &size, NULL),
                         TREY_OK);
        if (strncmp(text, cases[i].start, strlen(cases[i].start)) != 0)
            fail_msg("case %zu begins: %s", i, text);
        struct trey_sequence *again = parse_text(text, size);
        expect_same(made, again);
        trey_sequence_free(again);
        trey_free(text);
    }
    trey_sequence_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts_of_the_same_input),
        cmocka_unit_test(test_zero_bytes_in_comments),
        cmocka_unit_test(test_the_text_need_not_end_in_a_zero_byte),
        cmocka_unit_test(test_empty_tile_lists),
        cmocka_unit_test(test_high_tiles),
        cmocka_unit_test(test_long_files),
        cmocka_unit_test(test_new_copies),
        cmocka_unit_test(test_format_round_trip),
        cmocka_unit_test(test_comments_stay_on_their_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
