/* Refusals: impossible positions, outcomes that cannot follow, damaged saved games. */
#include "rules/chance.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/game.h"

#include <stdlib.h>
#include <string.h>

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

static void test_view_make(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *board, *next, *deck, *message;
    } cases[] = {
        {"window", "0000012003300000", "3", "unknown", NULL},
        {"window", "0000012003300000", "3", "4,4,3", NULL},
        {"window", "0000012003300000", "3", "4,4,4",
         "the deck cannot have 4 of the 3s left: a full deck has 4, and one of them "
         "comes next"},
        {"window", "0000012003300000", "6", "unknown",
         "the hint 6 is not possible on this board"},
        {"window", "0000012003300000", "?", "unknown",
         "the hint ? is not possible on this board"},
        {"window", "7000012003300000", "6", "unknown", NULL},
        {"window", "8000012003300000", "6", "unknown",
         "the hint 6 is not possible on this board"},
        {"window", "8000012003300000", "6,12", "unknown", NULL},
        {"window", "b000012003300000", "12,24,48", "unknown", NULL},
        {"window", "b000012003300000", "48,96,192", "unknown",
         "the hint 48,96,192 is not possible on this board"},
        {"window", "b000012003300000", "+", "unknown",
         "the hint + is not possible on this board"},
        {"classic", "b000012003300000", "+", "unknown", NULL},
        {"classic", "6000012003300000", "+", "unknown",
         "the hint + is not possible on this board"},
        {"classic", "b000012003300000", "6,12,24", "unknown",
         "the hint 6,12,24 is not possible on this board"},
        {"course", "0000012003300000", "3", "1,1,0", NULL},
        {"window hint=none", "b000012003300000", "?", "4,4,4", NULL},
        {"window hint=none", "b000012003300000", "1", "1,1,1",
         "the hint 1 is not possible on this board"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of(cases[i].rules);
        struct trey_view view;
        struct trey_error error = {0};
        trey_board board;
        trey_next next;
        trey_deck deck;
        assert_int_equal(trey_rules_parse_board(&rules, cases[i].board, &board, NULL),
                         TREY_OK);
        assert_int_equal(trey_next_parse(&rules, cases[i].next, &next, NULL), TREY_OK);
        assert_int_equal(trey_deck_parse(&rules, cases[i].deck, &deck, NULL), TREY_OK);
        enum trey_status status =
            trey_view_make(&rules, board, next, deck, &view, &error);
        if (cases[i].message == NULL) {
            assert_int_equal(status, TREY_OK);
            assert_int_equal(view.score, trey_board_score(board));
        } else {
            assert_int_equal(status, TREY_ERR_INPUT);
            assert_string_equal(error.message, cases[i].message);
        }
    }
    struct trey_rules small = rules_of("course rows=2 cols=3");
    struct trey_view view;
    assert_int_equal(trey_view_make(&small, 0x1000000, 4, TREY_DECK_UNKNOWN, &view, NULL),
                     TREY_ERR_INPUT);
    small.top = 9;
    assert_int_equal(trey_view_make(&small, 1, 4, TREY_DECK_UNKNOWN, &view, NULL),
                     TREY_ERR_ARGUMENT);
}

static void test_deck_fits(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window"), twos = rules_of("2048");
    trey_board board;
    trey_board_parse(rules.shape, "0000012003300000", &board, NULL);
    assert_false(trey_deck_fits(&rules, board, 8, trey_deck_of(3, 3, 1))); /* not nine */
    rules.start = 1;
    assert_true(trey_deck_fits(&rules, board, 8, trey_deck_of(3, 3, 1)));
    assert_false(trey_deck_fits(&rules, board, 8, trey_deck_of(3, 2, 1)));
    assert_false(trey_deck_fits(&rules, board, 8, trey_deck_of(3, 3, 2)));
    assert_false(
        trey_deck_fits(&rules, board, 8, trey_deck_of(3, 3, 3))); /* 6 too many */
    assert_true(trey_deck_fits(&rules, board, 2, trey_deck_of(2, 3, 2)));
    assert_true(trey_deck_fits(&rules, board, 8, TREY_DECK_UNKNOWN));
    assert_true(trey_deck_fits(&twos, board, 0, 0));
}

