/* Delta coding of a stage's weights and compression, for network files: see
 * docs/formats/network-weights.md.
 *
 * Delta: a file stores the differences to the weights of the parent stage. Most of them
 * are 0, and the others are adjacent. Their rows become streams of numbers that are alike
 * (network_rows.c). zstd, which codes numbers by their frequency in a stream, makes these
 * a quarter smaller than all weights in a row. */
#include "eval/network_code.h"
#include "base/error.h"
#include "base/memory.h"
#include "eval/network_rows.h"

#if defined(TREY_WITH_ZSTD)

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { LEVEL = 19 };

/* --- encoding a stage ------------------------------------------------------------------
 */

/* Bytes of the deck's 32-bit numbers. */
enum { DECK_BYTES = 4 * TREY_NETWORK_DECK_ENTRIES };

/* Upper bound of the size of a stage's streams. */
static size_t max_stream_bytes(const struct trey_network *network, int number)
{
    size_t bytes = DECK_BYTES + TREY_STREAMS;
    for (int tuple = 0; tuple < network->stage[number].tuples; tuple++)
        bytes += 3 * (size_t)network->stage[number].size[tuple];
    return bytes;
}

static void free_streams(struct trey_coder *coder)
{
    for (int i = 0; i < TREY_STREAMS; i++)
        free(coder->stream[i].bytes);
}

static enum trey_status compress_streams(const struct trey_coder *coder,
                                         uint8_t **encoded, size_t *size,
                                         struct trey_error *error)
{
    size_t room = 0;
    for (int i = 0; i < TREY_STREAMS; i++)
        room += ZSTD_compressBound(coder->stream[i].size);
    uint8_t *to = malloc(room);
    if (to == NULL)
        return trey_fail_memory(error, room);
    *size = 0;
    for (int i = 0; i < TREY_STREAMS; i++) {
        const struct trey_stream *stream = &coder->stream[i];
        const uint8_t *bytes = stream->size > 0 ? stream->bytes : to;
        size_t more = ZSTD_compress(to + *size, room - *size, bytes, stream->size, LEVEL);
        if (ZSTD_isError(more)) {
            free(to);
            return trey_fail(error, TREY_ERR_MEMORY, 0, "zstd: %s",
                             ZSTD_getErrorName(more));
        }
        *size += more;
    }
    *encoded = to;
    return TREY_OK;
}

static void encode_deck(struct trey_coder *coder, const struct trey_network_stage *stage)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        for (int byte = 0; byte < 4; byte++)
            trey_coder_write_byte(coder, &coder->stream[TREY_STREAM_DECK],
                                  (uint8_t)((uint32_t)stage->deck[i] >> (8 * byte)));
}

enum trey_status trey_network_encode_stage(const struct trey_network *network, int number,
                                           uint8_t **encoded, size_t *size,
                                           struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    struct trey_coder coder = {0};
    encode_deck(&coder, stage);
    for (int tuple = 0; tuple < stage->tuples && !coder.no_memory; tuple++) {
        size_t bytes = stage->size[tuple] * sizeof(int16_t);
        int16_t *differences = malloc(bytes);
        if (differences == NULL) {
            coder.no_memory = true;
            break;
        }
        memcpy(differences, stage->weights[tuple], bytes);
        if (number > 0)
            trey_network_add_parent(network, number, tuple, -1, differences);
        trey_coder_tuple(&coder, network, number, tuple, true, differences);
        free(differences);
    }
    enum trey_status status =
        coder.no_memory ? trey_fail_memory(error, max_stream_bytes(network, number))
                        : compress_streams(&coder, encoded, size, error);
    free_streams(&coder);
    return status;
}

/* --- decoding a stage ------------------------------------------------------------------
 */

static enum trey_status fail_mismatch(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the weights do not fit the tuples");
}

/* Decompresses all streams, to `max` bytes at most: a damaged header can announce any
 * size. */
