/* Pictures of games: their contents, not their looks. */
#include "extras/render/render.h"
#include "support/test.h"
#include "trey/render.h"

#include <stdio.h>
#include <string.h>

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
    /* 10 tiles, 6 next tiles, the caption and "next". */
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
    /* Only the legal moves: after two to the left all three tiles are in one row. */
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

/* Invalid UTF-8, overlong forms, surrogates and forbidden characters would make a
 * document that no XML parser accepts. */
static void test_captions_are_well_formed(void **state)
{
    static const struct {
        const char *caption, *shown;
    } cases[] = {
        {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xb2",
         "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xb2"},
        {"a\xff", "a\xef\xbf\xbd"},
        {"\x80"
         "b",
         "\xef\xbf\xbd"
         "b"},
        {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"cut \xe2\x82", "cut \xef\xbf\xbd\xef\xbf\xbd"},
        {"a\tb\nc\x01\x7f", "a b c  "},
        {"'<&>\"", "&#39;&lt;&amp;&gt;&quot;"},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text, expected[128];
        snprintf(expected, sizeof expected, "<title>%s</title>", cases[i].shown);
        assert_int_equal(
            trey_render_svg(&board, cases[i].caption, NULL, 0, -1, &text, NULL, NULL),
            TREY_OK);
        assert_int_equal(count_of(text, expected), 1);
        trey_free(text);
    }
}

static void test_every_rank_has_its_tile(void **state)
{
    (void)state;
    for (int rank = 1; rank <= TREY_MAX_RANK; rank++) {
        struct trey_wide one = {{0}};
        char *text, tile[32];
        one.rank[5] = (uint8_t)rank;
        snprintf(tile, sizeof tile, ">%llu</text>",
                 (unsigned long long)trey_tile_of_rank(rank));
        assert_int_equal(trey_render_svg(&one, NULL, NULL, 0, 5, &text, NULL, NULL),
                         TREY_OK);
        assert_int_equal(count_of(text, tile), 1);
        trey_free(text);
    }
}

/* The page contains only the legal moves, and the reason why the game ended. */
static void test_html_says_why_game_ended(void **state)
{
    const uint8_t tiles[2] = {1, 2};
    const uint8_t moves[2] = {TREY_RIGHT, TREY_UP};
    const struct trey_wide start = {{3}};
    struct trey_sequence *sequence;
    char *text, *again;
    size_t size;
    (void)state;
    assert_int_equal(trey_sequence_new(&start, tiles, 2, &sequence, NULL), TREY_OK);
    assert_int_equal(trey_render_html(sequence, moves, 2, NULL, &text, &size, NULL),
                     TREY_OK);
    assert_non_null(
        strstr(text, "\"moves\":\"R\",\"end\":\"the next move is illegal\"}"));
    assert_int_equal(count_of(text, "<title>A game of Threes!</title>"), 1);
    assert_int_equal(trey_render_html(sequence, moves, 2, NULL, &again, NULL, NULL),
                     TREY_OK);
    assert_string_equal(text, again);
    trey_free(again);
    trey_free(text);
    assert_int_equal(trey_render_html(sequence, moves, 1, NULL, &text, NULL, NULL),
                     TREY_OK);
    assert_non_null(strstr(text, "\"end\":\"the moves ran out\"}"));
    trey_free(text);
    trey_sequence_free(sequence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_aligns_tiles),
        cmocka_unit_test(test_svg_shows_all_tiles),
        cmocka_unit_test(test_svg_of_bare_board),
        cmocka_unit_test(test_captions_are_well_formed),
        cmocka_unit_test(test_every_rank_has_its_tile),
        cmocka_unit_test(test_html_holds_game),
        cmocka_unit_test(test_html_says_why_game_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
