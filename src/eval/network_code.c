/* Delta coding of a stage's weights and compression, for network files: see
 * docs/formats/network-weights.md.
 *
 * Delta: a file stores the differences to the weights of the parent stage. Most of them
 * are 0, and the others are adjacent. Their rows become streams of numbers that are alike
 * (network_rows.c). zstd, which codes numbers by their frequency in a block, makes these
 * a quarter smaller than all weights in a row. Each tuple has a frame of its own, so that
 * several can be decoded at once. */
#include "eval/network_code.h"
#include "base/check.h"
#include "base/error.h"
#include "eval/network_rows.h"

#if defined(TREY_WITH_ZSTD)

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { LEVEL = 19 };

/* Bytes of the deck's 32-bit numbers, and of the sizes of a tuple's streams. */
enum {
    DECK_BYTES = 4 * TREY_NETWORK_DECK_ENTRIES,
    SIZES_BYTES = 4 * TREY_STREAMS,
};

static void store_32(uint8_t *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
}

static uint32_t load_32(const uint8_t *bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number |= (uint32_t)bytes[i] << (8 * i);
    return number;
}

/* Upper bound of the bytes of a tuple's streams and of their sizes. */
static size_t max_tuple_bytes(const struct trey_network_stage *stage, int tuple)
{
    size_t weights = stage->size[tuple];
    return SIZES_BYTES + TREY_STREAMS + weights / 8 + 3 * weights;
}

/* --- parents ---------------------------------------------------------------------------
 */

/* Returns the differences between the weights of a tuple in a stage and those in stage
 * `other`, or -1 for none, with TREY_ROW_ROOM_AFTER zeros after them; for free(). NULL if
 * out of memory. */
static int16_t *new_differences(const struct trey_network *network, int number, int other,
                                int tuple)
{
    const struct trey_network_stage *stage = &network->stage[number];
    size_t size = stage->size[tuple];
    int16_t *differences = calloc(size + TREY_ROW_ROOM_AFTER, sizeof *differences);
    if (differences == NULL)
        return NULL;
    memcpy(differences, stage->weights[tuple], size * sizeof *differences);
    if (other >= 0)
        trey_network_add_stage(network, other, number, tuple, -1, differences);
    return differences;
}

/* Counts the weights of a stage that differ from those of another one. */
static enum trey_status count_differences(const struct trey_network *network, int number,
                                          int other, size_t *count,
                                          struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    *count = 0;
    for (int tuple = 0; tuple < stage->tuples; tuple++) {
        int16_t *differences = new_differences(network, number, other, tuple);
        if (differences == NULL)
            return trey_fail_memory(error, stage->size[tuple] * sizeof *differences);
        for (uint32_t i = 0; i < stage->size[tuple]; i++)
            *count += differences[i] != 0;
        free(differences);
    }
    return TREY_OK;
}

enum trey_status trey_network_find_parents(const struct trey_network *network,
                                           int parent[TREY_NETWORK_MAX_STAGES],
                                           struct trey_error *error)
{
    enum { ROWS_PER_WEIGHT = 4 }; /* rows that take the time of one weight that differs */
    int depth[TREY_NETWORK_MAX_STAGES] = {0};
    parent[0] = -1;
    for (int number = 1; number < network->stages.count; number++) {
        const struct trey_network_stage *stage = &network->stage[number];
        size_t best = SIZE_MAX, rows = 0;
        for (int tuple = 0; tuple < stage->tuples; tuple++)
            rows += stage->size[tuple] / stage->radix;
        for (int other = 0; other < number; other++) {
            size_t cost;
            enum trey_status status =
                count_differences(network, number, other, &cost, error);
            if (status != TREY_OK)
                return status;
            cost += (size_t)depth[other] * rows / ROWS_PER_WEIGHT;
            if (cost < best) {
                best = cost;
                parent[number] = other;
                depth[number] = depth[other] + 1;
            }
        }
        assert(best < SIZE_MAX);
    }
    return TREY_OK;
}

/* --- encoding a stage ------------------------------------------------------------------
 */

static enum trey_status fail_zstd(size_t code, struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_MEMORY, 0, "zstd: %s", ZSTD_getErrorName(code));
}

