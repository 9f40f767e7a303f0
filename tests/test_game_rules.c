/* Rule sets: the named ones, their fields as text, refusals, and moves under their
 * rules. */
#include "rules/mechanics.h"
#include "rules/words.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/game.h"

#include <string.h>

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    struct trey_error error = {0};
    if (trey_rules_parse(text, &rules, &error) != TREY_OK)
        fail_msg("%s: %s", text, error.message);
    return rules;
}

static void test_named(void **state)
{
    (void)state;
    struct trey_rules window = rules_of("window"), classic = rules_of("classic"),
                      course = rules_of("course"), twos = rules_of("2048");
    assert_int_equal(window.copies, 4);
    assert_int_equal(window.bonus, TREY_BONUS_WINDOW);
    assert_int_equal(window.odds, 21);
    assert_int_equal(window.hint, TREY_SHOW_WINDOW);
    assert_int_equal(window.top, TREY_TOP_END);
    assert_int_equal(classic.bonus, TREY_BONUS_UNIFORM);
    assert_int_equal(classic.hint, TREY_SHOW_PLUS);
    assert_int_equal(classic.entry, TREY_SPAWN_MOVED);
    assert_int_equal(course.copies, 1);
    assert_int_equal(course.entry, TREY_SPAWN_EDGE);
    assert_int_equal(course.top, TREY_TOP_MERGE);
    assert_int_equal(twos.slide, TREY_SLIDE_2048);
    assert_int_equal(twos.entry, TREY_SPAWN_ANY);
    int names = 0;
    for (; trey_rules_name_at(names) != NULL; names++) {
        struct trey_rules rules = rules_of(trey_rules_name_at(names));
        assert_int_equal(rules.base, names);
        assert_int_equal(rules.shape.rows * rules.shape.cols, 16);
        assert_int_equal(trey_rules_check(&rules, NULL), TREY_OK);
    }
    assert_in_range(names, 4, 99);
    assert_null(trey_rules_name_at(-1));
}

static void test_start(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        int start;
    } cases[] = {{"classic", 9},
                 {"course", 9},
                 {"course rows=3 cols=3", 1},
                 {"course rows=2 cols=8", 9},
                 {"course rows=2 cols=3 start=3", 3},
                 {"2048", 2},
                 {"2048 rows=2 cols=2", 2},
                 {"window start=4", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of(cases[i].rules);
        assert_int_equal(trey_rules_start(&rules), cases[i].start);
    }
}

static void test_set_every_value(void **state)
{
    (void)state;
    struct trey_error error;
    int fields = 0;
    for (int i = 0; trey_rules_field_at(i) != NULL; i++, fields++) {
        char values[64];
        strcpy(values, trey_rules_values_at(i));
        struct trey_rules rules = rules_of("window");
        assert_true(strlen(trey_rules_values_at(i)) < sizeof values);
        if (strstr(values, "..") != NULL)
            continue;
        for (char *word = strtok(values, "|"); word != NULL; word = strtok(NULL, "|"))
            assert_int_equal(trey_rules_set(&rules, trey_rules_field_at(i), word, &error),
                             TREY_OK);
    }
    assert_null(trey_rules_values_at(-1));
    assert_null(trey_rules_values_at(fields));
    struct trey_rules rules = rules_of("window");
    assert_int_equal(trey_rules_set(&rules, "rows", "3", NULL), TREY_OK);
    assert_int_equal(trey_rules_set(&rules, "cols", "5", NULL), TREY_OK);
    assert_int_equal(trey_rules_set(&rules, "odds", "255", NULL), TREY_OK);
    assert_int_equal(rules.shape.rows, 3);
    assert_int_equal(rules.shape.cols, 5);
    assert_int_equal(rules.odds, 255);
}

