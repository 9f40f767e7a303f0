/* The facts of advice: each statement about a move must be true.
 *
 * Positions set by hand check corners, order and filled cells; random positions compare
 * the chances with a plain count of the spawns; the rating of certainty is compared with
 * its documented rule. */
#include "advise/command.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/advise.h"

#include <math.h>
#include <string.h>

static struct trey_view view_of(const char *rules_text, const char *board_text,
                                const char *next_text)
{
    struct trey_rules rules;
    struct trey_view view;
    trey_board board;
    trey_next next;
    assert_int_equal(trey_rules_parse(rules_text, &rules, NULL), TREY_OK);
    assert_int_equal(trey_rules_parse_board(&rules, board_text, &board, NULL), TREY_OK);
    assert_int_equal(trey_next_parse(&rules, next_text, &next, NULL), TREY_OK);
    trey_deck deck = rules.copies != 0 ? TREY_DECK_UNKNOWN : 0;
    assert_int_equal(trey_view_make(&rules, board, next, deck, &view, NULL), TREY_OK);
    return view;
}

/* Two adjacent 96s in a corner, which left merges, then 1 and 2. */
static struct trey_view corner_view(void)
{
    return view_of("window", "8812000000000000", "3");
}

static void test_facts(void **state)
{
    (void)state;
    struct trey_view view = corner_view();
    struct trey_facts facts;
    char text[TREY_FACTS_TEXT];
    trey_facts_of(&view, TREY_LEFT, &facts);
    assert_true(facts.legal && !facts.wins);
    assert_int_equal(facts.merges, 1); /* one merge a line: 96 and 96 */
    assert_int_equal(facts.largest_merged, 9);
    assert_int_equal(facts.empty, 13);
    assert_int_equal(facts.entries, 1);
    assert_int_equal(facts.ready, 1); /* 1 and 2 */
    assert_true(facts.was_corner && facts.is_corner);
    assert_true(facts.over == 0.0);
    trey_facts_text(&view.rules, &facts, text, sizeof text);
    assert_string_equal(text,
                        "makes a 192; 729 points more; 13 cells free; leaves 1 pair "
                        "to merge; 192 is made in a corner");
    trey_facts_of(&view, TREY_UP, &facts);
    assert_false(facts.legal);
    trey_facts_text(&view.rules, &facts, text, sizeof text);
    assert_string_equal(text, "moves nothing");

    view = view_of("window",
                   "ee00"
                   "0000"
                   "0000"
                   "0000",
                   "1");
    trey_facts_of(&view, TREY_LEFT, &facts);
    assert_true(facts.wins);

    /* The last empty cell is filled: the tile decides if the game ends. */
    view = view_of("window",
                   "3535"
                   "5353"
                   "3535"
                   "5350",
                   "1");
    trey_facts_of(&view, TREY_RIGHT, &facts);
    assert_int_equal(facts.entries, 1);
    assert_true(facts.over == 1.0 || facts.over == 0.0);
}

/* Statements about the largest tile: it stays in the corner, leaves it or was just
 * made. */
static void test_corner(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *board, *next;
        enum trey_direction direction;
        const char *expected;
    } cases[] = {
        {"window", "5000000000000000", "1", TREY_RIGHT, NULL},
        {"window", "8010000000000000", "1", TREY_LEFT, "96 stays in its corner"},
        {"window", "8000000000000000", "1", TREY_RIGHT, "96 leaves its corner"},
        {"window", "0800000000000000", "1", TREY_LEFT, "96 comes to a corner"},
        {"window", "8800000000000000", "1", TREY_LEFT, "192 is made in a corner"},
        {"window", "8100180038000000", "1", TREY_UP, "192 is made away from the corners"},
        {"2048", "a000210000000000", "?", TREY_RIGHT, "1024 is in another corner"},
        {"2048", "a000210000000000", "?", TREY_UP, "1024 stays in its corner"},
        {"2048", "aa00000000000000", "?", TREY_RIGHT, "2048 is made in a corner"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_view view = view_of(cases[i].rules, cases[i].board, cases[i].next);
        struct trey_facts facts;
        char text[TREY_FACTS_TEXT];
        trey_facts_of(&view, cases[i].direction, &facts);
        trey_facts_text(&view.rules, &facts, text, sizeof text);
        if (cases[i].expected == NULL)
            assert_null(strstr(text, "corner"));
        else
            assert_non_null(strstr(text, cases[i].expected));
    }
}

