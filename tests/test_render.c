/* Pictures of games: what they hold, not how they look. */
#include "trey/render.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct trey_wide board = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 15, 0, 0, 0, 41}};

static void test_text_aligns_tiles(void **state)
{
    const struct trey_wide small = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 11}};
    char *text;
    (void)state;
    assert_int_equal(trey_render_text(&small, &text, NULL), TREY_OK);
    assert_string_equal(text, "   .   1   2   3\n   6  12  24  48\n  96   .   .   .\n"
                              "   .   .   . 768\n");
    trey_free(text);
    assert_int_equal(trey_render_text(&board, &text, NULL), TREY_OK);
    assert_non_null(strstr(text, " 824633720832\n"));
    trey_free(text);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

static void test_svg_shows_all_tiles(void **state)
{
    const uint8_t next[8] = {1, 2, 3, 1, 2, 3, 1, 2};
    char *text, *again;
    size_t size;
    (void)state;
    assert_int_equal(
        trey_render_svg(&board, "a < b & \"c\"", next, 8, 0, &text, &size, NULL),
        TREY_OK);
    assert_int_equal(strlen(text), size);
    assert_non_null(strstr(text, "a &lt; b &amp; &quot;c&quot;"));
    assert_non_null(strstr(text, ">824633720832<"));
    /* 10 tiles, 6 of the next ones, caption and "next". */
    assert_int_equal(count_of(text, "<text"), 10 + 6 + 2);
    assert_int_equal(count_of(text, "stroke="), 1);
    assert_int_equal(
        trey_render_svg(&board, "a < b & \"c\"", next, 8, 0, &again, NULL, NULL),
        TREY_OK);
    assert_string_equal(text, again);
    trey_free(text);
    trey_free(again);
}

static void test_svg_of_bare_board(void **state)
{
    const struct trey_wide empty = {{0}};
    char *text;
    (void)state;
    assert_int_equal(trey_render_svg(&empty, NULL, NULL, 0, -1, &text, NULL, NULL),
                     TREY_OK);
    assert_int_equal(count_of(text, "<text"), 0);
    assert_int_equal(count_of(text, "stroke="), 0);
    trey_free(text);
}

static void test_html_holds_game(void **state)
{
    const uint8_t tiles[3] = {1, 2, 41},
                  moves[4] = {TREY_LEFT, TREY_LEFT, TREY_UP, TREY_UP};
    const struct trey_wide start = {{0, 3}};
    struct trey_sequence *sequence;
    char *text;
    size_t size;
    (void)state;
    assert_int_equal(trey_sequence_new(&start, tiles, 3, &sequence, NULL), TREY_OK);
    assert_int_equal(
        trey_render_html(sequence, moves, 4, "</title><script>", &text, &size, NULL),
        TREY_OK);
    assert_int_equal(strlen(text), size);
    assert_int_equal(count_of(text, "&lt;/title&gt;&lt;script&gt;"), 2);
    assert_null(strstr(text, "{{"));
    /* Only the legal moves: after two to the left all three tiles stand in one row. */
    assert_non_null(strstr(text, "\"start\":\"0300000000000000\",\"tiles\":\"12F\""));
    assert_null(strstr(text, "http:"));
    assert_null(strstr(text, "https:"));
    trey_free(text);
    assert_int_equal(trey_render_html(sequence, NULL, 0, NULL, &text, NULL, NULL),
                     TREY_OK);
    assert_non_null(strstr(text, "\"moves\":\"\""));
    trey_free(text);
    trey_sequence_free(sequence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_aligns_tiles),
        cmocka_unit_test(test_svg_shows_all_tiles),
        cmocka_unit_test(test_svg_of_bare_board),
        cmocka_unit_test(test_html_holds_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
