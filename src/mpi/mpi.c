/* Processes with MPI. This is the only file that calls MPI.
 *
 * All communication uses our own communicators. Their errors are fatal, which is MPI's
 * default: if a process dies or the network fails, all processes end. MPI counts are
 * ints, so long arrays are sent in chunks. */
#include "mpi/transport.h"

#if defined(TREY_WITH_MPI)

#include "base/error.h"
#include "mpi/launch.h"

#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 24 /* numbers, or bytes, per call */ };

/* A message being sent: MPI reads the bytes until the request is done. */
struct message {
    struct message *next;
    MPI_Request request;
    unsigned char bytes[];
};

struct trey_mpi_state {
    MPI_Comm all;      /* for collective calls */
    MPI_Comm messages; /* for messages between two processes */
    struct message *sending;
};

bool trey_processes_supported(void)
{
    return true;
}

/* --- start and end ---------------------------------------------------------------------
 */

enum trey_status trey_processes_start(struct trey_processes **processes,
                                      struct trey_error *error)
{
    int support = 0, process = 0, count = 1;
    *processes = NULL;
    if (trey_processes_launched() == 1)
        return TREY_OK;
    struct trey_processes *made = calloc(1, sizeof *made);
    struct trey_mpi_state *mpi = calloc(1, sizeof *mpi);
    if (made == NULL || mpi == NULL) {
        free(made);
        free(mpi);
        return trey_fail_memory(error, sizeof *made + sizeof *mpi);
    }
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &support);
    trey_processes_clear_environment();
    MPI_Comm_dup(MPI_COMM_WORLD, &mpi->all);
    MPI_Comm_dup(MPI_COMM_WORLD, &mpi->messages);
    MPI_Comm_rank(mpi->all, &process);
    MPI_Comm_size(mpi->all, &count);
    *made = (struct trey_processes){
        .process = (unsigned)process, .count = (unsigned)count, .mpi = mpi};
    if (support < MPI_THREAD_FUNNELED) {
        trey_processes_finish(made);
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "this MPI library does not support threads");
    }
    *processes = made;
    return TREY_OK;
}

/* Frees the messages that have been sent; if `wait`, waits for all. */
static void free_sent_messages(struct trey_mpi_state *mpi, bool wait)
{
    struct message **link = &mpi->sending;
    while (*link != NULL) {
        struct message *message = *link;
        int done = 1;
        if (wait)
            MPI_Wait(&message->request, MPI_STATUS_IGNORE);
        else
            MPI_Test(&message->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *link = message->next;
            free(message);
        } else {
            link = &message->next;
        }
    }
}

void trey_processes_finish(struct trey_processes *processes)
{
    if (processes == NULL)
        return;
    free_sent_messages(processes->mpi, true);
    MPI_Barrier(processes->mpi->all);
    MPI_Comm_free(&processes->mpi->all);
    MPI_Comm_free(&processes->mpi->messages);
    MPI_Finalize();
    free(processes->mpi);
    free(processes);
}

void trey_processes_abort(struct trey_processes *processes, int exit_status)
{
    if (processes != NULL)
        MPI_Abort(processes->mpi->all, exit_status);
    exit(exit_status);
}

/* --- collective calls ------------------------------------------------------------------
 */

/* An error takes precedence over a cancellation. */
static uint64_t severity(enum trey_status status)
{
    return status == TREY_OK ? 0 : status == TREY_ERR_CANCELLED ? 1 : 2;
}

enum trey_status trey_processes_agree(struct trey_processes *processes,
                                      enum trey_status status, struct trey_error *error)
{
    struct {
        enum trey_status status;
        struct trey_error error;
    } reported = {.status = status};
    if (trey_processes_single(processes))
        return status;
    uint64_t worst = severity(status) << 32 | (processes->count - 1 - processes->process);
    trey_processes_max_u64(processes, &worst, 1);
    if (worst >> 32 == 0)
        return TREY_OK;
    unsigned root = processes->count - 1 - (unsigned)(worst & UINT32_MAX);
    if (error != NULL && status != TREY_OK)
        reported.error = *error;
    trey_mpi_broadcast(processes, root, &reported, sizeof reported);
    const char *message = reported.error.message[0] != '\0'
                              ? reported.error.message
                              : trey_status_text(reported.status);
    if (reported.status == TREY_ERR_CANCELLED || root == 0)
        return trey_fail(error, reported.status, reported.error.line, "%s", message);
    return trey_fail(error, reported.status, reported.error.line, "process %u: %.220s",
                     root, message);
}

void trey_mpi_barrier(struct trey_processes *processes)
{
    MPI_Barrier(processes->mpi->all);
}

