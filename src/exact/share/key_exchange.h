/* Sends local indices to the processes that own them, and values back, in rounds of
 * bounded size. A *key* is a local index with a tag of two bits, whose meaning is the
 * caller's. Every process takes part in every round, whether it has keys or not:
 *
 *     do {
 *         while (there is work && trey_key_exchange_has_room(exchange, keys of a batch))
 *             trey_key_exchange_add for each key that another process owns
 *         trey_key_exchange_send_keys(exchange, there is work left, &more);
 *         for the keys received from each other process: use them, or answer them all
 *         trey_key_exchange_receive_values(exchange), if values were asked for
 *     } while (more);
 *
 * Not thread-safe. See key_exchange.c. */
#ifndef TREY_EXACT_SHARE_KEY_EXCHANGE_H
#define TREY_EXACT_SHARE_KEY_EXCHANGE_H

#include "exact/solve/partition.h"
#include "exact/table/values.h"
#include "mpi/exchange.h"

enum { TREY_TAG_BITS = 2 };

struct trey_key_exchange {
    struct trey_processes *processes;
    unsigned process, count;
    uint32_t limit;  /* max. keys for one process in a round */
    uint32_t *key;   /* the keys for process r begin at r * limit */
    uint32_t *where; /* the same: index in `found` of the value asked for */
    uint32_t *keys;  /* by process */
    struct trey_exchange *asks, *answers;
    struct trey_values found; /* values asked for, and this process's own ones */
    uint32_t room;            /* capacity of `found`, in keys of several values each */
};

/* Allocates an exchange of values of at most `columns` columns, with minimum and maximum
 * if `all`. */
enum trey_status trey_key_exchange_new(struct trey_key_exchange *exchange,
                                       struct trey_processes *processes, bool all,
                                       unsigned columns, struct trey_error *error);
void trey_key_exchange_clear(struct trey_key_exchange *exchange);

/* Memory of an exchange in bytes. */
uint64_t trey_key_exchange_bytes(const struct trey_processes *processes, bool all,
                                 unsigned columns);

/* True if this many more keys fit, even if a single process owns them all. */
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

/* Sends all keys and receives those for this process; *any: some process passed `more`.
 */
void trey_key_exchange_send_keys(struct trey_key_exchange *exchange, bool more,
                                 bool *any);

/* The keys received from a process, valid until the next trey_key_exchange_send_keys.
 * There are none from this process itself. */
const uint32_t *trey_key_exchange_received(const struct trey_key_exchange *exchange,
                                           unsigned from, uint32_t *count);

/* Answers a process's next key, in the order of its keys, with the `columns` values from
 * index `first` on. */
void trey_key_exchange_reply(struct trey_key_exchange *exchange, unsigned to,
                             const struct trey_values *values, size_t first,
                             unsigned columns);

/* Call when all keys are answered: exchanges the answers and stores those to this
 * process's own keys, of `columns` values each, in `found`. */
void trey_key_exchange_receive_values(struct trey_key_exchange *exchange,
                                      unsigned columns);

#endif
