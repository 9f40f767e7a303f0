/* Pictures: refused sizes, pixels without a board, and the moves between two positions of
 * random games. tests/read/run.py tests drawn and real screenshots. */
#include "record/between.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/picture.h"
#include "trey/record.h"

#include <stdlib.h>
#include <string.h>

static void refuses_sizes(void **state)
{
    (void)state;
    static const uint8_t pixel[4] = {0};
    struct trey_picture_position position;
    struct trey_error error;
    const struct trey_pixels wrong[] = {
        {NULL, 1, 1, 0},  {pixel, 0, 1, 0},
        {pixel, 1, 0, 0}, {pixel, TREY_PICTURE_MAX_SIDE + 1, 1, 0},
        {pixel, 2, 1, 4},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(trey_picture_read(&wrong[i], &position, &error),
                         TREY_ERR_ARGUMENT);
        assert_int_equal(position.problem, TREY_PICTURE_NO_BOARD);
    }
}

/* Noise, plain colours and random rectangles in the app's colours, of all small sizes. */
static void finds_no_board_in_noise(void **state)
{
    (void)state;
    static const uint8_t colors[][3] = {{187, 217, 217}, {202, 225, 219},
                                        {102, 204, 255}, {255, 102, 128},
                                        {255, 255, 255}, {187, 173, 160}};
    struct random_case random = case_start();
    for (int i = 0; i < 60; i++) {
        const uint32_t width = 1 + (uint32_t)case_below(&random, 300);
        const uint32_t height = 1 + (uint32_t)case_below(&random, 300);
        uint8_t *rgba = malloc((size_t)width * height * 4);
        assert_non_null(rgba);
        for (size_t at = 0; at < (size_t)width * height; at++) {
            const uint8_t *color = colors[(at / (1 + (uint32_t)i * 7)) * 7919 % 6];
            for (int c = 0; c < 4; c++)
                rgba[at * 4 + (size_t)c] = i % 2 == 0 ? (uint8_t)case_below(&random, 256)
                                                      : (c < 3 ? color[c] : 255);
        }
        const struct trey_pixels pixels = {rgba, width, height, 0};
        struct trey_picture_position position;
        assert_int_equal(trey_picture_read(&pixels, &position, NULL), TREY_OK);
        assert_true(position.overall < (float)TREY_PICTURE_CONFIDENT);
        free(rgba);
    }
}

/* Fills a rectangle of a picture that is `width` pixels wide. */
static void fill(uint8_t *rgba, int width, int left, int top, int right, int bottom,
                 const uint8_t color[3])
{
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            memcpy(rgba + 4 * ((size_t)y * (size_t)width + (size_t)x), color, 3);
            rgba[4 * ((size_t)y * (size_t)width + (size_t)x) + 3] = 255;
        }
}

/* A board without digits: a blue cell, a cell with a strip of a tile's colour, which is
 * what remains visible of a covered tile, and empty cells. The cell with the strip is not
 * certain to be empty; the others are. */
