/* 2048 on random grids of all sizes: the whole analysis against the oracle, and
 * properties of every grid. */
#include "grid/command.h"
#include "support/grid_oracle.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/grid.h"

#include <stdio.h>

enum { CASES = 40000 };

/* From sparse to full, few kinds of tiles to many, so that all states occur. */
static struct oracle_grid random_grid(struct random_case *random)
{
    struct oracle_grid grid = {0};
    do {
        grid.rows = 1 + case_below(random, 8);
        grid.cols = 1 + case_below(random, 8);
    } while (grid.rows * grid.cols < 2);
    int density = case_below(random, 11);
    int kinds = 1 + case_below(random, 14);
    int lowest = case_below(random, 4) == 0 ? case_below(random, 63 - kinds) : 0;
    for (int row = 0; row < grid.rows; row++)
        for (int col = 0; col < grid.cols; col++)
            if (case_below(random, 10) < density)
                grid.tile[row][col] = (uint64_t)1 << (lowest + case_below(random, kinds));
    return grid;
}

static struct trey_grid to_library(const struct oracle_grid *from)
{
    uint64_t tiles[TREY_GRID_MAX_CELLS];
    int cells = 0;
    for (int row = 0; row < from->rows; row++)
        for (int col = 0; col < from->cols; col++)
            tiles[cells++] = from->tile[row][col];
    struct trey_grid grid;
    assert_int_equal(trey_grid_fill(from->rows, from->cols, tiles, &grid, NULL), TREY_OK);
    return grid;
}

static bool same_grid(const struct trey_grid *grid, const struct oracle_grid *oracle)
{
    if (grid->rows != oracle->rows || grid->cols != oracle->cols)
        return false;
    for (int row = 0; row < oracle->rows; row++)
        for (int col = 0; col < oracle->cols; col++)
            if (trey_grid_tile_of_rank(grid->rank[row * grid->cols + col]) !=
                oracle->tile[row][col])
                return false;
    return true;
}

static void report_grid(const struct random_case *random, const struct oracle_grid *grid,
                        const char *what)
{
    char text[64 * 21 + 16] = "";
    int used = 0;
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%llu%s",
                             (unsigned long long)grid->tile[row][col],
                             col + 1 < grid->cols ? " " : " / ");
    fail_msg("%s is wrong on %s(TREY_TEST_SEED=%llu)", what, text,
             (unsigned long long)random->seed);
}

/* Description of what is wrong with a move, or NULL. */
static const char *fault_of_move(const struct trey_grid_move *move,
                                 const struct oracle_grid *grid,
                                 enum trey_direction direction, uint64_t win)
{
    struct oracle_grid after;
    int merges;
    bool legal = oracle_grid_slide(grid, direction, &after, &merges);
    if (move->legal != legal)
        return "legality";
    if (!same_grid(&move->after, &after))
        return "the grid after the slide";
    if (!legal)
        return NULL;
    if (move->merges != merges)
        return "the number of merges";
    if (trey_grid_tile_of_rank(move->largest_rank) != oracle_grid_largest(&after))
        return "the largest tile";
    if (move->corner_distance != oracle_grid_corner_distance(&after))
        return "the distance to the corner";
    if (move->smoothness != oracle_grid_smoothness(&after))
        return "the smoothness";
    return move->wins != oracle_grid_holds(&after, win) ? "winning" : NULL;
}

static void check_grid(struct random_case *random, int states[3])
{
    struct oracle_grid grid = random_grid(random);
    struct trey_grid given = to_library(&grid);
    uint64_t win = (uint64_t)2 << case_below(random, 12);
    struct trey_grid_analysis analysis;
    assert_int_equal(
        trey_grid_analyse(&given, trey_grid_rank_of_tile(win), &analysis, NULL), TREY_OK);
    enum trey_grid_state state = oracle_grid_holds(&grid, win) ? TREY_GRID_WON
                                 : oracle_grid_lost(&grid)     ? TREY_GRID_LOST
                                                               : TREY_GRID_OPEN;
    states[state]++;
    if (analysis.state != state)
        report_grid(random, &grid, "the state");
    if (state != TREY_GRID_OPEN)
        return;
    for (int direction = 0; direction < 4; direction++) {
        const char *fault = fault_of_move(&analysis.move[direction], &grid,
                                          (enum trey_direction)direction, win);
        if (fault != NULL)
            report_grid(random, &grid, fault);
    }
}