static void test_set_refuses(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"rows", "0"},    {"rows", "17"},
        {"rows", "-1"},   {"rows", ""},
        {"rows", "3x"},   {"rows", " 3"},
        {"odds", "0"},    {"odds", "256"},
        {"top", "ends"},  {"top", ""},
        {"top", "en"},    {"top", "merge|stop"},
        {"hint", "0"},    {"copies", "16"},
        {"start", "17"},  {"base", "1"},
        {"", "1"},        {"colour", "red"},
        {"slide", "512"}, {"odds", "99999999999999999999"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of("window"), same = rules;
        struct trey_error error = {0};
        assert_int_equal(trey_rules_set(&rules, cases[i][0], cases[i][1], &error),
                         TREY_ERR_ARGUMENT);
        assert_true(error.message[0] != '\0');
        assert_memory_equal(&rules, &same, sizeof rules);
    }
}

static void test_parse_refuses(void **state)
{
    (void)state;
    static const char long_word[] =
        "window rows=3 cols=333333333333333333333333333333333333333333333333333333333333"
        "333333333333333333333333";
    static const char *const cases[] = {"",
                                        "threes",
                                        "window top",
                                        "window top=",
                                        "window rows=1 cols=1",
                                        "window rows=5 cols=5",
                                        "course rows=2 cols=2 start=5",
                                        "2048 copies=4",
                                        "2048 bonus=window",
                                        "classic hint=window",
                                        "window =3",
                                        "window top==end",
                                        "window copies=3 copies=3",
                                        "window rows=3,cols=4,rows=3",
                                        "window odds=20 bonus-odds=20",
                                        long_word};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of("course"), same = rules;
        struct trey_error error = {0};
        assert_int_not_equal(trey_rules_parse(cases[i], &rules, &error), TREY_OK);
        assert_true(error.message[0] != '\0');
        assert_memory_equal(&rules, &same, sizeof rules);
    }
    struct trey_rules rules = rules_of("window");
    rules.top = 7;
    assert_int_equal(trey_rules_check(&rules, NULL), TREY_ERR_ARGUMENT);
    rules = rules_of("window");
    rules.base = 9;
    assert_int_equal(trey_rules_check(&rules, NULL), TREY_ERR_ARGUMENT);
}

static void test_text_round_trip(void **state)
{
    (void)state;
    struct random_case random = case_start();
    char text[TREY_RULES_TEXT];
    int names = 0;
    while (trey_rules_name_at(names) != NULL)
        names++;
    trey_rules_format(&(struct trey_rules){.base = 1}, text,
                      sizeof text); /* the longest one fits completely */
    for (int i = 0; i < 20000; i++) {
        struct trey_rules rules =
                              rules_of(trey_rules_name_at(case_below(&random, names))),
                          read;
        rules.shape.rows = (uint8_t)(1 + case_below(&random, 4));
        rules.shape.cols = (uint8_t)(2 + case_below(&random, 3));
        rules.copies = (uint8_t)case_below(&random, 16);
        rules.bonus = (uint8_t)case_below(&random, 3);
        rules.odds = (uint8_t)(1 + case_below(&random, 255));
        rules.hint = (uint8_t)case_below(&random, 4);
        rules.entry = (uint8_t)case_below(&random, 3);
        rules.top = (uint8_t)case_below(&random, 3);
        rules.start = (uint8_t)case_below(&random, 17);
        trey_rules_format(&rules, text, sizeof text);
        assert_true(strlen(text) < TREY_RULES_TEXT - 1);
        enum trey_status status = trey_rules_parse(text, &read, NULL);
        assert_int_equal(status, trey_rules_check(&rules, NULL));
        if (status == TREY_OK)
            assert_memory_equal(&read, &rules, sizeof rules);
    }
    struct trey_rules rules = rules_of("course, rows=3:cols=3\n");
    trey_rules_format(&rules, text, sizeof text);
    assert_string_equal(text, "course rows=3 cols=3");
}

/* Every field of a rule set is a byte. The text fits if each field has the value with the
 * longest text, even an invalid one; a smaller buffer gets the part that fits. */
