/* Playing the known-sequence game: the boards of the assignment's pictures, the spawn
 * rule, whole games against the oracle, and the referee. */
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <string.h>

static struct trey_sequence *sequence_of(const struct oracle_board *start,
                                         const uint64_t *tiles, size_t count)
{
    return instance_of(&(struct oracle_game){*start, tiles, count, 0});
}

/* --- one move ---------------------------------------------------------------------- */

struct picture {
    enum trey_direction direction;
    int entry; /* spawn cell */
    const char *after;
};

static void expect_pictures(const char *start, const struct picture *pictures,
                            size_t count)
{
    struct oracle_board board = oracle_board_of(start);
    for (size_t i = 0; i < count; i++) {
        struct trey_sequence *sequence = sequence_of(&board, (const uint64_t[]){12}, 1);
        struct trey_position position;
        trey_sequence_begin(sequence, &position);
        int cell = trey_sequence_play(sequence, &position, pictures[i].direction);
        assert_int_equal(cell, pictures[i].entry);
        struct oracle_board expected = oracle_board_of(pictures[i].after);
        struct oracle_board after = oracle_from_wide(&position.board);
        assert_true(oracle_equal(&after, &expected));
        assert_int_equal(position.moves, 1);
        assert_int_equal(position.score, oracle_sequence_score(&expected));
        assert_int_equal(oracle_entry(&board, pictures[i].direction, NULL), cell);
        trey_sequence_free(sequence);
    }
}

static void test_first_picture(void **state)
{
    (void)state;
    static const struct picture pictures[] = {
        {TREY_LEFT, 7, "1 3 2 0/3 0 0 12/6 3 3 0/1 3 0 0"},
        {TREY_RIGHT, 12, "0 1 3 2/0 1 2 0/0 3 3 6/12 1 0 3"},
        {TREY_UP, 15, "1 3 2 2/1 3 3 3/3 0 3 0/1 0 0 12"},
        {TREY_DOWN, 1, "1 12 0 0/1 1 2 2/3 2 0 0/1 3 6 3"},
    };
    expect_pictures("1 1 2 2/1 2 0 0/3 3 3 3/1 0 3 0", pictures, 4);
}

/* Up: the rightmost column reads 0 0 0 6 from below, the smallest of the four. */
static void test_second_picture(void **state)
{
    (void)state;
    static const struct picture pictures[] = {
        {TREY_DOWN, 2, "0 0 12 0/0 0 0 3/0 0 0 3/1 3 3 0"},
        {TREY_LEFT, 11, "0 0 3 0/0 0 3 0/2 1 0 12/1 3 0 0"},
        {TREY_RIGHT, 8, "0 0 0 3/0 0 0 3/12 0 2 1/0 1 1 2"},
        {TREY_UP, 15, "0 0 0 6/0 2 1 0/1 1 2 0/0 0 0 12"},
    };
    expect_pictures("0 0 0 3/0 0 0 3/0 2 1 0/1 1 2 0", pictures, 4);
}

/* All lines that move are equal: the most clockwise one. */
static void test_full_ties(void **state)
{
    (void)state;
    static const struct picture all[] = {
        {TREY_LEFT, 15, "3 3 0 0/3 3 0 0/3 3 0 0/3 3 0 12"},
        {TREY_RIGHT, 0, "12 0 3 3/0 0 3 3/0 0 3 3/0 0 3 3"},
    };
    expect_pictures("0 3 3 0/0 3 3 0/0 3 3 0/0 3 3 0", all, 2);
    static const struct picture columns[] = {
        {TREY_UP, 12, "3 3 3 3/3 3 3 3/0 0 0 0/12 0 0 0"},
        {TREY_DOWN, 3, "0 0 0 12/0 0 0 0/3 3 3 3/3 3 3 3"},
    };
    expect_pictures("0 0 0 0/3 3 3 3/3 3 3 3/0 0 0 0", columns, 2);
    static const struct picture two[] = {
        {TREY_LEFT, 11, "3 6 0 0/3 0 0 0/3 0 0 12/1 1 0 0"},
    };
    expect_pictures("3 6 0 0/0 3 0 0/1 2 0 0/1 1 0 0", two, 1);
    static const struct picture other_two[] = {
        {TREY_RIGHT, 4, "0 0 6 3/12 0 0 3/0 0 0 3/0 0 1 1"},
    };
    expect_pictures("0 0 6 3/0 0 3 0/0 0 2 1/0 0 1 1", other_two, 1);
}

