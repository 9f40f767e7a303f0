/* 2048 on grids up to 8x8: moves, measures, the analysis and the choice by hints, on
 * grids with answers worked out by hand. Random grids are in test_grid_random.c. */
#include "grid/command.h"
#include "support/test.h"
#include "trey/grid.h"

#include <stdlib.h>

/* Parses a grid, for example "0 2 / 4 8". */
static struct trey_grid grid_of(const char *text)
{
    uint64_t tiles[TREY_GRID_MAX_CELLS] = {0};
    int rows = 1, cells = 0;
    for (const char *next = text; *next != '\0';) {
        char *end;
        if (*next == ' ' || *next == '/') {
            rows += *next++ == '/';
            continue;
        }
        tiles[cells++] = strtoull(next, &end, 10);
        next = end;
    }
    struct trey_grid grid;
    struct trey_error error;
    if (trey_grid_fill(rows, cells / rows, tiles, &grid, &error) != TREY_OK)
        fail_msg("%s: %s", text, error.message);
    return grid;
}

static void expect_same_grid(const struct trey_grid *a, const struct trey_grid *b)
{
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->cols, b->cols);
    assert_memory_equal(a->rank, b->rank, (size_t)a->rows * a->cols);
}

/* --- tiles and grids --------------------------------------------------------------- */

static void test_processes_of_tiles(void **state)
{
    (void)state;
    assert_int_equal(trey_grid_rank_of_tile(0), 0);
    for (int rank = 1; rank <= TREY_GRID_MAX_RANK; rank++) {
        uint64_t tile = (uint64_t)1 << (rank - 1);
        assert_int_equal(trey_grid_rank_of_tile(tile), rank);
        assert_true(trey_grid_tile_of_rank(rank) == tile);
        if (tile > 2) {
            assert_int_equal(trey_grid_rank_of_tile(tile - 1), -1);
            assert_int_equal(trey_grid_rank_of_tile(tile + 1), -1);
        }
    }
    assert_true(trey_grid_tile_of_rank(0) == 0);
    assert_int_equal(trey_grid_rank_of_tile((uint64_t)1 << 63), -1);
    assert_int_equal(trey_grid_rank_of_tile(UINT64_MAX), -1);
}

static void test_fill_and_check_refuse(void **state)
{
    (void)state;
    static const int sizes[][2] = {{0, 4}, {4, 0}, {9, 1}, {1, 9}, {-1, 4}, {1, 1}};
    static const uint64_t bad_tiles[] = {
        3, 6, 4095, (uint64_t)1 << 62, (uint64_t)1 << 63, UINT64_MAX};
    uint64_t tiles[TREY_GRID_MAX_CELLS] = {0};
    const struct trey_grid untouched = grid_of("2 4");
    struct trey_grid grid = untouched;
    struct trey_error error;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(trey_grid_fill(sizes[i][0], sizes[i][1], tiles, &grid, &error),
                         TREY_ERR_ARGUMENT);
        assert_int_equal(error.code, TREY_ERR_ARGUMENT);
        assert_true(error.message[0] != '\0');
    }
    for (size_t i = 0; i < sizeof bad_tiles / sizeof *bad_tiles; i++) {
        tiles[3] = bad_tiles[i];
        assert_int_equal(trey_grid_fill(1, 3, tiles, &grid, NULL), TREY_OK);
        grid = untouched;
        assert_int_equal(trey_grid_fill(2, 2, tiles, &grid, &error), TREY_ERR_ARGUMENT);
        expect_same_grid(&grid, &untouched);
    }
    grid = untouched;
    grid.rank[1] = TREY_GRID_MAX_RANK + 1;
    assert_int_equal(trey_grid_check(&grid, &error), TREY_ERR_ARGUMENT);
    grid.rank[1] = TREY_GRID_MAX_RANK;
    grid.rank[2] = 200; /* beyond the last cell */
    assert_int_equal(trey_grid_check(&grid, &error), TREY_OK);
    grid.rows = 9;
    assert_int_equal(trey_grid_check(&grid, &error), TREY_ERR_ARGUMENT);
}

