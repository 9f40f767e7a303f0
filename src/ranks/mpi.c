/* Ranks by MPI: the one file that speaks it.
 *
 * Everything goes over communicators of our own. Their errors are fatal, as MPI has it by
 * default: a rank that dies, or a network that breaks, ends all ranks. Counts of MPI are
 * ints, so long arrays go in chunks. */
#include "ranks/mpi.h"

#if defined(TREY_WITH_MPI)

#include "base/error.h"
#include "ranks/launch.h"

#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 24 /* numbers, or bytes, at once */ };

/* A letter under way: MPI reads the bytes until it is done. */
struct letter {
    struct letter *next;
    MPI_Request request;
    unsigned char bytes[];
};

struct trey_ranks_mpi {
    MPI_Comm all, letters; /* what is collective, and what is not */
    struct letter *under_way;
};

bool trey_ranks_built(void)
{
    return true;
}

/* --- the beginning and the end ---------------------------------------------------------
 */

enum trey_status trey_ranks_start(struct trey_ranks **ranks, struct trey_error *error)
{
    int given = 0, rank = 0, count = 1;
    *ranks = NULL;
    if (trey_ranks_launched() == 1)
        return TREY_OK;
    struct trey_ranks *made = calloc(1, sizeof *made);
    struct trey_ranks_mpi *mpi = calloc(1, sizeof *mpi);
    if (made == NULL || mpi == NULL) {
        free(made);
        free(mpi);
        return trey_fail_memory(error, sizeof *made + sizeof *mpi);
    }
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given);
    trey_ranks_forget_launch();
    MPI_Comm_dup(MPI_COMM_WORLD, &mpi->all);
    MPI_Comm_dup(MPI_COMM_WORLD, &mpi->letters);
    MPI_Comm_rank(mpi->all, &rank);
    MPI_Comm_size(mpi->all, &count);
    *made =
        (struct trey_ranks){.rank = (unsigned)rank, .count = (unsigned)count, .mpi = mpi};
    if (given < MPI_THREAD_FUNNELED) {
        trey_ranks_finish(made);
        return trey_fail(error, TREY_ERR_LIMIT, 0, "this MPI allows no threads");
    }
    *ranks = made;
    return TREY_OK;
}

/* Frees letters that have gone; all, after waiting for them, if it is to. */
static void tend_letters(struct trey_ranks_mpi *mpi, bool wait)
{
    struct letter **place = &mpi->under_way;
    while (*place != NULL) {
        struct letter *letter = *place;
        int done = 1;
        if (wait)
            MPI_Wait(&letter->request, MPI_STATUS_IGNORE);
        else
            MPI_Test(&letter->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *place = letter->next;
            free(letter);
        } else {
            place = &letter->next;
        }
    }
}

void trey_ranks_finish(struct trey_ranks *ranks)
{
    if (ranks == NULL)
        return;
    tend_letters(ranks->mpi, true);
    MPI_Barrier(ranks->mpi->all);
    MPI_Comm_free(&ranks->mpi->all);
    MPI_Comm_free(&ranks->mpi->letters);
    MPI_Finalize();
    free(ranks->mpi);
    free(ranks);
}

void trey_ranks_abort(struct trey_ranks *ranks, int exit_status)
{
    if (ranks != NULL)
        MPI_Abort(ranks->mpi->all, exit_status);
    exit(exit_status);
}

unsigned trey_ranks_rank(const struct trey_ranks *ranks)
{
    return trey_ranks_here(ranks);
}

unsigned trey_ranks_count(const struct trey_ranks *ranks)
{
    return trey_ranks_all(ranks);
}

/* --- together --------------------------------------------------------------------------
 */

/* What hinders is worse than what was wished. */
static uint64_t badness(enum trey_status status)
{
    return status == TREY_OK ? 0 : status == TREY_ERR_CANCELLED ? 1 : 2;
}

enum trey_status trey_ranks_agree(struct trey_ranks *ranks, enum trey_status status,
                                  struct trey_error *error)
{
    struct {
        enum trey_status status;
        struct trey_error error;
    } said = {.status = status};
    if (trey_ranks_alone(ranks))
        return status;
    uint64_t worst = badness(status) << 32 | (ranks->count - 1 - ranks->rank);
    trey_ranks_max_u64(ranks, &worst, 1);
    if (worst >> 32 == 0)
        return TREY_OK;
    unsigned root = ranks->count - 1 - (unsigned)(worst & UINT32_MAX);
    if (error != NULL && status != TREY_OK)
        said.error = *error;
    trey_mpi_broadcast(ranks, root, &said, sizeof said);
    const char *message = said.error.message[0] != '\0' ? said.error.message
                                                        : trey_status_text(said.status);
    if (said.status == TREY_ERR_CANCELLED || root == 0)
        return trey_fail(error, said.status, said.error.line, "%s", message);
    return trey_fail(error, said.status, said.error.line, "rank %u: %.220s", root,
                     message);
}

