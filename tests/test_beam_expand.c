/* The planner's inner loop: all versions for this processor give the same children, and
 * the children follow the rules. */
#include "sequence/beam_expand.h"
#include "sequence/trace.h"
#include "support/oracle.h"
#include "support/random_case.h"
#include "support/test.h"

#include <string.h>

enum { BOARDS = 32 };

static trey_bytes bytes_of(const struct oracle_board *board)
{
    struct trey_wide wide = oracle_to_wide(board);
    return trey_bytes_load(&wide);
}

static void expect_child(const struct trey_expansion *expansion,
                         const struct trey_child *child, const struct oracle_game *game)
{
    trey_bytes expected = bytes_of(&game->board);
    assert_memory_equal(&child->board, &expected, sizeof expected);
    assert_int_equal(child->score, oracle_sequence_score(&game->board));
    int32_t value = trey_eval_board(&expansion->eval, expected) -
                    expansion->eval.slide_penalty[trey_eval_legal_slides(expected)] +
                    (int32_t)((double)(int64_t)child->score * expansion->score_value);
    assert_true(child->value >= value);
    assert_true(child->value <= value + (int32_t)expansion->noise);
}

/* Children of all boards, in order: for each board up, right, down, left if legal. */
static void expect_children(const struct trey_expansion *expansion,
                            const struct oracle_board *boards,
                            const struct trey_child *children, size_t count)
{
    uint64_t tile = oracle_tile(expansion->tile_rank);
    size_t next = 0;
    for (uint32_t place = 0; place < BOARDS; place++) {
        for (unsigned direction = 0; direction < 4; direction++) {
            struct oracle_game game = {boards[place], &tile, 1, 0};
            if (oracle_play(&game, (enum trey_direction)direction, NULL) < 0)
                continue;
            assert_true(next < count);
            assert_int_equal(children[next].link, trey_link(place, direction));
            expect_child(expansion, &children[next++], &game);
        }
    }
    assert_int_equal(next, count);
}

static void expand_random_boards(struct random_case *random, int max_rank, unsigned bits)
{
    struct oracle_board boards[BOARDS];
    trey_bytes bytes[BOARDS];
    uint64_t scores[BOARDS];
    for (int i = 0; i < BOARDS; i++) {
        boards[i] = case_below(random, 2) == 0
                        ? case_board(random, 4, 4, max_rank)
                        : case_crowded(random, case_below(random, 5), max_rank);
        bytes[i] = bytes_of(&boards[i]);
        scores[i] = oracle_sequence_score(&boards[i]);
    }
    struct trey_expansion expansion = {.seed = case_next(random) | 1, .noise = 24};
    struct trey_eval stages[TREY_EVAL_STAGES];
    assert_true(trey_eval_make(stages, &trey_eval_early, &trey_eval_late, UINT64_MAX));
    expansion.eval = stages[bits == 4 ? TREY_EVAL_LATE : TREY_EVAL_LATE_WIDE];
    expansion.score_value = case_below(random, 2) == 0 ? 0.0 : 5e-16;
    struct trey_beam_layer layer = {bytes, scores, BOARDS};
    for (int round = 0; round < 20; round++) {
        struct trey_child portable[4 * BOARDS], fast[4 * BOARDS];
        trey_beam_expand_fn versions[TREY_BEAM_EXPAND_VERSIONS];
        int known = trey_beam_expand_versions(versions);
        expansion.tile_rank = 1 + case_below(random, max_rank);
        memset(portable, 0, sizeof portable);
        expansion.tile_points = oracle_sequence_points(oracle_tile(expansion.tile_rank));
        size_t count = trey_beam_expand_portable(&expansion, &layer, 0, BOARDS, portable);
        for (int i = 0; i < known; i++) {
            memset(fast, 0, sizeof fast);
            assert_int_equal(versions[i](&expansion, &layer, 0, BOARDS, fast), count);
            assert_memory_equal(portable, fast, count * sizeof *fast);
        }
        expect_children(&expansion, boards, portable, count);
    }
    trey_eval_clear(stages);
}

static void test_children_of_small_tiles(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 40 / case_share(); round++)
        expand_random_boards(&random, round % 2 ? 14 : 5, 4);
}

static void test_children_of_large_tiles(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 4; round++)
        expand_random_boards(&random, 30, 5);
}

static int oracle_ways(const struct oracle_board *board)
{
    int ways = 0;
    for (int direction = 0; direction < 4; direction++) {
        struct oracle_board after;
        bool moved[16];
        ways += oracle_slide(board, (enum trey_direction)direction, UINT64_MAX, &after,
                             moved);
    }
    return ways;
}

static int empty_cells(trey_bytes board)
{
    int empty = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        empty += board[cell] == 0;
    return empty;
}

/* Legal moves are counted for crowded boards only; any other board passes. */
static void test_ways_of_crowded_boards(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 100000; round++) {
        int max_rank = round % 3 == 0 ? 3 : round % 3 == 1 ? 12 : 40;
        struct oracle_board board =
            case_crowded(&random, case_below(&random, 5), max_rank);
        trey_bytes bytes = bytes_of(&board);
        int expected = empty_cells(bytes) <= 2 ? oracle_ways(&board) : 4;
        assert_int_equal(trey_eval_legal_slides(bytes), expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_children_of_small_tiles),
        cmocka_unit_test(test_children_of_large_tiles),
        cmocka_unit_test(test_ways_of_crowded_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
