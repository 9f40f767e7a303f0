/* Games in lockstep: each lane equals a struct trey_game of the same seed and number
 * after every move, independent of the other lanes. */
#include "support/random_case.h"
#include "support/test.h"
#include "trey/batch.h"

#include <string.h>

enum { LANES = 37 };

static const char *const some_rules[] = {"course rows=2 cols=3",
                                         "window hint=none top=stop",
                                         "classic entry=any copies=0 odds=2",
                                         "window boost=6144 top=end",
                                         "2048 rows=3 cols=2 top=end",
                                         "window rows=1 cols=12",
                                         "2048 hint=exact entry=moved"};
enum { SOME = sizeof some_rules / sizeof *some_rules };

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

struct arrays {
    trey_board board[LANES], after[LANES];
    trey_next next[LANES];
    trey_deck deck[LANES];
    uint64_t reward[LANES], score[LANES], number[LANES];
    uint8_t legal[LANES], moved[LANES], over[LANES];
};

static struct trey_batch_arrays all_of(struct arrays *arrays)
{
    return (struct trey_batch_arrays){
        .board = arrays->board,
        .next = arrays->next,
        .deck = arrays->deck,
        .legal = arrays->legal,
        .after = arrays->after,
        .reward = arrays->reward,
        .score = arrays->score,
        .moved = arrays->moved,
        .over = arrays->over,
        .number = arrays->number,
    };
}

static struct trey_batch *batch_of(const struct trey_rules *rules, bool renew)
{
    struct trey_batch *batch = NULL;
    assert_int_equal(trey_batch_new(rules, LANES, 9, renew, &batch, NULL), TREY_OK);
    return batch;
}

static void assert_same_game(const struct trey_batch *batch, uint32_t lane,
                             const struct trey_game *game)
{
    struct trey_game other;
    char a[TREY_GAME_TEXT], b[TREY_GAME_TEXT];
    trey_batch_game(batch, lane, &other);
    trey_game_format(game, a, sizeof a);
    trey_game_format(&other, b, sizeof b);
    assert_string_equal(a, b);
}

/* Makes `direction` in the game, too, and compares it with the arrays of the lane. */
static void check_lane(const struct trey_batch *batch, const struct arrays *arrays, int i,
                       struct trey_game *game, int direction, bool renew,
                       uint64_t *number)
{
    struct trey_move move = {0};
    uint64_t score = game->view.score;
    trey_board before = game->view.board;
    bool was_over = trey_game_legal(game) == 0;
    bool moved =
        direction < 4 && trey_game_slide(game, (enum trey_direction)direction, &move);
    bool over = !was_over && trey_game_legal(game) == 0;
    assert_int_equal(arrays->moved[i], moved);
    assert_int_equal(arrays->over[i], over);
    assert_int_equal(arrays->after[i], moved ? move.after : before);
    assert_int_equal(arrays->score[i], game->view.score);
    assert_int_equal(arrays->reward[i], game->view.score - score);
    if (moved && trey_rules_merges_score(&game->view.rules))
        assert_int_equal(arrays->reward[i], move.gain);
    if (renew && (over || was_over)) {
        *number += LANES;
        trey_game_begin(game, &game->view.rules, 9, *number);
    }
    assert_int_equal(arrays->number[i], *number);
    assert_int_equal(arrays->board[i], game->view.board);
    assert_int_equal(arrays->next[i], game->view.next);
    assert_int_equal(arrays->deck[i], game->view.deck);
    assert_int_equal(arrays->legal[i], trey_game_legal(game));
    assert_same_game(batch, (uint32_t)i, game);
}

static void play_and_check(const char *text, bool renew, int steps)
{
    struct random_case random = case_start();
    struct trey_rules rules = rules_of(text);
    struct trey_batch *batch = batch_of(&rules, renew);
    struct arrays arrays;
    const struct trey_batch_arrays wanted = all_of(&arrays);
    struct trey_game games[LANES];
    uint64_t number[LANES];
    for (int i = 0; i < LANES; i++) {
        number[i] = (uint64_t)i;
        trey_game_begin(&games[i], &rules, 9, number[i]);
        assert_same_game(batch, (uint32_t)i, &games[i]);
    }
    for (int step = 0; step < steps; step++) {
        uint8_t slides[LANES];
        uint64_t moves = 0;
        for (int i = 0; i < LANES; i++)
            slides[i] = case_below(&random, 20) == 0
                            ? (uint8_t)(4 + case_below(&random, 252))
                            : (uint8_t)case_below(&random, 4);
        uint64_t reported = trey_batch_step(batch, slides, &wanted);
        for (int i = 0; i < LANES; i++) {
            check_lane(batch, &arrays, i, &games[i], slides[i], renew, &number[i]);
            moves += arrays.moved[i];
        }
        assert_int_equal(reported, moves);
    }
    trey_batch_free(batch);
}

