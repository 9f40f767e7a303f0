/* 64-bit boards against the oracle: tiles and scores, every line, every shape, move
 * trees, symmetry. */
#include "board/cells.h"
#include "support/oracle.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/board.h"

#include <inttypes.h>

static void test_tiles_of_ranks(void **state)
{
    (void)state;
    static const uint64_t tiles[] = {0,   1,   2,   3,    6,    12,   24,    48,   96,
                                     192, 384, 768, 1536, 3072, 6144, 12288, 24576};
    for (int rank = 0; rank < (int)(sizeof tiles / sizeof *tiles); rank++) {
        assert_int_equal(trey_tile_of_rank(rank), tiles[rank]);
        assert_int_equal(trey_rank_of_tile(tiles[rank]), rank);
    }
    for (int rank = 0; rank <= TREY_MAX_RANK; rank++) {
        assert_int_equal(trey_tile_of_rank(rank), oracle_tile(rank));
        assert_int_equal(trey_rank_of_tile(oracle_tile(rank)), rank);
    }
    assert_int_equal(trey_tile_of_rank(TREY_MAX_RANK), (uint64_t)3 << 38);
}

static void test_values_that_are_no_tiles(void **state)
{
    (void)state;
    for (uint64_t value = 0; value < 100000; value++)
        assert_int_equal(trey_rank_of_tile(value), oracle_rank(value));
    const uint64_t large[] = {
        ((uint64_t)3 << 38) - 1, ((uint64_t)3 << 38) + 1, (uint64_t)3 << 39,
        (uint64_t)3 << 62,       (uint64_t)1 << 63,       UINT64_MAX,
        (uint64_t)9 << 36,       (uint64_t)1 << 32,       ((uint64_t)1 << 32) + 1,
        ((uint64_t)1 << 32) + 3, ((uint64_t)3 << 32) + 3, ((uint64_t)6 << 56) + 6};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        assert_int_equal(trey_rank_of_tile(large[i]), -1);
}

static void test_scores_of_ranks(void **state)
{
    (void)state;
    assert_int_equal(trey_score_of_rank(0), 0);
    assert_int_equal(trey_score_of_rank(1), 0);
    assert_int_equal(trey_score_of_rank(2), 0);
    assert_int_equal(trey_score_of_rank(3), 3);
    assert_int_equal(trey_score_of_rank(4), 9);
    assert_int_equal(trey_score_of_rank(15), 1594323);
    assert_int_equal(trey_score_of_rank(21), 1162261467);             /* 3*2^18: 3^19 */
    assert_int_equal(trey_score_of_rank(41), 4052555153018976267ull); /* 3^39 */
    for (int rank = 0; rank <= TREY_MAX_RANK; rank++)
        assert_int_equal(trey_score_of_rank(rank), oracle_points(oracle_tile(rank)));
}

static void test_directions(void **state)
{
    (void)state;
    static const char letters[] = "URDL";
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = TREY_LEFT;
        assert_int_equal(trey_direction_letter((enum trey_direction)i), letters[i]);
        assert_true(trey_direction_of_letter(letters[i], &direction));
        assert_int_equal(direction, i);
    }
    for (int letter = -128; letter < 128; letter++) {
        enum trey_direction direction;
        bool capital = letter == 'U' || letter == 'R' || letter == 'D' || letter == 'L';
        assert_int_equal(trey_direction_of_letter((char)letter, &direction), capital);
    }
}

static void test_cells_and_sums(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int round = 0; round < 500; round++) {
        struct oracle_board board = case_board(&random, 4, 4, 15);
        trey_board packed = oracle_to_packed(&board);
        assert_int_equal(trey_board_score(packed), oracle_score(&board));
        assert_int_equal(trey_board_sum(packed), oracle_sum(&board));
        int cell = case_below(&random, 16), rank = case_below(&random, 16);
        assert_int_equal(trey_board_rank(packed, cell), oracle_rank(board.tile[cell]));
        board.tile[cell] = oracle_tile(rank);
        assert_int_equal(trey_board_with(packed, cell, rank), oracle_to_packed(&board));
    }
    assert_int_equal(trey_board_score(UINT64_MAX), 16 * 1594323);
    assert_int_equal(trey_board_sum(UINT64_MAX), 16 * 12288);
}

/* --- slides ------------------------------------------------------------------------ */

/* The property: all four slides equal the oracle's, and a slide changes the board exactly
 * if it is legal. */
