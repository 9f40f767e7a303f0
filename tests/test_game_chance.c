/* Distributions of tiles and hints, decks, and both as text. */
#include "rules/chance.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/game.h"

#include <math.h>
#include <string.h>

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

static double total(const struct trey_chance *chances, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += chances[i].probability;
    return sum;
}

static double probability_of(const struct trey_chance *chances, int count, unsigned what)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        if (chances[i].what == what)
            sum += chances[i].probability;
    return sum;
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) < 1e-12))
        fail_msg("%.17g is not %.17g", a, b);
}

/* The window rule by tile values: windows of three consecutive ones of 6, 12, .. max/8,
 * or one window of all of them if they are fewer. */
static void test_windows(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window top=merge");
    struct trey_chance chances[TREY_MAX_CHANCES];
    for (int largest = 3; largest <= 15; largest++) {
        int values = 0, windows = 0;
        for (uint64_t value = 6; value * 8 <= oracle_tile(largest); value *= 2)
            values++;
        int count = trey_rules_nexts(&rules, (trey_board)(unsigned)largest << 20,
                                     trey_deck_of(1, 2, 3), chances);
        assert_near(total(chances, count), 1.0);
        for (int i = 0; i < count; i++) {
            uint64_t tile[16];
            int width = 0;
            for (int rank = 1; rank <= 15; rank++)
                if (chances[i].what >> rank & 1)
                    tile[width++] = oracle_tile(rank);
            if (tile[0] <= 3)
                continue;
            windows++;
            assert_int_equal(width, values < 3 ? values : 3);
            for (int k = 1; k < width; k++)
                assert_int_equal(tile[k], 2 * tile[k - 1]);
            assert_true(tile[0] >= 6 && tile[width - 1] * 8 <= oracle_tile(largest));
            assert_near(chances[i].probability, 1.0 / 21 / (values < 3 ? 1 : values - 2));
            assert_int_equal(chances[i].deck, trey_deck_of(1, 2, 3));
        }
        assert_int_equal(windows, values < 3 ? (values > 0) : values - 2);
        double cards = values > 0 ? 20.0 / 21 : 1.0;
        assert_near(probability_of(chances, count, 1 << 1), cards / 6);
        assert_near(probability_of(chances, count, 1 << 2), cards / 3);
        assert_near(probability_of(chances, count, 1 << 3), cards / 2);
    }
}

static void test_bonus_tiles(void **state)
{
    (void)state;
    struct trey_rules classic = rules_of("classic"), plus = rules_of("window hint=plus"),
                      window = rules_of("window");
    struct trey_chance chances[TREY_MAX_CHANCES];
    const trey_board board = 11; /* 768: bonus tiles 6 12 24 48 96 */
    int count =
        trey_rules_tiles(&classic, board, TREY_NEXT_PLUS, TREY_DECK_UNKNOWN, chances);
    assert_int_equal(count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(chances[i].what, 4 + i);
        assert_near(chances[i].probability, 0.2);
    }
    /* Windows 6-24, 12-48, 24-96: a 6 is in one of them, a 24 in all three. */
    count = trey_rules_tiles(&plus, board, TREY_NEXT_PLUS, 0, chances);
    assert_int_equal(count, 5);
    static const double ninths[5] = {1, 2, 3, 2, 1};
    for (int i = 0; i < 5; i++)
        assert_near(chances[i].probability, ninths[i] / 9);
    count = trey_rules_tiles(&window, board, 7 << 5, 0, chances);
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(chances[i].what, 5 + i);
        assert_near(chances[i].probability, 1.0 / 3);
    }
    count = trey_rules_tiles(&classic, 6, TREY_NEXT_PLUS, 0, chances); /* 24: no bonus */
    assert_int_equal(count, 0);
    count = trey_rules_nexts(&classic, board, trey_deck_of(1, 0, 0), chances);
    assert_int_equal(count, 2);
    assert_near(probability_of(chances, count, TREY_NEXT_PLUS), 1.0 / 21);
    assert_near(probability_of(chances, count, 1 << 1), 20.0 / 21);
}

