/* The library without MPI: every program is a single process. Starting as one of several
 * is an error; all other calls do nothing or return the result for one process. */
#include "base/error.h"
#include "mpi/transport.h"

#if !defined(TREY_WITH_MPI)

#include <stdlib.h>

bool trey_processes_supported(void)
{
    return false;
}

enum trey_status trey_processes_start(struct trey_processes **processes,
                                      struct trey_error *error)
{
    *processes = NULL;
    if (trey_processes_launched() > 1)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "started as one of %u processes, but trey was built without "
                         "MPI (cmake -DTREY_MPI=ON)",
                         trey_processes_launched());
    return TREY_OK;
}

void trey_processes_finish(struct trey_processes *processes)
{
    (void)processes;
}

void trey_processes_abort(struct trey_processes *processes, int exit_status)
{
    (void)processes;
    exit(exit_status);
}

enum trey_status trey_processes_agree(struct trey_processes *processes,
                                      enum trey_status status, struct trey_error *error)
{
    (void)processes, (void)error;
    return status;
}

enum trey_status trey_message_send(struct trey_processes *processes, unsigned to,
                                   int kind, const void *bytes, size_t size,
                                   struct trey_error *error)
{
    (void)processes, (void)kind, (void)bytes, (void)size;
    return trey_fail(error, TREY_ERR_ARGUMENT, 0, "there is no process %u", to);
}

enum trey_status trey_message_receive(struct trey_processes *processes,
                                      struct trey_message *message, bool *received,
                                      struct trey_error *error)
{
    (void)processes, (void)message, (void)error;
    *received = false;
    return TREY_OK;
}

/* Never called, since a single process has nothing to exchange. */
void trey_mpi_barrier(struct trey_processes *processes)
{
    (void)processes;
}

void trey_mpi_broadcast(struct trey_processes *processes, unsigned root, void *bytes,
                        size_t size)
{
    (void)processes, (void)root, (void)bytes, (void)size;
}

void trey_mpi_reduce(struct trey_processes *processes, enum trey_reduction operation,
                     enum trey_reduced_type type, void *values, size_t count)
{
    (void)processes, (void)operation, (void)type, (void)values, (void)count;
}

bool trey_mpi_exchange(struct trey_processes *processes, size_t limit, bool more,
                       const uint8_t *out, const uint32_t *out_size, uint8_t *in,
                       uint32_t *in_size)
{
    (void)processes, (void)limit, (void)out, (void)out_size, (void)in, (void)in_size;
    return more;
}

#endif