static enum trey_status decompress_streams(struct trey_coder *coder,
                                           const uint8_t *encoded, size_t size,
                                           size_t max, struct trey_error *error)
{
    size_t at = 0;
    for (int count = 0; count < TREY_NONZERO_COUNTS; count++)
        coder->next_bits[count] = 1; /* none */
    for (int i = 0; i < TREY_STREAMS; i++) {
        struct trey_stream *stream = &coder->stream[i];
        size_t frame = ZSTD_findFrameCompressedSize(encoded + at, size - at);
        unsigned long long bytes =
            ZSTD_isError(frame) ? max + 1
                                : ZSTD_getFrameContentSize(encoded + at, size - at);
        if (bytes > max) /* includes the codes for an unknown size and for an error */
            return fail_mismatch(error);
        stream->bytes = malloc(bytes + TREY_STREAM_ROOM_AFTER);
        if (stream->bytes == NULL)
            return trey_fail_memory(error, bytes);
        memset(stream->bytes + bytes, 0, TREY_STREAM_ROOM_AFTER);
        stream->size = ZSTD_decompress(stream->bytes, bytes, encoded + at, frame);
        if (ZSTD_isError(stream->size) || stream->size != bytes)
            return fail_mismatch(error);
        max -= bytes;
        at += frame;
    }
    return at == size ? TREY_OK : fail_mismatch(error);
}

static void decode_deck(struct trey_coder *coder, struct trey_network_stage *stage)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint32_t number_32 = 0;
        for (int byte = 0; byte < 4; byte++)
            number_32 |=
                (uint32_t)trey_coder_read_byte(coder, &coder->stream[TREY_STREAM_DECK])
                << (8 * byte);
        stage->deck[i] = (int32_t)number_32;
    }
}

/* The result of decoding: of a whole stage if `all`, else of its first tuples. */
static enum trey_status decode_result(const struct trey_coder *coder, bool all,
                                      size_t bytes, struct trey_error *error)
{
    if (coder->no_memory)
        return trey_fail_memory(error, bytes);
    return coder->too_short || (all && !trey_coder_all_read(coder)) ? fail_mismatch(error)
                                                                    : TREY_OK;
}

static size_t max_table_bytes(const struct trey_network_stage *stage, int tuples)
{
    size_t most = 0;
    for (int tuple = 0; tuple < tuples; tuple++) {
        size_t bytes = stage->size[tuple] * sizeof(int16_t);
        most = bytes > most ? bytes : most;
    }
    return most;
}

enum trey_status trey_network_decode(struct trey_network *network, int source, int target,
                                     int count, pthread_mutex_t *lock,
                                     struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[source];
    struct trey_coder coder = {0};
    size_t bytes = max_table_bytes(stage, count);
    enum trey_status status =
        decompress_streams(&coder, stage->encoded, stage->encoded_bytes,
                           max_stream_bytes(network, source), error);
    int16_t *weights = status == TREY_OK ? trey_large_new(bytes) : NULL;
    coder.no_memory = weights == NULL;
    if (status == TREY_OK && source == target)
        decode_deck(&coder, &network->stage[target]);
    coder.stream[TREY_STREAM_DECK].position =
        coder.stream[TREY_STREAM_DECK].size; /* not shared between stages */
    for (int tuple = 0; tuple < count && status == TREY_OK; tuple++) {
        if (weights != NULL &&
            tuple > 0) /* faster than new memory, cleared by the system */
            memset(weights, 0, stage->size[tuple] * sizeof(int16_t));
        if (weights != NULL)
            trey_coder_tuple(&coder, network, source, tuple, false, weights);
        status = decode_result(&coder, tuple + 1 == stage->tuples, bytes, error);
        if (status != TREY_OK)
            break;
        pthread_mutex_lock(lock);
        trey_network_add_tuple(network, source, target, tuple, 1, weights,
                               network->stage[target].weights[tuple]);
        pthread_mutex_unlock(lock);
    }
    trey_large_free(weights, bytes);
    free_streams(&coder);
    return status;
}

#endif
