/* Decodes the stages of a network file when they are first used, and has the format of
 * files up to version 5: one zstd frame of the differences to the parent stage, which are
 * mostly 0. */
#include "base/check.h"
#include "base/error.h"
#include "base/threads.h"
#include "eval/network_code.h"
#include "eval/network_rows.h"
#include "eval/tied_weights.h"

#if defined(TREY_WITH_ZSTD)

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { STREAM_ROOM = 1 << 17 };

/* --- files up to version 5 -----------------------------------------------------------
 */

/* A frame that is decompressed in blocks, from which data goes straight to its
 * destination. */
struct stream {
    ZSTD_DCtx *context;
    ZSTD_inBuffer packed;
    uint8_t *bytes;  /* room for STREAM_ROOM */
    size_t at, size; /* the part not yet read */
    bool failed;
};

static void refill(struct stream *stream)
{
    ZSTD_outBuffer out = {stream->bytes, STREAM_ROOM, 0};
    assert(stream->at == stream->size);
    size_t before = stream->packed.pos;
    size_t left = ZSTD_decompressStream(stream->context, &out, &stream->packed);
    stream->at = 0;
    stream->size = out.pos;
    if (ZSTD_isError(left) || (out.pos == 0 && stream->packed.pos == before))
        stream->failed = true;
}

/* Reads the next `size` bytes; zeros after a failure. */
static void read_bytes(struct stream *stream, uint8_t *bytes, size_t size)
{
    while (size > 0 && !stream->failed) {
        size_t part = stream->size - stream->at;
        part = part < size ? part : size;
        memcpy(bytes, stream->bytes + stream->at, part);
        stream->at += part;
        bytes += part;
        size -= part;
        if (size > 0)
            refill(stream);
    }
    memset(bytes, 0, size);
}

static uint8_t read_byte(struct stream *stream)
{
    if (stream->at < stream->size)
        return stream->bytes[stream->at++];
    uint8_t byte = 0;
    read_bytes(stream, &byte, 1);
    return byte;
}

/* Loads up to eight bytes as a word, the first byte lowest. */
static uint64_t load_word(const uint8_t *bits, uint32_t bytes)
{
    uint64_t word = 0;
    uint32_t count = bytes < 8 ? bytes : 8;
    for (uint32_t i = 0; i < count; i++)
        word |= (uint64_t)bits[i] << (8 * i);
    return word;
}

/* Reads one byte for each weight that has a bit in `left`. */
static void read_weight_bytes(struct stream *stream, uint64_t left, bool high,
                              int16_t *weights)
{
    bool enough = stream->size - stream->at >= 64; /* enough for all weights */
    const uint8_t *next = stream->bytes + stream->at;
    for (; left != 0; left &= left - 1) {
        int16_t *weight = &weights[__builtin_ctzll(left)];
        uint8_t byte = enough ? *next++ : read_byte(stream);
        *weight = high ? trey_network_unzigzag((uint16_t)(*weight | byte << 8)) : byte;
    }
    if (enough)
        stream->at = (size_t)(next - stream->bytes);
}

/* Reads a tuple's weights, which are 0 before. `bits` has room for one bit per weight. */
static void read_weights(struct stream *stream, uint32_t size, uint8_t *bits,
                         int16_t *weights)
{
    uint32_t bytes = (size + 7) / 8;
    read_bytes(stream, bits, bytes);
    if (size % 8 != 0) /* ignore bits after the last weight */
        bits[bytes - 1] &= (uint8_t)((1u << size % 8) - 1);
    for (int high = 0; high <= 1; high++)
        for (uint32_t at = 0; at < bytes; at += 8)
            read_weight_bytes(stream, load_word(bits + at, bytes - at), high != 0,
                              weights + 8 * (size_t)at);
}

/* Reads the deck's 32-bit numbers, then the tuples' weights. */
static void read_stage(struct stream *stream, struct trey_network *network, int number,
                       uint8_t *bits)
{
    struct trey_network_stage *stage = &network->stage[number];
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint8_t bytes[4];
        read_bytes(stream, bytes, sizeof bytes);
        stage->deck[i] = (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                                   (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24);
    }
    for (int tuple = 0; tuple < network->tuples.count; tuple++) {
        read_weights(stream, stage->size[tuple], bits, stage->weights[tuple]);
        trey_tied_weights_expand(network, number, tuple, stage->weights[tuple]);
    }
}

/* Size in bytes of one bit per weight of the largest tuple. */
static size_t max_bit_bytes(const struct trey_network_stage *stage, int tuples)
{
    size_t most = 0;
    for (int tuple = 0; tuple < tuples; tuple++)
        most = stage->size[tuple] > most ? stage->size[tuple] : most;
    return most / 8 + 1;
}

static enum trey_status decode_frame(struct trey_network *network, int stage,
                                     struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    const uint8_t *packed = network->stage[stage].encoded;
    size_t size = network->stage[stage].encoded_bytes;
    size_t room = max_bit_bytes(&network->stage[stage], network->tuples.count);
    uint8_t *bits = malloc(room);
    struct stream stream = {
        .context = ZSTD_createDCtx(),
        .packed = {packed, size, 0},
        .bytes = malloc(STREAM_ROOM),
    };
    if (stream.context == NULL || stream.bytes == NULL || bits == NULL) {
        status = trey_fail_memory(error, STREAM_ROOM + room);
        goto cleanup;
    }
    read_stage(&stream, network, stage, bits);
    bool whole = !stream.failed && stream.at == stream.size;
    if (whole) /* the frame must end here */
        refill(&stream);
    if (!whole || stream.size != 0 || stream.packed.pos != stream.packed.size)
        status = trey_fail(error, TREY_ERR_INPUT, 0, "the weights do not fit the tuples");
cleanup:
    ZSTD_freeDCtx(stream.context);
    free(stream.bytes);
    free(bits);
    return status;
}

