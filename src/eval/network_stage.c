/* Decodes the stages of a network file when they are first used. */
#include "base/check.h"
#include "base/error.h"
#include "base/threads.h"
#include "eval/network_code.h"
#include "eval/network_older.h"
#include "eval/tied_weights.h"

#if defined(TREY_WITH_ZSTD)

#include <string.h>

static bool is_ready(const struct trey_network *network, int number)
{
    return atomic_load_explicit(&network->stage[number].ready, memory_order_relaxed);
}

static void clear_weights(const struct trey_network_stage *stage)
{
    for (int tuple = 0; tuple < stage->tuples; tuple++)
        memset(stage->weights[tuple], 0, stage->size[tuple] * sizeof(int16_t));
}

/* A stage that is decoded, as the sum of parts of the file: its own and those of
 * ancestors. */
struct decoding {
    struct trey_network *network;
    int number, parts;
    int part[TREY_NETWORK_MAX_STAGES];  /* their stages, that of the stage itself first */
    int tuple[TREY_NETWORK_MAX_TUPLES]; /* in the order in which they are decoded */
    enum trey_status status[TREY_NETWORK_MAX_TUPLES];
    struct trey_error error[TREY_NETWORK_MAX_TUPLES];
};

/* Decodes a tuple of all parts. */
static void decode_tuple(void *context, size_t index)
{
    struct decoding *decoding = context;
    struct trey_network *network = decoding->network;
    decoding->status[index] = trey_network_decode_tuple(
        network, decoding->part, decoding->parts, decoding->number,
        decoding->tuple[index], &decoding->error[index]);
}

/* Symmetric tuples come first. They take most memory and time, and the tables of the
 * others take no memory before they are written. */
static void order_tuples(struct decoding *decoding, int tuples)
{
    int count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int tuple = 0; tuple < tuples; tuple++)
            if (trey_tuple_is_symmetric(&decoding->network->tuples, tuple) == (pass == 0))
                decoding->tuple[count++] = tuple;
    assert(count == tuples);
}

/* Tuples are independent and decoded by several threads: this takes most of the time to
 * the first advice on a late board. */
static enum trey_status decode_tuples(struct decoding *decoding, struct trey_error *error)
{
    enum { MAX_THREADS = 4 }; /* each takes memory: 4 MB, for symmetric tuples 25 MB */
    int tuples = decoding->network->stage[decoding->number].tuples;
    order_tuples(decoding, tuples);
    unsigned threads = trey_processors();
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    threads = threads < (unsigned)tuples ? threads : (unsigned)tuples;
    struct trey_threads *pool = threads > 1 ? trey_threads_new(threads) : NULL;
    trey_parallel_for(pool, (size_t)tuples, decode_tuple, decoding);
    trey_threads_free(pool);
    enum trey_status status = TREY_OK;
    for (int i = 0; i < tuples && status != TREY_ERR_MEMORY; i++)
        if (decoding->status[i] != TREY_OK) {
            status = decoding->status[i];
            if (error != NULL)
                *error = decoding->error[i];
        }
    return status;
}

/* Decodes all parts, in files of version 6 or 7. */
static enum trey_status decode_parts(struct decoding *decoding, struct trey_error *error)
{
    struct trey_network *network = decoding->network;
    if (network->version > 6) {
        enum trey_status status =
            trey_network_decode_deck(network, decoding->number, error);
        return status == TREY_OK ? decode_tuples(decoding, error) : status;
    }
    int count = network->stage[decoding->number].tuples;
    enum trey_status status = TREY_OK;
    for (int i = 0; i < decoding->parts && status == TREY_OK; i++) {
        int part = decoding->part[i], has = network->stage[part].tuples;
        count = count < has ? count : has;
        status = trey_network_decode_6(network, part, decoding->number, count, error);
    }
    return status;
}

/* Decodes a stage with its ancestors. Of these only the tuples that the stage has are
 * decoded, and they are not kept: a late board needs one stage only. */
