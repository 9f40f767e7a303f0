/* What ranks say to each other. NULL is a program that is alone, for which each of these
 * is nothing, or the answer that one rank gives; in a library without MPI the compiler
 * knows that.
 *
 * All but trey_letter_* are collective: every rank calls them, in the same order. All are
 * for the thread that called trey_ranks_start. A rank that cannot reach the others does
 * not come back: MPI ends all ranks, which is the whole model of failure. */
#ifndef TREY_RANKS_RANKS_H
#define TREY_RANKS_RANKS_H

#include "trey/ranks.h"

#include <stdint.h>

enum trey_ranks_fold { TREY_FOLD_SUM, TREY_FOLD_MAX, TREY_FOLD_OR };
enum trey_ranks_kind { TREY_KIND_U64, TREY_KIND_F64, TREY_KIND_F32 };

#if defined(TREY_WITH_MPI)

/* The numbers of rank and count, and MPI's own things, which only mpi.c sees. */
struct trey_ranks {
    unsigned rank, count;
    struct trey_ranks_mpi *mpi;
};

static inline bool trey_ranks_alone(const struct trey_ranks *ranks)
{
    return ranks == NULL || ranks->count == 1;
}

static inline unsigned trey_ranks_here(const struct trey_ranks *ranks)
{
    return ranks == NULL ? 0 : ranks->rank;
}

static inline unsigned trey_ranks_all(const struct trey_ranks *ranks)
{
    return ranks == NULL ? 1 : ranks->count;
}

#else

static inline bool trey_ranks_alone(const struct trey_ranks *ranks)
{
    (void)ranks;
    return true;
}

static inline unsigned trey_ranks_here(const struct trey_ranks *ranks)
{
    (void)ranks;
    return 0;
}

static inline unsigned trey_ranks_all(const struct trey_ranks *ranks)
{
    (void)ranks;
    return 1;
}

#endif

/* Behind the functions below; of ranks that are not alone. `bytes` of any size. */
void trey_mpi_barrier(struct trey_ranks *ranks);
void trey_mpi_broadcast(struct trey_ranks *ranks, unsigned root, void *bytes,
                        size_t size);
void trey_mpi_fold(struct trey_ranks *ranks, enum trey_ranks_fold fold,
                   enum trey_ranks_kind kind, void *values, size_t count);

/* Waits until all ranks are here. */
static inline void trey_ranks_barrier(struct trey_ranks *ranks)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_barrier(ranks);
}

/* What `root` has there, all have then. */
static inline void trey_ranks_broadcast(struct trey_ranks *ranks, unsigned root,
                                        void *bytes, size_t size)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_broadcast(ranks, root, bytes, size);
}

/* Each of `count` numbers becomes what all ranks' make together, on all of them. Sums of
 * floating point are the same on every rank, but not for every number of ranks. */
static inline void trey_ranks_sum_u64(struct trey_ranks *ranks, uint64_t *values,
                                      size_t count)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_fold(ranks, TREY_FOLD_SUM, TREY_KIND_U64, values, count);
}

static inline void trey_ranks_max_u64(struct trey_ranks *ranks, uint64_t *values,
                                      size_t count)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_fold(ranks, TREY_FOLD_MAX, TREY_KIND_U64, values, count);
}

/* Bits that any rank has. */
static inline void trey_ranks_or_u64(struct trey_ranks *ranks, uint64_t *values,
                                     size_t count)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_fold(ranks, TREY_FOLD_OR, TREY_KIND_U64, values, count);
}

static inline void trey_ranks_sum_f64(struct trey_ranks *ranks, double *values,
                                      size_t count)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_fold(ranks, TREY_FOLD_SUM, TREY_KIND_F64, values, count);
}

static inline void trey_ranks_max_f64(struct trey_ranks *ranks, double *values,
                                      size_t count)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_fold(ranks, TREY_FOLD_MAX, TREY_KIND_F64, values, count);
}

static inline void trey_ranks_sum_f32(struct trey_ranks *ranks, float *values,
                                      size_t count)
{
    if (!trey_ranks_alone(ranks))
        trey_mpi_fold(ranks, TREY_FOLD_SUM, TREY_KIND_F32, values, count);
}

/* --- letters: from one rank to another, whenever it suits them -------------------------
 */

/* A letter that came in; its bytes are freed by who took it, with free. */
struct trey_letter {
    unsigned from;
    int kind; /* what was said at sending, 0 .. 1000 */
    void *bytes;
    size_t size;
};

/* Sends a copy of so many bytes (below 2^31) to another rank, and does not wait for it to
 * be taken; letters from one rank to another come in their order. One of up to 512 bytes
 * is sent even if memory is out, if need be by waiting. Of ranks that are not alone.
 * Copies that are under way stay in memory: what is sent without an answer is to be
 * bounded by the caller. */
enum trey_status trey_letter_send(struct trey_ranks *ranks, unsigned to, int kind,
                                  const void *bytes, size_t size,
                                  struct trey_error *error);

/* Takes a letter, if one is there: *taken says so. Does not wait. Alone, there is none.
 * If there is no memory for it, it stays and can be taken by another call. */
enum trey_status trey_letter_take(struct trey_ranks *ranks, struct trey_letter *letter,
                                  bool *taken, struct trey_error *error);

#endif
