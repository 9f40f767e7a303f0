/* Regression against full recursion: it drops no board of an optimal line, proves no
 * score that a line of play beats, and keeps the invariant of covered lines. */
#include "sequence/fine.h"
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <stdlib.h>

static trey_bytes bytes_of(const struct oracle_board *board)
{
    struct trey_wide wide = oracle_to_wide(board);
    return trey_bytes_load(&wide);
}

/* --- random tiny games -------------------------------------------------------------- */

enum { MAX_TILES = 8 };

struct tiny {
    struct oracle_game game;
    uint64_t tiles[MAX_TILES];
};

/* Few or many tiles, small or large ones, boards with few moves, starts that cover few
 * lines; `kind` selects among them. */
static void make_tiny(struct random_case *random, int kind, struct tiny *tiny)
{
    static const int most_ranks[] = {2, 3, 4, 6, 9, 11};
    int most = most_ranks[kind % 6];
    tiny->game = (struct oracle_game){.tiles = tiny->tiles};
    switch (kind % 5) {
    case 0:
        tiny->game.board = case_board(random, 4, 4, most);
        break;
    case 1:
        tiny->game.board = case_crowded(random, case_below(random, 3), most);
        break;
    case 2: /* few lines covered */
        tiny->game.board = (struct oracle_board){4, 4, {0}};
        for (int i = 1 + case_below(random, 4); i > 0; i--)
            tiny->game.board.tile[4 * case_below(random, 2) + case_below(random, 2)] =
                oracle_tile(1 + case_below(random, most));
        break;
    case 3: /* no merges at first: 1s and 3s in a chequerboard, with a hole or none */
        tiny->game.board = (struct oracle_board){4, 4, {0}};
        for (int cell = case_below(random, 3); cell < 16; cell++)
            tiny->game.board.tile[cell] = (cell + cell / 4) % 2 ? 1 : 3;
        break;
    default:
        tiny->game.board = case_crowded(random, 3 + case_below(random, 8), most);
    }
    tiny->game.count = (size_t)(1 + case_below(random, kind % 50 == 49 ? MAX_TILES : 6));
    case_tiles(random, tiny->tiles, tiny->game.count, most < 3 ? 3 : most);
    if (oracle_sum(&tiny->game.board) == 0)
        tiny->game.board.tile[5] = 1;
}

/* --- the properties ----------------------------------------------------------------- */

enum { STAGES = TREY_CODED_MAX_LARGE - TREY_CODED_MIN_LARGE + 1 };

struct check {
    struct trey_regress *regress;
    struct trey_fine *stages[STAGES]; /* each skips what the one before excluded */
    uint64_t best;
    long boards;
};

/* Checks that a board of an optimal line is kept. */
static void check_kept(struct check *check, size_t moves, trey_bytes board)
{
    trey_multiset set;
    check->boards++;
    if (!trey_regress_alive(check->regress, moves, board))
        fail_msg("a board of an optimal line was dropped after %zu moves", moves);
    if (trey_multiset_of_board(board, &set) &&
        !trey_regress_reachable(check->regress, moves, set, trey_pattern_of(board)))
        fail_msg("a board of an optimal line is not reached after %zu moves", moves);
    for (int i = 0; i < STAGES; i++)
        if (!trey_fine_alive(check->stages[i], moves, board))
            fail_msg("stage %d dropped one after %zu moves", i, moves);
}

/* Searches all games; returns the best score from this position. */
static uint64_t search_games(struct check *check, const struct oracle_game *game)
{
    uint64_t best = oracle_sequence_score(&game->board);
    struct trey_cover cover = trey_pattern_cover(trey_pattern_of(bytes_of(&game->board)));
    for (int direction = 0; direction < 4; direction++) {
        struct oracle_game next = *game;
        if (oracle_play(&next, (enum trey_direction)direction, NULL) < 0)
            continue;
        struct trey_cover then =
            trey_pattern_cover(trey_pattern_of(bytes_of(&next.board)));
        assert_true(then.min >= cover.min && then.max >= cover.max);
        uint64_t score = search_games(check, &next);
        if (score > best)
            best = score;
    }
    if (best == check->best)
        check_kept(check, game->taken, bytes_of(&game->board));
    return best;
}

static bool run_regression(struct trey_regress *regress, uint64_t score, size_t moves)
{
    struct trey_regress_limits limits = {
        .moves = moves, .bytes = SIZE_MAX, .forward = true};
    bool proved;
    assert_int_equal(trey_regress_run(regress, score, &limits, &proved, NULL), TREY_OK);
    return proved;
}

/* Goes back half of the moves, then all; the second run must prove everything that the
 * first one did. Memory is limited: loose goals have tens of millions of boards. */
static bool run_fine(struct trey_fine *fine, uint64_t score, size_t moves)
{
    struct trey_regress_limits limits = {.moves = moves / 2, .bytes = 1 << 20};
    bool by_half, proved;
    assert_int_equal(trey_fine_run(fine, score, &limits, &by_half, NULL), TREY_OK);
    limits.moves = moves;
    assert_int_equal(trey_fine_run(fine, score, &limits, &proved, NULL), TREY_OK);
    assert_true(proved || !by_half);
    return proved;
}