/* --- decoding on first use -----------------------------------------------------------
 */

static bool is_ready(const struct trey_network *network, int number)
{
    return atomic_load_explicit(&network->stage[number].ready, memory_order_relaxed);
}

static void clear_weights(const struct trey_network_stage *stage)
{
    for (int tuple = 0; tuple < stage->tuples; tuple++)
        memset(stage->weights[tuple], 0, stage->size[tuple] * sizeof(int16_t));
}

/* A stage that is decoded, and its ancestors. */
struct decoding {
    struct trey_network *network;
    int number, count;
    int stage[TREY_NETWORK_MAX_STAGES];  /* the stage itself first */
    int tuples[TREY_NETWORK_MAX_STAGES]; /* of each, how many are decoded */
    enum trey_status status[TREY_NETWORK_MAX_STAGES];
    struct trey_error error[TREY_NETWORK_MAX_STAGES];
    pthread_mutex_t lock;
};

static void decode_one(void *context, size_t index)
{
    struct decoding *decoding = context;
    decoding->status[index] = trey_network_decode(
        decoding->network, decoding->stage[index], decoding->number,
        decoding->tuples[index], &decoding->lock, &decoding->error[index]);
}

/* Decodes all of them, two at once if the machine has the processors: they take most
 * of the time to the first advice on a late board. Memory limits their number. */
static enum trey_status decode_all(struct decoding *decoding, struct trey_error *error)
{
    enum { MAX_THREADS = 2 };
    unsigned threads = trey_processors();
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    threads = threads < (unsigned)decoding->count ? threads : (unsigned)decoding->count;
    struct trey_threads *pool = threads > 1 ? trey_threads_new(threads) : NULL;
    pthread_mutex_init(&decoding->lock, NULL);
    trey_parallel_for(pool, (size_t)decoding->count, decode_one, decoding);
    pthread_mutex_destroy(&decoding->lock);
    trey_threads_free(pool);
    enum trey_status status = TREY_OK;
    for (int i = 0; i < decoding->count && status != TREY_ERR_MEMORY; i++)
        if (decoding->status[i] != TREY_OK) {
            status = decoding->status[i];
            if (error != NULL)
                *error = decoding->error[i];
        }
    return status;
}

/* Decodes a stage and adds its ancestors. Of these only the tuples that the stage has are
 * decoded, and they are not kept: a late board needs one stage only. */
static enum trey_status decode_with_ancestors(struct trey_network *network, int number,
                                              struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number], *ready = NULL;
    struct decoding decoding = {.network = network, .number = number};
    int count = stage->tuples, next = number;
    for (;;) {
        const struct trey_network_stage *before = &network->stage[next];
        count = count < before->tuples ? count : before->tuples;
        if (is_ready(network, next)) {
            ready = before; /* it includes its own ancestors */
            break;
        }
        decoding.stage[decoding.count] = next;
        decoding.tuples[decoding.count++] = count;
        if (next == 0)
            break;
        next = trey_stages_parent(&network->stages, next);
    }
    enum trey_status status = decode_all(&decoding, error);
    for (int tuple = 0; ready != NULL && tuple < count && status == TREY_OK; tuple++)
        trey_network_add_tuple(network, (int)(ready - network->stage), number, tuple, 1,
                               ready->weights[tuple], stage->weights[tuple]);
    if (status != TREY_OK)
        clear_weights(stage);
    return status;
}

/* Decodes a stage without its ancestors. */
static enum trey_status decode_alone(struct trey_network *network, int number,
                                     struct trey_error *error)
{
    struct decoding decoding = {.network = network,
                                .number = number,
                                .count = 1,
                                .stage = {number},
                                .tuples = {network->stage[number].tuples}};
    return decode_all(&decoding, error);
}

/* Decodes a stage after its parent. A damaged stage becomes equal to its parent. */
static enum trey_status decode_after_parent(struct trey_network *network, int number,
                                            struct trey_error *error)
{
    struct trey_network_stage *stage = &network->stage[number];
    if (is_ready(network, number))
        return TREY_OK;
    int before = number > 0 ? trey_stages_parent(&network->stages, number) : -1;
    enum trey_status status =
        before >= 0 ? decode_after_parent(network, before, error) : TREY_OK;
    if (status == TREY_ERR_MEMORY)
        return status;
    status =
        (network->context_coded ? decode_alone : decode_frame)(network, number, error);
    if (status != TREY_OK)
        clear_weights(stage);
    if (status == TREY_ERR_MEMORY)
        return status;
    atomic_store(&stage->damaged, status != TREY_OK);
    for (int tuple = 0; tuple < stage->tuples && before >= 0; tuple++)
        trey_network_add_parent(network, number, tuple, 1, stage->weights[tuple]);
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
    if (network->context_coded)
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
