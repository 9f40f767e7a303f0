#include "random_case.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>

struct random_case case_start(void)
{
    const char *expected = getenv("TREY_TEST_SEED");
    uint64_t seed = expected != NULL ? strtoull(expected, NULL, 10) : 20481;
    print_message("(TREY_TEST_SEED=%llu)\n", (unsigned long long)seed);
    return (struct random_case){seed, seed};
}

/* splitmix64 (Vigna, public domain algorithm). */
uint64_t case_next(struct random_case *random)
{
    uint64_t x = random->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

int case_below(struct random_case *random, int bound)
{
    return (int)(case_next(random) % (uint64_t)bound);
}

int case_share(void)
{
    const char *expected = getenv("TREY_TEST_SHARE");
    int share = expected != NULL ? atoi(expected) : 4;
    return share > 0 ? share : 1;
}

bool case_taken(struct random_case *random)
{
    int share = case_share();
    return share == 1 || case_below(random, share) == 0;
}

struct oracle_board case_board(struct random_case *random, int rows, int cols,
                               int max_rank)
{
    struct oracle_board board = {.rows = rows, .cols = cols};
    int density = case_below(random, 9);
    int kinds = 1 + case_below(random, max_rank);
    int lowest = 1 + case_below(random, max_rank - kinds + 1);
    for (int cell = 0; cell < rows * cols; cell++)
        if (case_below(random, 8) < density)
            board.tile[cell] = oracle_tile(lowest + case_below(random, kinds));
    return board;
}

struct oracle_board case_crowded(struct random_case *random, int empty_cells,
                                 int max_rank)
{
    struct oracle_board board = {.rows = 4, .cols = 4};
    for (int cell = 0; cell < 16; cell++)
        board.tile[cell] = oracle_tile(1 + case_below(random, max_rank));
    for (; empty_cells > 0; empty_cells--)
        board.tile[case_below(random, 16)] = 0;
    return board;
}

void case_tiles(struct random_case *random, uint64_t *tiles, size_t count, int max_rank)
{
    for (size_t i = 0; i < count; i++) {
        int ranks = case_below(random, 5) == 0 ? max_rank : 3;
        tiles[i] = oracle_tile(1 + case_below(random, ranks));
    }
}

void case_shrink(struct oracle_board *board, case_fails_fn fails, const void *context)
{
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (int cell = 0; cell < oracle_cells(board); cell++) {
            struct oracle_board less = *board;
            less.tile[cell] = 0;
            if (board->tile[cell] == 0 || !fails(&less, context))
                continue;
            *board = less;
            smaller = true;
        }
    }
}

void case_check(const struct random_case *random, const struct oracle_board *board,
                case_fails_fn fails, const void *context, const char *what)
{
    if (!fails(board, context))
        return;
    struct oracle_board small = *board;
    case_shrink(&small, fails, context);
    char text[16 * 24] = "";
    int used = 0;
    for (int cell = 0; cell < oracle_cells(&small); cell++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%llu%s",
                         (unsigned long long)small.tile[cell],
                         (cell + 1) % small.cols == 0 ? " / " : " ");
    fail_msg("%s fails on the %dx%d board %s(TREY_TEST_SEED=%llu)", what, small.rows,
             small.cols, text, (unsigned long long)random->seed);
}