/* Numbers of proofs, and of the boards and layers checked. */
struct tally {
    long boards, layers;
    int coarse, fine, fine_alone;
};

static bool run_stages(struct check *check, uint64_t score, size_t moves)
{
    bool proved = false;
    for (int i = 0; i < STAGES && !proved; i++)
        proved = run_fine(check->stages[i], score, moves);
    return proved;
}

static void check_optimum(struct check *check, const struct tiny *tiny, size_t moves,
                          struct tally *tally)
{
    assert_int_equal(
        trey_regress_next_end(check->regress, check->best - 1, check->best + 1),
        check->best);
    assert_false(run_regression(check->regress, check->best - 1, moves));
    assert_false(run_stages(check, check->best - 1, moves));
    for (int i = 0; i < STAGES; i++)
        tally->layers += (long)trey_fine_moves(check->stages[i]);
    search_games(check, &tiny->game);
}

static void check_tiny(const struct tiny *tiny, struct tally *tally)
{
    struct trey_sequence *sequence = instance_of(&tiny->game);
    struct trey_bound bound;
    struct check check = {.best = oracle_best(&tiny->game).score};
    assert_int_equal(trey_sequence_bound(sequence, &bound, NULL), TREY_OK);
    assert_true(bound.score >= check.best);
    assert_int_equal(
        trey_regress_new(sequence, bound.longest_moves, &check.regress, NULL), TREY_OK);
    if (check.regress != NULL) {
        uint64_t start = oracle_sequence_score(&tiny->game.board);
        for (int i = 0; i < STAGES; i++)
            assert_int_equal(
                trey_fine_new(check.regress, i > 0 ? check.stages[i - 1] : NULL,
                              TREY_CODED_MIN_LARGE + i, &check.stages[i], NULL),
                TREY_OK);
        if (check.best > start) {
            check_optimum(&check, tiny, (bound.longest_moves + 1) / 2, tally);
            check_optimum(&check, tiny, bound.longest_moves, tally);
        }
        bool coarse = run_regression(check.regress, check.best, bound.longest_moves);
        bool fine = run_stages(&check, check.best, bound.longest_moves);
        tally->coarse += coarse;
        tally->fine += fine;
        tally->fine_alone += fine && !coarse;
    }
    tally->boards += check.boards;
    for (int i = STAGES; i-- > 0;)
        trey_fine_free(check.stages[i]);
    trey_regress_free(check.regress);
    trey_sequence_free(sequence);
}

/* TREY_TEST_GAMES sets another number. */
static void test_tiny_games(void **state)
{
    (void)state;
    const char *expected = getenv("TREY_TEST_GAMES");
    int games = expected != NULL ? atoi(expected) : 60 / case_share();
    struct random_case random = case_start();
    struct tally tally = {0};
    for (int i = 0; i < games; i++) {
        struct tiny tiny;
        make_tiny(&random, i, &tiny);
        check_tiny(&tiny, &tally);
    }
    print_message("%d games, %ld boards on optimal lines, %ld fine layers; proved: %d "
                  "coarse, %d fine, %d of them by that alone\n",
                  games, tally.boards, tally.layers, tally.coarse, tally.fine,
                  tally.fine_alone);
    assert_true(tally.coarse > 0 && tally.fine > 0 && tally.layers > 0);
}

/* The planner with all its stages, on games that its first pass does not exhaust. */
static void test_claims_of_the_planner(void **state)
{
    (void)state;
    struct random_case random = case_start();
    int regressed = 0;
    for (int i = 0; i < 12; i++) {
        uint64_t tiles[7];
        struct oracle_game game = {.tiles = tiles, .count = 7};
        case_tiles(&random, tiles, 7, 5);
        game.board = case_crowded(&random, 2 + i % 5, 6);
        struct trey_sequence *sequence = instance_of(&game);
        struct trey_plan_options options = instance_one_pass(0);
        struct trey_plan plan = instance_plan(sequence, &options);
        assert_int_not_equal(plan.proof, TREY_PROOF_NONE);
        assert_int_equal(plan.score, oracle_best(&game).score);
        regressed += plan.proof == TREY_PROOF_REGRESSED;
        trey_plan_clear(&plan);
        trey_sequence_free(sequence);
    }
    print_message("%d of 12 plans were proved by regression\n", regressed);
}

/* No result for tiles out of range: sums of 12,288 and more; 16 of one rank are in
 * range. */
static void test_sums_out_of_range(void **state)
{
    (void)state;
    static const uint64_t tiles[] = {6, 6, 24576};
    struct tiny tiny = {.game = {.tiles = tiles, .count = 2}};
    tiny.game.board = oracle_board_of("6 6 6 6/6 6 6 6/6 6 6 6/6 6 6 0");
    struct tally tally = {0};
    check_tiny(&tiny, &tally);
    tiny.game.count = 3;
    check_tiny(&tiny, &tally);
    struct trey_sequence *sequence = instance_of(&tiny.game);
    struct trey_regress *regress;
    assert_int_equal(trey_regress_new(sequence, 3, &regress, NULL), TREY_OK);
    assert_null(regress);
    trey_sequence_free(sequence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiny_games),
        cmocka_unit_test(test_claims_of_the_planner),
        cmocka_unit_test(test_sums_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
