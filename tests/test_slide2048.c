/* Slides of 2048 on 64-bit boards against two slow ones; sets of cells as flags. */
#include "board/cells.h"
#include "board/lines.h"
#include "board/slide2048.h"
#include "support/grid_oracle.h"
#include "support/random_case.h"
#include "support/test.h"

/* Slides a line of ranks towards index 0; ranks of `top` do not merge. Returns points. */
static uint64_t slide_line(int *rank, int length, int top)
{
    int packed[16] = {0}, count = 0;
    bool joined = false;
    uint64_t points = 0;
    for (int i = 0; i < length; i++) {
        if (rank[i] == 0)
            continue;
        if (count > 0 && !joined && packed[count - 1] == rank[i] && rank[i] < top) {
            packed[count - 1]++;
            points += (uint64_t)1 << packed[count - 1];
            joined = true;
        } else {
            packed[count++] = rank[i];
            joined = false;
        }
    }
    for (int i = 0; i < length; i++)
        rank[i] = packed[i];
    return points;
}

static trey_board slide_slowly(struct trey_shape shape, trey_board board, int direction,
                               int top, uint64_t *points)
{
    struct oracle_board geometry = {.rows = shape.rows, .cols = shape.cols};
    int length = oracle_line_length(&geometry, (enum trey_direction)direction);
    *points = 0;
    for (int i = 0; i < oracle_line_count(&geometry, (enum trey_direction)direction);
         i++) {
        int rank[16], cell[16];
        for (int k = 0; k < length; k++) {
            cell[k] = oracle_cell(&geometry, (enum trey_direction)direction, i, k);
            rank[k] = trey_get(board, cell[k]);
        }
        *points += slide_line(rank, length, top);
        for (int k = 0; k < length; k++)
            board = trey_put(board, cell[k], rank[k]);
    }
    return board;
}

static void check_slides(struct trey_shape shape, trey_board board)
{
    for (int direction = 0; direction < 4; direction++)
        for (int stop = 0; stop < 2; stop++) {
            struct trey_slide_masks space;
            uint64_t made, points;
            const struct trey_slide_masks *masks =
                trey_slide_masks_of(shape, (enum trey_direction)direction, &space);
            trey_board slow =
                slide_slowly(shape, board, direction, stop ? 14 : 15, &points);
            trey_board fast =
                trey_slide_2048(board, masks, stop ? TREY_LOW_BITS : 0, &made);
            assert_int_equal(fast, slow);
            assert_int_equal(trey_points_2048(made), points);
        }
}

static void test_every_line(void **state)
{
    (void)state;
    const struct trey_shape shape = {4, 4};
    for (unsigned line = 0; line < 65536; line++) {
        trey_board row = (trey_board)line << 16, column = 0;
        for (int i = 0; i < 4; i++)
            column = trey_put(column, 4 * i + 2, (int)(line >> (4 * i) & 15));
        check_slides(shape, row);
        check_slides(shape, column);
    }
}

static void test_other_oracle(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (int i = 0; i < 20000; i++) {
        int rows = 1 + case_below(&random, 4), cols = 2 + case_below(&random, 3);
        struct trey_shape shape = {(uint8_t)rows, (uint8_t)cols};
        struct oracle_grid grid = {.rows = rows, .cols = cols}, after;
        trey_board board = 0;
        int kinds = 2 + case_below(&random, 13);
        for (int cell = 0; cell < rows * cols; cell++) {
            int rank = case_below(&random, kinds);
            board = trey_put(board, cell, rank);
            grid.tile[cell / cols][cell % cols] = rank == 0 ? 0 : (uint64_t)1 << rank;
        }
        for (int direction = 0; direction < 4; direction++) {
            struct trey_slide_masks space;
            uint64_t made;
            int merges;
            bool moved =
                oracle_grid_slide(&grid, (enum trey_direction)direction, &after, &merges);
            trey_board slid = trey_slide_2048(
                board, trey_slide_masks_of(shape, (enum trey_direction)direction, &space),
                0, &made);
            assert_int_equal(slid != board, moved);
            for (int cell = 0; cell < rows * cols; cell++) {
                uint64_t tile = after.tile[cell / cols][cell % cols];
                assert_int_equal(trey_get(slid, cell), trey_exponent_of_tile(tile));
            }
        }
    }
}