void trey_mpi_barrier(struct trey_ranks *ranks)
{
    MPI_Barrier(ranks->mpi->all);
}

void trey_mpi_broadcast(struct trey_ranks *ranks, unsigned root, void *bytes, size_t size)
{
    for (size_t from = 0; from < size; from += CHUNK) {
        size_t part = size - from < CHUNK ? size - from : CHUNK;
        MPI_Bcast((char *)bytes + from, (int)part, MPI_BYTE, (int)root, ranks->mpi->all);
    }
}

void trey_mpi_fold(struct trey_ranks *ranks, enum trey_ranks_fold fold,
                   enum trey_ranks_kind kind, void *values, size_t count)
{
    const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_BOR};
    const MPI_Datatype types[] = {MPI_UINT64_T, MPI_DOUBLE, MPI_FLOAT};
    const size_t sizes[] = {sizeof(uint64_t), sizeof(double), sizeof(float)};
    for (size_t from = 0; from < count; from += CHUNK) {
        size_t part = count - from < CHUNK ? count - from : CHUNK;
        MPI_Allreduce(MPI_IN_PLACE, (char *)values + from * sizes[kind], (int)part,
                      types[kind], ops[fold], ranks->mpi->all);
    }
}

bool trey_mpi_exchange(struct trey_ranks *ranks, size_t limit, bool more,
                       const uint8_t *out, const uint32_t *out_size, uint8_t *in,
                       uint32_t *in_size)
{
    /* One message to each rank and one from each, at a distance that is the same for all
     * of a step. Sizes are not told beforehand, and the tag says whether there is more:
     * so ranks wait for each other once, where most rounds are short. */
    unsigned count = ranks->count, here = ranks->rank;
    bool any = more;
    memcpy(in + here * limit, out + here * limit, out_size[here]);
    in_size[here] = out_size[here];
    for (unsigned step = 1; step < count; step++) {
        unsigned to = (here + step) % count, from = (here + count - step) % count;
        MPI_Status status;
        int size = 0;
        MPI_Sendrecv(out + to * limit, (int)out_size[to], MPI_BYTE, (int)to, more,
                     in + from * limit, (int)limit, MPI_BYTE, (int)from, MPI_ANY_TAG,
                     ranks->mpi->all, &status);
        MPI_Get_count(&status, MPI_BYTE, &size);
        in_size[from] = (uint32_t)size;
        any = any || status.MPI_TAG != 0;
    }
    return any;
}

/* --- letters ---------------------------------------------------------------------------
 */

/* Messages of up to this size in bytes are sent even without memory for a copy. Processes
 * report failures to each other by such messages and would wait forever if one was lost.
 */
enum { MAX_UNCOPIED = 512 };

enum trey_status trey_letter_send(struct trey_ranks *ranks, unsigned to, int kind,
                                  const void *bytes, size_t size,
                                  struct trey_error *error)
{
    struct trey_ranks_mpi *mpi = ranks->mpi;
    assert(to < ranks->count && size <= INT32_MAX && kind >= 0 && kind <= 1000);
    struct letter *letter = malloc(sizeof *letter + size);
    tend_letters(mpi, false);
    if (letter == NULL && size > MAX_UNCOPIED)
        return trey_fail_memory(error, sizeof *letter + size);
    if (letter == NULL) { /* waits at most until the other process looks for messages */
        MPI_Send(bytes, (int)size, MPI_BYTE, (int)to, kind, mpi->letters);
        return TREY_OK;
    }
    if (size > 0)
        memcpy(letter->bytes, bytes, size);
    MPI_Isend(letter->bytes, (int)size, MPI_BYTE, (int)to, kind, mpi->letters,
              &letter->request);
    letter->next = mpi->under_way;
    mpi->under_way = letter;
    return TREY_OK;
}

enum trey_status trey_letter_take(struct trey_ranks *ranks, struct trey_letter *letter,
                                  bool *taken, struct trey_error *error)
{
    MPI_Status status;
    int there = 0, size = 0;
    *taken = false;
    if (trey_ranks_alone(ranks))
        return TREY_OK;
    tend_letters(ranks->mpi, false);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, ranks->mpi->letters, &there, &status);
    if (!there)
        return TREY_OK;
    MPI_Get_count(&status, MPI_BYTE, &size);
    void *bytes = malloc((size_t)size + 1);
    if (bytes == NULL) /* it is still there for the next call */
        return trey_fail_memory(error, (size_t)size + 1);
    MPI_Recv(bytes, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG,
             ranks->mpi->letters, MPI_STATUS_IGNORE);
    *letter = (struct trey_letter){.from = (unsigned)status.MPI_SOURCE,
                                   .kind = status.MPI_TAG,
                                   .bytes = bytes,
                                   .size = (size_t)size};
    *taken = true;
    return TREY_OK;
}

#endif