/* --- slides ------------------------------------------------------------------------ */

struct slide {
    enum trey_direction direction;
    const char *before, *after;
    int merges;
    bool legal;
};

static void expect_slide(const struct slide *slide)
{
    struct trey_grid before = grid_of(slide->before);
    struct trey_grid expected = grid_of(slide->after);
    struct trey_grid after = before;
    int merges = -1;
    assert_int_equal(trey_grid_slide(&before, slide->direction, &after, &merges),
                     slide->legal);
    expect_same_grid(&after, &expected);
    assert_int_equal(merges, slide->merges);
    /* In place, without counting. */
    assert_int_equal(trey_grid_slide(&before, slide->direction, &before, NULL),
                     slide->legal);
    expect_same_grid(&before, &expected);
}

static void test_rows(void **state)
{
    (void)state;
    static const struct slide slides[] = {
        /* the farthest pair merges first, and a merged tile does not merge again */
        {TREY_LEFT, "0 4 4 4", "8 4 0 0", 1, true},
        {TREY_RIGHT, "4 8 4 4", "0 4 8 8", 1, true},
        {TREY_RIGHT, "16 16 32 32", "0 0 32 64", 2, true},
        {TREY_RIGHT, "8 8 2 0", "0 0 16 2", 1, true},
        {TREY_RIGHT, "8 0 4 4", "0 0 8 8", 1, true},
        {TREY_LEFT, "64 64 64 64", "128 128 0 0", 2, true},
        /* the mirror image */
        {TREY_RIGHT, "0 4 4 4", "0 0 4 8", 1, true},
        {TREY_LEFT, "4 8 4 4", "4 8 8 0", 1, true},
        {TREY_LEFT, "16 16 32 32", "32 64 0 0", 2, true},
        {TREY_LEFT, "8 8 2 0", "16 2 0 0", 1, true},
        {TREY_LEFT, "8 0 4 4", "8 8 0 0", 1, true},
        /* tiles of 1 */
        {TREY_LEFT, "1 1", "2 0", 1, true},
        {TREY_LEFT, "1 1 2 1 0 1", "2 2 2 0 0 0", 2, true},
        {TREY_RIGHT, "1 2 1 2", "1 2 1 2", 0, false},
        /* nothing moves */
        {TREY_LEFT, "2 0 0 0", "2 0 0 0", 0, false},
        {TREY_LEFT, "0 0 0", "0 0 0", 0, false},
        {TREY_RIGHT, "0 2 4 2", "0 2 4 2", 0, false},
        {TREY_UP, "2 2 4 4", "2 2 4 4", 0, false},
        {TREY_DOWN, "2 2 4 4", "2 2 4 4", 0, false},
        /* eight cells */
        {TREY_LEFT, "2 2 2 2 2 2 2 2", "4 4 4 4 0 0 0 0", 4, true},
        {TREY_LEFT, "0 16 0 0 8 0 8 16", "16 16 16 0 0 0 0 0", 1, true},
        {TREY_RIGHT, "64 0 0 0 0 0 0 64", "0 0 0 0 0 0 0 128", 1, true},
    };
    for (size_t i = 0; i < sizeof slides / sizeof *slides; i++)
        expect_slide(&slides[i]);
}

static void test_columns(void **state)
{
    (void)state;
    static const struct slide slides[] = {
        {TREY_UP, "0 / 4 / 4 / 4", "8 / 4 / 0 / 0", 1, true},
        {TREY_DOWN, "4 / 8 / 4 / 4", "0 / 4 / 8 / 8", 1, true},
        {TREY_DOWN, "8 / 0 / 4 / 4", "0 / 0 / 8 / 8", 1, true},
        {TREY_UP, "64 / 64 / 64 / 64", "128 / 128 / 0 / 0", 2, true},
        {TREY_LEFT, "2 / 2 / 0 / 4", "2 / 2 / 0 / 4", 0, false},
        {TREY_RIGHT, "2 / 2 / 0 / 4", "2 / 2 / 0 / 4", 0, false},
        {TREY_UP, "2 / 2 / 0 / 4", "4 / 4 / 0 / 0", 1, true},
        {TREY_DOWN, "2 / 2 / 2 / 2 / 2 / 2 / 2 / 2", "0/0/0/0/4/4/4/4", 4, true},
        {TREY_UP, "0 2 4 / 2 2 0 / 2 0 4 / 8 2 4", "4 4 8 / 8 2 4 / 0 0 0 / 0 0 0", 3,
         true},
        {TREY_DOWN, "0 2 4 / 2 2 0 / 2 0 4 / 8 2 4", "0 0 0 / 0 0 0 / 4 2 4 / 8 4 8", 3,
         true},
    };
    for (size_t i = 0; i < sizeof slides / sizeof *slides; i++)
        expect_slide(&slides[i]);
}