static void test_every_shape(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (uint8_t rows = 1; rows <= 16; rows++)
        for (uint8_t cols = 1; rows * cols <= 16; cols++)
            for (int i = 0; i < 2000; i++) {
                trey_board board = 0;
                int kinds = 2 + case_below(&random, i % 2 ? 3 : 15);
                for (int cell = 0; cell < rows * cols; cell++)
                    board = trey_put(board, cell, case_below(&random, kinds));
                check_slides((struct trey_shape){rows, cols}, board);
            }
}

static void test_exponents(void **state)
{
    (void)state;
    assert_int_equal(trey_exponent_of_tile(0), 0);
    for (int rank = 1; rank < 64; rank++)
        assert_int_equal(trey_exponent_of_tile((uint64_t)1 << rank), rank);
    for (uint64_t tile = 1; tile < 5000; tile++)
        if (tile == 1 || (tile & (tile - 1)) != 0)
            assert_int_equal(trey_exponent_of_tile(tile), -1);
}

/* --- sets of cells ------------------------------------------------------------------ */

static void test_flags(void **state)
{
    (void)state;
    for (unsigned set = 0; set < 65535; set++) {
        uint64_t flags = 0;
        int cells[16];
        unsigned count = 0;
        for (int cell = 0; cell < 16; cell++)
            if (set >> cell & 1) {
                flags |= (uint64_t)1 << (4 * cell);
                cells[count++] = cell;
            }
        assert_int_equal(trey_flags_cells(flags), set);
        assert_int_equal(trey_flags_count(flags), count);
        for (unsigned k = 0; k < count; k++)
            assert_int_equal(trey_flags_pick(flags, k), (uint64_t)1 << (4 * cells[k]));
    }
    assert_int_equal(trey_flags_cells(TREY_LOW_BITS), 0xffff);
}

static void test_moved_lines(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (uint8_t rows = 1; rows <= 16; rows++)
        for (uint8_t cols = 1; rows * cols <= 16; cols++)
            for (int i = 0; i < 500; i++) {
                struct oracle_board board = case_board(&random, rows, cols, 15), after;
                enum trey_direction direction =
                    (enum trey_direction)case_below(&random, 4);
                bool moved[16];
                unsigned cells = 0;
                struct trey_slide_masks space;
                oracle_slide(&board, direction, ORACLE_LARGEST_PACKED, &after, moved);
                for (int line = 0; line < oracle_line_count(&board, direction); line++)
                    if (moved[line])
                        cells |=
                            1u << oracle_cell(&board, direction, line,
                                              oracle_line_length(&board, direction) - 1);
                uint64_t trail =
                    trey_moved_trail(oracle_to_packed(&board), oracle_to_packed(&after),
                                     trey_slide_masks_of((struct trey_shape){rows, cols},
                                                         direction, &space));
                assert_int_equal(trey_flags_cells(trail), cells);
            }
}

static void test_constant_masks(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct trey_slide_masks made;
        trey_slide_masks_make((struct trey_shape){4, 4}, (enum trey_direction)i, &made);
        const struct trey_slide_masks *constant = &trey_slide_4x4[i];
        for (int k = 0; k < 4; k++)
            assert_int_equal(made.beyond[k], constant->beyond[k]);
        assert_int_equal(made.has_rear, constant->has_rear);
        assert_int_equal(made.trail, constant->trail);
        assert_int_equal(made.away, constant->away);
        assert_int_equal(made.doublings, constant->doublings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_line),     cmocka_unit_test(test_other_oracle),
        cmocka_unit_test(test_every_shape),    cmocka_unit_test(test_exponents),
        cmocka_unit_test(test_flags),          cmocka_unit_test(test_moved_lines),
        cmocka_unit_test(test_constant_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