static void test_lanes_are_games(void **state)
{
    (void)state;
    for (int renew = 0; renew < 2; renew++) {
        for (int i = 0; trey_rules_name_at(i) != NULL; i++)
            play_and_check(trey_rules_name_at(i), renew, 300);
        for (int i = 0; i < SOME; i++)
            play_and_check(some_rules[i], renew, 150);
    }
}

/* A lane begun with another seed plays that seed's game; other lanes are unaffected. */
static void test_seed_of_a_lane(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("classic");
    struct trey_batch *batch = batch_of(&rules, true);
    struct trey_game game;
    trey_batch_begin(batch, 5, 1234, 77);
    trey_game_begin(&game, &rules, 1234, 77);
    assert_same_game(batch, 5, &game);
    trey_game_begin(&game, &rules, 9, 4);
    assert_same_game(batch, 4, &game);
    uint8_t slides[LANES];
    struct arrays arrays;
    const struct trey_batch_arrays wanted = all_of(&arrays);
    trey_batch_observe(batch, &wanted);
    while (arrays.number[5] == 77) {
        for (int i = 0; i < LANES; i++)
            slides[i] =
                i == 5 ? (uint8_t)__builtin_ctz(arrays.legal[5]) : TREY_BATCH_WAIT;
        assert_int_equal(trey_batch_step(batch, slides, &wanted), 1);
    }
    trey_game_begin(&game, &rules, 1234, 77 + LANES);
    assert_same_game(batch, 5, &game);
    trey_batch_free(batch);
}

/* The slides of many boards equal those of single boards, finished games included. */
static void check_slides(const char *text)
{
    struct trey_rules rules = rules_of(text);
    struct trey_batch *batch = batch_of(&rules, false);
    struct random_case random = case_start();
    struct arrays arrays;
    const struct trey_batch_arrays wanted = all_of(&arrays);
    trey_board after[4 * LANES], alone[4 * LANES];
    uint64_t gain[4 * LANES];
    uint8_t slides[LANES];
    for (int step = 0; step < 200; step++) {
        for (int i = 0; i < LANES; i++)
            slides[i] = (uint8_t)case_below(&random, 4);
        trey_batch_step(batch, slides, &wanted);
        trey_batch_after_states(&rules, arrays.board, LANES, after, gain);
        trey_batch_after_states(&rules, arrays.board, LANES, alone, NULL);
        assert_memory_equal(after, alone, sizeof after);
        for (int i = 0; i < 4 * LANES; i++) {
            trey_board board = arrays.board[i / 4];
            bool legal = arrays.legal[i / 4] >> (i % 4) & 1;
            trey_board left =
                trey_rules_slide(&rules, board, (enum trey_direction)(i % 4));
            assert_true(after[i] == (legal ? left : board));
            assert_true(gain[i] == (legal ? trey_rules_gain(&rules, board,
                                                            (enum trey_direction)(i % 4))
                                          : 0));
        }
    }
    trey_batch_free(batch);
}

static void test_slides_of_boards(void **state)
{
    (void)state;
    for (int i = 0; trey_rules_name_at(i) != NULL; i++)
        check_slides(trey_rules_name_at(i));
    for (int i = 0; i < SOME; i++)
        check_slides(some_rules[i]);
}

/* Any array may be NULL, which does not change the others. */
static void test_arrays(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("2048");
    struct trey_batch *batch = batch_of(&rules, true), *same = batch_of(&rules, true);
    struct arrays arrays;
    const struct trey_batch_arrays none = {0};
    const struct trey_batch_arrays wanted = all_of(&arrays);
    uint8_t slides[LANES];
    memset(&arrays, 255, sizeof arrays);
    trey_batch_observe(batch, &wanted);
    for (int i = 0; i < LANES; i++)
        assert_true(arrays.moved[i] == 0 && arrays.over[i] == 0 &&
                    arrays.reward[i] == 0 && arrays.after[i] == arrays.board[i] &&
                    arrays.legal[i] != 0 && arrays.number[i] == (uint64_t)i);
    for (int step = 0; step < 500; step++) {
        memset(slides, step % 4, sizeof slides);
        uint64_t moves = trey_batch_step(batch, slides, &none);
        assert_int_equal(trey_batch_step(same, slides, &wanted), moves);
    }
    for (uint32_t i = 0; i < LANES; i++) {
        struct trey_game game;
        trey_batch_game(same, i, &game);
        assert_same_game(batch, i, &game);
    }
    trey_batch_free(batch);
    trey_batch_free(same);
}

