/* Heuristics against plain arithmetic on tiles, and one decision of each searcher against
 * the whole tree of its depth, searched with the oracle's rules. Whole games and limits
 * are in test_baselines_play.c. */
#include "extras/baselines/baselines.h"
#include "extras/baselines/searcher.h"
#include "support/instance.h"
#include "support/random_case.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

/* --- heuristics -------------------------------------------------------------------- */

static double value_of(const struct trey_heuristic *heuristic,
                       const struct oracle_board *board)
{
    struct trey_heuristic_settings settings = {.heuristic = heuristic,
                                               .weights = {0.2, 0.5, 0.2, 0.1}};
    struct trey_wide wide = oracle_to_wide(board);
    return trey_heuristic_of(&settings, &wide);
}

static bool tiles_match(uint64_t a, uint64_t b)
{
    return a + b == 3 ? a != 0 && b != 0 : a == b && a >= 3;
}

static bool tiles_follow(uint64_t a, uint64_t b)
{
    return a >= 3 ? b == 2 * a : a >= 1 && b == 3;
}

/* Number of adjacent pairs for which `related` holds in one order or the other. */
static int pairs(const struct oracle_board *board, bool (*related)(uint64_t, uint64_t))
{
    int count = 0;
    for (int a = 0; a < 16; a++)
        for (int b = a + 1; b < 16; b++) {
            bool neighbours = (b == a + 1 && a / 4 == b / 4) || b == a + 4;
            count += neighbours && (related(board->tile[a], board->tile[b]) ||
                                    related(board->tile[b], board->tile[a]));
        }
    return count;
}

static double capped(int count, int cap)
{
    return (double)(count < cap ? count : cap) / (double)cap;
}

static bool nearly_equal(double a, double b)
{
    return fabs(a - b) <= 1e-12 * (1.0 + fabs(a));
}

static bool heuristics_are_wrong(const struct oracle_board *board, const void *context)
{
    (void)context;
    int empty = 0;
    for (int cell = 0; cell < 16; cell++)
        empty += board->tile[cell] == 0;
    double score = (double)oracle_sequence_score(board);
    struct oracle_game game = {.board = *board};
    double most = (double)oracle_bound(&game).score;
    double normalised = most > 0.0 ? score / most : 0.0;
    double empties = capped(empty, 7);
    double match = sqrt(capped(pairs(board, tiles_match), 6));
    double run = sqrt(capped(pairs(board, tiles_follow), 12));
    return !nearly_equal(value_of(&trey_heuristic_board_score, board), score) ||
           !nearly_equal(value_of(&trey_heuristic_board_score_normalised, board),
                         normalised) ||
           !nearly_equal(value_of(&trey_heuristic_empties, board), empties) ||
           !nearly_equal(value_of(&trey_heuristic_adjacent_matches, board), match) ||
           !nearly_equal(value_of(&trey_heuristic_adjacent_runs, board), run) ||
           !nearly_equal(value_of(&trey_heuristic_weighted, board),
                         0.2 * normalised + 0.5 * empties + 0.2 * match + 0.1 * run);
}

static void test_heuristics_by_arithmetic(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 2000; round++) {
        struct oracle_board board = case_board(&random, 4, 4, round % 2 == 0 ? 6 : 15);
        case_check(&random, &board, heuristics_are_wrong, NULL, "a heuristic");
    }
}

static void test_heuristics_in_figures(void **state)
{
    (void)state;
    struct oracle_board board = oracle_board_of("1 2 3 6/3 3 0 0/0 0 0 0/0 0 0 0");
    assert_int_equal(pairs(&board, tiles_match), 2);  /* 1+2, 3+3 */
    assert_int_equal(pairs(&board, tiles_follow), 4); /* 2-3, 3-6, 1-3 and 2-3 below */
    assert_true(
        nearly_equal(value_of(&trey_heuristic_board_score, &board), 1 + 1 + 3 + 9 + 6));
    assert_true(nearly_equal(value_of(&trey_heuristic_empties, &board), 1.0));
    assert_true(
        nearly_equal(value_of(&trey_heuristic_adjacent_matches, &board), sqrt(2.0 / 6)));
    assert_true(
        nearly_equal(value_of(&trey_heuristic_adjacent_runs, &board), sqrt(4.0 / 12)));
}

static void test_transforms(void **state)
{
    (void)state;
    assert_true(nearly_equal(trey_heuristic_share(2, 8, TREY_TRANSFORM_LINEAR), 0.25));
    assert_true(nearly_equal(trey_heuristic_share(2, 8, TREY_TRANSFORM_SQRT), 0.5));
    assert_true(
        nearly_equal(trey_heuristic_share(2, 8, TREY_TRANSFORM_POLYNOMIAL), 0.0625));
    assert_true(nearly_equal(trey_heuristic_share(9, 8, TREY_TRANSFORM_LINEAR), 1.0));
}

/* --- the tree of a depth ----------------------------------------------------------- */

enum { DEPTH = 4 };

/* Result of the whole tree; ties go to the first line in the order URDL. */
struct tree {
    const struct trey_heuristic_settings *heuristic;
    unsigned depth;
    uint8_t line[DEPTH];
    bool reached, dead_end;
    double best, best_dead_end;
    uint8_t best_line[DEPTH];
    double best_below[4], dead_end_below[4]; /* indexed by the first move */
    bool reached_below[4];
};