/* The tile distribution, averaged over the hints, is the same for every kind of hint. */
static void test_hints_agree(void **state)
{
    (void)state;
    static const char *const texts[] = {"classic", "window", "course", "window odds=2"};
    static const char *const hints[] = {"none", "plus", "window", "exact"};
    struct random_case random = case_start();
    for (int i = 0; i < 4000; i++) {
        struct trey_rules rules = rules_of(texts[i % 4]);
        struct oracle_board oracle = case_board(&random, 4, 4, 15);
        trey_board board = oracle_to_packed(&oracle);
        trey_deck deck =
            trey_deck_of(case_below(&random, rules.copies + 1),
                         case_below(&random, rules.copies + 1), case_below(&random, 2));
        double by_rank[4][16] = {{0}};
        for (int h = 0; h < 4; h++) {
            struct trey_chance nexts[TREY_MAX_CHANCES], tiles[TREY_MAX_CHANCES];
            trey_rules_set(&rules, "hint", hints[h], NULL);
            if (trey_rules_check(&rules, NULL) != TREY_OK) {
                memcpy(by_rank[h], by_rank[0], sizeof by_rank[0]);
                continue;
            }
            int count = trey_rules_nexts(&rules, board, deck, nexts);
            assert_in_range(count, 1, TREY_MAX_CHANCES);
            assert_near(total(nexts, count), 1.0);
            for (int n = 0; n < count; n++) {
                int m = trey_rules_tiles(&rules, board, (trey_next)nexts[n].what,
                                         nexts[n].deck, tiles);
                assert_near(total(tiles, m), 1.0);
                for (int t = 0; t < m; t++) {
                    by_rank[h][tiles[t].what] +=
                        nexts[n].probability * tiles[t].probability;
                    /* A known tile determines the cards left. */
                    assert_int_equal(tiles[t].deck,
                                     trey_deck_draw(&rules, deck, (int)tiles[t].what));
                }
            }
        }
        for (int h = 1; h < 4; h++)
            for (int rank = 0; rank < 16; rank++)
                assert_near(by_rank[h][rank], by_rank[0][rank]);
    }
}

static void test_twos(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("2048");
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count = trey_rules_tiles(&rules, 0xf1, TREY_NEXT_HIDDEN, 0, chances);
    assert_int_equal(count, 2);
    assert_near(probability_of(chances, count, 1), 0.9);
    assert_near(probability_of(chances, count, 2), 0.1);
    assert_int_equal(chances[0].deck, 0);
    assert_int_equal(trey_rules_nexts(&rules, 0xf1, 0, chances), 1);
    assert_int_equal(chances[0].what, TREY_NEXT_HIDDEN);
}

/* --- decks -------------------------------------------------------------------------- */

static void test_deck(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    for (int a = 0; a <= 4; a++)
        for (int b = 0; b <= 4; b++)
            for (int c = 0; c <= 4; c++) {
                trey_deck deck = trey_deck_of(a, b, c);
                assert_int_equal(trey_deck_left(deck, 1), a);
                assert_int_equal(trey_deck_left(deck, 2), b);
                assert_int_equal(trey_deck_left(deck, 3), c);
                if (a > 0)
                    assert_int_equal(trey_deck_draw(&rules, deck, 1),
                                     trey_deck_of(a - 1, b, c));
                else if (deck != 0)
                    assert_int_equal(trey_deck_draw(&rules, deck, 1), deck);
                assert_int_equal(trey_deck_draw(&rules, deck, 4), deck);
            }
    assert_int_equal(trey_deck_draw(&rules, 0, 2), trey_deck_of(4, 3, 4));
    assert_int_equal(trey_deck_draw(&rules, TREY_DECK_UNKNOWN, 2), TREY_DECK_UNKNOWN);
    struct trey_chance chances[TREY_MAX_CHANCES];
    assert_int_equal(trey_rules_nexts(&rules, 0x111, TREY_DECK_UNKNOWN, chances), 3);
    for (int i = 0; i < 3; i++)
        assert_near(chances[i].probability, 1.0 / 3);
}

