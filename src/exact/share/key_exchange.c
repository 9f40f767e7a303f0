/* Keys are collected in one array per destination and sent when a round is full. What
 * each key asks for is stored beside it, so that answers need no keys. */
#include "exact/share/key_exchange.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUND_KEYS = 1 << 17, /* from one process to all others */
    MIN_KEYS = 1 << 12,   /* from one process to another; more than a batch has */
};

static uint32_t limit_of(const struct trey_processes *processes)
{
    return ROUND_KEYS / trey_process_count(processes) + MIN_KEYS;
}

static size_t value_bytes(bool all)
{
    return sizeof(double) + (all ? 2 * sizeof(uint32_t) : 0);
}

uint64_t trey_key_exchange_bytes(const struct trey_processes *processes, bool all,
                                 unsigned columns)
{
    uint64_t keys = (uint64_t)limit_of(processes) * trey_process_count(processes);
    /* here and in the message */
    uint64_t key = 2 * sizeof(uint32_t) + 2 * sizeof(uint32_t);
    return keys * (key + 3 * columns * value_bytes(all));
}

enum trey_status trey_key_exchange_new(struct trey_key_exchange *exchange,
                                       struct trey_processes *processes, bool all,
                                       unsigned columns, struct trey_error *error)
{
    size_t limit = limit_of(processes), count = trey_process_count(processes);
    *exchange = (struct trey_key_exchange){
        .processes = processes,
        .process = trey_process_index(processes),
        .count = (unsigned)count,
        .limit = (uint32_t)limit,
        .key = malloc(limit * count * sizeof *exchange->key),
        .where = malloc(limit * count * sizeof *exchange->where),
        .keys = calloc(count, sizeof *exchange->keys),
        .room = (uint32_t)(limit * count),
    };
    if (exchange->key == NULL || exchange->where == NULL || exchange->keys == NULL)
        return trey_fail_memory(error, limit * count * sizeof *exchange->key);
    enum trey_status status =
        trey_values_new(&exchange->found, (uint64_t)exchange->room * columns, all, error);
    if (status == TREY_OK)
        status = trey_exchange_new(processes, limit * sizeof *exchange->key,
                                   &exchange->asks, error);
    if (status == TREY_OK)
        status = trey_exchange_new(processes, limit * columns * value_bytes(all),
                                   &exchange->answers, error);
    return status;
}

void trey_key_exchange_clear(struct trey_key_exchange *exchange)
{
    free(exchange->key);
    free(exchange->where);
    free(exchange->keys);
    trey_exchange_free(exchange->asks);
    trey_exchange_free(exchange->answers);
    trey_values_clear(&exchange->found);
    *exchange = (struct trey_key_exchange){0};
}

void trey_key_exchange_send_keys(struct trey_key_exchange *exchange, bool more, bool *any)
{
    for (unsigned to = 0; to < exchange->count; to++) {
        size_t bytes = exchange->keys[to] * sizeof *exchange->key;
        if (bytes > 0)
            memcpy(trey_exchange_reserve(exchange->asks, to, bytes),
                   exchange->key + (size_t)to * exchange->limit, bytes);
    }
    trey_exchange_run(exchange->asks, more, any);
    /* Answers are stored by `where`, so a process without questions may continue at once.
     */
    memset(exchange->keys, 0, exchange->count * sizeof *exchange->keys);
}

const uint32_t *trey_key_exchange_received(const struct trey_key_exchange *exchange,
                                           unsigned from, uint32_t *count)
{
    size_t bytes;
    const void *keys = trey_exchange_received(exchange->asks, from, &bytes);
    *count = (uint32_t)(bytes / sizeof(uint32_t));
    return keys;
}

void trey_key_exchange_reply(struct trey_key_exchange *exchange, unsigned to,
                             const struct trey_values *values, size_t first,
                             unsigned columns)
{
    bool all = values->min != NULL;
    char *room = trey_exchange_reserve(exchange->answers, to, columns * value_bytes(all));
    memcpy(room, values->avg + first, columns * sizeof *values->avg);
    if (!all)
        return;
    room += columns * sizeof *values->avg;
    memcpy(room, values->min + first, columns * sizeof *values->min);
    room += columns * sizeof *values->min;
    memcpy(room, values->max + first, columns * sizeof *values->max);
}

static void store_answers(struct trey_key_exchange *exchange, unsigned from,
                          unsigned columns)
{
    struct trey_values *found = &exchange->found;
    bool all = found->min != NULL;
    size_t bytes, step = columns * value_bytes(all);
    const char *answer = trey_exchange_received(exchange->answers, from, &bytes);
    const uint32_t *where = exchange->where + (size_t)from * exchange->limit;
    for (size_t i = 0; i < bytes / step; i++, answer += step) {
        size_t first = (size_t)where[i] * columns;
        memcpy(found->avg + first, answer, columns * sizeof *found->avg);
        if (!all)
            continue;
        const char *min = answer + columns * sizeof *found->avg;
        memcpy(found->min + first, min, columns * sizeof *found->min);
        memcpy(found->max + first, min + columns * sizeof *found->min,
               columns * sizeof *found->max);
    }
}

void trey_key_exchange_receive_values(struct trey_key_exchange *exchange,
                                      unsigned columns)
{
    bool any;
    trey_exchange_run(exchange->answers, false, &any);
    for (unsigned from = 0; from < exchange->count; from++)
        if (from != exchange->process)
            store_answers(exchange, from, columns);
}