/* The property: every move equals the oracle's, given a next tile. */
static bool plays_differ(const struct oracle_board *board, const void *context)
{
    const uint64_t *tile = context;
    struct trey_wide wide = oracle_to_wide(board);
    const uint8_t rank = (uint8_t)oracle_rank(*tile);
    struct trey_sequence *sequence = NULL;
    if (trey_sequence_new(&wide, &rank, 1, &sequence, NULL) != TREY_OK)
        return false; /* an empty board, or one that is too large */
    bool differ = false;
    for (int i = 0; i < 4; i++) {
        struct oracle_game game = {*board, tile, 1, 0};
        struct trey_position position;
        trey_sequence_begin(sequence, &position);
        int cell = trey_sequence_play(sequence, &position, (enum trey_direction)i);
        differ = differ || cell != oracle_play(&game, (enum trey_direction)i, NULL);
        struct trey_wide expected = oracle_to_wide(&game.board);
        differ = differ || memcmp(&position.board, &expected, sizeof expected) != 0;
        differ = differ || position.score != oracle_sequence_score(&game.board);
        differ = differ || position.moves != game.taken;
    }
    trey_sequence_free(sequence);
    return differ;
}

static void test_random_entries(void **state)
{
    (void)state;
    static const int max_ranks[] = {1, 2, 3, 4, 6, 20, 37};
    struct random_case random = case_start();
    for (int round = 0; round < 40000; round++) {
        struct oracle_board board =
            case_board(&random, 4, 4, max_ranks[case_below(&random, 7)]);
        uint64_t tile = oracle_tile(1 + case_below(&random, 20));
        case_check(&random, &board, plays_differ, &tile, "a move");
    }
}

/* --- whole games ------------------------------------------------------------------- */

struct watch {
    struct oracle_game game;
    const uint8_t *moves;
    size_t calls, stop_after; /* number of calls before the callback stops the replay */
};

static bool check_position(void *context, const struct trey_position *position,
                           enum trey_direction direction,
                           const struct trey_wide *before_spawn, int spawn_cell)
{
    struct watch *watch = context;
    struct oracle_board before = watch->game.board;
    if (watch->calls == 0) {
        assert_int_equal(spawn_cell, -1);
    } else {
        assert_int_equal(direction, watch->moves[watch->calls - 1]);
        assert_int_equal(oracle_play(&watch->game, direction, &before), spawn_cell);
    }
    struct trey_wide slid = oracle_to_wide(&before);
    struct trey_wide after = oracle_to_wide(&watch->game.board);
    assert_memory_equal(before_spawn, &slid, sizeof slid);
    assert_memory_equal(&position->board, &after, sizeof after);
    assert_int_equal(position->moves, watch->calls);
    assert_int_equal(position->score, oracle_sequence_score(&watch->game.board));
    watch->calls++;
    return watch->calls != watch->stop_after;
}

/* The referee's expected verdict, by the oracle. */
static enum trey_end play_out(struct oracle_game *game, const uint8_t *moves,
                              size_t count)
{
    size_t i = 0;
    while (i < count && oracle_play(game, (enum trey_direction)moves[i], NULL) >= 0)
        i++;
    if (!oracle_can_move(&game->board))
        return TREY_END_NO_MOVE;
    if (game->taken == game->count)
        return TREY_END_OUT_OF_TILES;
    return i < count ? TREY_END_ILLEGAL_MOVE : TREY_END_OUT_OF_MOVES;
}

/* Mostly legal moves, so that games get long; sometimes any move. */
static void random_moves(struct random_case *random, struct oracle_game game,
                         uint8_t *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int tries = case_below(random, 60) == 0 ? 0 : 8;
        do
            moves[i] = (uint8_t)case_below(random, 4);
        while (tries-- > 0 &&
               oracle_entry(&game.board, (enum trey_direction)moves[i], NULL) < 0);
        oracle_play(&game, (enum trey_direction)moves[i], NULL);
    }
}

