/* Random draws against the rules: chi-square tests over many games of fixed seeds.
 *
 * A test fails if a statistic exceeds its 0.9999 quantile. As the seeds are fixed, a test
 * always fails or never does. The expected shares are computed here from the rules, by
 * tile values, except in the one test that compares the library's distributions with the
 * draws. */
#include "rules/chance.h"
#include "support/oracle.h"
#include "support/test.h"
#include "trey/game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct counts {
    double seen[64], expected[64];
};

static void check_chi_square(const char *what, const struct counts *counts, int kinds)
{
    double statistic = 0.0;
    int degrees = -1;
    for (int i = 0; i < kinds; i++) {
        double difference = counts->seen[i] - counts->expected[i];
        if (counts->expected[i] < 1e-9) {
            if (counts->seen[i] > 0.0)
                fail_msg("%s: kind %d was seen and cannot be", what, i);
            continue;
        }
        statistic += difference * difference / counts->expected[i];
        degrees++;
    }
    /* Wilson and Hilferty's approximation of the 0.9999 quantile. */
    double part = 2.0 / (9.0 * degrees);
    double limit = degrees * pow(1.0 - part + 3.72 * sqrt(part), 3.0);
    if (degrees > 0 && statistic > limit)
        fail_msg("%s: chi-square %.1f with %d degrees of freedom, limit %.1f", what,
                 statistic, degrees, limit);
}

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

static enum trey_direction any_legal(const struct trey_game *game, uint64_t number)
{
    unsigned legal = trey_game_legal(game);
    unsigned direction = (unsigned)((number * 0x9e3779b97f4a7c15u) >> 62);
    while ((legal >> direction & 1) == 0)
        direction = (direction + 1) % 4;
    return (enum trey_direction)direction;
}

/* --- start positions ---------------------------------------------------------------- */

static void test_start(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct counts cells = {0}, numbers = {0};
    const int games = 40000;
    for (int number = 0; number < games; number++) {
        struct trey_game game;
        int of_rank[16] = {0}, tiles = 0;
        trey_game_begin(&game, &rules, 5, (uint64_t)number);
        for (int cell = 0; cell < 16; cell++) {
            int rank = trey_board_rank(game.view.board, cell);
            assert_in_range(rank, 0, 3);
            of_rank[rank]++;
            tiles += rank > 0;
            cells.seen[cell] += rank > 0;
        }
        assert_int_equal(tiles, 9);
        for (int rank = 1; rank <= 3; rank++)
            assert_in_range(of_rank[rank], 1, 4);
        /* Nine cards and the hinted one have left the deck of twelve. */
        assert_int_equal(trey_deck_left(game.view.deck, 1) +
                             trey_deck_left(game.view.deck, 2) +
                             trey_deck_left(game.view.deck, 3),
                         2);
        assert_true(
            trey_deck_fits(&rules, game.view.board, game.view.next, game.view.deck));
        numbers.seen[of_rank[1] * 5 + of_rank[2]]++;
    }
    /* Each cell is filled in 9 of 16 games; the sum over the cells is fixed, which only
     * makes the statistic smaller. The kinds of nine of twelve cards are
     * hypergeometric. */
    for (int cell = 0; cell < 16; cell++)
        cells.expected[cell] = games * 9.0 / 16;
    static const double choose4[5] = {1, 4, 6, 4, 1};
    for (int ones = 1; ones <= 4; ones++)
        for (int twos = 1; twos <= 4; twos++)
            if (9 - ones - twos >= 1 && 9 - ones - twos <= 4)
                numbers.expected[ones * 5 + twos] = games * choose4[ones] *
                                                    choose4[twos] *
                                                    choose4[9 - ones - twos] / 220.0;
    check_chi_square("cells of the first board", &cells, 16);
    check_chi_square("cards of the first board", &numbers, 25);
}

static void test_start_2048(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("2048 rows=3 cols=3");
    struct counts pairs = {0};
    const int games = 60000;
    int fours = 0;
    for (int number = 0; number < games; number++) {
        struct trey_game game;
        int first = -1;
        trey_game_begin(&game, &rules, 6, (uint64_t)number);
        for (int cell = 0; cell < 9; cell++) {
            int rank = trey_board_rank(game.view.board, cell);
            if (rank == 0)
                continue;
            fours += rank == 2;
            if (first < 0) {
                first = cell;
                continue;
            }
            pairs.seen[first * 9 + cell - first * (first + 1) / 2 - first - 1]++;
        }
        assert_int_equal(game.view.score, 0);
    }
    for (int i = 0; i < 36; i++)
        pairs.expected[i] = games / 36.0;
    check_chi_square("cells of the first two tiles", &pairs, 36);
    struct counts tiles = {{fours, 2.0 * games - fours}, {0.2 * games, 1.8 * games}};
    check_chi_square("fours among the first tiles", &tiles, 2);
}

