/* Local numbers on their way to the processes that have them, and values on their way
 * back, in rounds of bounded size. A *key* is a local number and a tag of two bits, which
 * says whose. Every process takes part in every round, whether it has keys or not:
 *
 *     do {
 *         while (there is work && trey_key_exchange_has_room(exchange, keys of the next
 * piece)) trey_key_exchange_add for each key that is another process's
 *         trey_key_exchange_send_keys(exchange, there is work left, &more);
 *         for the keys that came from each other process: use them, or answer them all
 *         trey_key_exchange_receive_values(exchange), and what was asked for is there
 *     } while (more);
 *
 * For one thread. See key_exchange.c. */
#ifndef TREY_EXACT_SHARE_KEY_EXCHANGE_H
#define TREY_EXACT_SHARE_KEY_EXCHANGE_H

#include "exact/solve/partition.h"
#include "exact/table/values.h"
#include "mpi/exchange.h"

enum { TREY_TAG_BITS = 2 };

struct trey_key_exchange {
    struct trey_processes *processes;
    unsigned process, count;
    uint32_t limit;  /* keys for one process in a round */
    uint32_t *key;   /* those for process r begin at r * limit */
    uint32_t *where; /* the same: the number among `found` of what is asked for */
    uint32_t *keys;  /* by process */
    struct trey_exchange *asks, *answers;
    struct trey_values found; /* what was asked for, and what this process has itself */
    uint32_t room;            /* of it, in keys; a key may have several values, columns */
};

/* For values with a minimum and a maximum if `all`, of so many columns at most. */
enum trey_status trey_key_exchange_new(struct trey_key_exchange *exchange,
                                       struct trey_processes *processes, bool all,
                                       unsigned columns, struct trey_error *error);
void trey_key_exchange_clear(struct trey_key_exchange *exchange);

/* Memory that it takes, in bytes. */
uint64_t trey_key_exchange_bytes(const struct trey_processes *processes, bool all,
                                 unsigned columns);

/* Whether this many more keys fit, all for one process if need be. */
static inline bool trey_key_exchange_has_room(const struct trey_key_exchange *exchange,
                                              uint32_t keys)
{
    for (unsigned to = 0; to < exchange->count; to++)
        if (exchange->limit - exchange->keys[to] < keys)
            return false;
    return true;
}

static inline void trey_key_exchange_add(struct trey_key_exchange *exchange, uint32_t to,
                                         uint32_t local, unsigned tag, uint32_t where)
{
    size_t at = (size_t)to * exchange->limit + exchange->keys[to]++;
    exchange->key[at] = local << TREY_TAG_BITS | tag;
    exchange->where[at] = where;
}

/* Sends all keys, and receives those for this process; *any says whether a process had
 * `more`.
 */
void trey_key_exchange_send_keys(struct trey_key_exchange *exchange, bool more,
                                 bool *any);

/* What came from a process, until the next trey_key_exchange_send_keys; none from this
 * one itself. */
const uint32_t *trey_key_exchange_received(const struct trey_key_exchange *exchange,
                                           unsigned from, uint32_t *count);

/* The next answer to a process, to its keys in their order: `columns` values from number
 * `first` on. */
void trey_key_exchange_reply(struct trey_key_exchange *exchange, unsigned to,
                             const struct trey_values *values, size_t first,
                             unsigned columns);

/* When all are answered: sends the answers, and puts those to this process's own keys, of
 * so many columns each, to their places in `found`. */
void trey_key_exchange_receive_values(struct trey_key_exchange *exchange,
                                      unsigned columns);

#endif