/* Statements about the chain of large tiles, and about small tiles between large ones. */
static void test_order(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *board;
        enum trey_direction direction;
        int was_chain, chain, was_shut_in, shut_in;
        const char *expected; /* NULL: no statement */
    } cases[] = {
        {"window", "8760000000000000", TREY_DOWN, 3, 3, 0, 0, "96-48-24 stay together"},
        {"window", "8706000000000000", TREY_LEFT, 2, 3, 0, 0, "96-48-24 come together"},
        {"window", "8076000000000000", TREY_LEFT, 1, 3, 0, 0, "96-48-24 come together"},
        {"window", "8000070000000000", TREY_LEFT, 1, 2, 0, 0, "96-48 come together"},
        {"window", "8770000000000000", TREY_LEFT, 2, 1, 0, 0, NULL},
        {"window", "8700100010001000", TREY_DOWN, 2, 1, 0, 0, "96 and 48 are parted"},
        {"window", "8870000000000000", TREY_LEFT, 2, 1, 0, 0, NULL},
        {"window", "7780000000000000", TREY_LEFT, 2, 1, 0, 0, NULL},
        {"window", "8020800000000000", TREY_LEFT, 1, 1, 0, 0, NULL},
        {"window", "8028000000000000", TREY_LEFT, 1, 1, 0, 1,
         "a 2 is trapped between larger tiles"},
        {"window", "8028100000000000", TREY_LEFT, 1, 1, 0, 1, "a 2 is trapped"},
        {"window", "8208000000000000", TREY_LEFT, 1, 1, 0, 1, "a 2 is trapped"},
        {"window", "8280000000000000", TREY_RIGHT, 1, 1, 1, 1, NULL},
        {"window", "8280010000000000", TREY_DOWN, 1, 1, 0, 0, NULL},
        {"window", "3280000080000000", TREY_RIGHT, 1, 1, 0, 0, NULL},
        {"2048", "a901000000000000", TREY_LEFT, 2, 2, 0, 0, "1024-512 stay together"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *next = cases[i].rules[0] == '2' ? "?" : "1";
        struct trey_view view = view_of(cases[i].rules, cases[i].board, next);
        struct trey_facts facts;
        char text[TREY_FACTS_TEXT];
        trey_facts_of(&view, cases[i].direction, &facts);
        trey_facts_text(&view.rules, &facts, text, sizeof text);
        if (facts.was_chain != cases[i].was_chain || facts.chain != cases[i].chain ||
            facts.was_shut_in != cases[i].was_shut_in ||
            facts.shut_in != cases[i].shut_in ||
            (cases[i].expected != NULL
                 ? strstr(text, cases[i].expected) == NULL
                 : strstr(text, "together") || strstr(text, "parted") ||
                       strstr(text, "trapped")))
            fail_msg("%s: %d %d %d %d %s", cases[i].board, facts.was_chain, facts.chain,
                     facts.was_shut_in, facts.shut_in, text);
    }
}

