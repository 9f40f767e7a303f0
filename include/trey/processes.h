/* trey/processes.h - work shared by several processes, by MPI.
 *
 * `mpirun -n K trey ...` starts a program K times, on one machine or several. Each of
 * these processes has an index, 0 .. K-1. Functions that are given a struct
 * trey_processes share their work among all of them. A library built without MPI
 * (-DTREY_MPI=ON adds it) supports a single process only.
 *
 * The library uses communicators of its own and the thread level FUNNELED: all functions
 * that take the processes are called by the thread that called trey_processes_start, in
 * the same order on every process; other threads may work for them. A process that ends
 * without trey_processes_finish ends all others. */
#ifndef TREY_PROCESSES_H
#define TREY_PROCESSES_H

#include "trey/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The processes of this program, as seen by one of them. Functions take NULL for a
 * program that runs as a single process. */
struct trey_processes;

/* True if this library was built with MPI. Thread-safe. */
TREY_API bool trey_processes_supported(void);

/* Number of processes that this program was started as, from the environment variables of
 * mpirun and similar launchers; 1 if it was started directly. Does not start MPI. */
TREY_API unsigned trey_processes_launched(void);

/* Index of this process, from the same variables; 0 if it was started directly. */
TREY_API unsigned trey_processes_launched_index(void);

/* Joins the other processes; at most once per program. *processes is for
 * trey_processes_finish. It is NULL, and MPI is not started, if the program was not
 * started as one of several processes. Removes the launcher's environment variables, so
 * that child programs do not count as processes. Returns TREY_ERR_ARGUMENT if there are
 * several processes but the library has no MPI, TREY_ERR_LIMIT if this MPI does not allow
 * threads. */
TREY_API enum trey_status trey_processes_start(struct trey_processes **processes,
                                               struct trey_error *error);

/* Waits until all processes have called it, and shuts MPI down. `processes` may be NULL.
 */
TREY_API void trey_processes_finish(struct trey_processes *processes);

/* Ends all processes at once with this exit status, for a process that cannot continue
 * while the others wait for it. With NULL it ends this program. The library itself never
 * calls it. */
TREY_API void trey_processes_abort(struct trey_processes *processes, int exit_status);

/* Index of this process, 0 .. count-1; 0 for NULL. Thread-safe. */
TREY_API unsigned trey_processes_index(const struct trey_processes *processes);

/* Number of processes; 1 for NULL. Thread-safe. */
TREY_API unsigned trey_processes_count(const struct trey_processes *processes);

/* Returns the worst status of all processes, on every process, with the message of the
 * first process that has it, after "process 3: " unless that is process 0 or the work was
 * cancelled. Collective. */
TREY_API enum trey_status trey_processes_agree(struct trey_processes *processes,
                                               enum trey_status status,
                                               struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