static void test_longest_text(void **state)
{
    (void)state;
    char whole[2 * TREY_RULES_TEXT], text[2 * TREY_RULES_TEXT];
    for (int base = 0; base < 256; base++) {
        struct trey_rules longest = {.base = (uint8_t)base};
        uint8_t *bytes = (uint8_t *)&longest;
        for (size_t at = 0; at < sizeof longest; at++) {
            uint8_t kept = bytes[at];
            size_t most = 0;
            if (at == offsetof(struct trey_rules, base))
                continue;
            for (int value = 0; value < 256; value++) {
                uint8_t before = bytes[at];
                bytes[at] = (uint8_t)value;
                trey_rules_format(&longest, text, sizeof text);
                if (strlen(text) > most) {
                    most = strlen(text);
                    kept = (uint8_t)value;
                }
                bytes[at] = before;
            }
            bytes[at] = kept;
        }
        trey_rules_format(&longest, whole, sizeof whole);
        assert_in_range(strlen(whole), 100, TREY_RULES_TEXT - 1);
        for (size_t room = 0; base == 0 && room <= TREY_RULES_TEXT; room++) {
            memset(text, 'x', sizeof text);
            trey_rules_format(&longest, text, room);
            assert_int_equal(text[room], 'x');
            if (room > 0)
                assert_memory_equal(text, whole, strlen(text));
            if (room > 0 && room <= strlen(whole))
                assert_int_equal(strlen(text), room - 1);
        }
    }
}

static void test_equal(void **state)
{
    (void)state;
    struct trey_rules a = rules_of("classic"),
                      b = rules_of("window bonus=uniform hint=plus start=9"),
                      c = rules_of("classic top=stop");
    assert_true(trey_rules_equal(&a, &b));
    assert_false(trey_rules_equal(&a, &c));
    c = rules_of("classic start=8");
    assert_false(trey_rules_equal(&a, &c));
}

/* --- tiles and moves ---------------------------------------------------------------- */

static void test_tiles(void **state)
{
    (void)state;
    struct trey_rules threes = rules_of("window"), twos = rules_of("2048");
    trey_board board;
    for (int rank = 0; rank <= 15; rank++) {
        assert_int_equal(trey_rules_tile(&threes, rank), oracle_tile(rank));
        assert_int_equal(trey_rules_rank(&threes, oracle_tile(rank)), rank);
        uint64_t tile = rank == 0 ? 0 : (uint64_t)1 << rank;
        assert_int_equal(trey_rules_tile(&twos, rank), tile);
        assert_int_equal(trey_rules_rank(&twos, tile), rank);
    }
    assert_int_equal(trey_rules_rank(&threes, 24576), -1);
    assert_int_equal(trey_rules_rank(&twos, 65536), -1);
    assert_int_equal(trey_rules_rank(&twos, 1), -1);
    assert_int_equal(trey_rules_parse_board(&twos,
                                            "2 4 0 0 / 8 0 0 0 / 0 0 0 0 / 0 0 0 32768",
                                            &board, NULL),
                     TREY_OK);
    assert_int_equal(board, 0xf000000000030021u);
    assert_int_equal(trey_rules_parse_board(&twos, "210030000000000f", &board, NULL),
                     TREY_OK);
    struct trey_error error;
    assert_int_equal(
        trey_rules_parse_board(&twos, "3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", &board, &error),
        TREY_ERR_INPUT);
    assert_int_equal(trey_rules_parse_board(&twos, "65536 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
                                            &board, &error),
                     TREY_ERR_INPUT);
    assert_string_equal(error.message, "the tile 65536 is above 32768");
    assert_int_equal(trey_rules_parse_board(
                         &threes, "24576 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", &board, &error),
                     TREY_ERR_INPUT);
    assert_string_equal(error.message, "the tile 24576 is above 12288");
}

