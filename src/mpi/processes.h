/* Work shared by several processes, by MPI.
 *
 * `mpirun -n K trey ...` starts a program K times, on one machine or several. Each of
 * these processes has an index, 0 .. K-1. Functions that are given a struct
 * trey_processes share their work among all of them. A library built without MPI
 * (-DTREY_MPI=ON adds it) supports a single process only. The thread level is FUNNELED:
 * other threads may work for the one that calls these functions. A process that ends
 * without trey_processes_finish ends all others.
 *
 * NULL stands for a program that runs as a single process: each call then does nothing,
 * or returns the result for one process. In a library built without MPI the compiler
 * knows this.
 *
 * All functions except trey_message_* are collective: every process calls them, in the
 * same order. Only the thread that called trey_processes_start may call them. If a
 * process cannot reach the others, MPI ends all processes; no function returns an error
 * for that. */
#ifndef TREY_MPI_PROCESSES_H
#define TREY_MPI_PROCESSES_H

#include "trey/status.h"

#include <stdint.h>

/* The processes of this program, as seen by one of them. Functions take NULL for a
 * program that runs as a single process. */
struct trey_processes;

/* True if this library was built with MPI. Thread-safe. */
bool trey_processes_supported(void);

/* Number of processes that this program was started as, from the environment variables of
 * mpirun and similar launchers; 1 if it was started directly. Does not start MPI. */
unsigned trey_processes_launched(void);

/* Index of this process, from the same variables; 0 if it was started directly. */
unsigned trey_processes_launched_index(void);

/* Joins the other processes; at most once per program. *processes is for
 * trey_processes_finish. It is NULL, and MPI is not started, if the program was not
 * started as one of several processes. Removes the launcher's environment variables, so
 * that child programs do not count as processes. Returns TREY_ERR_ARGUMENT if there are
 * several processes but the library has no MPI, TREY_ERR_LIMIT if this MPI does not allow
 * threads. */
enum trey_status trey_processes_start(struct trey_processes **processes,
                                      struct trey_error *error);

/* Waits until all processes have called it, and shuts MPI down. `processes` may be NULL.
 */
void trey_processes_finish(struct trey_processes *processes);

/* Ends all processes at once with this exit status, for a process that cannot continue
 * while the others wait for it. With NULL it ends this program. The library itself never
 * calls it. */
void trey_processes_abort(struct trey_processes *processes, int exit_status);

/* Returns the worst status of all processes, on every process, with the message of the
 * first process that has it, after "process 3: " unless that is process 0 or the work was
 * cancelled. Collective. */
enum trey_status trey_processes_agree(struct trey_processes *processes,
                                      enum trey_status status, struct trey_error *error);

enum trey_reduction { TREY_REDUCE_SUM, TREY_REDUCE_MAX, TREY_REDUCE_OR };
enum trey_reduced_type { TREY_REDUCE_U64, TREY_REDUCE_F64, TREY_REDUCE_F32 };

#if defined(TREY_WITH_MPI)

struct trey_processes {
    unsigned process;           /* index of this process */
    unsigned count;             /* number of processes */
    struct trey_mpi_state *mpi; /* private to mpi.c */
};

static inline bool trey_processes_single(const struct trey_processes *processes)
{
    return processes == NULL || processes->count == 1;
}

/* Index of this process, 0 .. count-1; 0 for NULL. Thread-safe. */
static inline unsigned trey_process_index(const struct trey_processes *processes)
{
    return processes == NULL ? 0 : processes->process;
}

/* Number of processes; 1 for NULL. Thread-safe. */
static inline unsigned trey_process_count(const struct trey_processes *processes)
{
    return processes == NULL ? 1 : processes->count;
}

#else

static inline bool trey_processes_single(const struct trey_processes *processes)
{
    (void)processes;
    return true;
}

static inline unsigned trey_process_index(const struct trey_processes *processes)
{
    (void)processes;
    return 0;
}

static inline unsigned trey_process_count(const struct trey_processes *processes)
{
    (void)processes;
    return 1;
}