/* The chances against a plain count of outcomes, over random positions. */
static void test_chances(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const char *const rule_sets[] = {"window", "course rows=3 cols=3",
                                            "2048 rows=3 cols=3", "classic"};
    for (unsigned i = 0; i < 200; i++) {
        struct trey_rules rules;
        struct trey_game game;
        assert_int_equal(trey_rules_parse(rule_sets[i % 4], &rules, NULL), TREY_OK);
        trey_game_begin(&game, &rules, random.seed, i);
        unsigned legal;
        while ((legal = trey_game_legal(&game)) != 0) {
            for (int d = 0; d < 4; d++) {
                struct trey_facts facts;
                char text[TREY_FACTS_TEXT];
                enum trey_direction direction = (enum trey_direction)d;
                trey_facts_of(&game.view, direction, &facts);
                trey_facts_text(&rules, &facts, text, sizeof text);
                assert_true(strlen(text) > 0 && strlen(text) < TREY_FACTS_TEXT - 1);
                char cut[TREY_FACTS_TEXT] = {0};
                size_t room = (size_t)(game.view.moves % 64);
                trey_facts_text(&rules, &facts, cut, room);
                assert_int_equal(cut[room], '\0');
                assert_memory_equal(cut, text, strlen(cut));
                assert_int_equal(facts.legal, legal >> d & 1);
                if (!facts.legal)
                    continue;
                assert_true(facts.merges >= 0 && facts.over >= 0.0 &&
                            facts.over + facts.stuck <= 1.0 + 1e-9);
                assert_true((facts.merges > 0) == (facts.gain > 0));
                int tiles_before = 0, cells = rules.shape.rows * rules.shape.cols;
                for (int cell = 0; cell < cells; cell++)
                    tiles_before += trey_board_rank(game.view.board, cell) != 0;
                assert_int_equal(facts.empty, cells - tiles_before + facts.merges);
                /* If no draw can end the game, the chance of an end is 0. */
                struct trey_game copy;
                trey_game_from_view(&copy, &game.view, 1, i);
                assert_true(trey_game_slide(&copy, direction, NULL));
                if (facts.over == 0.0)
                    assert_true(trey_game_legal(&copy) != 0);
                if (facts.over == 1.0)
                    assert_true(trey_game_legal(&copy) == 0);
            }
            int d = case_below(&random, 4);
            if ((legal >> d & 1) != 0)
                assert_true(trey_game_slide(&game, (enum trey_direction)d, NULL));
        }
    }
}

/* --- certainty ---------------------------------------------------------------------- */

/* The rule in whole thousandths: clear from one doubt and 0.5 % of the points to come;
 * better from half a doubt and 0.2 %. */
static enum trey_certainty certainty_in_words(long lead, long doubt, long to_come)
{
    if (lead == 0)
        return TREY_CERTAINTY_EQUAL;
    if (lead >= doubt && 1000 * lead >= 5 * to_come)
        return TREY_CERTAINTY_CLEAR;
    if (2 * lead >= doubt && 1000 * lead >= 2 * to_come)
        return TREY_CERTAINTY_BETTER;
    return TREY_CERTAINTY_EQUAL;
}

/* The result follows the rule. It is monotone: a larger lead is never less certain, more
 * doubt or more points to come never more certain. */
static void test_certainty_is_monotone(void **state)
{
    (void)state;
    struct random_case random = case_start();
    int seen[TREY_CERTAINTIES] = {0};
    for (int i = 0; i < 20000; i++) {
        long lead = (long)case_below(&random, 2000),
             doubt = (long)case_below(&random, 2000);
        long to_come = i % 3 == 0 ? 0 : (long)case_below(&random, 1000000);
        if (i % 5 == 0)
            doubt = lead * (1 + (long)case_below(&random, 3)); /* exactly at the limits */
        enum trey_certainty is =
            trey_certainty_of_lead((double)lead, (double)doubt, (double)to_come);
        if (1000 * lead != 5 * to_come && 1000 * lead != 2 * to_come)
            assert_int_equal(is, certainty_in_words(lead, doubt, to_come));
        seen[is]++;
        double more = (double)(1 + case_below(&random, 500));
        assert_true(trey_certainty_of_lead((double)lead + more, (double)doubt,
                                           (double)to_come) >= is);
        assert_true(trey_certainty_of_lead((double)lead, (double)doubt + more,
                                           (double)to_come) <= is);
        assert_true(trey_certainty_of_lead((double)lead, (double)doubt,
                                           (double)to_come + 100.0 * more) <= is);
    }
    assert_true(seen[TREY_CERTAINTY_EQUAL] > 0 && seen[TREY_CERTAINTY_BETTER] > 0 &&
                seen[TREY_CERTAINTY_CLEAR] > 0);
    assert_int_equal(trey_certainty_of_lead(0.0, 0.0, 0.0), TREY_CERTAINTY_EQUAL);
    assert_int_equal(trey_certainty_of_lead(1.0, 0.0, 0.0), TREY_CERTAINTY_CLEAR);
}

