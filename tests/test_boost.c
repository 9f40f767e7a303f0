/* The boosted start: cards of the deck and one large tile, on random cells. */
#include "rules/chance.h"
#include "support/test.h"
#include "trey/game.h"
#include "trey/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

/* Counts the tiles of each rank. */
static void count_ranks(trey_board board, int ranks[16])
{
    memset(ranks, 0, 16 * sizeof *ranks);
    for (int cell = 0; cell < 16; cell++)
        ranks[trey_board_rank(board, cell)]++;
}

/* All tiles of the start: eight cards and the large tile; the deck of twelve lacks these
 * cards and, once the first hint is drawn, the hinted one. A bonus tile takes no card. */
static void test_first_boards(void **state)
{
    (void)state;
    static const int tiles[] = {6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144};
    for (int i = 0; i < 11; i++) {
        char text[64];
        snprintf(text, sizeof text, "window boost=%d", tiles[i]);
        struct trey_rules rules = rules_of(text);
        for (uint64_t number = 0; number < 200; number++) {
            struct trey_game game;
            int ranks[16];
            trey_game_begin(&game, &rules, 3, number);
            count_ranks(game.view.board, ranks);
            assert_int_equal(ranks[trey_rules_rank(&rules, (uint64_t)tiles[i])], 1);
            assert_int_equal(ranks[1] + ranks[2] + ranks[3], 8);
            assert_int_equal(ranks[0], 7);
            bool bonus = game.tile > 3;
            assert_true(!bonus || tiles[i] >= 48);
            for (int rank = 1; rank <= 3; rank++)
                assert_int_equal(trey_deck_left(game.view.deck, rank) + ranks[rank] +
                                     (game.tile == rank),
                                 4);
            assert_int_equal(game.view.score, trey_board_score(game.view.board));
            assert_true(
                trey_deck_fits(&rules, game.view.board, game.view.next, game.view.deck));
            assert_int_equal(trey_view_check(&game.view, NULL), TREY_OK);
        }
    }
}

/* All cells are about equally frequent: 16,000 games of a fixed seed, five standard
 * deviations. */
static void test_cells(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("classic boost=384");
    int seen[16] = {0};
    for (uint64_t number = 0; number < 16000; number++) {
        struct trey_game game;
        trey_game_begin(&game, &rules, 8, number);
        for (int cell = 0; cell < 16; cell++)
            seen[cell] += trey_board_rank(game.view.board, cell) == 10;
    }
    for (int cell = 0; cell < 16; cell++)
        assert_in_range(seen[cell], 1000 - 153, 1000 + 153);
}

/* Without a boost a seed gives the same game as before this rule existed. */
static void test_none(void **state)
{
    (void)state;
    struct trey_rules plain = rules_of("window"), none = rules_of("window boost=none"),
                      boosted = rules_of("window boost=6");
    assert_true(trey_rules_equal(&plain, &none));
    assert_false(trey_rules_equal(&plain, &boosted));
    struct trey_game a, b;
    trey_game_begin(&a, &plain, 1, 2);
    trey_game_begin(&b, &none, 1, 2);
    assert_int_equal(a.view.board, b.view.board);
    assert_int_equal(a.random, b.random);
    char text[TREY_RULES_TEXT];
    trey_rules_format(&boosted, text, sizeof text);
    assert_string_equal(text, "window boost=6");
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const wrong[] = {"window boost=3", "window boost=12288",
                                        "window boost=5", "window boost=10",
                                        "window boost=",  "2048 boost=6"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct trey_rules rules;
        struct trey_error error = {0};
        assert_int_not_equal(trey_rules_parse(wrong[i], &rules, &error), TREY_OK);
        assert_true(error.message[0] != '\0');
    }
}

/* A record of a boosted game is a complete game, in both formats; without the large tile,
 * or with one card too many, it is not. */
static void test_records(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window boost=96 start=5");
    struct trey_record record = {0}, read = {0};
    struct trey_game game;
    struct trey_view end;
    trey_game_begin(&game, &rules, 5, 1);
    assert_int_equal(trey_record_begin(&record, &game.view, 5, 1, "p", NULL), TREY_OK);
    for (unsigned legal; (legal = trey_game_legal(&game)) != 0;) {
        struct trey_move move;
        int direction = __builtin_ctz(legal);
        assert_true(trey_game_slide(&game, (enum trey_direction)direction, &move));
        struct trey_step step = {(uint8_t)direction, move.cell, move.rank, game.view.next,
                                 0.0F};
        assert_int_equal(trey_record_add(&record, &step, NULL), TREY_OK);
    }
    record.score = game.view.score;
    assert_int_equal(trey_record_replay(&record, true, &end, NULL), TREY_OK);
    assert_int_equal(trey_record_check_seed(&record, NULL), TREY_OK);
    char *text = NULL;
    assert_int_equal(trey_record_format(&record, TREY_RECORD_COURSE, &text, NULL),
                     TREY_OK);
    assert_int_equal(trey_record_parse(text, &rules, &read, NULL), TREY_OK);
    assert_int_equal(trey_record_replay(&read, true, &end, NULL), TREY_OK);
    assert_int_equal(end.board, game.view.board);
    free(text);
    trey_record_clear(&read);
    for (int cell = 0; cell < 16; cell++)
        if (trey_board_rank(record.start.board, cell) == 8) {
            struct trey_record other = record;
            other.start.board = trey_board_with(record.start.board, cell, 9);
            assert_int_not_equal(trey_record_replay(&other, true, &end, NULL), TREY_OK);
            other.start.board = trey_board_with(record.start.board, cell, 0);
            assert_int_not_equal(trey_record_replay(&other, true, &end, NULL), TREY_OK);
        }
    trey_record_clear(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_boards), cmocka_unit_test(test_cells),
        cmocka_unit_test(test_none),         cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