static bool slides_differ(const struct oracle_board *board, const void *context)
{
    (void)context;
    struct trey_shape shape = {(uint8_t)board->rows, (uint8_t)board->cols};
    trey_board packed = oracle_to_packed(board);
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        struct oracle_board after;
        bool moved[16];
        bool legal = oracle_slide(board, direction, ORACLE_LARGEST_PACKED, &after, moved);
        trey_board slid = trey_board_slide(shape, packed, direction);
        if (slid != oracle_to_packed(&after) || (slid != packed) != legal)
            return true;
    }
    return false;
}

static void test_slides_worked_by_hand(void **state)
{
    (void)state;
    static const struct {
        uint64_t before, left;
    } rows[] = {
        /* Hex ranks from the right: 0x3021 is 1 2 0 3. */
        {0x0000, 0x0000}, {0x0001, 0x0001}, {0x1000, 0x0100}, {0x0021, 0x0003},
        {0x0012, 0x0003}, {0x0011, 0x0011}, {0x0022, 0x0022}, {0x0033, 0x0004},
        {0x3333, 0x0334}, {0x2121, 0x0213}, {0x1221, 0x0123}, {0x4433, 0x0444},
        {0x1020, 0x0102}, {0x3003, 0x0303}, {0xffff, 0xffff}, {0xee11, 0x0f11},
        {0xf0ff, 0x0fff}, {0x2143, 0x0343}, {0x1234, 0x0334},
    };
    struct trey_shape shape = {1, 4};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t left = trey_board_slide(shape, rows[i].before, TREY_LEFT);
        if (left != rows[i].left)
            fail_msg("%04" PRIx64 " slides to %04" PRIx64, rows[i].before, left);
    }
}

static void test_every_row_alone(void **state)
{
    (void)state;
    for (trey_board row = 0; row < 65536; row++) {
        struct oracle_board flat = oracle_from_packed(1, 4, row);
        struct oracle_board tall = oracle_from_packed(4, 1, row);
        if (slides_differ(&flat, NULL) || slides_differ(&tall, NULL))
            fail_msg("the line %04" PRIx64, row);
    }
}

/* Every line in every row and column, with random tiles in the other cells. */
static void test_every_row_and_column_of_4x4(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (trey_board line = 0; line < 65536; line++) {
        struct oracle_board board = case_board(&random, 4, 4, 15);
        struct oracle_board turned = board;
        int place = (int)(line % 4) ^ case_below(&random, 4);
        for (int i = 0; i < 4; i++) {
            uint64_t tile = oracle_tile((int)(line >> (4 * i) & 15));
            board.tile[4 * place + i] = tile;
            turned.tile[4 * i + place] = tile;
        }
        case_check(&random, &board, slides_differ, NULL, "a slide");
        case_check(&random, &turned, slides_differ, NULL, "a slide");
    }
    for (int place = 0; place < 4; place++) {
        for (trey_board line = 0; line < 65536; line++) {
            struct oracle_board board = oracle_from_packed(4, 4, line << (16 * place));
            struct oracle_board turned = oracle_image(&board, 1);
            if (slides_differ(&board, NULL) || slides_differ(&turned, NULL))
                fail_msg("the line %04" PRIx64 " in place %d", line, place);
        }
    }
}

static void test_every_shape(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int rows = 1; rows <= 16; rows++) {
        for (int cols = 1; rows * cols <= 16; cols++) {
            for (int round = 0; round < 600; round++) {
                int max_rank = round % 3 == 0 ? 15 : 5;
                struct oracle_board board = case_board(&random, rows, cols, max_rank);
                case_check(&random, &board, slides_differ, NULL, "a slide");
            }
        }
    }
}

/* --- move trees -------------------------------------------------------------------- */

/* Counts the nodes of a tree: after each slide, a 1, 2 or 3 spawns at the trailing edge
 * of any line that moved. */
static uint64_t fast_tree(struct trey_shape shape, trey_board board, int depth)
{
    uint64_t nodes = 1;
    if (depth == 0)
        return nodes;
    struct oracle_board frame = {.rows = shape.rows, .cols = shape.cols};
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        trey_board after = trey_board_slide(shape, board, direction);
        int length = oracle_line_length(&frame, direction);
        for (int line = 0; line < oracle_line_count(&frame, direction); line++) {
            bool moved = false;
            for (int distance = 0; distance < length; distance++) {
                int cell = oracle_cell(&frame, direction, line, distance);
                moved =
                    moved || trey_board_rank(after, cell) != trey_board_rank(board, cell);
            }
            int edge = oracle_cell(&frame, direction, line, length - 1);
            for (int rank = 1; moved && rank <= 3; rank++)
                nodes += fast_tree(shape, trey_board_with(after, edge, rank), depth - 1);
        }
    }
    return nodes;
}

