/* The exact solver against a memoised recursion written from the rules: the values of
 * every state that the recursion reaches, and the counts. The oracle moves lines of tile
 * values, keeps the bag as a set instead of deriving it from the board, and has no
 * layers. */
#include "support/test.h"
#include "trey/exact.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMO = 1 << 20 };

struct outcome {
    double min, avg, max;
};

struct memo {
    uint64_t key; /* board, hint and bag; 0: free */
    struct outcome outcome;
};

struct slow {
    int rows, cols, cells;
    struct memo *memo;
    size_t states;
    const struct trey_exact *fast;
};

static uint64_t board_of(const struct slow *slow, const int *tiles)
{
    uint64_t board = 0;
    for (int cell = 0; cell < slow->cells; cell++)
        board |= (uint64_t)trey_rank_of_tile((uint64_t)tiles[cell]) << (4 * cell);
    return board;
}

/* Directions U, R, D, L; index of the cell at distance `away` from the wall. */
static int cell_at(const struct slow *slow, int d, int line, int away)
{
    int rows = slow->rows, cols = slow->cols;
    switch (d) {
    case 0:
        return away * cols + line;
    case 1:
        return line * cols + cols - 1 - away;
    case 2:
        return (rows - 1 - away) * cols + line;
    default:
        return line * cols + away;
    }
}

static bool tiles_merge(int a, int b)
{
    return b != 0 && a != 0 && (a + b == 3 || (a == b && a >= 3));
}

static bool slide_tiles(const struct slow *slow, int d, const int *from, int *to)
{
    bool moved = false;
    int lines = d % 2 == 0 ? slow->cols : slow->rows;
    int length = d % 2 == 0 ? slow->rows : slow->cols;
    memcpy(to, from, sizeof(int) * 6);
    for (int line = 0; line < lines; line++)
        for (int away = 0; away + 1 < length; away++) {
            int *here = &to[cell_at(slow, d, line, away)];
            int *rear = &to[cell_at(slow, d, line, away + 1)];
            if (*here != 0 && !tiles_merge(*here, *rear))
                continue;
            for (int k = away + 1; k < length; k++)
                moved |= to[cell_at(slow, d, line, k)] != 0;
            *here += *rear;
            *rear = 0;
            /* All later tiles shift by one cell, too. */
            for (int k = away + 1; k + 1 < length; k++) {
                to[cell_at(slow, d, line, k)] = to[cell_at(slow, d, line, k + 1)];
                to[cell_at(slow, d, line, k + 1)] = 0;
            }
            break;
        }
    return moved;
}

static struct outcome value_before(struct slow *slow, const int *tiles, int hint,
                                   int bag);

/* The tile `hint` spawns in one of the cells; the next one is drawn from the bag, a
 * set. */
static struct outcome value_after(struct slow *slow, int *tiles, const int *cells,
                                  int count, int hint, int bag)
{
    struct outcome all = {1e9, 0, -1};
    int ways = 0;
    if (bag == 0)
        bag = 7;
    for (int i = 0; i < count; i++) {
        if (tiles[cells[i]] != 0)
            continue;
        tiles[cells[i]] = hint;
        for (int next = 1; next <= 3; next++) {
            if (!(bag >> (next - 1) & 1))
                continue;
            struct outcome one =
                value_before(slow, tiles, next, bag & ~(1 << (next - 1)));
            all.min = one.min < all.min ? one.min : all.min;
            all.max = one.max > all.max ? one.max : all.max;
            all.avg += one.avg;
            ways++;
        }
        tiles[cells[i]] = 0;
    }
    all.avg /= ways;
    return all;
}

static double score_of(const struct slow *slow, const int *tiles)
{
    double points = 0;
    for (int cell = 0; cell < slow->cells; cell++) {
        double tile_points = tiles[cell] >= 3 ? 3 : 0;
        for (int tile = tiles[cell]; tile > 3; tile /= 2)
            tile_points *= 3;
        points += tile_points;
    }
    return points;
}

static struct outcome best_slide(struct slow *slow, const int *tiles, int hint, int bag)
{
    struct outcome best = {0, -1, 0};
    for (int d = 0; d < 4; d++) {
        int to[6], cells[6], count = 0;
        if (!slide_tiles(slow, d, tiles, to))
            continue;
        int lines = d % 2 == 0 ? slow->cols : slow->rows;
        int length = d % 2 == 0 ? slow->rows : slow->cols;
        while (count < lines) {
            cells[count] = cell_at(slow, d, count, length - 1);
            count++;
        }
        struct outcome one = value_after(slow, to, cells, count, hint, bag);
        if (one.avg > best.avg + 1e-9)
            best = one;
    }
    if (best.avg < 0)
        best.min = best.avg = best.max = score_of(slow, tiles);
    return best;
}

static struct outcome value_before(struct slow *slow, const int *tiles, int hint, int bag)
{
    uint64_t board = board_of(slow, tiles);
    uint64_t key = board << 8 | (uint64_t)bag << 2 | (uint64_t)hint;
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 44);
    while (slow->memo[at].key != 0 && slow->memo[at].key != key)
        at = (at + 1) % MEMO;
    if (slow->memo[at].key == key)
        return slow->memo[at].outcome;

    struct outcome outcome = best_slide(slow, tiles, hint, bag);
    struct trey_exact_value value;
    assert_true(trey_exact_before(slow->fast, board, hint, &value));
    assert_true(fabs(value.avg - outcome.avg) < 1e-9);
    assert_true(value.min == outcome.min);
    assert_true(value.max == outcome.max);
    slow->states++;
    while (slow->memo[at].key != 0) /* the recursion may have added entries meanwhile */
        at = (at + 1) % MEMO;
    slow->memo[at] = (struct memo){key, outcome};
    return outcome;
}