static void test_advance_refuses(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_view view;
    memset(&view, 0, sizeof view);
    trey_board board;
    /* 1 2 0 0 / 3 0 0 0 / 0 0 0 0 / 0 0 0 48 */
    trey_board_parse(rules.shape, "1200300000000007", &board, NULL);
    assert_int_equal(trey_view_make(&rules, board, 4, trey_deck_of(2, 0, 1), &view, NULL),
                     TREY_OK);
    static const struct {
        enum trey_direction direction;
        int cell, rank;
        trey_next next;
        enum trey_status status;
    } cases[] = {
        {TREY_LEFT, 3, 2, 2, TREY_OK},         /* 1+2 in the first row */
        {TREY_LEFT, 15, 2, 8, TREY_OK},        /* 48 in the last */
        {TREY_LEFT, 7, 2, 2, TREY_ERR_INPUT},  /* a row that did not move */
        {TREY_LEFT, 0, 2, 2, TREY_ERR_INPUT},  /* not the trailing edge */
        {TREY_LEFT, -1, 2, 2, TREY_ERR_INPUT}, /* not a cell */
        {TREY_LEFT, 16, 2, 2, TREY_ERR_INPUT}, /* not a cell either */
        {TREY_LEFT, 3, 1, 2, TREY_ERR_INPUT},  /* not the hinted tile */
        {TREY_LEFT, 3, 0, 2, TREY_ERR_INPUT},  /* not a tile */
        {TREY_LEFT, 3, 2, 4, TREY_ERR_INPUT},  /* no 2 is left */
        {TREY_LEFT, 3, 2, 16, TREY_OK},        /* the 48 allows a bonus 6 */
        {TREY_LEFT, 3, 2, 48, TREY_ERR_INPUT}, /* but no 12 */
        {TREY_LEFT, 3, 2, 0, TREY_ERR_INPUT},  /* a hint is required */
        {TREY_LEFT, 3, 2, 1, TREY_ERR_INPUT},  /* and not a mere + */
        {TREY_UP, 15, 2, 2, TREY_OK},          /* the 48 goes up */
        {TREY_UP, 12, 2, 2, TREY_ERR_INPUT},   /* that column is stuck */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_view then;
        memcpy(&then, &view, sizeof view); /* padding is compared, too */
        struct trey_error error = {0};
        assert_int_equal(trey_view_advance(&then, cases[i].direction, cases[i].cell,
                                           cases[i].rank, cases[i].next, &error),
                         cases[i].status);
        if (cases[i].status == TREY_OK)
            assert_int_equal(then.moves, 1);
        else
            assert_memory_equal(&then, &view, sizeof view);
    }
    trey_board_parse(rules.shape, "1300000000000000", &view.board, NULL);
    struct trey_error error;
    assert_int_equal(trey_view_advance(&view, TREY_LEFT, 3, 2, 2, &error),
                     TREY_ERR_INPUT);
    assert_string_equal(error.message, "the move L is illegal: no tile moves");
}

/* --- saved games -------------------------------------------------------------------- */

static void test_parse_refuses(void **state)
{
    (void)state;
#define RANDOM "random=000000000000001f"
#define GOOD   "window board=0000012003300000 next=3 tile=3 deck=3,3,1 moves=2 score=6"
    static const char *const bad[] = {
        "",
        "window",
        "chess" GOOD,
        GOOD,
        GOOD " random=",
        GOOD " random=xyz",
        GOOD " random=000000000000001", /* the line was cut */
        GOOD " random=12345678901234567",
        GOOD " " RANDOM " " RANDOM,
        GOOD " " RANDOM " top=end",
        GOOD " " RANDOM " colour=red",
        GOOD " top=stop " RANDOM,
        "window rows=0 board=0 next=3 tile=3 deck=3,3,1 moves=2 score=6 " RANDOM,
        "window board=000001200330000 next=3 tile=3 deck=3,3,1 moves=2 score=6 " RANDOM,
        "window board=0000012003300000 next=3 tile=2 deck=3,3,1 moves=2 score=6 " RANDOM,
        "window board=0000012003300000 next=3 tile=0 deck=3,3,1 moves=2 score=6 " RANDOM,
        "window board=0000012003300000 next=3 tile=5 deck=3,3,1 moves=2 score=6 " RANDOM,
        "window board=0000012003300000 next=+ tile=6 deck=3,3,1 moves=2 score=6 " RANDOM,
        "window board=0000012003300000 next=3 tile=3 deck=3,3,5 moves=2 score=6 " RANDOM,
        "window board=0000012003300000 next=3 tile=3 deck=3,3,1 moves=-2 score=6 " RANDOM,
        "window board=0000012003300000 next=3 tile=3 deck=3,3,1 moves=2 score=7 " RANDOM,
        "window board=0000012003300000 next=3 tile=3 deck=3,3,1 "
        "moves=99999999999999999999 "
        "score=6 " RANDOM};
    struct trey_game game, same;
    assert_int_equal(trey_game_parse(GOOD " " RANDOM "\n", &game, NULL), TREY_OK);
    assert_int_equal(game.random, 0x1f);
    assert_int_equal(game.view.score, 6);
    same = game;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct trey_error error = {0};
        enum trey_status status = trey_game_parse(bad[i], &game, &error);
        if (status != TREY_ERR_INPUT || error.code != TREY_ERR_INPUT)
            fail_msg("taken, or with the wrong status: %s", bad[i]);
        assert_true(error.message[0] != '\0');
        assert_memory_equal(&game, &same, sizeof game);
    }
}

