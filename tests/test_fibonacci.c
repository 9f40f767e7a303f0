/* The rule set fibonacci against a second implementation over tile values: moves, whole
 * trees of moves, the best play of tiny boards; and the modules that refuse this rule
 * set. */
#include "support/random_case.h"
#include "support/test.h"
#include "trey/exact.h"
#include "trey/learn.h"
#include "trey/search.h"
#include "trey/selfplay.h"

#include <math.h>
#include <string.h>

static struct trey_rules rules_of(const char *text)
{
    struct trey_rules rules;
    assert_int_equal(trey_rules_parse(text, &rules, NULL), TREY_OK);
    return rules;
}

/* --- the rules, slow and obvious ---------------------------------------------------- */

static const uint64_t sequence[] = {1,  2,  3,   5,   8,   13,  21, 34,
                                    55, 89, 144, 233, 377, 610, 987};

/* The sum of two tiles that merge; 0: they do not merge. */
static uint64_t merge_of(uint64_t a, uint64_t b, uint64_t largest)
{
    if (a + b > largest)
        return 0;
    if (a == 1 && b == 1)
        return 2;
    for (int i = 0; i + 1 < 15; i++)
        if ((a == sequence[i] && b == sequence[i + 1]) ||
            (b == sequence[i] && a == sequence[i + 1]))
            return a + b;
    return 0;
}

/* Moves all tiles; returns the points. */
static uint64_t slide_slowly(struct oracle_board *board, int direction, uint64_t largest)
{
    enum trey_direction to = (enum trey_direction)direction;
    int length = oracle_line_length(board, to);
    uint64_t points = 0;
    for (int line = 0; line < oracle_line_count(board, to); line++) {
        uint64_t tile[16] = {0};
        int count = 0;
        bool joined = false;
        for (int i = 0; i < length; i++) {
            uint64_t next = board->tile[oracle_cell(board, to, line, i)];
            uint64_t sum =
                count > 0 && !joined ? merge_of(tile[count - 1], next, largest) : 0;
            if (next == 0)
                continue;
            joined = sum != 0;
            if (joined)
                tile[count - 1] = sum;
            else
                tile[count++] = next;
            points += sum;
        }
        for (int i = 0; i < length; i++)
            board->tile[oracle_cell(board, to, line, i)] = tile[i];
    }
    return points;
}

static trey_board pack(const struct trey_rules *rules, const struct oracle_board *board)
{
    trey_board made = 0;
    for (int cell = 0; cell < oracle_cells(board); cell++)
        made = trey_board_with(made, cell, trey_rules_rank(rules, board->tile[cell]));
    return made;
}

static struct oracle_board unpack(const struct trey_rules *rules, trey_board board)
{
    struct oracle_board made = {.rows = rules->shape.rows, .cols = rules->shape.cols};
    for (int cell = 0; cell < oracle_cells(&made); cell++)
        made.tile[cell] = trey_rules_tile(rules, trey_board_rank(board, cell));
    return made;
}

static void check_slides(const struct trey_rules *rules, trey_board board)
{
    uint64_t largest = rules->top == TREY_TOP_STOP ? 610 : 987;
    for (int d = 0; d < 4; d++) {
        struct oracle_board slow = unpack(rules, board);
        uint64_t points = slide_slowly(&slow, d, largest);
        enum trey_direction direction = (enum trey_direction)d;
        assert_int_equal(trey_rules_slide(rules, board, direction), pack(rules, &slow));
        assert_int_equal(trey_rules_gain(rules, board, direction), points);
    }
}

/* --- moves -------------------------------------------------------------------------- */

static void test_every_line(void **state)
{
    (void)state;
    struct trey_rules merge = rules_of("fibonacci"),
                      stop = rules_of("fibonacci top=stop");
    for (unsigned line = 0; line < 65536; line++) {
        trey_board row = (trey_board)line << 32, column = 0;
        for (int i = 0; i < 4; i++)
            column = trey_board_with(column, 4 * i + 1, (int)(line >> (4 * i) & 15));
        check_slides(&merge, row | column);
        check_slides(&stop, row | column);
    }
}

static void test_every_shape(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (uint8_t rows = 1; rows <= 16; rows++)
        for (uint8_t cols = 1; rows * cols <= 16; cols++)
            for (int i = 0; i < 500 && rows * cols > 1; i++) {
                struct trey_rules rules = rules_of("fibonacci");
                rules.shape = (struct trey_shape){rows, cols};
                trey_board board = 0;
                int kinds = 2 + case_below(&random, i % 2 ? 4 : 15);
                for (int cell = 0; cell < rows * cols; cell++)
                    board = trey_board_with(board, cell, case_below(&random, kinds));
                check_slides(&rules, board);
            }
}