static uint64_t oracle_tree(const struct oracle_board *board, int depth)
{
    uint64_t nodes = 1;
    for (int i = 0; i < 4 && depth > 0; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        struct oracle_board after;
        bool moved[16];
        oracle_slide(board, direction, ORACLE_LARGEST_PACKED, &after, moved);
        for (int line = 0; line < oracle_line_count(board, direction); line++) {
            int edge = oracle_cell(board, direction, line,
                                   oracle_line_length(board, direction) - 1);
            for (int tile = 1; moved[line] && tile <= 3; tile++) {
                struct oracle_board next = after;
                next.tile[edge] = (uint64_t)tile;
                nodes += oracle_tree(&next, depth - 1);
            }
        }
    }
    return nodes;
}

static void test_move_trees(void **state)
{
    (void)state;
    static const struct {
        uint8_t rows, cols;
        trey_board board;
        int depth;
        uint64_t nodes; /* counted once with the oracle */
    } trees[] = {
        {4, 4, 0x0000012002100000u, 3, 24289},  {4, 4, 0x0323010230311201u, 3, 69907},
        {4, 4, 0xf1e23d4c5b6a7988u, 4, 373},    {2, 3, 0x210103u, 4, 54031},
        {3, 3, 0x020010201u, 3, 22537},         {3, 5, 0x120030001203100u, 3, 53416},
        {1, 16, 0x0000000300000021u, 6, 55987}, {2, 2, 0x1203u, 6, 97063},
    };
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        struct trey_shape shape = {trees[i].rows, trees[i].cols};
        struct oracle_board board =
            oracle_from_packed(shape.rows, shape.cols, trees[i].board);
        uint64_t slow = oracle_tree(&board, trees[i].depth);
        uint64_t fast = fast_tree(shape, trees[i].board, trees[i].depth);
        if (fast != slow || fast != trees[i].nodes)
            fail_msg("tree %zu has %" PRIu64 " nodes, the oracle's %" PRIu64, i, fast,
                     slow);
    }
}

/* --- symmetry ---------------------------------------------------------------------- */

static trey_board least_image(const struct oracle_board *board)
{
    trey_board least = UINT64_MAX;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        struct oracle_board image = oracle_image(board, symmetry);
        if (image.rows == board->rows && oracle_to_packed(&image) < least)
            least = oracle_to_packed(&image);
    }
    return least;
}

static bool canonical_differs(const struct oracle_board *board, const void *context)
{
    (void)context;
    struct trey_shape shape = {(uint8_t)board->rows, (uint8_t)board->cols};
    trey_board least = least_image(board);
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        struct oracle_board image = oracle_image(board, symmetry);
        if (image.rows == board->rows &&
            trey_board_canonical(shape, oracle_to_packed(&image)) != least)
            return true;
    }
    return false;
}

static void test_canonical(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int rows = 1; rows <= 16; rows++) {
        for (int cols = 1; rows * cols <= 16; cols++) {
            for (int round = 0; round < 100; round++) {
                struct oracle_board board = case_board(&random, rows, cols, 15);
                case_check(&random, &board, canonical_differs, NULL, "symmetry");
            }
        }
    }
}

/* --- the test helpers --------------------------------------------------------------- */

static bool two_ones(const struct oracle_board *board, const void *context)
{
    (void)context;
    return board->tile[3] == 1 && board->tile[7] == 1;
}

static void test_shrinking_keeps_the_failure(void **state)
{
    (void)state;
    struct oracle_board board = oracle_board_of("3 3 3 1/1 2 3 1/6 0 0 2/1 1 1 1");
    struct oracle_board least = oracle_board_of("0 0 0 1/0 0 0 1/0 0 0 0/0 0 0 0");
    case_shrink(&board, two_ones, NULL);
    assert_true(oracle_equal(&board, &least));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles_of_ranks),
        cmocka_unit_test(test_values_that_are_no_tiles),
        cmocka_unit_test(test_scores_of_ranks),
        cmocka_unit_test(test_directions),
        cmocka_unit_test(test_cells_and_sums),
        cmocka_unit_test(test_slides_worked_by_hand),
        cmocka_unit_test(test_every_row_alone),
        cmocka_unit_test(test_every_row_and_column_of_4x4),
        cmocka_unit_test(test_every_shape),
        cmocka_unit_test(test_move_trees),
        cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_shrinking_keeps_the_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