/* Two of the largest tiles allowed in a file merge; their result does not. */
static void test_highest_ranks(void **state)
{
    (void)state;
    struct trey_grid grid = grid_of("2305843009213693952 2305843009213693952 1");
    assert_true(trey_grid_slide(&grid, TREY_LEFT, &grid, NULL));
    assert_int_equal(grid.rank[0], TREY_GRID_MAX_RANK);
    assert_int_equal(grid.rank[1], 1);
    grid.rank[1] = TREY_GRID_MAX_RANK;
    const struct trey_grid before = grid;
    assert_false(trey_grid_slide(&grid, TREY_LEFT, &grid, NULL));
    expect_same_grid(&grid, &before);
}

/* --- measures ---------------------------------------------------------------------- */

static void test_corner_distance(void **state)
{
    (void)state;
    static const struct {
        const char *grid;
        int distance;
    } cases[] = {
        {"0 0 0 0 / 0 64 0 0 / 0 0 0 0 / 0 0 0 0", 2},
        {"0 0 0 0 / 0 0 0 0 / 0 32 64 2 / 2 4 8 16", 2},
        {"0 0 0 0 / 0 0 0 0 / 2 4 8 16 / 0 0 64 2", 1},
        {"0 0 / 0 8", 0},
        {"2 4 2 4 8 4 2 4", 3}, /* one row: the corners are its ends */
        {"2 4 2 8 2 4 2", 3},
        {"2 / 4 / 2 / 8 / 4", 1},
        {"0 0 0 0 0 / 0 0 0 0 0 / 0 0 2 0 0 / 0 0 0 0 0 / 0 0 0 0 0", 4},
        /* several largest tiles: the nearest to a corner counts */
        {"0 0 0 0 / 0 64 64 0 / 0 0 0 0 / 0 64 0 2", 1},
        {"0 0 2 0 / 0 16 16 0 / 0 16 16 0 / 16 2 0 0", 0},
        {"0 2 0 / 8 8 8 / 0 2 0", 1},
        {"0 0 0", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_grid grid = grid_of(cases[i].grid);
        if (trey_grid_corner_distance(&grid) != cases[i].distance)
            fail_msg("%s: %d", cases[i].grid, trey_grid_corner_distance(&grid));
    }
    /* the largest distance on 8x8 */
    struct trey_grid grid = {.rows = 8, .cols = 8};
    grid.rank[3 * 8 + 4] = 5;
    assert_int_equal(trey_grid_corner_distance(&grid), 6);
}

static void test_smoothness(void **state)
{
    (void)state;
    static const struct {
        const char *grid;
        int smoothness;
    } cases[] = {
        {"2 16", 3},
        {"128 / 4", 5},
        {"4 0 16", 0}, /* an empty cell separates them */
        {"8 0 0 0 / 16 4 0 0 / 32 8 8 0 / 64 32 16 8", 14},
        {"32 0 0 0 / 8 16 0 0 / 4 32 8 0 / 64 16 32 8", 22},
        {"2 4 / 8 16", 6},
        {"1 2 4 8 16 32 64 128", 7},
        {"1 4096 / 4096 1", 48},
        {"0 0 / 0 0", 0},
        {"8 8 8 / 8 8 8", 0},
        {"2 / 0 / 2048 / 1", 11},
        {"64 0 64 / 0 2 0 / 64 0 64", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_grid grid = grid_of(cases[i].grid);
        if (trey_grid_smoothness(&grid) != cases[i].smoothness)
            fail_msg("%s: %d", cases[i].grid, trey_grid_smoothness(&grid));
    }
}

/* --- analysis ---------------------------------------------------------------------- */

static struct trey_grid_analysis analysis_of(const char *text, uint64_t win)
{
    struct trey_grid grid = grid_of(text);
    struct trey_grid_analysis analysis;
    struct trey_error error;
    if (trey_grid_analyse(&grid, trey_grid_rank_of_tile(win), &analysis, &error) !=
        TREY_OK)
        fail_msg("%s: %s", text, error.message);
    return analysis;
}

static void test_states(void **state)
{
    (void)state;
    static const struct {
        const char *grid;
        uint64_t win;
        enum trey_grid_state state;
    } cases[] = {
        {"2 4 / 8 2", 8, TREY_GRID_WON}, /* won comes before lost */
        {"2 4 / 8 2", 16, TREY_GRID_LOST},   {"2 4 / 8 2", 4096, TREY_GRID_LOST},
        {"2 4 / 8 8", 16, TREY_GRID_OPEN},   {"2 4 / 8 0", 16, TREY_GRID_OPEN},
        {"2 0 / 0 0", 2, TREY_GRID_WON},     {"1 0 / 0 0", 2, TREY_GRID_OPEN},
        {"1 2 1", 4, TREY_GRID_LOST},        {"1 / 2", 4, TREY_GRID_LOST},
        {"0 0 / 0 0", 2048, TREY_GRID_OPEN}, {"0 0", 2, TREY_GRID_OPEN},
        {"16 2 4", 8, TREY_GRID_LOST}, /* the win value is not reached exactly */
        {"16 2 2", 8, TREY_GRID_OPEN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_grid_analysis analysis = analysis_of(cases[i].grid, cases[i].win);
        if (analysis.state != cases[i].state)
            fail_msg("%s: state %d", cases[i].grid, (int)analysis.state);
    }
}

static void test_moves_of_an_analysis(void **state)
{
    (void)state;
    struct trey_grid_analysis analysis = analysis_of("4 4 8 / 2 2 8", 16);
    struct trey_grid left = grid_of("8 8 0 / 4 8 0"), up = grid_of("4 4 16 / 2 2 0");
    const struct trey_grid_move *move = &analysis.move[TREY_LEFT];
    assert_true(move->legal);
    assert_false(move->wins);
    expect_same_grid(&move->after, &left);
    assert_int_equal(move->merges, 2);
    assert_int_equal(move->largest_rank, 4);
    assert_int_equal(move->corner_distance, 0);
    assert_int_equal(move->smoothness, 2);
    move = &analysis.move[TREY_UP];
    assert_true(move->legal && move->wins);
    expect_same_grid(&move->after, &up);
    assert_int_equal(move->merges, 1);
    assert_int_equal(move->largest_rank, 5);
    assert_int_equal(move->corner_distance, 0);
    assert_int_equal(move->smoothness, 4);

    analysis = analysis_of("2 4 0 / 2 4 0", 2048);
    struct trey_grid same = grid_of("2 4 0 / 2 4 0");
    move = &analysis.move[TREY_LEFT];
    assert_false(move->legal || move->wins);
    expect_same_grid(&move->after, &same);
    assert_int_equal(move->merges + move->largest_rank + move->smoothness, 0);
    assert_true(analysis.move[TREY_RIGHT].legal && analysis.move[TREY_DOWN].legal);

    analysis = analysis_of("0 0 / 0 0 / 0 0", 2048);
    for (int direction = 0; direction < 4; direction++)
        assert_false(analysis.move[direction].legal);
}

static void test_analysis_refuses(void **state)
{
    (void)state;
    struct trey_grid grid = grid_of("2 4");
    struct trey_grid_analysis analysis;
    struct trey_error error;
    static const int bad_ranks[] = {-1, 0, 1, 14, 63, 1000};
    for (size_t i = 0; i < sizeof bad_ranks / sizeof *bad_ranks; i++)
        assert_int_equal(trey_grid_analyse(&grid, bad_ranks[i], &analysis, &error),
                         TREY_ERR_ARGUMENT);
    assert_int_equal(trey_grid_analyse(&grid, 13, &analysis, NULL), TREY_OK);
    grid.cols = 0;
    assert_int_equal(trey_grid_analyse(&grid, 12, &analysis, NULL), TREY_ERR_ARGUMENT);
    grid.cols = 200;
    assert_int_equal(trey_grid_analyse(&grid, 12, &analysis, NULL), TREY_ERR_ARGUMENT);
}

#define L (1u << TREY_LEFT)
#define R (1u << TREY_RIGHT)
#define U (1u << TREY_UP)
#define D (1u << TREY_DOWN)

static void test_best_by_hint(void **state)
{
    (void)state;
    static const struct {
        const char *grid;
        unsigned best[TREY_HINT_COUNT]; /* merges, value, corner, smooth */
    } cases[] = {
        {"0 0 / 0 0", {0, 0, 0, 0}},
        {"2 4 / 8 16", {0, 0, 0, 0}},
        /* a single legal move is the choice of every hint */
        {"0 2 4", {L, L, L, L}},
        /* Below: the grids, with (merges, value, distance, smoothness) where they differ.
         * L: 2 0 / 2 0, R: 0 2 / 0 2, U: 2 2 / 0 0, D: 0 0 / 2 2 */
        {"2 0 / 0 2", {L | R | U | D, L | R | U | D, L | R | U | D, L | R | U | D}},
        /* L: 4 0 / 4 0, R: 0 4 / 0 4, U: 4 4 / 0 0, D: 0 0 / 4 4 */
        {"2 2 / 2 2", {L | R | U | D, L | R | U | D, L | R | U | D, L | R | U | D}},
        /* L: 16 2 0 (1, 16, 0, 3), R: 0 16 2 (1, 16, 1, 3) */
        {"8 8 2", {L | R, L | R, L, L | R}},
        /* L: 2 16 0 0 (1, 16, 1, 3), R: 0 0 2 16 (1, 16, 0, 3) */
        {"2 8 0 8", {L | R, L | R, R, L | R}},
        /* L: 2 4 / 16 0 (1, 16, 0, 4), R: 2 4 / 0 16 (1, 16, 0, 3) */
        {"2 4 / 8 8", {L | R, L | R, L | R, R}},
        /* L: 16 2 0 / 2 0 0 (1, 16, 0, 6), R: 0 16 2 / 0 0 2 (1, 16, 1, 3),
         * U: 8 8 4 / 0 0 0 (1, 8, 0, 1), D: 0 0 0 / 8 8 4 (1, 8, 0, 1) */
        {"8 8 2 / 0 0 2", {L | R | U | D, L | R, L | U | D, U | D}},
        /* L: 4 8 0 / 2 0 0 (1, 8, 1, 2), R: 0 4 8 / 0 0 2 (1, 8, 0, 3),
         * U: 4 2 8 / 0 0 0 (1, 8, 0, 3), D: 0 0 0 / 4 2 8 (1, 8, 0, 3) */
        {"2 2 8 / 2 0 0", {L | R | U | D, L | R | U | D, R | U | D, L}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trey_grid_analysis analysis = analysis_of(cases[i].grid, 4096);
        for (int hint = 0; hint < TREY_HINT_COUNT; hint++) {
            unsigned best = trey_grid_best(&analysis, (enum trey_hint)hint);
            if (best != cases[i].best[hint])
                fail_msg("%s: hint %d prefers %x, not %x", cases[i].grid, hint, best,
                         cases[i].best[hint]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes_of_tiles),
        cmocka_unit_test(test_fill_and_check_refuse),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_highest_ranks),
        cmocka_unit_test(test_corner_distance),
        cmocka_unit_test(test_smoothness),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_moves_of_an_analysis),
        cmocka_unit_test(test_analysis_refuses),
        cmocka_unit_test(test_best_by_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
