/* All-to-all exchange of bytes, in rounds of bounded size.
 *
 * Each process has a buffer of at most `limit` bytes for every process, itself included,
 * and receives as many. A process that finds a buffer full stops for this round:
 *
 *     do {
 *         while (work is left &&
 *                (bytes = trey_exchange_reserve(exchange, owner, size)) != NULL)
 *             write to bytes;
 *         trey_exchange_run(exchange, work is left, &more);
 *         for (from = 0; from < trey_process_count(processes); from++)
 *             handle trey_exchange_received(exchange, from, &size);
 *     } while (more);
 *
 * For requests with answers, use a second exchange: put the answers to the requests of a
 * process in their order; they arrive in the order of the requests.
 *
 * An exchange holds 2 * limit * count bytes. Buffers that are not full are not sent
 * whole. */
#ifndef TREY_MPI_EXCHANGE_H
#define TREY_MPI_EXCHANGE_H

#include "mpi/processes.h"

struct trey_exchange;

/* Allocates an exchange with buffers of `limit` bytes, at most 2^30 over all processes.
 * `processes` may be NULL, and remains the caller's. Not collective, but all processes
 * need the same limit. */
enum trey_status trey_exchange_new(struct trey_processes *processes, size_t limit,
                                   struct trey_exchange **exchange,
                                   struct trey_error *error);
void trey_exchange_free(struct trey_exchange *exchange); /* may be NULL */

/* Memory of an exchange in bytes. */
size_t trey_exchange_bytes(const struct trey_processes *processes, size_t limit);

/* Reserves `size` bytes, not aligned, at the end of the buffer for process `to`; NULL if
 * the buffer is full. For one thread at a time. */
void *trey_exchange_reserve(struct trey_exchange *exchange, unsigned to, size_t size);

/* Number of bytes still free in that buffer. */
size_t trey_exchange_available(const struct trey_exchange *exchange, unsigned to);

/* Sends and empties all buffers, and receives those of all processes in place of what was
 * received before. Collective. *any is set to true if any process passed `more`. */
void trey_exchange_run(struct trey_exchange *exchange, bool more, bool *any);

/* Bytes received from process `from`; valid until the next run. */
const void *trey_exchange_received(const struct trey_exchange *exchange, unsigned from,
                                   size_t *size);

#endif