/* Compresses more of a frame, and ends its block, or the whole frame. */
static enum trey_status compress(ZSTD_CCtx *context, const uint8_t *data, size_t size,
                                 ZSTD_EndDirective end, struct trey_text *to,
                                 struct trey_error *error)
{
    char room[1 << 14];
    ZSTD_inBuffer in = {data, size, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {room, sizeof room, 0};
        left = ZSTD_compressStream2(context, &out, &in, end);
        if (ZSTD_isError(left))
            return fail_zstd(left, error);
        trey_text_add_bytes(to, room, out.pos);
    } while (end == ZSTD_e_continue ? in.pos < in.size : left != 0);
    return TREY_OK;
}

static enum trey_status start_frame(ZSTD_CCtx *context, size_t size,
                                    struct trey_error *error)
{
    size_t code = ZSTD_CCtx_reset(context, ZSTD_reset_session_only);
    if (!ZSTD_isError(code))
        code = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    if (!ZSTD_isError(code))
        code = ZSTD_CCtx_setPledgedSrcSize(context, size);
    return ZSTD_isError(code) ? fail_zstd(code, error) : TREY_OK;
}

static enum trey_status encode_deck(ZSTD_CCtx *context,
                                    const struct trey_network_stage *stage,
                                    struct trey_text *to, struct trey_error *error)
{
    uint8_t deck[DECK_BYTES];
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        store_32(deck + 4 * (size_t)i, (uint32_t)stage->deck[i]);
    enum trey_status status = start_frame(context, sizeof deck, error);
    return status == TREY_OK ? compress(context, deck, sizeof deck, ZSTD_e_end, to, error)
                             : status;
}

/* Compresses the streams of a tuple. A block ends with a stream, so that its code is
 * suited to it; small ones share a block. */
static enum trey_status compress_streams(ZSTD_CCtx *context,
                                         const struct trey_row_coder *coder,
                                         struct trey_text *to, struct trey_error *error)
{
    enum { SMALL = 64 };
    uint8_t sizes[SIZES_BYTES];
    size_t total = sizeof sizes;
    for (int i = 0; i < TREY_STREAMS; i++) {
        store_32(sizes + 4 * (size_t)i, (uint32_t)coder->stream[i].size);
        total += coder->stream[i].size;
    }
    enum trey_status status = start_frame(context, total, error);
    if (status == TREY_OK)
        status = compress(context, sizes, sizeof sizes, ZSTD_e_flush, to, error);
    for (int i = 0; i < TREY_STREAMS && status == TREY_OK; i++) {
        const struct trey_stream *stream = &coder->stream[i];
        if (stream->size > 0)
            status = compress(context, stream->bytes, stream->size,
                              stream->size < SMALL ? ZSTD_e_continue : ZSTD_e_flush, to,
                              error);
    }
    return status == TREY_OK ? compress(context, sizes, 0, ZSTD_e_end, to, error)
                             : status;
}

static enum trey_status encode_tuple(ZSTD_CCtx *context,
                                     const struct trey_network *network, int number,
                                     int parent, int tuple, struct trey_text *to,
                                     struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    struct trey_row_coder coder = {0};
    int16_t *differences = new_differences(network, number, parent, tuple);
    if (differences == NULL)
        return trey_fail_memory(error, stage->size[tuple] * sizeof *differences);
    trey_rows_encode(&coder, network, number, tuple, differences);
    free(differences);
    enum trey_status status = coder.no_memory
                                  ? trey_fail_memory(error, max_tuple_bytes(stage, tuple))
                                  : compress_streams(context, &coder, to, error);
    for (int i = 0; i < TREY_STREAMS; i++)
        free(coder.stream[i].bytes);
    return status;
}

enum trey_status trey_network_encode_stage(const struct trey_network *network, int number,
                                           int parent, struct trey_text *to,
                                           struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context == NULL)
        return trey_fail_memory(error, 0);
    enum trey_status status = encode_deck(context, stage, to, error);
    for (int tuple = 0; tuple < stage->tuples && status == TREY_OK; tuple++)
        status = encode_tuple(context, network, number, parent, tuple, to, error);
    ZSTD_freeCCtx(context);
    return status;
}