/* A result of three depths, with the lead of left over up at each. */
static struct trey_search_result result_of(double first, double second, double third)
{
    const double lead[3] = {first, second, third};
    struct trey_search_result result = {.legal = 1U << TREY_LEFT | 1U << TREY_UP |
                                                 1U << TREY_DOWN,
                                        .best = TREY_LEFT,
                                        .history_count = 3};
    for (int i = 0; i < 3; i++) {
        result.history[i].value[TREY_LEFT] = 5000.0;
        result.history[i].value[TREY_UP] = 5000.0 - lead[i];
        result.history[i].value[TREY_DOWN] = 1000.0;
    }
    memcpy(result.value, result.history[2].value, sizeof result.value);
    return result;
}

static void test_confidence(void **state)
{
    (void)state;
    struct trey_view view = corner_view();
    struct trey_confidence found;
    const double to_come = 5000.0 - (double)view.score;

    /* Changes of 40 and 60: the larger one counts. */
    struct trey_search_result result = result_of(0.0, 40.0, 100.0);
    trey_confidence_of(&view, &result, true, &found);
    assert_int_equal(found.certainty, TREY_CERTAINTY_CLEAR);
    assert_false(found.only);
    assert_true(fabs(found.lead[TREY_UP] - 100.0) < 1e-9);
    assert_true(fabs(found.doubt[TREY_UP] - 60.0) < 1e-9);
    assert_true(fabs(found.to_come - to_come) < 1e-9);
    assert_true(fabs(trey_confidence_percent(&found, TREY_UP) - 1e4 / to_come) < 1e-9);
    assert_true(trey_confidence_percent(&found, TREY_LEFT) == 0.0);
    assert_true(trey_confidence_percent(&found, TREY_DOWN) <= 100.0);

    result = result_of(-100.0, 40.0, 100.0); /* the earlier change, 140, is larger */
    trey_confidence_of(&view, &result, true, &found);
    assert_true(fabs(found.doubt[TREY_UP] - 140.0) < 1e-9);
    assert_int_equal(found.certainty, TREY_CERTAINTY_BETTER);
    assert_int_equal(found.over[TREY_UP], TREY_CERTAINTY_BETTER);
    assert_int_equal(found.over[TREY_DOWN], TREY_CERTAINTY_CLEAR);

    result = result_of(-200.0, 40.0, 100.0);
    trey_confidence_of(&view, &result, true, &found);
    assert_int_equal(found.certainty, TREY_CERTAINTY_EQUAL);
    result.exact = true; /* no line was cut off: there is no doubt */
    trey_confidence_of(&view, &result, true, &found);
    assert_int_equal(found.certainty, TREY_CERTAINTY_CLEAR);

    result = result_of(1.0, 1.0, 1.0); /* stable, and too small to matter... */
    trey_confidence_of(&view, &result, true, &found);
    assert_int_equal(found.certainty, TREY_CERTAINTY_EQUAL);
    trey_confidence_of(&view, &result, false, &found); /* ...in points only */
    assert_int_equal(found.certainty, TREY_CERTAINTY_CLEAR);
    assert_true(found.to_come == 0.0);

    result.history_count = 1;
    trey_confidence_of(&view, &result, true, &found);
    assert_int_equal(found.certainty, TREY_CERTAINTY_UNKNOWN);
    result.legal = 1U << TREY_LEFT;
    trey_confidence_of(&view, &result, true, &found);
    assert_true(found.only);
    assert_int_equal(found.certainty, TREY_CERTAINTY_CLEAR);

    for (int i = 0; i < TREY_CERTAINTIES; i++)
        assert_true(trey_certainty_text((enum trey_certainty)i)[0] != '\0');
    assert_string_equal(trey_certainty_text((enum trey_certainty)TREY_CERTAINTIES), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_corner),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_certainty_is_monotone),
        cmocka_unit_test(test_confidence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