/* Moves, legal directions, spawn cells and gains on random boards, against the oracle. */
static void test_slides(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const char *const entries[] = {"moved", "edge", "any"};
    for (int i = 0; i < 30000; i++) {
        int rows = 1 + case_below(&random, 4), cols = 2 + case_below(&random, 3);
        bool stop = case_below(&random, 2);
        struct trey_rules rules = rules_of(stop ? "window top=stop" : "window top=merge");
        rules.shape = (struct trey_shape){(uint8_t)rows, (uint8_t)cols};
        trey_rules_set(&rules, "entry", entries[i % 3], NULL);
        struct oracle_board board = case_board(&random, rows, cols, 15), after;
        trey_board packed = oracle_to_packed(&board);
        unsigned legal = 0;
        for (int d = 0; d < 4; d++) {
            enum trey_direction direction = (enum trey_direction)d;
            bool moved[16];
            unsigned cells = 0;
            if (!oracle_slide(&board, direction, stop ? 6144 : 12288, &after, moved)) {
                assert_int_equal(trey_rules_slide(&rules, packed, direction), packed);
                continue;
            }
            legal |= 1u << d;
            trey_board then = oracle_to_packed(&after);
            assert_int_equal(trey_rules_slide(&rules, packed, direction), then);
            assert_int_equal(trey_rules_gain(&rules, packed, direction),
                             oracle_score(&after) - oracle_score(&board));
            int edge = oracle_line_length(&board, direction) - 1;
            for (int line = 0; line < oracle_line_count(&board, direction); line++)
                if (rules.entry == TREY_SPAWN_MOVED
                        ? moved[line]
                        : after.tile[oracle_cell(&board, direction, line, edge)] == 0)
                    cells |= 1u << oracle_cell(&board, direction, line, edge);
            for (int cell = 0; rules.entry == TREY_SPAWN_ANY && cell < rows * cols;
                 cell++)
                if (after.tile[cell] == 0)
                    cells |= 1u << cell;
            assert_int_equal(trey_rules_spawn_cells(&rules, packed, then, direction),
                             cells);
        }
        assert_int_equal(trey_rules_legal(&rules, packed), legal);
    }
}

static void test_top(void **state)
{
    (void)state;
    struct trey_rules merge = rules_of("window top=merge"),
                      stop = rules_of("window top=stop"),
                      end = rules_of("window top=end"), twos = rules_of("2048 top=end");
    trey_board pair, made, two_tops;
    trey_board_parse(merge.shape, "ee00000000000000", &pair, NULL);
    trey_board_parse(merge.shape, "f000000000000000", &made, NULL);
    trey_board_parse(merge.shape, "ff00000000000000", &two_tops, NULL);
    assert_int_equal(trey_rules_slide(&merge, pair, TREY_LEFT), made);
    assert_int_equal(trey_rules_slide(&end, pair, TREY_LEFT), made);
    assert_int_equal(trey_rules_slide(&stop, pair, TREY_LEFT), pair);
    assert_int_equal(trey_rules_slide(&twos, pair, TREY_LEFT), made);
    assert_int_equal(trey_rules_gain(&twos, pair, TREY_LEFT), 32768);
    assert_int_equal(trey_rules_slide(&merge, two_tops, TREY_LEFT), two_tops);
    assert_int_equal(trey_rules_legal(&merge, made), 1 << TREY_DOWN | 1 << TREY_RIGHT);
    assert_int_equal(trey_rules_legal(&end, made), 0);
    assert_int_equal(trey_rules_legal(&end, pair),
                     1 << TREY_LEFT | 1 << TREY_DOWN | 1 << TREY_RIGHT);
    assert_int_equal(trey_rules_legal(&stop, pair), 1 << TREY_DOWN | 1 << TREY_RIGHT);
    assert_true(trey_rules_ends(&end, made));
    assert_false(trey_rules_ends(&merge, made));
    assert_false(trey_rules_ends(&end, pair));
}