static void doubts_empty_cells_with_a_strip(void **state)
{
    (void)state;
    enum { MARGIN = 50, WIDTH = 500 + 2 * MARGIN, HEIGHT = 670 + 2 * MARGIN };
    enum { BLUE_CELL = 0, STRIP_CELL = 5, STRIP = 7 };
    static const uint8_t around[3] = {250, 250, 250}, frame[3] = {202, 225, 219},
                         empty[3] = {187, 217, 217}, blue[3] = {102, 204, 255};
    static const uint8_t strips[][3] = {
        {102, 204, 255}, {255, 102, 128}, {255, 204, 102}};
    uint8_t *rgba = malloc((size_t)WIDTH * HEIGHT * 4);
    assert_non_null(rgba);
    for (size_t i = 0; i < sizeof strips / sizeof strips[0]; i++) {
        fill(rgba, WIDTH, 0, 0, WIDTH, HEIGHT, around);
        fill(rgba, WIDTH, MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN, frame);
        for (int cell = 0; cell < 16; cell++) {
            const int x = MARGIN + 20 + 120 * (cell % 4),
                      y = MARGIN + 21 + 160 * (cell / 4);
            fill(rgba, WIDTH, x, y, x + 100, y + 150, cell == BLUE_CELL ? blue : empty);
            if (cell == STRIP_CELL)
                fill(rgba, WIDTH, x + 10, y, x + 10 + STRIP, y + 140, strips[i]);
        }
        const struct trey_pixels pixels = {rgba, WIDTH, HEIGHT, 0};
        struct trey_picture_position position;
        assert_int_equal(trey_picture_read(&pixels, &position, NULL), TREY_OK);
        assert_int_equal(position.game, TREY_PICTURE_THREES);
        for (int cell = 1; cell < 16; cell++) {
            assert_int_equal(position.rank[cell], 0);
            assert_int_equal(position.confidence[cell] >= (float)TREY_PICTURE_CONFIDENT,
                             cell != STRIP_CELL);
        }
    }
    free(rgba);
}

static bool same_step(const struct trey_step *a, const struct trey_step *b)
{
    return a->direction == b->direction && a->cell == b->cell && a->rank == b->rank;
}

/* Two successive moves of a random game, seen only as the positions before and after
 * them. */
static void finds_moves_of_games(void **state)
{
    (void)state;
    static const char *const names[] = {"window", "classic", "course", "2048"};
    struct random_case random = case_start();
    int unique = 0;
    for (int i = 0; i < 40; i++) {
        struct trey_rules rules;
        struct trey_game game;
        assert_int_equal(trey_rules_named(names[i % 4], &rules, NULL), TREY_OK);
        trey_game_begin(&game, &rules, case_next(&random), 0);
        struct trey_view before = game.view, middle = game.view;
        struct trey_step last = {0};
        for (int move = 0; move < 60 && trey_game_legal(&game) != 0; move++) {
            struct trey_move made;
            struct trey_step steps[2];
            enum trey_direction direction = (enum trey_direction)case_below(&random, 4);
            if (!trey_game_slide(&game, direction, &made) || made.cell < 0)
                continue;
            const struct trey_step real = {
                .direction = (uint8_t)direction, .cell = made.cell, .rank = made.rank};
            enum trey_between found =
                trey_record_between(&middle, game.view.board, game.view.next, steps);
            assert_true(found == TREY_BETWEEN_ONE || found == TREY_BETWEEN_AMBIGUOUS);
            if (found == TREY_BETWEEN_ONE)
                assert_true(same_step(&steps[0], &real));
            const enum trey_between unseen =
                trey_record_between(&middle, game.view.board, TREY_NEXT_HIDDEN, steps);
            assert_true(unseen == found);
            if (unseen == TREY_BETWEEN_ONE) {
                struct trey_view then = middle;
                assert_true(same_step(&steps[0], &real));
                assert_int_equal(trey_view_advance(&then, direction, steps[0].cell,
                                                   steps[0].rank, steps[0].next, NULL),
                                 TREY_OK);
            }
            assert_int_equal(
                trey_record_between(&game.view, game.view.board, game.view.next, steps),
                TREY_BETWEEN_SAME);
            if (middle.moves > 0) {
                found =
                    trey_record_between(&before, game.view.board, game.view.next, steps);
                assert_int_not_equal(found, TREY_BETWEEN_NOTHING);
                if (found == TREY_BETWEEN_TWO) {
                    assert_true(same_step(&steps[0], &last));
                    assert_true(same_step(&steps[1], &real));
                    unique++;
                }
            }
            before = middle;
            middle = game.view;
            last = real;
        }
    }
    assert_true(unique > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_sizes),
        cmocka_unit_test(finds_no_board_in_noise),
        cmocka_unit_test(doubts_empty_cells_with_a_strip),
        cmocka_unit_test(finds_moves_of_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
