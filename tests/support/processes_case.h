/* Shared by test programs that mpirun may start as several processes. */
#ifndef TREY_TESTS_PROCESSES_CASE_H
#define TREY_TESTS_PROCESSES_CASE_H

#include "mpi/processes.h"

/* The processes of this program, NULL if it runs alone. Ends the program on an error. */
struct trey_processes *processes_enter(void);

/* Ends the processes; `failed` is the number of failed tests. Returns the exit status. A
 * failing process ends all others, which would wait for it. */
int processes_leave(struct trey_processes *processes, int failed);

#endif