/* --- the deck ----------------------------------------------------------------------- */

/* Every dozen of cards is a whole deck, in uniformly random order. */
static void test_deck_of_twelve(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window bonus=none start=1");
    struct counts follows = {0};
    for (uint64_t number = 0; number < 4000; number++) {
        struct trey_game game;
        int cards = 1, in_deck[4] = {0}, last;
        trey_game_begin(&game, &rules, 7, number);
        last = 0;
        for (int cell = 0; cell < 16; cell++)
            last += trey_board_rank(game.view.board, cell);
        in_deck[last]++;
        while (trey_game_legal(&game) != 0) {
            int card = game.tile;
            in_deck[card]++;
            if (++cards % 12 == 0) {
                for (int rank = 1; rank <= 3; rank++)
                    assert_int_equal(in_deck[rank], 4);
                memset(in_deck, 0, sizeof in_deck);
                assert_int_equal(game.view.deck, 0);
            } else if (cards % 12 > 1) { /* adjacent in one deck: 3 of the other 11 */
                follows.seen[3 * (last - 1) + card - 1]++;
                for (int next = 1; next <= 3; next++)
                    follows.expected[3 * (last - 1) + next - 1] +=
                        (next == last ? 3.0 : 4.0) / 11.0;
            }
            last = card;
            trey_game_slide(&game, any_legal(&game, number + game.view.moves), NULL);
        }
    }
    check_chi_square("cards after cards", &follows, 9);
}

/* The bag of three follows from the board: the table of the exact solver's page. */
static void test_bag_of_three(void **state)
{
    (void)state;
    static const unsigned legal[6] = {7, 6, 5, 7, 2, 1}; /* bit h-1: hint h is possible */
    struct trey_rules rules = rules_of("course rows=2 cols=3");
    for (uint64_t number = 0; number < 3000; number++) {
        struct trey_game game;
        trey_game_begin(&game, &rules, 8, number);
        while (trey_game_legal(&game) != 0) {
            uint64_t sum = trey_board_sum(game.view.board);
            assert_int_equal(game.view.next, 1 << game.tile);
            assert_true(legal[sum % 6] >> (game.tile - 1) & 1);
            int entered = game.tile;
            trey_game_slide(&game, any_legal(&game, number + game.view.moves), NULL);
            sum += (uint64_t)entered;
            assert_int_equal(trey_board_sum(game.view.board), sum);
            unsigned next = 1u << (game.tile - 1);
            if (sum % 6 == 3)
                assert_true(next & (entered == 3 ? 3 : 4));
            else
                assert_true(next & legal[sum % 6]);
        }
    }
}

/* --- bonus tiles -------------------------------------------------------------------- */

/* Counts the draws of a game on a fixed board; the random numbers advance. */
static void draw_often(const char *text, trey_board board, int draws,
                       struct counts *counts)
{
    struct trey_rules rules = rules_of(text);
    struct trey_view view = {
        .rules = rules, .board = board, .deck = trey_deck_of(2, 1, 1)};
    view.rules.hint = TREY_SHOW_NONE; /* so that the first tile is drawn by all rules */
    memset(counts, 0, sizeof *counts);
    for (int i = 0; i < draws; i++) {
        struct trey_game game;
        trey_game_from_view(&game, &view, 9, (uint64_t)i);
        counts->seen[game.tile]++;
    }
}

static void test_bonus_rules(void **state)
{
    (void)state;
    static const char *const texts[] = {"classic odds=3 top=merge",
                                        "window odds=3 top=merge", "classic top=merge",
                                        "window top=merge"};
    const int draws = 60000;
    for (int k = 0; k < 4; k++)
        for (int largest = 5; largest <= 15; largest += k < 2 ? 1 : 3) {
            struct counts counts, expected = {0};
            double odds = k < 2 ? 3.0 : 21.0;
            int values = 0;
            while ((uint64_t)6 << values <= oracle_tile(largest) / 8)
                values++;
            int windows = values < 3 ? 1 : values - 2, width = values < 3 ? values : 3;
            for (int w = 0; values > 0 && w < windows; w++)
                for (int v = w; v < w + width; v++)
                    expected.expected[4 + v] += draws / odds / windows / width;
            for (int v = 0; k % 2 == 0 && v < values; v++)
                expected.expected[4 + v] = draws / odds / values;
            double cards = values > 0 ? 1.0 - 1.0 / odds : 1.0;
            expected.expected[1] = draws * cards / 2;
            expected.expected[2] = expected.expected[3] = draws * cards / 4;
            draw_often(texts[k], (trey_board)(unsigned)largest << 8, draws, &counts);
            memcpy(expected.seen, counts.seen, sizeof expected.seen);
            check_chi_square(texts[k], &expected, 16);
        }
}

