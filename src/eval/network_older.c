/* Reading weights of network files of versions 3 to 6: see
 * docs/formats/network-weights.md. trey writes version 8, so that this is written to be
 * short, not fast. */
#include "eval/network_older.h"
#include "base/error.h"
#include "base/memory.h"
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

enum trey_status trey_network_decode_frame(struct trey_network *network, int stage,
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
        status = trey_network_fail_mismatch(error);
cleanup:
    ZSTD_freeDCtx(stream.context);
    free(stream.bytes);
    free(bits);
    return status;
}

/* --- version 6 -------------------------------------------------------------------------
 */

/* The frames, in the order of the file. */
enum {
    FRAME_DECK,
    FRAME_BITS, /* by how many neighbours are not 0: is the weight not 0? */
    FRAME_LOW = FRAME_BITS + TREY_NETWORK_MAX_CELLS + 1, /* low bytes, by context */
    CONTEXT_SIZES = 8,
    CONTEXT_STEPS = 6,
    CONTEXT_SIGNS = 3,
    FRAME_HIGH = FRAME_LOW + CONTEXT_SIZES * CONTEXT_STEPS * CONTEXT_SIGNS,
    FRAMES,
};

struct frame {
    uint8_t *bytes;
    size_t size, position; /* of the next byte, in FRAME_BITS of the next bit */
};

struct frames {
    struct frame frame[FRAMES];
    bool too_short; /* a frame ended before the weights did */
};

/* Decompresses all frames, to `max` bytes at most: a damaged header can announce any
 * size. */
static enum trey_status decompress_frames(struct frames *frames, const uint8_t *encoded,
                                          size_t size, size_t max,
                                          struct trey_error *error)
{
    size_t at = 0;
    for (int i = 0; i < FRAMES; i++) {
        struct frame *frame = &frames->frame[i];
        size_t packed = ZSTD_findFrameCompressedSize(encoded + at, size - at);
        unsigned long long bytes =
            ZSTD_isError(packed) ? max + 1
                                 : ZSTD_getFrameContentSize(encoded + at, size - at);
        if (bytes > max) /* includes the codes for an unknown size and for an error */
            return trey_network_fail_mismatch(error);
        frame->bytes = malloc(bytes + 1);
        if (frame->bytes == NULL)
            return trey_fail_memory(error, bytes);
        frame->size = ZSTD_decompress(frame->bytes, bytes, encoded + at, packed);
        if (ZSTD_isError(frame->size) || frame->size != bytes)
            return trey_network_fail_mismatch(error);
        max -= bytes;
        at += packed;
    }
    return at == size ? TREY_OK : trey_network_fail_mismatch(error);
}

static uint8_t next_byte(struct frames *frames, int number)
{
    struct frame *frame = &frames->frame[number];
    if (frame->position < frame->size)
        return frame->bytes[frame->position++];
    frames->too_short = true;
    return 0;
}

static bool next_bit(struct frames *frames, int number)
{
    struct frame *frame = &frames->frame[number];
    size_t at = frame->position / 8, bit = frame->position % 8;
    if (at >= frame->size) {
        frames->too_short = true;
        return false;
    }
    frame->position++;
    return (frame->bytes[at] >> bit & 1) != 0;
}

static bool all_frames_read(const struct frames *frames)
{
    for (int i = 0; i < FRAMES; i++) {
        const struct frame *frame = &frames->frame[i];
        bool bits = i >= FRAME_BITS && i < FRAME_LOW;
        if ((bits ? (frame->position + 7) / 8 : frame->position) != frame->size)
            return false;
    }
    return true;
}

/* The neighbours of a weight: those whose index has one digit that is less by 1. */
struct neighbours {
    int sum, sizes, bits, count; /* bits: the absolute values, joined by or */
};

static void add_neighbour(struct neighbours *all, int weight)
{
    int size = weight < 0 ? -weight : weight;
    all->sum += weight;
    all->sizes += size;
    all->bits |= size;
    all->count += weight != 0;
}