static enum trey_status solve_fast(struct trey_shape shape, struct trey_exact **exact,
                                   struct trey_error *error)
{
    struct trey_exact_options options;
    trey_exact_defaults(TREY_EXACT_COURSE, shape, &options);
    return trey_exact_solve(&options, exact, error);
}

/* Every before-state of the oracle has the value of the fast solver, and there are no
 * others. */
static void compare_states(int rows, int cols)
{
    struct trey_exact *fast;
    struct trey_shape shape = {(uint8_t)rows, (uint8_t)cols};
    assert_int_equal(solve_fast(shape, &fast, NULL), TREY_OK);
    struct slow slow = {rows, cols, rows * cols, calloc(MEMO, sizeof(struct memo)),
                        0,    fast};
    assert_non_null(slow.memo);
    int tiles[6] = {0}, cells[6] = {0, 1, 2, 3, 4, 5};
    double root = 0;
    for (int first = 1; first <= 3; first++) {
        struct outcome one =
            value_after(&slow, tiles, cells, slow.cells, first, 7 & ~(1 << (first - 1)));
        struct trey_exact_value value;
        assert_true(trey_exact_after(fast, 0, first, &value));
        assert_true(fabs(value.avg - one.avg) < 1e-9);
        root += one.avg / 3;
    }
    struct trey_exact_counts counts;
    trey_exact_count(fast, &counts);
    assert_int_equal(counts.before_states, slow.states);
    assert_true(fabs(counts.root_value - root) < 1e-9);
    free(slow.memo);
    trey_exact_free(fast);
}

static void test_oracle(void **state)
{
    (void)state;
    compare_states(2, 2);
    compare_states(2, 3);
    compare_states(3, 2);
    compare_states(1, 5);
}

static void test_known_counts(void **state)
{
    (void)state;
    struct trey_exact *exact;
    struct trey_exact_counts counts;
    assert_int_equal(solve_fast((struct trey_shape){2, 3}, &exact, NULL), TREY_OK);
    trey_exact_count(exact, &counts);
    assert_int_equal(counts.before_states, 225779);
    assert_int_equal(counts.after_states, 211430);
    assert_int_equal(counts.classes, 56859);
    assert_int_equal(counts.max_tile, 96);
    assert_true(fabs(counts.root_value - 455.9656645) < 5e-8);
    trey_exact_free(exact);
    struct trey_error error;
    assert_int_equal(solve_fast((struct trey_shape){3, 4}, &exact, &error),
                     TREY_ERR_ARGUMENT);
}

/* Values of every before-state, formatted as printf would. */
static void test_numbers(void **state)
{
    (void)state;
    struct trey_exact *exact;
    assert_int_equal(solve_fast((struct trey_shape){2, 3}, &exact, NULL), TREY_OK);
    size_t seen = 0;
    for (uint32_t n = 0; n < 9 * 9 * 9 * 9 * 9 * 9; n++) {
        trey_board board = 0;
        char line[64] = "b";
        int size = 1;
        uint32_t rest = n;
        for (int cell = 0; cell < 6; cell++, rest /= 9) {
            board |= (trey_board)(rest % 9) << (4 * cell);
            size += snprintf(line + size, sizeof line - (size_t)size, " %d",
                             (int)trey_tile_of_rank((int)(rest % 9)));
        }
        size += snprintf(line + size, sizeof line - (size_t)size, " +%u", 1 + n % 3);
        struct trey_exact_value value;
        if (!trey_exact_before(exact, board, (int)(1 + n % 3), &value))
            continue;
        for (int remaining = 0; remaining < 2; remaining++) {
            double now = remaining ? (double)trey_board_score(board) : 0;
            char expected[96], answer[TREY_EXACT_ANSWER_BYTES];
            snprintf(expected, sizeof expected, " = %.10g %.10g %.10g", value.min - now,
                     value.avg - now, value.max - now);
            size_t length = trey_exact_answer(exact, line, (size_t)size, remaining != 0,
                                              false, answer, sizeof answer);
            assert_int_equal(length, strlen(expected));
            assert_memory_equal(answer, expected, length);
        }
        seen++;
    }
    assert_true(seen > 50000);
    trey_exact_free(exact);
}

static void test_illegal_lines(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "x",
        "b",
        "b 0 0 0 0 3 +1",
        "b 0 0 0 0 0 0 +1",
        "b 0 0 0 0 0 3 +0",
        "b 0 0 0 0 0 3 +4",
        "b 0 0 0 0 0 3 +",
        "b 0 0 0 0 0 3 1",
        "b 0 0 0 0 0 3+1",
        "b 0 0 0 0 0 3 + 1",
        "b 0 0 0 0 0 3 +1 more",
        "b 0 0 0 0 0 4 +1",
        "b 0 0 0 0 0 5 +1",
        "b 0 0 0 0 0 7 +1",
        "b 0 0 0 0 0 100 +1",
        "b 0 0 0 0 0 192 +1",
        "b 0 0 0 0 0 -3 +1",
        "b 0 0 0 0 0 99999999999999999999 +1",
        "B 0 0 0 0 0 3 +1",
        "a 96 12 6 0 6 96 +2",
        "b 0 1 0 0 0 1 +3",
    };
    struct trey_exact *exact;
    char answer[TREY_EXACT_ANSWER_BYTES];
    assert_int_equal(solve_fast((struct trey_shape){2, 3}, &exact, NULL), TREY_OK);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t length = trey_exact_answer(exact, lines[i], strlen(lines[i]), false, true,
                                          answer, sizeof answer);
        assert_int_equal(length, 5);
        assert_memory_equal(answer, " = -1", 5);
    }
    trey_exact_free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_known_counts),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_illegal_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
