/* Stages of a network that was read, which are unpacked when they are first asked for,
 * and how files up to version 5 tell their weights: a zstd frame of what they are more
 * than those of the stage that it goes on from, which are mostly the same. */
#include "base/check.h"
#include "base/error.h"
#include "eval/network_code.h"
#include "eval/twins.h"

#if defined(TREY_WITH_ZSTD)

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { STREAM_ROOM = 1 << 17 };

/* --- files up to version 5
 * ---------------------------------------------------------------
 */

/* A frame, unpacked a bit at a time: what is unpacked goes straight to where it belongs.
 */
struct stream {
    ZSTD_DCtx *context;
    ZSTD_inBuffer packed;
    uint8_t *bytes;  /* STREAM_ROOM of them */
    size_t at, size; /* what is left of them */
    bool failed;
};

static void fill(struct stream *stream)
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

/* The next `size` bytes; zeros once it has failed. */
static void take(struct stream *stream, uint8_t *bytes, size_t size)
{
    while (size > 0 && !stream->failed) {
        size_t part = stream->size - stream->at;
        part = part < size ? part : size;
        memcpy(bytes, stream->bytes + stream->at, part);
        stream->at += part;
        bytes += part;
        size -= part;
        if (size > 0)
            fill(stream);
    }
    memset(bytes, 0, size);
}

static uint8_t take_one(struct stream *stream)
{
    if (stream->at < stream->size)
        return stream->bytes[stream->at++];
    uint8_t byte = 0;
    take(stream, &byte, 1);
    return byte;
}

/* The bits of eight bytes, the first byte's lowest. */
static uint64_t bits_of(const uint8_t *bits, uint32_t bytes)
{
    uint64_t word = 0;
    uint32_t count = bytes < 8 ? bytes : 8;
    for (uint32_t i = 0; i < count; i++)
        word |= (uint64_t)bits[i] << (8 * i);
    return word;
}

/* One byte for each weight that has a bit in `left`. */
static void take_bytes(struct stream *stream, uint64_t left, bool high, int16_t *weights)
{
    bool ready = stream->size - stream->at >= 64; /* then none needs to be looked for */
    const uint8_t *next = stream->bytes + stream->at;
    for (; left != 0; left &= left - 1) {
        int16_t *weight = &weights[__builtin_ctzll(left)];
        uint8_t byte = ready ? *next++ : take_one(stream);
        *weight = high ? trey_network_unfolded((uint16_t)(*weight | byte << 8)) : byte;
    }
    if (ready)
        stream->at = (size_t)(next - stream->bytes);
}

/* Reads a tuple's weights, which are zero yet. `bits` has room for a bit each of them. */
static void get_weights(struct stream *stream, uint32_t size, uint8_t *bits,
                        int16_t *weights)
{
    uint32_t bytes = (size + 7) / 8;
    take(stream, bits, bytes);
    if (size % 8 != 0) /* no weight beyond the last */
        bits[bytes - 1] &= (uint8_t)((1u << size % 8) - 1);
    for (int high = 0; high <= 1; high++)
        for (uint32_t at = 0; at < bytes; at += 8)
            take_bytes(stream, bits_of(bits + at, bytes - at), high != 0,
                       weights + 8 * (size_t)at);
}

/* The deck's 32-bit numbers, then the tuples' weights. */
static void get_stage(struct stream *stream, struct trey_network *network, int number,
                      uint8_t *bits)
{
    struct trey_network_stage *stage = &network->stage[number];
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint8_t bytes[4];
        take(stream, bytes, sizeof bytes);
        stage->deck[i] = (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                                   (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24);
    }
    for (int tuple = 0; tuple < network->tuples.count; tuple++) {
        get_weights(stream, stage->size[tuple], bits, stage->weights[tuple]);
        trey_twin_unfold(network, number, tuple, stage->weights[tuple]);
    }
}

/* Bytes of a bit for each weight of the largest tuple. */
static size_t most_bits(const struct trey_network_stage *stage, int tuples)
{
    size_t most = 0;
    for (int tuple = 0; tuple < tuples; tuple++)
        most = stage->size[tuple] > most ? stage->size[tuple] : most;
    return most / 8 + 1;
}

