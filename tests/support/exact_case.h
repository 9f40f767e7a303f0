/* What the tests of the exact solver share: solutions, their states, table files. */
#ifndef TREY_TESTS_EXACT_CASE_H
#define TREY_TESTS_EXACT_CASE_H

#include "trey/exact.h"

#include "support/random_case.h"

/* A board that is solved. */
struct exact_case {
    enum trey_exact_rules rules;
    uint8_t rows, cols;
    enum trey_exact_keep keep;
    unsigned start; /* 0: the usual */
};

/* The options of a case; one thread. */
struct trey_exact_options exact_options(const struct exact_case *of);

/* Solves it; fails the test if that cannot be done. */
struct trey_exact *exact_solve(const struct exact_case *of);

/* A caller who gives the work up after so many steps: the function is a report, with the
 * patience as its context, and `over` what cancels. */
struct exact_patience {
    unsigned steps;
    struct trey_cancel over;
};
void exact_lose_patience(void *context, const struct trey_exact_progress *progress);

/* Calls visit for every before-state of a board of at most six cells. Returns how many
 * there are. */
uint64_t exact_each(const struct trey_exact *exact, void *context,
                    void visit(void *context, trey_board board, int hint));

/* A folder of its own for a test, and a file in it. Skips the test where tables cannot be
 * written. */
struct exact_place {
    char folder[64], path[96];
};
struct exact_place exact_enter(void);
void exact_leave(const struct exact_place *place); /* removes all */

/* A whole file. */
struct exact_file {
    unsigned char *bytes;
    size_t size;
};
struct exact_file exact_read(const char *path);
void exact_write(const char *path, const void *bytes, size_t size);

/* Damages a file in memory at a random place: 4096 bytes become 0, one byte another, or
 * one is taken out, as `how` is 0, 1 or 2. Returns the new size. */
size_t exact_spoil(unsigned char *bytes, size_t size, int how,
                   struct random_case *random);

/* The table of a case, in a file. */
void exact_save(const struct exact_case *of, const char *path);

/* Makes all checksums of a table right again, of whatever stands in it. */
void exact_reseal(const struct exact_file *table);

/* The directory of a table: entry `index`, and how many there are. */
unsigned char *exact_entry(const struct exact_file *table, uint32_t index);
uint32_t exact_entries(const struct exact_file *table);
uint32_t exact_u32(const unsigned char *at);
uint64_t exact_u64(const unsigned char *at);

#endif