static void test_whole_games(void **state)
{
    (void)state;
    enum { LIMIT = 300 };
    struct random_case random = case_start();
    int ends[4] = {0};
    for (int round = 0; round < 400; round++) {
        uint64_t tiles[LIMIT];
        uint8_t moves[LIMIT];
        size_t count = (size_t)case_below(&random, LIMIT);
        size_t move_count = (size_t)case_below(&random, LIMIT);
        struct oracle_board start = case_crowded(&random, case_below(&random, 14), 6);
        if (oracle_sum(&start) == 0)
            continue;
        case_tiles(&random, tiles, count, 10);
        struct watch watch = {{start, tiles, count, 0}, moves, 0, SIZE_MAX};
        struct oracle_game game = watch.game;
        random_moves(&random, game, moves, move_count);
        struct trey_sequence *sequence = sequence_of(&start, tiles, count);
        struct trey_verdict verdict;
        trey_sequence_judge(sequence, moves, move_count, check_position, &watch,
                            &verdict);
        assert_int_equal(verdict.end, play_out(&game, moves, move_count));
        assert_int_equal(verdict.moves_given, move_count);
        assert_int_equal(verdict.final.moves, game.taken);
        assert_int_equal(verdict.final.score, oracle_sequence_score(&game.board));
        assert_int_equal(watch.calls, game.taken + 1);
        ends[verdict.end]++;
        trey_sequence_free(sequence);
    }
    for (int end = 0; end < 4; end++)
        assert_int_not_equal(ends[end], 0);
}

/* --- the referee ------------------------------------------------------------------- */

static const uint8_t L = TREY_LEFT, R = TREY_RIGHT, U = TREY_UP, D = TREY_DOWN;

static struct trey_verdict judge_moves(const char *start, const uint64_t *tiles,
                                       size_t count, const uint8_t *moves,
                                       size_t move_count)
{
    struct oracle_board board = oracle_board_of(start);
    struct trey_sequence *sequence = sequence_of(&board, tiles, count);
    struct trey_verdict verdict;
    trey_sequence_judge(sequence, moves, move_count, NULL, NULL, &verdict);
    trey_sequence_free(sequence);
    return verdict;
}

static void test_why_games_end(void **state)
{
    (void)state;
    static const char corner[] = "3 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0";
    static const uint64_t tiles[] = {1, 2, 3};
    /* Left moves nothing: no tile is taken, and the R that follows is ignored. */
    struct trey_verdict verdict =
        judge_moves(corner, tiles, 3, (const uint8_t[]){L, R}, 2);
    assert_int_equal(verdict.end, TREY_END_ILLEGAL_MOVE);
    assert_int_equal(verdict.final.moves, 0);
    assert_int_equal(verdict.final.score, 3);
    assert_int_equal(verdict.moves_given, 2);

    verdict = judge_moves(corner, tiles, 3, (const uint8_t[]){R, R}, 2);
    assert_int_equal(verdict.end, TREY_END_OUT_OF_MOVES);
    assert_int_equal(verdict.final.moves, 2);
    assert_int_equal(verdict.final.score, 3 + 1 + 1);

    verdict = judge_moves(corner, tiles, 1, (const uint8_t[]){R, R, R}, 3);
    assert_int_equal(verdict.end, TREY_END_OUT_OF_TILES);
    assert_int_equal(verdict.final.moves, 1);

    verdict = judge_moves(corner, NULL, 0, (const uint8_t[]){R}, 1);
    assert_int_equal(verdict.end, TREY_END_OUT_OF_TILES);
    assert_int_equal(verdict.final.moves, 0);
    assert_int_equal(verdict.final.score, 3);

    static const char stuck[] = "1 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1";
    verdict = judge_moves(stuck, tiles, 3, (const uint8_t[]){R, L}, 2);
    assert_int_equal(verdict.end, TREY_END_NO_MOVE);
    assert_int_equal(verdict.final.moves, 0);
    assert_int_equal(verdict.final.score, 16);

    verdict = judge_moves(corner, tiles, 3, NULL, 0);
    assert_int_equal(verdict.end, TREY_END_OUT_OF_MOVES);
    assert_int_equal(verdict.final.moves, 0);
    for (int end = 0; end < 4; end++)
        assert_true(strlen(trey_end_text((enum trey_end)end)) > 5);
}

