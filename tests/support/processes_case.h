/* What programs of tests that mpirun may start several times share. */
#ifndef TREY_TESTS_RANKS_CASE_H
#define TREY_TESTS_RANKS_CASE_H

#include "trey/processes.h"

/* The processes of this program, or NULL where it is alone; ends it if that cannot be. */
struct trey_processes *processes_enter(void);

/* After the tests, of which so many failed; returns the exit status. A process that fails
 * would leave the others waiting, and ends all. */
int processes_leave(struct trey_processes *processes, int failed);

#endif