/* Checks a lane's observation cell by cell and flag by flag. */
static void assert_observed(const struct arrays *arrays, int lane, int cells,
                            const uint8_t *ranks, const uint8_t *next,
                            const uint8_t *deck, const uint8_t *legal)
{
    for (int cell = 0; cell < cells; cell++)
        assert_int_equal(ranks[cell], arrays->board[lane] >> 4 * cell & 15);
    for (int rank = 0; rank < 16; rank++)
        assert_int_equal(next[rank], arrays->next[lane] >> rank & 1);
    for (int card = 0; card < 3; card++)
        assert_int_equal(deck[card], arrays->deck[lane] == TREY_DECK_UNKNOWN
                                         ? 255
                                         : arrays->deck[lane] >> 4 * card & 15);
    for (int direction = 0; direction < 4; direction++)
        assert_int_equal(legal[direction], arrays->legal[lane] >> direction & 1);
}

static void test_observations(void **state)
{
    (void)state;
    for (int i = 0; i < SOME; i++) {
        struct trey_rules rules = rules_of(some_rules[i]);
        int cells = rules.shape.rows * rules.shape.cols;
        struct trey_batch *batch = batch_of(&rules, true);
        struct arrays arrays;
        struct trey_batch_arrays wanted = all_of(&arrays);
        uint8_t ranks[LANES * 16 + 1], flags[LANES * 16], cards[LANES * 3],
            mask[LANES * 4], slides[LANES];
        wanted.ranks = ranks;
        wanted.flags = flags;
        wanted.cards = cards;
        wanted.mask = mask;
        ranks[LANES * cells] = 99;
        for (int step = 0; step < 100; step++) {
            for (int lane = 0; lane < LANES; lane++)
                slides[lane] = (uint8_t)((step + lane * step / 3) % 4);
            trey_batch_step(batch, slides, &wanted);
            for (int lane = 0; lane < LANES; lane++)
                assert_observed(&arrays, lane, cells, ranks + lane * cells,
                                flags + lane * 16, cards + lane * 3, mask + lane * 4);
        }
        assert_int_equal(ranks[LANES * cells], 99);
        trey_batch_free(batch);
    }
}

/* A caller that renews finished lanes itself gets the same games and arrays, after each
 * step, as a batch that renews them. */
static void test_renewed_by_hand(void **state)
{
    (void)state;
    for (int i = 0; i < SOME; i++) {
        struct trey_rules rules = rules_of(some_rules[i]);
        struct trey_batch *alone = batch_of(&rules, true),
                          *by_hand = batch_of(&rules, false);
        struct arrays expected, arrays;
        memset(&expected, 0, sizeof expected); /* padding is compared, too */
        memset(&arrays, 0, sizeof arrays);
        const struct trey_batch_arrays wanted = all_of(&expected), got = all_of(&arrays);
        const struct trey_batch_arrays position = {.board = arrays.board,
                                                   .next = arrays.next,
                                                   .deck = arrays.deck,
                                                   .legal = arrays.legal,
                                                   .number = arrays.number};
        uint8_t slides[LANES];
        uint64_t renewed = 0;
        for (int step = 0; step < 400; step++) {
            for (int lane = 0; lane < LANES; lane++)
                slides[lane] = (uint8_t)((step + lane * step / 3) % 4);
            trey_batch_step(alone, slides, &wanted);
            trey_batch_step(by_hand, slides, &got);
            uint32_t over[LANES];
            size_t count = 0;
            for (uint32_t lane = 0; lane < LANES; lane++)
                if (arrays.over[lane] != 0)
                    over[count++] = lane;
            trey_batch_renew(by_hand, over, count, &position);
            renewed += count;
            assert_memory_equal(&arrays, &expected, sizeof arrays);
        }
        trey_batch_renew(by_hand, NULL, 0, &position);
        assert_memory_equal(&arrays, &expected, sizeof arrays);
        const uint32_t last = LANES - 1;
        trey_batch_renew(by_hand, &last, 1, &got);
        assert_true(arrays.after[last] == arrays.board[last] && arrays.moved[last] == 0 &&
                    arrays.reward[last] == 0 && arrays.over[last] == 0 &&
                    arrays.number[last] == expected.number[last] + LANES);
        assert_true(renewed > 0);
        trey_batch_free(alone);
        trey_batch_free(by_hand);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("window");
    struct trey_batch *batch = (struct trey_batch *)&rules, *kept = batch;
    struct trey_error error = {0};
    assert_int_equal(trey_batch_new(&rules, 0, 1, true, &batch, &error),
                     TREY_ERR_ARGUMENT);
    assert_string_equal(error.message, "a batch has 1 to 16777216 lanes");
    assert_int_equal(
        trey_batch_new(&rules, TREY_BATCH_MAX_LANES + 1, 1, true, &batch, NULL),
        TREY_ERR_ARGUMENT);
    rules.odds = 0;
    assert_int_equal(trey_batch_new(&rules, 4, 1, true, &batch, &error),
                     TREY_ERR_ARGUMENT);
    assert_ptr_equal(batch, kept);
    trey_batch_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes_are_games),  cmocka_unit_test(test_seed_of_a_lane),
        cmocka_unit_test(test_slides_of_boards), cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_observations),     cmocka_unit_test(test_renewed_by_hand),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