/* The hinted windows are uniform over all of the board, the tile over its window. */
static void test_windows_shown(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window odds=2 start=1 top=merge");
    for (int largest = 7; largest <= 15; largest += 2) {
        struct counts windows = {0}, places = {0};
        int count = largest - 6 < 3 ? 1 : largest - 8, width = largest - 6 < 3 ? 1 : 3;
        for (uint64_t number = 0; number < 30000; number++) {
            struct trey_view view = {
                .rules = rules, .next = 2, .deck = TREY_DECK_UNKNOWN};
            struct trey_game game;
            view.board = (trey_board)(unsigned)largest << 60;
            trey_game_from_view(&game, &view, 10, number);
            trey_game_slide(&game, TREY_LEFT, NULL);
            if (game.view.next <= 8)
                continue;
            int first = __builtin_ctz(game.view.next);
            assert_int_equal(game.view.next, ((1 << width) - 1) << first);
            windows.seen[first - 4]++;
            places.seen[game.tile - first]++;
        }
        double shown = 0.0;
        for (int i = 0; i < 16; i++)
            shown += windows.seen[i];
        for (int i = 0; i < count; i++)
            windows.expected[i] = shown / count;
        for (int i = 0; i < width; i++)
            places.expected[i] = shown / width;
        check_chi_square("windows", &windows, 16);
        check_chi_square("places in windows", &places, 16);
        struct counts share = {{shown, 30000 - shown}, {15000, 15000}};
        check_chi_square("odds", &share, 2);
    }
}

/* --- spawn cells -------------------------------------------------------------------- */

static void test_entries(void **state)
{
    (void)state;
    static const char *const texts[] = {"window", "course", "2048"};
    /* 3 0 3 6 / 1 2 0 0 / 0 3 0 0 / 12 1 12 1: the lines that move are not those with
     * empty cells. */
    const trey_board board = 0x1515003000214303u;
    for (int k = 0; k < 3; k++)
        for (int direction = 0; direction < 4; direction++) {
            struct trey_view view = {.rules = rules_of(texts[k]), .board = board};
            struct counts cells = {0};
            view.rules.slide = TREY_SLIDE_THREES;
            view.rules.hint = TREY_SHOW_NONE;
            const uint64_t draws = 20000;
            for (uint64_t number = 0; number < draws; number++) {
                struct trey_game game;
                struct trey_move move;
                trey_game_from_view(&game, &view, 11, number);
                assert_true(
                    trey_game_slide(&game, (enum trey_direction)direction, &move));
                assert_int_equal(trey_board_with(move.after, move.cell, move.rank),
                                 game.view.board);
                assert_int_equal(trey_board_rank(move.after, move.cell), 0);
                cells.seen[(int)move.cell]++;
            }
            struct oracle_board oracle = oracle_from_packed(4, 4, board), after;
            bool moved[16], may[16] = {false};
            int count = 0;
            oracle_slide(&oracle, (enum trey_direction)direction, 6144, &after, moved);
            for (int cell = 0; cell < 16; cell++)
                may[cell] = k == 2 && after.tile[cell] == 0;
            for (int line = 0; k < 2 && line < 4; line++) {
                int cell = oracle_cell(&oracle, (enum trey_direction)direction, line, 3);
                may[cell] = k == 0 ? moved[line] : after.tile[cell] == 0;
            }
            for (int cell = 0; cell < 16; cell++)
                count += may[cell];
            for (int cell = 0; cell < 16; cell++)
                cells.expected[cell] = may[cell] ? (double)draws / count : 0.0;
            check_chi_square(texts[k], &cells, 16);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),          cmocka_unit_test(test_start_2048),
        cmocka_unit_test(test_deck_of_twelve), cmocka_unit_test(test_bag_of_three),
        cmocka_unit_test(test_bonus_rules),    cmocka_unit_test(test_windows_shown),
        cmocka_unit_test(test_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