void trey_mpi_broadcast(struct trey_processes *processes, unsigned root, void *bytes,
                        size_t size)
{
    for (size_t from = 0; from < size; from += CHUNK) {
        size_t part = size - from < CHUNK ? size - from : CHUNK;
        MPI_Bcast((char *)bytes + from, (int)part, MPI_BYTE, (int)root,
                  processes->mpi->all);
    }
}

void trey_mpi_reduce(struct trey_processes *processes, enum trey_reduction operation,
                     enum trey_reduced_type type, void *values, size_t count)
{
    const MPI_Op operations[] = {MPI_SUM, MPI_MAX, MPI_BOR};
    const MPI_Datatype types[] = {MPI_UINT64_T, MPI_DOUBLE, MPI_FLOAT};
    const size_t sizes[] = {sizeof(uint64_t), sizeof(double), sizeof(float)};
    for (size_t from = 0; from < count; from += CHUNK) {
        size_t part = count - from < CHUNK ? count - from : CHUNK;
        MPI_Allreduce(MPI_IN_PLACE, (char *)values + from * sizes[type], (int)part,
                      types[type], operations[operation], processes->mpi->all);
    }
}

bool trey_mpi_exchange(struct trey_processes *processes, size_t limit, bool more,
                       const uint8_t *out, const uint32_t *out_size, uint8_t *in,
                       uint32_t *in_size)
{
    /* In each step every process sends to the process `step` indices above and receives
     * from that below. Sizes are not sent first, and the tag carries `more`, so processes
     * wait for each other once per step: most rounds are short. */
    unsigned count = processes->count, here = processes->process;
    bool any = more;
    memcpy(in + here * limit, out + here * limit, out_size[here]);
    in_size[here] = out_size[here];
    for (unsigned step = 1; step < count; step++) {
        unsigned to = (here + step) % count, from = (here + count - step) % count;
        MPI_Status status;
        int size = 0;
        MPI_Sendrecv(out + to * limit, (int)out_size[to], MPI_BYTE, (int)to, more,
                     in + from * limit, (int)limit, MPI_BYTE, (int)from, MPI_ANY_TAG,
                     processes->mpi->all, &status);
        MPI_Get_count(&status, MPI_BYTE, &size);
        in_size[from] = (uint32_t)size;
        any = any || status.MPI_TAG != 0;
    }
    return any;
}

/* --- messages --------------------------------------------------------------------------
 */

/* Messages of up to this size in bytes are sent even without memory for a copy. Processes
 * report failures to each other by such messages and would wait forever if one was lost.
 */
enum { MAX_UNCOPIED = 512 };

enum trey_status trey_message_send(struct trey_processes *processes, unsigned to,
                                   int kind, const void *bytes, size_t size,
                                   struct trey_error *error)
{
    struct trey_mpi_state *mpi = processes->mpi;
    assert(to < processes->count && size <= INT32_MAX && kind >= 0 && kind <= 1000);
    struct message *message = malloc(sizeof *message + size);
    free_sent_messages(mpi, false);
    if (message == NULL && size > MAX_UNCOPIED)
        return trey_fail_memory(error, sizeof *message + size);
    if (message == NULL) { /* waits at most until the other process receives */
        MPI_Send(bytes, (int)size, MPI_BYTE, (int)to, kind, mpi->messages);
        return TREY_OK;
    }
    if (size > 0)
        memcpy(message->bytes, bytes, size);
    MPI_Isend(message->bytes, (int)size, MPI_BYTE, (int)to, kind, mpi->messages,
              &message->request);
    message->next = mpi->sending;
    mpi->sending = message;
    return TREY_OK;
}

enum trey_status trey_message_receive(struct trey_processes *processes,
                                      struct trey_message *message, bool *received,
                                      struct trey_error *error)
{
    MPI_Status status;
    int arrived = 0, size = 0;
    *received = false;
    if (trey_processes_single(processes))
        return TREY_OK;
    free_sent_messages(processes->mpi, false);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, processes->mpi->messages, &arrived, &status);
    if (!arrived)
        return TREY_OK;
    MPI_Get_count(&status, MPI_BYTE, &size);
    void *bytes = malloc((size_t)size + 1);
    if (bytes == NULL) /* the next call can receive it */
        return trey_fail_memory(error, (size_t)size + 1);
    MPI_Recv(bytes, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG,
             processes->mpi->messages, MPI_STATUS_IGNORE);
    *message = (struct trey_message){.from = (unsigned)status.MPI_SOURCE,
                                     .kind = status.MPI_TAG,
                                     .bytes = bytes,
                                     .size = (size_t)size};
    *received = true;
    return TREY_OK;
}

#endif