static void tree_walk(struct tree *tree, struct oracle_game game, unsigned depth)
{
    struct trey_wide wide = oracle_to_wide(&game.board);
    double value = trey_heuristic_of(tree->heuristic, &wide);
    uint8_t first = tree->line[0];
    if (depth == tree->depth) {
        if (!tree->reached || value > tree->best) {
            tree->best = value;
            memcpy(tree->best_line, tree->line, sizeof tree->line);
        }
        if (!tree->reached_below[first] || value > tree->best_below[first])
            tree->best_below[first] = value;
        tree->reached = tree->reached_below[first] = true;
        return;
    }
    bool moved = false;
    for (int direction = 0; direction < 4; direction++) {
        struct oracle_game next = game;
        if (oracle_play(&next, (enum trey_direction)direction, NULL) < 0)
            continue;
        moved = true;
        tree->line[depth] = (uint8_t)direction;
        tree_walk(tree, next, depth + 1);
    }
    if (moved || depth == 0)
        return;
    tree->line[0] = first;
    if (!tree->dead_end || value > tree->best_dead_end)
        tree->best_dead_end = value;
    if (value > tree->dead_end_below[first])
        tree->dead_end_below[first] = value;
    tree->dead_end = true;
}

static struct tree tree_of(const struct oracle_game *game,
                           const struct trey_heuristic_settings *heuristic)
{
    struct tree tree = {.heuristic = heuristic,
                        .depth = game->count < DEPTH ? (unsigned)game->count : DEPTH};
    for (int i = 0; i < 4; i++)
        tree.dead_end_below[i] = -1.0;
    if (tree.depth > 0)
        tree_walk(&tree, *game, 0);
    return tree;
}

/* --- one choice -------------------------------------------------------------------- */

struct chooser {
    const struct trey_searcher *searcher;
    struct trey_heuristic_settings heuristic;
    const struct oracle_game *game; /* a move was made */
};

static struct trey_choice choice_of(const struct chooser *chooser,
                                    const struct oracle_game *game)
{
    struct trey_sequence *sequence = instance_of(game);
    struct trey_searcher_options options;
    trey_searcher_defaults(&options);
    struct trey_searcher_report report = {0};
    struct trey_run run = {
        .sequence = sequence,
        .options = &options,
        .report = &report,
        .bytes_left = (size_t)32 << 20,
        .bytes_limit = (size_t)32 << 20,
    };
    struct trey_lookahead search = {
        .run = &run,
        .settings = {.searcher = chooser->searcher,
                     .heuristic = chooser->heuristic,
                     .depth_plies = DEPTH,
                     .nodes = 1 << (2 * DEPTH),
                     .moves = 2},
    };
    if (chooser->searcher->open != NULL)
        assert_int_equal(chooser->searcher->open(&search, NULL), TREY_OK);
    struct trey_position position;
    trey_sequence_begin(sequence, &position);
    struct trey_choice choice;
    trey_lookahead_choose(&search, &position, &choice);
    if (chooser->searcher->close != NULL)
        chooser->searcher->close(&search);
    assert_int_equal(run.bytes_left, run.bytes_limit);
    trey_sequence_free(sequence);
    return choice;
}

/* The property: if the whole tree fits, a searcher moves towards its best board, or
 * towards the best dead end if all lines end. */
static bool choice_is_wrong(const struct oracle_board *board, const void *context)
{
    const struct chooser *chooser = context;
    struct oracle_game game = *chooser->game;
    game.board = *board;
    if (oracle_sum(board) == 0)
        return false;
    struct tree tree = tree_of(&game, &chooser->heuristic);
    struct trey_choice choice = choice_of(chooser, &game);
    uint8_t first = choice.moves[0];
    if (choice.reached != tree.reached)
        return true;
    if (chooser->searcher == &trey_searcher_jogger)
        return tree.reached ? choice.count != (tree.depth < 2 ? tree.depth : 2) ||
                                  memcmp(choice.moves, tree.best_line, choice.count) != 0
                            : choice.count != 0;
    if (choice.count != (tree.reached || tree.dead_end))
        return true;
    if (choice.count == 0)
        return false;
    if (tree.reached && chooser->searcher == &trey_searcher_dldfs)
        return first != tree.best_line[0];
    return tree.reached ? !tree.reached_below[first] ||
                              !nearly_equal(tree.best_below[first], tree.best)
                        : !nearly_equal(tree.dead_end_below[first], tree.best_dead_end);
}

static void test_choices_against_the_whole_tree(void **state)
{
    (void)state;
    static const struct trey_searcher *const plain[] = {
        &trey_searcher_dldfs, &trey_searcher_pruner, &trey_searcher_jogger,
        &trey_searcher_wide};
    struct random_case random = case_start();
    for (int round = 0; round < 600; round++) {
        uint64_t tiles[DEPTH + 2];
        struct oracle_game game = {.tiles = tiles, .count = (size_t)round % (DEPTH + 2)};
        case_tiles(&random, tiles, DEPTH + 2, 5);
        struct oracle_board board = round % 3 == 0 ? case_board(&random, 4, 4, 6)
                                                   : case_crowded(&random, round % 4, 5);
        if (oracle_sum(&board) == 0)
            continue;
        struct chooser chooser = {
            .searcher = plain[round / 6 % 4],
            .heuristic = {.heuristic = trey_heuristics[round % 6],
                          .weights = {0.3, 0.5, 0.2, 0.0}},
            .game = &game,
        };
        case_check(&random, &board, choice_is_wrong, &chooser, chooser.searcher->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heuristics_by_arithmetic),
        cmocka_unit_test(test_heuristics_in_figures),
        cmocka_unit_test(test_transforms),
        cmocka_unit_test(test_choices_against_the_whole_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