#endif

/* Implementations of the functions below for two or more processes, of any `size`. */
void trey_mpi_barrier(struct trey_processes *processes);
void trey_mpi_broadcast(struct trey_processes *processes, unsigned root, void *bytes,
                        size_t size);
void trey_mpi_reduce(struct trey_processes *processes, enum trey_reduction operation,
                     enum trey_reduced_type type, void *values, size_t count);

/* Waits until every process has called it. */
static inline void trey_processes_barrier(struct trey_processes *processes)
{
    if (!trey_processes_single(processes))
        trey_mpi_barrier(processes);
}

/* Copies the bytes of process `root` to all processes. */
static inline void trey_processes_broadcast(struct trey_processes *processes,
                                            unsigned root, void *bytes, size_t size)
{
    if (!trey_processes_single(processes))
        trey_mpi_broadcast(processes, root, bytes, size);
}

/* Replace each of `count` numbers by the sum (maximum) over all processes, on every
 * process. Floating-point sums are the same on every process, but depend on the number of
 * processes. */
static inline void trey_processes_sum_u64(struct trey_processes *processes,
                                          uint64_t *values, size_t count)
{
    if (!trey_processes_single(processes))
        trey_mpi_reduce(processes, TREY_REDUCE_SUM, TREY_REDUCE_U64, values, count);
}

static inline void trey_processes_max_u64(struct trey_processes *processes,
                                          uint64_t *values, size_t count)
{
    if (!trey_processes_single(processes))
        trey_mpi_reduce(processes, TREY_REDUCE_MAX, TREY_REDUCE_U64, values, count);
}

/* Bitwise or over all processes. */
static inline void trey_processes_or_u64(struct trey_processes *processes,
                                         uint64_t *values, size_t count)
{
    if (!trey_processes_single(processes))
        trey_mpi_reduce(processes, TREY_REDUCE_OR, TREY_REDUCE_U64, values, count);
}

static inline void trey_processes_sum_f64(struct trey_processes *processes,
                                          double *values, size_t count)
{
    if (!trey_processes_single(processes))
        trey_mpi_reduce(processes, TREY_REDUCE_SUM, TREY_REDUCE_F64, values, count);
}

static inline void trey_processes_max_f64(struct trey_processes *processes,
                                          double *values, size_t count)
{
    if (!trey_processes_single(processes))
        trey_mpi_reduce(processes, TREY_REDUCE_MAX, TREY_REDUCE_F64, values, count);
}

static inline void trey_processes_sum_f32(struct trey_processes *processes, float *values,
                                          size_t count)
{
    if (!trey_processes_single(processes))
        trey_mpi_reduce(processes, TREY_REDUCE_SUM, TREY_REDUCE_F32, values, count);
}

/* --- messages from one process to another, not collective ------------------------------
 */

/* A received message. The receiver frees `bytes` with free. */
struct trey_message {
    unsigned from; /* index of the sender */
    int kind;      /* as given to trey_message_send, 0 .. 1000 */
    void *bytes;
    size_t size;
};

/* Sends a copy of `size` bytes (below 2^31) to process `to`, without waiting until it is
 * received. Messages between two processes arrive in order. Messages of up to 512 bytes
 * are sent even if out of memory, then by waiting for the receiver. Needs two or more
 * processes. Copies stay in memory until they are received: the caller bounds the number
 * of messages that it sends without an answer. TREY_ERR_MEMORY if there is no memory for
 * the copy. */
enum trey_status trey_message_send(struct trey_processes *processes, unsigned to,
                                   int kind, const void *bytes, size_t size,
                                   struct trey_error *error);

/* Receives a message if one has arrived (*received); never waits. A single process
 * receives none. TREY_ERR_MEMORY if there is no memory for it; the message can be
 * received by a later call. */
enum trey_status trey_message_receive(struct trey_processes *processes,
                                      struct trey_message *message, bool *received,
                                      struct trey_error *error);

#endif