/* Damaged lines are refused or are valid games. */
static void test_parse_damaged(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_rules rules = rules_of("window odds=2");
    static const char letters[] = " =,:+?0123456789abcdefwindowtop\xff\n";
    for (int i = 0; i < 60000; i++) {
        struct trey_game game;
        char text[TREY_GAME_TEXT];
        trey_game_begin(&game, &rules, 3, (uint64_t)i / 100);
        trey_game_format(&game, text, sizeof text);
        size_t length = strlen(text);
        for (int hits = 1 + case_below(&random, 3); hits > 0; hits--)
            text[case_below(&random, (int)length)] =
                letters[case_below(&random, (int)sizeof letters)];
        if (trey_game_parse(text, &game, NULL) != TREY_OK)
            continue;
        assert_int_equal(trey_view_check(&game.view, NULL), TREY_OK);
        for (int move = 0; move < 20 && trey_game_legal(&game) != 0; move++)
            for (int direction = 0; direction < 4; direction++)
                trey_game_slide(&game, (enum trey_direction)direction, NULL);
    }
}

/* The longest hint, deck, board and game of each named rule set, also in smaller
 * buffers. */
static void test_longest_texts(void **state)
{
    (void)state;
    for (int i = 0; trey_rules_name_at(i) != NULL; i++) {
        struct trey_game game = {.view.rules = rules_of(trey_rules_name_at(i))};
        char text[2 * TREY_GAME_TEXT], cut[2 * TREY_GAME_TEXT];
        game.view.board = UINT64_MAX;
        game.view.next = 0xffff;
        game.view.deck = 0xefff;
        game.view.moves = game.view.score = game.random = UINT64_MAX;
        game.tile = 15;
        struct trey_rules *rules = &game.view.rules;
        rules->shape = (struct trey_shape){255, 255};
        rules->copies = rules->odds = rules->start = 255;
        trey_next_format(rules, game.view.next, text, sizeof text);
        assert_in_range(strlen(text), 30, TREY_NEXT_TEXT - 1);
        trey_board_format(rules->shape, game.view.board, text, sizeof text);
        assert_int_equal(strlen(text), TREY_BOARD_TEXT - 1);
        for (unsigned deck = 0; deck < 0x10000; deck++) {
            trey_deck_format((trey_deck)deck, text, sizeof text);
            assert_in_range(strlen(text), 5, TREY_DECK_TEXT - 1);
        }
        trey_game_format(&game, text, sizeof text);
        assert_in_range(strlen(text), 200, TREY_GAME_TEXT - 1);
        for (size_t room = 0; room < TREY_GAME_TEXT; room++) {
            memset(cut, 'x', sizeof cut);
            trey_game_format(&game, cut, room);
            assert_int_equal(cut[room], 'x');
            trey_next_format(rules, game.view.next, cut, room);
            trey_deck_format(game.view.deck, cut, room);
            trey_board_format(rules->shape, game.view.board, cut, room);
            assert_int_equal(cut[room], 'x');
        }
    }
}

/* `odds` is meaningful only with bonus tiles: elsewhere it is refused, and so is an
 * unknown field, with the names of the known ones. */
static void test_fields_apply_or_are_refused(void **state)
{
    (void)state;
    static const char *const bonuses[] = {"none", "uniform", "window"};
    for (int set = 0; trey_rules_name_at(set) != NULL; set++) {
        for (int i = 0; i < 3; i++) {
            struct trey_rules rules;
            struct trey_error error;
            assert_int_equal(trey_rules_named(trey_rules_name_at(set), &rules, NULL),
                             TREY_OK);
            rules.hint = TREY_SHOW_EXACT;
            assert_int_equal(trey_rules_set(&rules, "bonus", bonuses[i], NULL), TREY_OK);
            if (trey_rules_check(&rules, NULL) != TREY_OK)
                continue; /* no bonus tiles in this game */
            assert_int_equal(trey_rules_set(&rules, "bonus-odds", "5", NULL), TREY_OK);
            assert_int_equal(rules.odds, 5);
            if (i == 0) {
                assert_int_equal(trey_rules_check(&rules, &error), TREY_ERR_ARGUMENT);
                assert_non_null(strstr(error.message, "no bonus tiles"));
            } else {
                assert_int_equal(trey_rules_check(&rules, &error), TREY_OK);
            }
        }
    }
    struct trey_rules rules = rules_of("window");
    struct trey_error error;
    assert_int_equal(trey_rules_set(&rules, "odd", "5", &error), TREY_ERR_ARGUMENT);
    assert_string_equal(
        error.message,
        "unknown rule field 'odd'; did you mean 'odds'? Known: rows, cols, "
        "slide, copies, bonus, odds, hint, entry, top, start, boost");
}

static void test_tcg_is_another_name_of_course(void **state)
{
    (void)state;
    struct trey_rules one = rules_of("course rows=3"), other = rules_of("tcg rows=3");
    assert_memory_equal(&one, &other, sizeof one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields_apply_or_are_refused),
        cmocka_unit_test(test_longest_texts),
        cmocka_unit_test(test_view_make),
        cmocka_unit_test(test_deck_fits),
        cmocka_unit_test(test_advance_refuses),
        cmocka_unit_test(test_parse_refuses),
        cmocka_unit_test(test_parse_damaged),
        cmocka_unit_test(test_tcg_is_another_name_of_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
