/* Shared by the tests of the exact solver: solutions, their states, table files. */
#ifndef TREY_TESTS_EXACT_CASE_H
#define TREY_TESTS_EXACT_CASE_H

#include "trey/exact.h"

#include "support/random_case.h"

/* A board to solve. */
struct exact_case {
    enum trey_exact_rules rules;
    uint8_t rows, cols;
    enum trey_exact_keep keep;
    unsigned start; /* 0: the default */
};

/* Options of a case, with one thread. */
struct trey_exact_options exact_options(const struct exact_case *of);

/* Solves the board; fails the test on an error. */
struct trey_exact *exact_solve(const struct exact_case *of);

/* Cancels the work after a number of steps: use the function as a report, with the
 * patience as its context, and `over` as the cancel flag. */
struct exact_patience {
    unsigned steps;
    struct trey_cancel over;
};
void exact_lose_patience(void *context, const struct trey_exact_progress *progress);

/* Calls visit for every before-state of a board of at most six cells. Returns the number
 * of states. */
uint64_t exact_each(const struct trey_exact *exact, void *context,
                    void visit(void *context, trey_board board, int hint));

/* A directory for a test, and a file in it. Skips the test if tables cannot be
 * written. */
struct exact_place {
    char directory[64], path[96];
};
struct exact_place exact_enter(void);
void exact_leave(const struct exact_place *place); /* removes all */

/* The contents of a file. */
struct exact_file {
    unsigned char *bytes;
    size_t size;
};
struct exact_file exact_read(const char *path);
void exact_write(const char *path, const void *bytes, size_t size);

/* Damages a file in memory at a random place. `how` 0 clears 4096 bytes, 1 changes a
 * byte, 2 removes a byte. Returns the new size. */
size_t exact_spoil(unsigned char *bytes, size_t size, int how,
                   struct random_case *random);

/* The table of a case, as a file. */
void exact_save(const struct exact_case *of, const char *path);

/* Makes all checksums of a table valid again, whatever it contains. */
void exact_reseal(const struct exact_file *table);

/* Entry `index` of a table's directory, and the number of entries. */
unsigned char *exact_entry(const struct exact_file *table, uint32_t index);
uint32_t exact_entries(const struct exact_file *table);
uint32_t exact_u32(const unsigned char *at);
uint64_t exact_u64(const unsigned char *at);

#endif