static void test_deck_check(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window"), course = rules_of("course"),
                      twos = rules_of("2048");
    struct trey_error error;
    assert_int_equal(trey_deck_check(&rules, 2, trey_deck_of(3, 4, 4), &error), TREY_OK);
    assert_int_equal(trey_deck_check(&rules, 2, trey_deck_of(4, 4, 4), &error),
                     TREY_ERR_INPUT);
    assert_string_equal(error.message,
                        "the deck cannot have 4 of the 1s left: a full deck has "
                        "4, and one of them comes next");
    assert_int_equal(trey_deck_check(&rules, 7 << 4, trey_deck_of(4, 4, 4), NULL),
                     TREY_OK);
    assert_int_equal(trey_deck_check(&rules, 2, trey_deck_of(0, 5, 0), NULL),
                     TREY_ERR_INPUT);
    assert_int_equal(trey_deck_check(&rules, 2, 0xe000, NULL), TREY_ERR_INPUT);
    assert_int_equal(trey_deck_check(&rules, 2, TREY_DECK_UNKNOWN, NULL), TREY_OK);
    assert_int_equal(trey_deck_check(&course, 4, trey_deck_of(1, 0, 1), NULL), TREY_OK);
    assert_int_equal(trey_deck_check(&course, 4, trey_deck_of(1, 1, 1), NULL),
                     TREY_ERR_INPUT);
    assert_int_equal(trey_deck_check(&twos, 0, 0, NULL), TREY_OK);
    assert_int_equal(trey_deck_check(&twos, 0, 1, NULL), TREY_ERR_INPUT);
}

static void test_text(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window"), twos = rules_of("2048");
    static const struct {
        const char *text;
        trey_next next;
    } good[] = {{"1", 2},          {"2", 4},           {"3", 8},
                {"+", 1},          {"?", 0},           {"6", 16},
                {"6,12,24", 0x70}, {"12288", 1 << 15}, {"192,384,768", 7 << 9}};
    static const char *const bad[] = {"",   "0",  "4",     "7",          "1,",   ",1",
                                      "++", "+1", "24576", "1,,2",       "1 2",  "x",
                                      "-1", "6,", "6,12x", "4294967297", "6;12", "0,1"};
    char text[TREY_NEXT_TEXT], deck_text[TREY_DECK_TEXT];
    trey_next next = 77;
    trey_deck deck = 77;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(trey_next_parse(&rules, good[i].text, &next, NULL), TREY_OK);
        assert_int_equal(next, good[i].next);
        trey_next_format(&rules, next, text, sizeof text);
        assert_string_equal(text, good[i].text);
    }
    next = 77;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (trey_next_parse(&rules, bad[i], &next, NULL) != TREY_ERR_INPUT)
            fail_msg("the hint '%s' was taken", bad[i]);
    assert_int_equal(next, 77);
    trey_next_format(&rules, 0xfffe, text, sizeof text);
    assert_string_equal(text, "1,2,3,6,12,24,48,96,192,384,768,1536,3072,6144,12288");
    assert_int_equal(trey_next_parse(&twos, "4", &next, NULL), TREY_OK);
    assert_int_equal(next, 4);

    static const char *const bad_decks[] = {
        "",       "1",    "1,2",    "1,2,3,4", "5,0,0", "1,2,x",    "1 2 3",
        "-1,0,0", "1,2,", "1,2,3,", ",1,2",    "+",     "unknown ", "1,2,33333333333"};
    assert_int_equal(trey_deck_parse(&rules, "3,4,2", &deck, NULL), TREY_OK);
    assert_int_equal(deck, trey_deck_of(3, 4, 2));
    trey_deck_format(deck, deck_text, sizeof deck_text);
    assert_string_equal(deck_text, "3,4,2");
    assert_int_equal(trey_deck_parse(&rules, "unknown", &deck, NULL), TREY_OK);
    assert_int_equal(deck, TREY_DECK_UNKNOWN);
    trey_deck_format(deck, deck_text, sizeof deck_text);
    assert_string_equal(deck_text, "unknown");
    for (size_t i = 0; i < sizeof bad_decks / sizeof *bad_decks; i++)
        if (trey_deck_parse(&rules, bad_decks[i], &deck, NULL) != TREY_ERR_INPUT)
            fail_msg("the deck '%s' was taken", bad_decks[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_windows),     cmocka_unit_test(test_bonus_tiles),
        cmocka_unit_test(test_hints_agree), cmocka_unit_test(test_twos),
        cmocka_unit_test(test_deck),        cmocka_unit_test(test_deck_check),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