static void test_analyses_agree_with_the_oracle(void **state)
{
    (void)state;
    struct random_case random = case_start();
    int states[3] = {0};
    print_message("%d random grids, TREY_TEST_SEED=%llu\n", CASES,
                  (unsigned long long)random.seed);
    for (int i = 0; i < CASES; i++)
        check_grid(&random, states);
    for (int i = 0; i < 3; i++)
        if (states[i] < CASES / 100)
            fail_msg("state %d in %d of %d cases only", i, states[i], CASES);
}

/* A move preserves the tile sum and removes one tile per merge; mirroring the grid
 * mirrors the move. */
static void test_slides_keep_sum_and_symmetry(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int i = 0; i < 2000; i++) {
        struct oracle_grid grid = random_grid(&random), mirror = grid;
        for (int row = 0; row < grid.rows; row++)
            for (int col = 0; col < grid.cols; col++)
                mirror.tile[row][grid.cols - 1 - col] = grid.tile[row][col];
        struct trey_grid left = to_library(&grid), right = to_library(&mirror);
        uint64_t sum[2] = {0};
        int tiles[2] = {0}, merges, merges_mirrored;
        for (int after = 0; after < 2; after++) {
            for (int cell = 0; cell < grid.rows * grid.cols; cell++) {
                sum[after] += trey_grid_tile_of_rank(left.rank[cell]);
                tiles[after] += left.rank[cell] != 0;
            }
            if (after == 0)
                trey_grid_slide(&left, TREY_LEFT, &left, &merges);
        }
        trey_grid_slide(&right, TREY_RIGHT, &right, &merges_mirrored);
        bool mirrored = merges == merges_mirrored;
        for (int cell = 0; cell < grid.rows * grid.cols; cell++) {
            int row = cell / grid.cols, col = cell % grid.cols;
            mirrored = mirrored && left.rank[cell] ==
                                       right.rank[row * grid.cols + grid.cols - 1 - col];
        }
        if (sum[0] != sum[1] || tiles[0] - tiles[1] != merges)
            report_grid(&random, &grid, "the sum or the number of tiles");
        if (!mirrored)
            report_grid(&random, &grid, "the mirror image");
    }
}

/* A hint chooses exactly the legal moves that no other legal move beats. */
static void test_best_is_not_beaten(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int i = 0; i < 5000; i++) {
        struct oracle_grid grid = random_grid(&random);
        struct trey_grid given = to_library(&grid);
        struct trey_grid_analysis analysis;
        assert_int_equal(trey_grid_analyse(&given, 13, &analysis, NULL), TREY_OK);
        for (int hint = 0; hint < TREY_HINT_COUNT; hint++) {
            unsigned expected = 0;
            for (int one = 0; one < 4; one++) {
                bool beaten = !analysis.move[one].legal;
                for (int other = 0; other < 4; other++) {
                    const struct trey_grid_move *a = &analysis.move[one];
                    const struct trey_grid_move *b = &analysis.move[other];
                    const bool better[TREY_HINT_COUNT] = {
                        [TREY_HINT_MERGES] = b->merges > a->merges,
                        [TREY_HINT_VALUE] = b->largest_rank > a->largest_rank,
                        [TREY_HINT_CORNER] = b->corner_distance < a->corner_distance,
                        [TREY_HINT_SMOOTH] = b->smoothness < a->smoothness,
                    };
                    beaten = beaten || (b->legal && better[hint]);
                }
                expected |= beaten ? 0 : 1u << one;
            }
            if (trey_grid_best(&analysis, (enum trey_hint)hint) != expected)
                report_grid(&random, &grid, "the choice by a hint");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_analyses_agree_with_the_oracle),
        cmocka_unit_test(test_slides_keep_sum_and_symmetry),
        cmocka_unit_test(test_best_is_not_beaten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