/* In 2048 two adjacent 32768s merge to a 65536, which ends the game. */
static void test_largest_tile_of_2048(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *board;
        bool ends;
    } cases[] = {
        {"2048", "ff00000000000000", true},
        {"2048", "000f000f00000000", true},
        {"2048", "00000000000000ff", true},
        {"2048", "f0f0000000000000", false}, /* apart */
        {"2048", "000ff00000000000",
         false}, /* the end of a row and the next one's start */
        {"2048", "f0000f0000000000", false},
        {"2048", "f000000000000000", false},
        {"2048 rows=2 cols=3", "00f00f", true},
        {"2048 rows=2 cols=3", "00ff00", false},
        {"2048 rows=1 cols=16", "0ff0000000000000", true},
        {"2048 top=stop", "ff00000000000000", false},
        {"2048 top=end", "f000000000000000", true},
        {"course", "ff00000000000000", false},
        {"fibonacci", "ff00000000000000", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of(cases[i].rules);
        trey_board board;
        trey_board_parse(rules.shape, cases[i].board, &board, NULL);
        bool twos = strcmp(cases[i].rules, "2048") == 0 || rules.shape.rows < 4;
        assert_int_equal(trey_rules_ends(&rules, board), cases[i].ends);
        assert_int_equal(trey_rules_ranks(&rules), twos ? 17 : 16);
        assert_int_equal(trey_rules_largest(&rules, board),
                         cases[i].ends && twos ? 16 : 15);
        if (cases[i].ends)
            assert_int_equal(trey_rules_legal(&rules, board), 0);
    }
    /* The end depends only on the move that makes them adjacent, not on its merges. */
    struct trey_rules rules = rules_of("2048");
    trey_board board;
    assert_int_equal(trey_rules_tile(&rules, 16), 65536);
    trey_board_parse(rules.shape, "fee3000000000000", &board, NULL);
    assert_int_equal(trey_rules_gain(&rules, board, TREY_LEFT), 32768 + 65536);
    assert_int_equal(trey_rules_gain(&rules, board, TREY_DOWN), 0);
    trey_board_parse(rules.shape, "ff00000000000000", &board, NULL);
    assert_int_equal(trey_rules_gain(&rules, board, TREY_RIGHT), 0); /* it is over */
    trey_board_parse(rules.shape, "f00f000000110000", &board, NULL);
    assert_int_equal(trey_rules_gain(&rules, board, TREY_LEFT), 4 + 65536);
    assert_int_equal(trey_rules_gain(&rules, board, TREY_UP), 0);

    struct trey_view view;
    struct trey_game game;
    struct trey_move move;
    assert_int_equal(trey_view_make(&rules, board, TREY_NEXT_HIDDEN, 0, &view, NULL),
                     TREY_OK);
    trey_game_from_view(&game, &view, 1, 1);
    assert_true(trey_game_slide(&game, TREY_LEFT, &move));
    assert_int_equal(move.cell, -1);
    assert_int_equal(move.gain, 4 + 65536);
    assert_int_equal(game.view.score, 4 + 65536);
    assert_int_equal(trey_game_legal(&game), 0);
    assert_false(trey_game_slide(&game, TREY_DOWN, NULL));
    assert_int_equal(trey_view_advance(&view, TREY_LEFT, 3, 1, TREY_NEXT_HIDDEN, NULL),
                     TREY_ERR_INPUT); /* no tile spawns */
    assert_int_equal(trey_view_advance(&view, TREY_LEFT, -1, 0, TREY_NEXT_HIDDEN, NULL),
                     TREY_OK);
    assert_int_equal(view.board, game.view.board);
    assert_int_equal(view.score, game.view.score);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_set_every_value),
        cmocka_unit_test(test_set_refuses),
        cmocka_unit_test(test_parse_refuses),
        cmocka_unit_test(test_text_round_trip),
        cmocka_unit_test(test_longest_text),
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_slides),
        cmocka_unit_test(test_top),
        cmocka_unit_test(test_largest_tile_of_2048),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