static void test_examples(void **state)
{
    (void)state;
    static const struct {
        const char *before, *left;
    } cases[] = {{"1 1 0 0", "2 0 0 0"},         {"1 2 0 0", "3 0 0 0"},
                 {"2 1 0 0", "3 0 0 0"},         {"2 2 0 0", "2 2 0 0"},
                 {"1 1 1 1", "2 2 0 0"},         {"1 1 2 3", "2 5 0 0"},
                 {"2 0 3 5", "5 5 0 0"},         {"8 0 0 5", "13 0 0 0"},
                 {"1 3 0 0", "1 3 0 0"},         {"610 377 1 0", "987 1 0 0"},
                 {"610 987 0 0", "610 987 0 0"}, {"987 987 0 0", "987 987 0 0"}};
    struct trey_rules rules = rules_of("fibonacci rows=1 cols=4");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trey_board before, after;
        assert_int_equal(trey_rules_parse_board(&rules, cases[i].before, &before, NULL),
                         TREY_OK);
        assert_int_equal(trey_rules_parse_board(&rules, cases[i].left, &after, NULL),
                         TREY_OK);
        assert_int_equal(trey_rules_slide(&rules, before, TREY_LEFT), after);
    }
    struct trey_error error;
    trey_board board;
    assert_int_equal(trey_rules_parse_board(&rules, "4 0 0 0", &board, &error),
                     TREY_ERR_INPUT);
    assert_string_equal(error.message, "'4' is not a valid tile");
    assert_int_equal(trey_rules_parse_board(&rules, "1597 0 0 0", &board, &error),
                     TREY_ERR_INPUT);
    assert_string_equal(error.message, "the tile 1597 is above 987");
}

/* --- trees of moves ----------------------------------------------------------------- */

static uint64_t paths(const struct trey_rules *rules, trey_board board, int plies)
{
    uint64_t count = 0;
    if (plies == 0)
        return 1;
    for (int d = 0; d < 4; d++) {
        trey_board after = trey_rules_slide(rules, board, (enum trey_direction)d);
        if (after == board)
            continue;
        unsigned cells =
            trey_rules_spawn_cells(rules, board, after, (enum trey_direction)d);
        for (; cells != 0; cells &= cells - 1)
            count +=
                paths(rules, trey_board_with(after, __builtin_ctz(cells), 1), plies - 1);
    }
    return count;
}

static uint64_t slow_paths(struct oracle_board board, int plies)
{
    uint64_t count = 0;
    if (plies == 0)
        return 1;
    for (int d = 0; d < 4; d++) {
        struct oracle_board after = board;
        slide_slowly(&after, d, 987);
        if (oracle_equal(&after, &board))
            continue;
        for (int cell = 0; cell < oracle_cells(&after); cell++)
            if (after.tile[cell] == 0) {
                struct oracle_board then = after;
                then.tile[cell] = 1;
                count += slow_paths(then, plies - 1);
            }
    }
    return count;
}

/* Number of games of a given length from a board, counted once by the oracle. */
static void test_trees(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *board;
        int plies;
        uint64_t count;
    } cases[] = {
        {"fibonacci", "1000000000000001", 1, 56},
        {"fibonacci", "1000000000000001", 3, 155568},
        {"fibonacci rows=2 cols=2", "1001", 6, 39168},
        {"fibonacci rows=2 cols=3", "100001", 5, 465680},
        {"fibonacci rows=3 cols=3", "123450000", 3, 3837},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of(cases[i].rules);
        trey_board board;
        assert_int_equal(trey_rules_parse_board(&rules, cases[i].board, &board, NULL),
                         TREY_OK);
        uint64_t count = paths(&rules, board, cases[i].plies);
        assert_int_equal(count, slow_paths(unpack(&rules, board), cases[i].plies));
        assert_int_equal(count, cases[i].count);
    }
}

/* --- the best play ------------------------------------------------------------------ */