static enum trey_status get_frame(struct trey_network *network, int stage,
                                  struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    const uint8_t *packed = network->stage[stage].packed;
    size_t size = network->stage[stage].packed_bytes;
    size_t room = most_bits(&network->stage[stage], network->tuples.count);
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
    get_stage(&stream, network, stage, bits);
    bool whole = !stream.failed && stream.at == stream.size;
    if (whole) /* no more may come */
        fill(&stream);
    if (!whole || stream.size != 0 || stream.packed.pos != stream.packed.size)
        status = trey_fail(error, TREY_ERR_INPUT, 0,
                           "the weights do not fit the tuples");
cleanup:
    ZSTD_freeDCtx(stream.context);
    free(stream.bytes);
    free(bits);
    return status;
}

/* --- when it is asked for --------------------------------------------------------------
 */

static bool is_ready(const struct trey_network *network, int number)
{
    return atomic_load_explicit(&network->stage[number].ready, memory_order_relaxed);
}

static void clear_weights(struct trey_network_stage *stage)
{
    for (int tuple = 0; tuple < stage->tuples; tuple++)
        memset(stage->weights[tuple], 0, stage->size[tuple] * sizeof(int16_t));
}

/* Unpacks a stage and adds the stages on which it is based. Of these only the tuples that
 * this stage has are unpacked, and they are not kept: a late board needs one stage only.
 */
static enum trey_status unpack_alone(struct trey_network *network, int number,
                                     struct trey_error *error)
{
    struct trey_network_stage *stage = &network->stage[number];
    enum trey_status status = trey_network_get(network, number, error);
    int count = stage->tuples;
    for (int at = number; at > 0 && status == TREY_OK;) {
        at = trey_stages_before(&network->stages, at);
        const struct trey_network_stage *before = &network->stage[at];
        count = count < before->tuples ? count : before->tuples;
        if (!is_ready(network, at)) {
            status = trey_network_get_for(network, at, number, count, error);
            continue;
        }
        for (int tuple = 0; tuple < count; tuple++)
            trey_network_add_tuple(network, at, number, tuple, 1, before->weights[tuple],
                                   stage->weights[tuple]);
        break; /* unpacked: it includes the stages before it */
    }
    if (status != TREY_OK)
        clear_weights(stage);
    return status;
}

/* Unpacks a stage after the stage on which it is based. A damaged stage counts as equal
 * to that one. */
static enum trey_status unpack(struct trey_network *network, int number,
                               struct trey_error *error)
{
    struct trey_network_stage *stage = &network->stage[number];
    if (is_ready(network, number))
        return TREY_OK;
    int before = number > 0 ? trey_stages_before(&network->stages, number) : -1;
    enum trey_status status = before >= 0 ? unpack(network, before, error) : TREY_OK;
    if (status == TREY_ERR_MEMORY)
        return status;
    status = (network->by_context ? trey_network_get : get_frame)(network, number, error);
    if (status != TREY_OK)
        clear_weights(stage);
    if (status == TREY_ERR_MEMORY)
        return status;
    atomic_store(&stage->damaged, status != TREY_OK);
    for (int tuple = 0; tuple < stage->tuples && before >= 0; tuple++)
        trey_network_add_before(network, number, tuple, 1, stage->weights[tuple]);
    if (status != TREY_OK && before >= 0)
        memcpy(stage->deck, network->stage[before].deck,
               TREY_NETWORK_DECK_ENTRIES * sizeof *stage->deck);
    atomic_store_explicit(&stage->ready, true, memory_order_release);
    return status;
}

/* The caller holds the lock. */
static enum trey_status unpack_once(struct trey_network *network, int number,
                                    struct trey_error *error)
{
    if (is_ready(network, number))
        return TREY_OK;
    enum trey_status status = TREY_ERR_INPUT;
    if (network->by_context)
        status = unpack_alone(network, number, error);
    if (status == TREY_OK)
        atomic_store_explicit(&network->stage[number].ready, true, memory_order_release);
    /* If one of them is damaged, they are unpacked one by one, so that the others are
     * used. */
    assert(status != TREY_OK || is_ready(network, number));
    return status == TREY_ERR_INPUT ? unpack(network, number, error) : status;
}

enum trey_status trey_network_prepare(const struct trey_network *network, int stage,
                                      struct trey_error *error)
{
    struct trey_network *self = network->self;
    assert(stage >= 0 && stage < network->stages.count);
    pthread_mutex_lock(&self->unpacking);
    enum trey_status status = unpack_once(self, stage, error);
    pthread_mutex_unlock(&self->unpacking);
    return status;
}

#else

/* Nothing was read that would have to be unpacked. */
enum trey_status trey_network_prepare(const struct trey_network *network, int stage,
                                      struct trey_error *error)
{
    (void)network;
    (void)stage;
    (void)error;
    return TREY_OK;
}

#endif