static void test_a_game_by_hand(void **state)
{
    (void)state;
    static const uint64_t tiles[] = {2, 3, 3, 1};
    struct oracle_board start = oracle_board_of("1 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
    struct trey_sequence *sequence = sequence_of(&start, tiles, 4);
    struct trey_position position;
    trey_sequence_begin(sequence, &position);
    static const struct {
        uint8_t move;
        int next; /* rank of the tile that this move spawns; 0: none is left */
        int cell;
        const char *after;
    } steps[] = {
        {R, 2, 0, "2 1 0 0/0 0 0 0/0 0 0 0/0 0 0 0"},
        {U, 3, -1, "2 1 0 0/0 0 0 0/0 0 0 0/0 0 0 0"},
        {L, 3, 3, "3 0 0 3/0 0 0 0/0 0 0 0/0 0 0 0"},
        {D, 3, 3, "0 0 0 3/3 0 0 3/0 0 0 0/0 0 0 0"},
        {U, 1, 12, "3 0 0 6/0 0 0 0/0 0 0 0/1 0 0 0"},
        {D, 0, -1, "3 0 0 6/0 0 0 0/0 0 0 0/1 0 0 0"},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_int_equal(trey_sequence_next(sequence, &position), steps[i].next);
        int cell = trey_sequence_play(sequence, &position, steps[i].move);
        struct oracle_board expected = oracle_board_of(steps[i].after);
        struct oracle_board after = oracle_from_wide(&position.board);
        if (cell != steps[i].cell || !oracle_equal(&after, &expected))
            fail_msg("step %zu enters cell %d", i, cell);
    }
    assert_int_equal(position.moves, 4);
    assert_int_equal(position.score, 3 + 9 + 1);
    trey_sequence_free(sequence);
}

static void test_a_replay_can_be_ended(void **state)
{
    (void)state;
    static const uint64_t tiles[] = {1, 2, 3, 3, 3};
    const uint8_t moves[] = {R, D, L, U, R};
    struct oracle_board start = oracle_board_of("3 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
    struct trey_sequence *sequence = sequence_of(&start, tiles, 5);
    for (size_t stop = 1; stop <= 3; stop++) {
        struct watch watch = {{start, tiles, 5, 0}, moves, 0, stop};
        struct trey_verdict verdict;
        trey_sequence_judge(sequence, moves, 5, check_position, &watch, &verdict);
        assert_int_equal(watch.calls, stop);
        assert_int_equal(verdict.final.moves, stop - 1);
    }
    trey_sequence_free(sequence);
}

/* 3*2^37 twice: the largest possible merge, with 3^39 points. */
static void test_the_highest_merge(void **state)
{
    (void)state;
    struct oracle_board start =
        oracle_board_of("412316860416 412316860416 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
    struct trey_sequence *sequence = sequence_of(&start, (const uint64_t[]){2}, 1);
    struct trey_position position;
    trey_sequence_begin(sequence, &position);
    assert_int_equal(position.score, 2 * 1350851717672992089ull);
    assert_int_equal(trey_sequence_play(sequence, &position, TREY_LEFT), 3);
    assert_int_equal(position.board.rank[0], 41);
    assert_int_equal(position.score, 4052555153018976267ull + 1);
    trey_sequence_free(sequence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_picture),
        cmocka_unit_test(test_second_picture),
        cmocka_unit_test(test_full_ties),
        cmocka_unit_test(test_random_entries),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_why_games_end),
        cmocka_unit_test(test_a_game_by_hand),
        cmocka_unit_test(test_a_replay_can_be_ended),
        cmocka_unit_test(test_the_highest_merge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