/* Points still to come under the best play for `plies` moves, by trying everything. */
static double best_slowly(struct oracle_board board, int plies)
{
    double best = 0.0;
    for (int d = 0; d < 4 && plies > 0; d++) {
        struct oracle_board after = board;
        double points = (double)slide_slowly(&after, d, 987), sum = 0.0;
        int cells = 0;
        if (oracle_equal(&after, &board))
            continue;
        for (int cell = 0; cell < oracle_cells(&after); cell++)
            if (after.tile[cell] == 0) {
                struct oracle_board then = after;
                then.tile[cell] = 1;
                sum += best_slowly(then, plies - 1);
                cells++;
            }
        best = fmax(best, points + sum / cells);
    }
    return best;
}

static void test_search_is_brute_force(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        int plies;
    } cases[] = {
        {"fibonacci rows=2 cols=2", 8}, {"fibonacci rows=2 cols=3", 4}, {"fibonacci", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_rules rules = rules_of(cases[i].rules);
        struct trey_evaluator *evaluator;
        struct trey_search *search;
        struct trey_search_limits limits;
        assert_int_equal(trey_evaluator_points(rules.shape, trey_eval_family_of(&rules),
                                               &evaluator, NULL),
                         TREY_OK);
        assert_int_equal(
            trey_search_new(&rules, evaluator, (size_t)1 << 20, &search, NULL), TREY_OK);
        trey_search_limits_defaults(&limits);
        limits.depth_plies = (unsigned)cases[i].plies;
        for (uint64_t number = 0; number < 20; number++) {
            struct trey_game game;
            struct trey_search_result result;
            trey_game_begin(&game, &rules, 4, number);
            for (unsigned k = 0; k < 6 * number; k++)
                trey_game_slide(&game, (enum trey_direction)(k % 4), NULL);
            assert_int_equal(trey_search_run(search, &game.view, &limits, &result, NULL),
                             TREY_OK);
            double expected =
                best_slowly(unpack(&rules, game.view.board), cases[i].plies);
            double found = result.best < 0 ? 0.0 : result.value[result.best];
            assert_true(fabs(found - expected) < 1e-4 * (1.0 + expected));
        }
        trey_search_free(search);
        trey_evaluator_free(evaluator);
    }
}

/* --- games -------------------------------------------------------------------------- */

/* Only 1s spawn; the first board has two; the score is the sum of all merged tiles. */
static void test_games(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("fibonacci");
    for (uint64_t number = 0; number < 50; number++) {
        struct trey_game game;
        trey_game_begin(&game, &rules, 6, number);
        uint64_t sum = 2, points = 0;
        for (unsigned k = 0; trey_game_legal(&game) != 0; k++) {
            struct oracle_board board = unpack(&rules, game.view.board);
            assert_int_equal(oracle_sum(&board), sum);
            struct trey_move move;
            assert_int_equal(game.tile, 1);
            uint64_t made = slide_slowly(&board, (int)(k % 4), 987);
            if (trey_game_slide(&game, (enum trey_direction)(k % 4), &move)) {
                assert_int_equal(move.gain, made);
                points += made;
                sum++;
            }
        }
        assert_int_equal(game.view.score, points);
    }
}

/* --- modules that refuse this rule set ---------------------------------------------- */

static void test_refusals(void **state)
{
    (void)state;
    struct trey_rules rules = rules_of("fibonacci"), small = rules_of("fibonacci rows=2 "
                                                                      "cols=2");
    struct trey_error error = {0};
    struct trey_learn_options options;
    struct trey_learner *learner = NULL;
    trey_learn_defaults(&options);
    options.rules = rules;
    assert_int_equal(trey_learner_new(&options, &learner, &error), TREY_ERR_ARGUMENT);
    assert_string_equal(
        error.message, "networks can be trained for Threes! and 2048, not for Fibonacci");
    assert_string_equal(trey_evaluator_default(rules.shape, trey_eval_family_of(&rules)),
                        "heuristic");
    struct trey_evaluator *evaluator = NULL;
    assert_int_equal(trey_evaluator_named("network", rules.shape,
                                          trey_eval_family_of(&rules), &evaluator,
                                          &error),
                     TREY_ERR_ARGUMENT);
    struct trey_player_options how;
    struct trey_player *player = NULL;
    trey_player_defaults(&how);
    assert_int_equal(trey_player_new("exact", &small, &how, NULL, &player, &error),
                     TREY_ERR_ARGUMENT);
    static const char *const wrong[] = {"fibonacci copies=4", "fibonacci bonus=window",
                                        "fibonacci boost=6"};
    for (size_t i = 0; i < 3; i++)
        assert_int_not_equal(trey_rules_parse(wrong[i], &rules, NULL), TREY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_line),
        cmocka_unit_test(test_every_shape),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_search_is_brute_force),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
