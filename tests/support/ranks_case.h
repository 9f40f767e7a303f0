/* What programs of tests that mpirun may start several times share. */
#ifndef TREY_TESTS_RANKS_CASE_H
#define TREY_TESTS_RANKS_CASE_H

#include "trey/ranks.h"

/* The ranks of this program, or NULL where it is alone; ends it if that cannot be. */
struct trey_ranks *ranks_enter(void);

/* After the tests, of which so many failed; returns the exit status. A rank that fails
 * would leave the others waiting, and ends all. */
int ranks_leave(struct trey_ranks *ranks, int failed);

#endif
