/* Seeded random cases. Every test that uses them prints its seed; the environment
 * variable TREY_TEST_SEED repeats it. */
#ifndef TREY_TESTS_RANDOM_CASE_H
#define TREY_TESTS_RANDOM_CASE_H

#include "oracle.h"

struct random_case {
    uint64_t seed, state;
};

struct random_case case_start(void);
uint64_t case_next(struct random_case *random);
int case_below(struct random_case *random, int bound); /* uniform in 0..bound-1 */

/* A long test runs one of this many cases: 4, or the number in the environment variable
 * TREY_TEST_SHARE; 1 means all. */
int case_share(void);

/* True for a random one of every case_share() cases. */
bool case_taken(struct random_case *random);

/* A board with ranks up to max_rank: sparse or crowded, with many adjacent pairs that
 * merge. */
struct oracle_board case_board(struct random_case *random, int rows, int cols,
                               int max_rank);

/* A crowded 4x4 board of ranks up to max_rank, as late in a game. */
struct oracle_board case_crowded(struct random_case *random, int empty_cells,
                                 int max_rank);

/* A random tile value: mostly 1, 2 or 3, sometimes up to max_rank. */
void case_tiles(struct random_case *random, uint64_t *tiles, size_t count, int max_rank);

/* True if the tested property is violated for this board. */
typedef bool (*case_fails_fn)(const struct oracle_board *board, const void *context);

/* Fails the test if `fails` returns true, and prints the seed and the board, reduced
 * first: cells are emptied one by one as long as it still fails. */
void case_check(const struct random_case *random, const struct oracle_board *board,
                case_fails_fn fails, const void *context, const char *what);

/* Empties cells as long as the board still fails. For case_check and its own test. */
void case_shrink(struct oracle_board *board, case_fails_fn fails, const void *context);

#endif