/* --- decoding a stage ------------------------------------------------------------------
 */

/* Finds frame `index` of a stage: 0 is the deck's, others are those of tuples. The last
 * one must end with the stage. */
static bool find_frame(const struct trey_network_stage *stage, int index,
                       const uint8_t **frame, size_t *size)
{
    size_t at = 0;
    for (int i = 0; i <= stage->tuples; i++) {
        size_t next =
            ZSTD_findFrameCompressedSize(stage->encoded + at, stage->encoded_bytes - at);
        if (ZSTD_isError(next))
            return false;
        if (i == index) {
            *frame = stage->encoded + at;
            *size = next;
        }
        at += next;
    }
    return at == stage->encoded_bytes;
}

/* Decompresses a frame of `min` to `max` bytes: a damaged header can announce any size.
 * *bytes, with `more` bytes of 0 after them, is for free(). */
static enum trey_status decompress(const struct trey_network_stage *stage, int index,
                                   size_t min, size_t max, size_t more, uint8_t **bytes,
                                   size_t *size, struct trey_error *error)
{
    const uint8_t *frame = NULL;
    size_t frame_size = 0;
    if (!find_frame(stage, index, &frame, &frame_size))
        return trey_network_fail_mismatch(error);
    unsigned long long announced = ZSTD_getFrameContentSize(frame, frame_size);
    if (announced < min || announced > max) /* larger: unknown, or an error */
        return trey_network_fail_mismatch(error);
    *bytes = calloc(announced + more, 1);
    if (*bytes == NULL)
        return trey_fail_memory(error, announced);
    *size = ZSTD_decompress(*bytes, announced, frame, frame_size);
    return !ZSTD_isError(*size) && *size == announced ? TREY_OK
                                                      : trey_network_fail_mismatch(error);
}

enum trey_status trey_network_decode_deck(struct trey_network *network, int number,
                                          struct trey_error *error)
{
    struct trey_network_stage *stage = &network->stage[number];
    uint8_t *bytes = NULL;
    size_t size = 0;
    enum trey_status status =
        decompress(stage, 0, DECK_BYTES, DECK_BYTES, 0, &bytes, &size, error);
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES && status == TREY_OK; i++)
        stage->deck[i] = (int32_t)load_32(bytes + 4 * (size_t)i);
    free(bytes);
    return status;
}

/* Sets the streams; false if their sizes do not add up. */
static bool set_streams(struct trey_row_coder *coder, uint8_t *bytes, size_t size)
{
    size_t at = SIZES_BYTES;
    for (int i = 0; i < TREY_STREAMS; i++) {
        size_t next = load_32(bytes + 4 * (size_t)i);
        if (next > size - at)
            return false;
        coder->stream[i] = (struct trey_stream){.bytes = bytes + at, .size = next};
        at += next;
    }
    return at == size;
}

static enum trey_status decode_part(struct trey_network *network, int source, int target,
                                    int tuple, struct trey_row_table *table,
                                    struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[source];
    struct trey_row_coder coder = {0};
    uint8_t *bytes = NULL;
    size_t size = 0;
    enum trey_status status =
        decompress(stage, 1 + tuple, SIZES_BYTES, max_tuple_bytes(stage, tuple),
                   TREY_STREAM_ROOM_AFTER, &bytes, &size, error);
    if (status == TREY_OK &&
        !(set_streams(&coder, bytes, size) &&
          trey_rows_decode(&coder, network, source, target, tuple, table)))
        status = trey_network_fail_mismatch(error);
    free(bytes);
    return status;
}

enum trey_status trey_network_decode_tuple(struct trey_network *network, const int *parts,
                                           int count, int target, int tuple,
                                           struct trey_error *error)
{
    struct trey_row_table table;
    enum trey_status status = TREY_OK;
    if (!trey_row_table_make(&table, network, target, tuple))
        status = trey_fail_memory(error, table.weight_bytes);
    /* A stage without the tuple has nothing of its ancestors' weights. */
    for (int i = 0;
         i < count && status == TREY_OK && tuple < network->stage[parts[i]].tuples; i++)
        status = decode_part(network, parts[i], target, tuple, &table, error);
    trey_row_table_free(&table);
    return status;
}

#endif