static enum trey_status decode_with_ancestors(struct trey_network *network, int number,
                                              struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    struct decoding decoding = {.network = network, .number = number};
    int next = number, count = stage->tuples; /* tuples that all of them have */
    for (;;) {
        int has = network->stage[next].tuples;
        count = count < has ? count : has;
        if (is_ready(network, next)) /* it includes its own ancestors */
            break;
        decoding.part[decoding.parts++] = next;
        if (next == 0)
            break;
        next = network->parent[next];
    }
    enum trey_status status = decode_parts(&decoding, error);
    bool any_ready = is_ready(network, next);
    for (int tuple = 0; any_ready && tuple < count && status == TREY_OK; tuple++)
        trey_network_add_stage(network, next, number, tuple, 1, stage->weights[tuple]);
    if (status != TREY_OK)
        clear_weights(stage);
    return status;
}

/* Decodes a stage without its ancestors. */
static enum trey_status decode_alone(struct trey_network *network, int number,
                                     struct trey_error *error)
{
    struct decoding decoding = {
        .network = network, .number = number, .parts = 1, .part = {number}};
    return network->version < 6 ? trey_network_decode_frame(network, number, error)
                                : decode_parts(&decoding, error);
}

/* Decodes a stage after its parent. A damaged stage becomes equal to its parent. */
static enum trey_status decode_after_parent(struct trey_network *network, int number,
                                            struct trey_error *error)
{
    struct trey_network_stage *stage = &network->stage[number];
    if (is_ready(network, number))
        return TREY_OK;
    int before = network->parent[number];
    enum trey_status status =
        before >= 0 ? decode_after_parent(network, before, error) : TREY_OK;
    if (status == TREY_ERR_MEMORY)
        return status;
    status = decode_alone(network, number, error);
    if (status != TREY_OK)
        clear_weights(stage);
    if (status == TREY_ERR_MEMORY)
        return status;
    atomic_store(&stage->damaged, status != TREY_OK);
    for (int tuple = 0; tuple < stage->tuples && before >= 0; tuple++)
        trey_network_add_stage(network, before, number, tuple, 1, stage->weights[tuple]);
    if (status != TREY_OK && before >= 0)
        memcpy(stage->deck, network->stage[before].deck,
               TREY_NETWORK_DECK_ENTRIES * sizeof *stage->deck);
    atomic_store_explicit(&stage->ready, true, memory_order_release);
    return status;
}

/* Decodes a stage; the caller holds the lock. */
static enum trey_status decode_locked(struct trey_network *network, int number,
                                      struct trey_error *error)
{
    if (is_ready(network, number))
        return TREY_OK;
    enum trey_status status = TREY_ERR_INPUT;
    if (network->version >= 6)
        status = decode_with_ancestors(network, number, error);
    if (status == TREY_OK)
        atomic_store_explicit(&network->stage[number].ready, true, memory_order_release);
    /* If a stage or an ancestor is damaged, they are decoded one by one, so that the
     * others are used. */
    assert(status != TREY_OK || is_ready(network, number));
    return status == TREY_ERR_INPUT ? decode_after_parent(network, number, error)
                                    : status;
}

enum trey_status trey_network_prepare(const struct trey_network *network, int stage,
                                      struct trey_error *error)
{
    struct trey_network *self = network->self;
    assert(stage >= 0 && stage < network->stages.count);
    pthread_mutex_lock(&self->decode_lock);
    enum trey_status status = decode_locked(self, stage, error);
    pthread_mutex_unlock(&self->decode_lock);
    return status;
}

#else

/* Without zstd no file is read, so all stages are ready. */
enum trey_status trey_network_prepare(const struct trey_network *network, int stage,
                                      struct trey_error *error)
{
    (void)network;
    (void)stage;
    (void)error;
    return TREY_OK;
}

#endif