/* The frame of a weight's low byte. */
static int low_frame(const struct neighbours *all)
{
    if (all->count == 0)
        return FRAME_LOW;
    int size = 32 - __builtin_clz((unsigned)(all->sizes / all->count));
    int step = __builtin_ctz((unsigned)all->bits);
    int distance = all->sum < 0 ? -all->sum : all->sum;
    int sign = 3 * distance < all->sizes ? 0 : all->sum > 0 ? 1 : 2;
    size = size < CONTEXT_SIZES ? size : CONTEXT_SIZES - 1;
    step = step < CONTEXT_STEPS ? step : CONTEXT_STEPS - 1;
    return FRAME_LOW + (size * CONTEXT_STEPS + step) * CONTEXT_SIGNS + sign;
}

static int16_t decode_weight(struct frames *frames,
                             const struct trey_network_stage *stage,
                             const struct trey_tied_row *row, uint32_t i,
                             const int16_t *weights)
{
    struct neighbours all = {0};
    const int16_t *self = weights + row->row + i;
    if (i > 0)
        add_neighbour(&all, self[-1]);
    for (int cell = 1; cell < TREY_NETWORK_MAX_CELLS; cell++)
        if (row->digit[cell] > 0)
            add_neighbour(&all, *(self - stage->step[cell]));
    if (!next_bit(frames, FRAME_BITS + all.count))
        return 0;
    uint16_t low = next_byte(frames, low_frame(&all));
    uint16_t high = next_byte(frames, FRAME_HIGH);
    return trey_network_unzigzag((uint16_t)((low | high << 8) + 1));
}

static void decode_weights(struct frames *frames, const struct trey_network *network,
                           int number, int tuple, int16_t *weights)
{
    const struct trey_network_stage *stage = &network->stage[number];
    struct trey_tied_row row = {0};
    while (row.row < stage->size[tuple] && !frames->too_short) {
        int32_t first[TREY_TIED_MAX_RANKS];
        trey_tied_row_firsts(network, stage, tuple, &row, first);
        for (uint32_t i = 0; i < stage->radix; i++) {
            uint32_t index = row.row + i;
            weights[index] = first[i] == (int32_t)index
                                 ? decode_weight(frames, stage, &row, i, weights)
                                 : weights[first[i]];
        }
        if (row.row + stage->radix == stage->size[tuple])
            break;
        trey_tied_row_next(network, stage, tuple, &row);
    }
}

static void decode_deck(struct frames *frames, struct trey_network_stage *stage)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint32_t number = 0;
        for (int byte = 0; byte < 4; byte++)
            number |= (uint32_t)next_byte(frames, FRAME_DECK) << (8 * byte);
        stage->deck[i] = (int32_t)number;
    }
}

enum trey_status trey_network_decode_6(struct trey_network *network, int source,
                                       int target, int count, struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[source];
    struct frames frames = {0};
    size_t most = 0, max = 4 * TREY_NETWORK_DECK_ENTRIES + FRAMES;
    for (int tuple = 0; tuple < stage->tuples; tuple++) {
        most = stage->size[tuple] > most ? stage->size[tuple] : most;
        max += 3 * (size_t)stage->size[tuple];
    }
    enum trey_status status =
        decompress_frames(&frames, stage->encoded, stage->encoded_bytes, max, error);
    int16_t *weights = trey_large_new(most * sizeof *weights);
    if (status == TREY_OK && weights == NULL)
        status = trey_fail_memory(error, most * sizeof *weights);
    if (status == TREY_OK && source == target)
        decode_deck(&frames, &network->stage[target]);
    frames.frame[FRAME_DECK].position = frames.frame[FRAME_DECK].size; /* not shared */
    for (int tuple = 0; tuple < count && status == TREY_OK; tuple++) {
        memset(weights, 0, stage->size[tuple] * sizeof *weights);
        decode_weights(&frames, network, source, tuple, weights);
        if (frames.too_short || (tuple + 1 == stage->tuples && !all_frames_read(&frames)))
            status = trey_network_fail_mismatch(error);
        else
            trey_network_add_tuple(network, source, target, tuple, 1, weights,
                                   network->stage[target].weights[tuple]);
    }
    trey_large_free(weights, most * sizeof *weights);
    for (int i = 0; i < FRAMES; i++)
        free(frames.frame[i].bytes);
    return status;
}

#endif
