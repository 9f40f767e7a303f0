/* Two arrays with `limit` bytes for each process: outgoing and received bytes. A round is
 * one message from each process to each other one, even if it is empty. */
#include "mpi/exchange.h"
#include "base/error.h"
#include "mpi/transport.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 1 << 30 };

struct trey_exchange {
    struct trey_processes *processes;
    size_t limit;
    unsigned count;
    uint8_t *out, *in;
    uint32_t *out_size, *in_size; /* by process */
};

size_t trey_exchange_bytes(const struct trey_processes *processes, size_t limit)
{
    return 2 * limit * trey_process_count(processes);
}

enum trey_status trey_exchange_new(struct trey_processes *processes, size_t limit,
                                   struct trey_exchange **exchange,
                                   struct trey_error *error)
{
    size_t count = trey_process_count(processes);
    *exchange = NULL;
    if (limit == 0 || limit > MAX_BYTES / count)
        return trey_fail(error, TREY_ERR_LIMIT, 0,
                         "invalid buffer size: %zu bytes for each of %zu processes",
                         limit, count);
    struct trey_exchange *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    *made = (struct trey_exchange){.processes = processes,
                                   .limit = limit,
                                   .count = (unsigned)count,
                                   .out = malloc(limit * count),
                                   .in = malloc(limit * count),
                                   .out_size = calloc(count, sizeof *made->out_size),
                                   .in_size = calloc(count, sizeof *made->in_size)};
    if (made->out == NULL || made->in == NULL || made->out_size == NULL ||
        made->in_size == NULL) {
        trey_exchange_free(made);
        return trey_fail_memory(error, trey_exchange_bytes(processes, limit));
    }
    *exchange = made;
    return TREY_OK;
}

void trey_exchange_free(struct trey_exchange *exchange)
{
    if (exchange == NULL)
        return;
    free(exchange->out);
    free(exchange->in);
    free(exchange->out_size);
    free(exchange->in_size);
    free(exchange);
}

size_t trey_exchange_available(const struct trey_exchange *exchange, unsigned to)
{
    assert(to < exchange->count);
    return exchange->limit - exchange->out_size[to];
}

void *trey_exchange_reserve(struct trey_exchange *exchange, unsigned to, size_t size)
{
    if (size > trey_exchange_available(exchange, to))
        return NULL;
    uint8_t *reserved = exchange->out + to * exchange->limit + exchange->out_size[to];
    exchange->out_size[to] += (uint32_t)size;
    return reserved;
}

/* Delivers the buffer of a single process to itself. */
static void swap_buffers(struct trey_exchange *exchange)
{
    uint8_t *out = exchange->out;
    uint32_t size = exchange->out_size[0];
    exchange->out = exchange->in;
    exchange->in = out;
    exchange->in_size[0] = size;
    exchange->out_size[0] = 0;
}

void trey_exchange_run(struct trey_exchange *exchange, bool more, bool *any)
{
    if (trey_processes_single(exchange->processes)) {
        *any = more;
        swap_buffers(exchange);
        return;
    }
    *any = trey_mpi_exchange(exchange->processes, exchange->limit, more, exchange->out,
                             exchange->out_size, exchange->in, exchange->in_size);
    memset(exchange->out_size, 0, exchange->count * sizeof *exchange->out_size);
}

const void *trey_exchange_received(const struct trey_exchange *exchange, unsigned from,
                                   size_t *size)
{
    assert(from < exchange->count);
    *size = exchange->in_size[from];
    return exchange->in + from * exchange->limit;
}
