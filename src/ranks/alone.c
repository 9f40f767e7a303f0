/* A library without MPI: a program is alone, whatever it was started by. */
#include "base/error.h"
#include "ranks/mpi.h"

#if !defined(TREY_WITH_MPI)

#include <stdlib.h>

bool trey_ranks_built(void)
{
    return false;
}

enum trey_status trey_ranks_start(struct trey_ranks **ranks, struct trey_error *error)
{
    *ranks = NULL;
    if (trey_ranks_launched() > 1)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "started as one of %u ranks, but this trey was built without "
                         "MPI (cmake -DTREY_MPI=ON)",
                         trey_ranks_launched());
    return TREY_OK;
}

void trey_ranks_finish(struct trey_ranks *ranks)
{
    (void)ranks;
}

void trey_ranks_abort(struct trey_ranks *ranks, int exit_status)
{
    (void)ranks;
    exit(exit_status);
}

unsigned trey_ranks_rank(const struct trey_ranks *ranks)
{
    (void)ranks;
    return 0;
}

unsigned trey_ranks_count(const struct trey_ranks *ranks)
{
    (void)ranks;
    return 1;
}

enum trey_status trey_ranks_agree(struct trey_ranks *ranks, enum trey_status status,
                                  struct trey_error *error)
{
    (void)ranks;
    (void)error;
    return status;
}

enum trey_status trey_letter_send(struct trey_ranks *ranks, unsigned to, int kind,
                                  const void *bytes, size_t size,
                                  struct trey_error *error)
{
    (void)ranks;
    (void)kind;
    (void)bytes;
    (void)size;
    return trey_fail(error, TREY_ERR_ARGUMENT, 0, "there is no rank %u", to);
}

enum trey_status trey_letter_take(struct trey_ranks *ranks, struct trey_letter *letter,
                                  bool *taken, struct trey_error *error)
{
    (void)ranks;
    (void)letter;
    (void)error;
    *taken = false;
    return TREY_OK;
}

/* Never called: one rank is alone. */
void trey_mpi_barrier(struct trey_ranks *ranks)
{
    (void)ranks;
}

void trey_mpi_broadcast(struct trey_ranks *ranks, unsigned root, void *bytes, size_t size)
{
    (void)ranks;
    (void)root;
    (void)bytes;
    (void)size;
}

void trey_mpi_fold(struct trey_ranks *ranks, enum trey_ranks_fold fold,
                   enum trey_ranks_kind kind, void *values, size_t count)
{
    (void)ranks;
    (void)fold;
    (void)kind;
    (void)values;
    (void)count;
}

bool trey_mpi_exchange(struct trey_ranks *ranks, size_t limit, bool more,
                       const uint8_t *out, const uint32_t *out_size, uint8_t *in,
                       uint32_t *in_size)
{
    (void)ranks;
    (void)limit;
    (void)out;
    (void)out_size;
    (void)in;
    (void)in_size;
    return more;
}

#endif
