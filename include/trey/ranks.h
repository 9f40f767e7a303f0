/* trey/ranks.h - one program on several machines: MPI.
 *
 * `mpirun -n K trey ...` starts a program K times, on one machine or many; each of them
 * is a rank, 0 .. K-1. What is given a struct trey_ranks shares its work among all of
 * them. A library built without MPI (-DTREY_MPI=ON has it) knows one rank alone.
 *
 * Of MPI it takes communicators of its own and the thread level FUNNELED: everything
 * that is given ranks is called by the thread that called trey_ranks_start, in the same
 * order on every rank, though it may have other threads work for it. A rank that ends
 * without trey_ranks_finish ends all others. */
#ifndef TREY_RANKS_H
#define TREY_RANKS_H

#include "trey/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ranks of this program, seen from one of them. NULL, wherever one is taken, is a
 * program that is alone. */
struct trey_ranks;

/* Whether this library was built with MPI. Any thread. */
TREY_API bool trey_ranks_built(void);

/* How many ranks this program was started as, by what mpirun and its like leave in the
 * environment; 1 if it was started by itself. Costs nothing and starts nothing. */
TREY_API unsigned trey_ranks_launched(void);

/* Which of them this is, by the same; 0 if it was started by itself. */
TREY_API unsigned trey_ranks_launched_rank(void);

/* Joins the other ranks, once in a program. *ranks is for trey_ranks_finish; it is NULL,
 * and nothing was started, if the program was not started as one of several. Programs
 * that this one starts are none of the ranks: the environment no longer says so.
 * TREY_ERR_ARGUMENT if it was, but the library knows no MPI; TREY_ERR_LIMIT if MPI cannot
 * be used with threads. */
TREY_API enum trey_status trey_ranks_start(struct trey_ranks **ranks,
                                           struct trey_error *error);

/* Waits for all others to come here too, and leaves. NULL is taken. */
TREY_API void trey_ranks_finish(struct trey_ranks *ranks);

/* Ends all ranks at once, with this exit status; for a rank that cannot go on while the
 * others wait for it. Of NULL, it ends the program. The library itself never calls it. */
TREY_API void trey_ranks_abort(struct trey_ranks *ranks, int exit_status);

/* 0 .. count-1, and how many; 0 and 1 of NULL. Any thread. */
TREY_API unsigned trey_ranks_rank(const struct trey_ranks *ranks);
TREY_API unsigned trey_ranks_count(const struct trey_ranks *ranks);

/* The worst of all ranks' statuses, on all of them, with the message of the first rank
 * that had it, after "rank 3: " if that is not rank 0 or a wish. Every rank has to call
 * it. */
TREY_API enum trey_status trey_ranks_agree(struct trey_ranks *ranks,
                                           enum trey_status status,
                                           struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
