/* Delta and context coding of a stage's weights, for network files: see
 * docs/formats/network-weights.md.
 *
 * Delta: a file stores the differences to the weights of the parent stage. Most of them
 * are 0, and the others are adjacent.
 *
 * Context: the neighbours of a weight are those whose index has one digit that is less by
 * 1; all of them are coded before it. Whether a weight is 0 depends on how many of its
 * neighbours are. Its size, the step to which it was rounded and its sign resemble
 * theirs. Numbers with the same context go to a stream of their own. zstd, which codes
 * numbers by their frequency in a stream, makes these a quarter smaller than all weights
 * in a row.
 *
 * Weights are coded in rows, in which only the first digit of the index differs: so most
 * neighbours of a row's weights lie in other rows, side by side. Of tied weights
 * (eval/tied_weights.h), which are equal, only the first is coded. */
#include "eval/network_code.h"
#include "base/array.h"
#include "base/check.h"
#include "base/error.h"
#include "base/memory.h"
#include "eval/tied_weights.h"

#if defined(TREY_WITH_ZSTD)

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    LEVEL = 19,
    MAX_RADIX = TREY_TIED_MAX_RANKS,
    /* Number of contexts by each property of the neighbours: */
    NONZERO_COUNTS = TREY_NETWORK_MAX_CELLS + 1, /* how many are not 0 */
    SIZES = 8,                                   /* bits of their mean size */
    STEPS = 6,                                   /* factors 2 that all of them share */
    SIGNS = 3, /* of their sum: 0 small against their sizes, 1 positive, 2 negative */
};

/* The streams, in the order of the file. */
enum {
    DECK,         /* the deck's table */
    NONZERO_BITS, /* by the count of neighbours that are not 0: is the weight not 0? */
    LOW_BYTES = NONZERO_BITS + NONZERO_COUNTS, /* of other weights, by size, step, sign */
    HIGH_BYTES = LOW_BYTES + SIZES * STEPS * SIGNS, /* of them */
    STREAMS,
};

struct stream {
    uint8_t *bytes;
    size_t size, room; /* of the bytes; `room` is 0 when decoding */
    size_t position; /* of the next bit in NONZERO_BITS streams, else of the next byte */
};

struct coder {
    bool no_memory;
    bool too_short; /* decoding: a stream ended before the weights did */
    struct stream stream[STREAMS];
};

/* --- streams ---------------------------------------------------------------------------
 */

static void write_byte(struct coder *coder, struct stream *stream, uint8_t byte)
{
    uint8_t *bytes =
        trey_array_grow(stream->bytes, &stream->room, stream->size + 1, sizeof *bytes);
    if (bytes == NULL) {
        coder->no_memory = true;
        return;
    }
    stream->bytes = bytes;
    stream->bytes[stream->size++] = byte;
}

static uint8_t read_byte(struct coder *coder, struct stream *stream)
{
    if (stream->position < stream->size)
        return stream->bytes[stream->position++];
    coder->too_short = true;
    return 0;
}

static void write_bit(struct coder *coder, struct stream *stream, bool bit)
{
    if (stream->position % 8 == 0)
        write_byte(coder, stream, 0);
    if (!coder->no_memory)
        stream->bytes[stream->position / 8] |= (uint8_t)(bit << stream->position % 8);
    stream->position++;
}

static bool read_bit(struct coder *coder, struct stream *stream)
{
    size_t byte = stream->position / 8;
    if (byte >= stream->size) {
        coder->too_short = true;
        return false;
    }
    return (stream->bytes[byte] >> stream->position++ % 8 & 1) != 0;
}

/* Skips the next bits, up to 16, if all of them are 0; returns false if not, or near the
 * end of the stream. */
static bool skip_zero_bits(struct stream *stream, unsigned count)
{
    assert(count <= 16);
    size_t byte = stream->position / 8;
    if (byte + 3 > stream->size)
        return false; /* the caller reads them one by one */
    uint32_t bits = stream->bytes[byte] | (uint32_t)stream->bytes[byte + 1] << 8 |
                    (uint32_t)stream->bytes[byte + 2] << 16;
    if ((bits >> stream->position % 8 & ((1u << count) - 1)) != 0)
        return false;
    stream->position += count;
    return true;
}

/* --- a weight in its context -----------------------------------------------------------
 */

/* Zigzag code of a weight other than 0: -1, 1, -2, 2 are 0, 1, 2, 3. */
static uint16_t zigzag(int16_t weight)
{
    return (uint16_t)(((uint16_t)(weight * 2) ^ (weight < 0 ? 0xffff : 0)) - 1);
}

/* A row of weights and the rows with its weights' neighbours. */
struct context {
    int16_t *weights;                             /* of the row */
    const int16_t *lower[TREY_NETWORK_MAX_CELLS]; /* rows with one digit less by 1 */
    int lower_count;                              /* without rows that are all 0 */
    uint8_t nonzero[MAX_RADIX]; /* by weight: how many of its neighbours in these rows are
                                   not 0 */
};

/* The stream of the bit that is set if weight `i` of the row is not 0. */
static struct stream *nonzero_stream(struct coder *coder, const struct context *row,
                                     uint32_t i)
{
    int nonzero = row->nonzero[i] + (i > 0 && row->weights[i - 1] != 0);
    assert(nonzero >= 0 && nonzero < NONZERO_COUNTS);
    return &coder->stream[NONZERO_BITS + nonzero];
}

/* The stream of the low byte of weight `i` of the row, which is not 0. */
static struct stream *low_stream(struct coder *coder, const struct context *row,
                                 uint32_t i)
{
    int sum = 0, sizes = 0, bits = 0, count = 0;
    for (int k = 0; k <= row->lower_count; k++) {
        int weight = k < row->lower_count ? row->lower[k][i]
                     : i > 0              ? row->weights[i - 1]
                                          : 0;
        sum += weight;
        sizes += weight < 0 ? -weight : weight;
        bits |= weight;
        count += weight != 0;
    }
    if (count == 0)
        return &coder->stream[LOW_BYTES];
    int mean = sizes / count, size = 32 - __builtin_clz((unsigned)mean);
    assert(mean > 0 && bits != 0);
    int step = __builtin_ctz((unsigned)bits);
    int sign = 3 * (sum < 0 ? -sum : sum) < sizes ? 0 : sum > 0 ? 1 : 2;
    size = size < SIZES ? size : SIZES - 1;
    step = step < STEPS ? step : STEPS - 1;
    return &coder->stream[LOW_BYTES + (size * STEPS + step) * SIGNS + sign];
}

static void encode_weight(struct coder *coder, const struct context *row, uint32_t i)
{
    int16_t weight = row->weights[i];
    write_bit(coder, nonzero_stream(coder, row, i), weight != 0);
    if (weight == 0)
        return;
    write_byte(coder, low_stream(coder, row, i), (uint8_t)zigzag(weight));
    write_byte(coder, &coder->stream[HIGH_BYTES], (uint8_t)(zigzag(weight) >> 8));
}

/* The weight must be 0 before. */
static void decode_weight(struct coder *coder, const struct context *row, uint32_t i)
{
    if (!read_bit(coder, nonzero_stream(coder, row, i)))
        return;
    uint16_t low = read_byte(coder, low_stream(coder, row, i));
    uint16_t high = read_byte(coder, &coder->stream[HIGH_BYTES]);
    row->weights[i] = trey_network_unzigzag((uint16_t)((low | high << 8) + 1));
}

/* --- the rows of a tuple ---------------------------------------------------------------
 */

/* A position in the loop over the rows of a tuple. */
struct walk {
    const struct trey_network *network;
    const struct trey_network_stage *stage;
    int tuple;
    bool symmetric;            /* trey_tuple_is_symmetric */
    uint8_t *row_nonzero;      /* by row: it has a weight other than 0 */
    uint32_t number;           /* of the row */
    struct trey_tied_row tied; /* the rows to which it is tied */
    int32_t first[MAX_RADIX];  /* index of the weight to which one is tied, if that is
                                  not coded */
    struct context row;
};

/* Returns the weights of the row that are coded, as bits: the first of tied ones. Sets
 * walk->first of the others, unless none is coded and the row is a copy of its swapped
 * row (copy_swapped_row). */
static uint32_t find_coded(struct walk *walk)
{
    const struct trey_tied_row *tied = &walk->tied;
    uint32_t all = (1u << walk->stage->radix) - 1, coded = 0;
    if (!walk->symmetric && (!walk->network->swap_symmetric || tied->swapped > tied->row))
        return all;
    if (!walk->symmetric) { /* in a row that is its own swapped row, 2 is tied to 1 */
        walk->first[2] = (int32_t)tied->row + 1;
        return tied->swapped < tied->row ? 0 : all & ~(1u << 2);
    }
    trey_tied_row_firsts(walk->network, walk->stage, walk->tuple, tied, walk->first);
    for (uint32_t i = 0; i < MAX_RADIX; i++)
        coded |= walk->first[i] == (int32_t)(tied->row + i) ? 1u << i : 0;
    return coded & all;
}

static void load_context(struct walk *walk, int16_t *weights)
{
    struct context *row = &walk->row;
    uint32_t radix = walk->stage->radix;
    row->weights = weights + walk->tied.row;
    row->lower_count = 0;
    assert(walk->tied.row + radix <= walk->stage->size[walk->tuple]);
    for (int cell = 1; cell < TREY_NETWORK_MAX_CELLS; cell++)
        if (walk->tied.digit[cell] > 0 &&
            walk->row_nonzero[walk->number - walk->stage->step[cell - 1]])
            row->lower[row->lower_count++] = row->weights - walk->stage->step[cell];
    memset(row->nonzero, 0, sizeof row->nonzero);
    for (int k = 0; k < row->lower_count; k++)
        for (uint32_t i = 0; i < radix; i++)
            row->nonzero[i] = (uint8_t)(row->nonzero[i] + (row->lower[k][i] != 0));
}

static bool any_nonzero(const int16_t *weights, uint32_t count)
{
    int any = 0;
    for (uint32_t i = 0; i < count; i++)
        any |= weights[i];
    return any != 0;
}

static void encode_row(struct coder *coder, const struct walk *walk, uint32_t coded)
{
    for (; coded != 0; coded &= coded - 1)
        encode_weight(coder, &walk->row, (uint32_t)__builtin_ctz(coded));
}

/* Copies a row from the one with 1s and 2s swapped, which was decoded before. Zeros are
 * not written: most of a table is memory that was never touched. */
static void copy_swapped_row(const struct walk *walk, int16_t *weights)
{
    const int16_t *from = weights + walk->tied.swapped;
    int16_t *to = weights + walk->tied.row;
    if (!walk->row_nonzero[walk->tied.swapped / walk->stage->radix])
        return;
    memcpy(to, from, walk->stage->radix * sizeof *to);
    to[1] = from[2];
    to[2] = from[1];
}

/* True if all neighbours in lower rows, and all weights to which the row's uncoded ones
 * are tied, are 0. */
static bool all_zero_context(const struct walk *walk, uint32_t coded,
                             const int16_t *weights)
{
    uint32_t uncoded = ((1u << walk->stage->radix) - 1) & ~coded;
    bool zero = walk->row.lower_count == 0;
    for (; zero && uncoded != 0; uncoded &= uncoded - 1)
        zero =
            weights[walk->first[__builtin_ctz(uncoded)]] == 0; /* also if in this row */
    return zero;
}

/* Decodes a row whose weights are 0. Uncoded weights are copied from earlier ones. */
static void decode_row(struct coder *coder, const struct walk *walk, uint32_t coded,
                       int16_t *weights)
{
    const struct context *row = &walk->row;
    if (all_zero_context(walk, coded, weights) &&
        skip_zero_bits(&coder->stream[NONZERO_BITS], (unsigned)__builtin_popcount(coded)))
        return;
    for (uint32_t i = 0; i < walk->stage->radix; i++) {
        int16_t copy = (coded >> i & 1) != 0 ? 0 : weights[walk->first[i]];
        if ((coded >> i & 1) != 0)
            decode_weight(coder, row, i);
        else if (copy != 0)
            row->weights[i] = copy;
    }
}

/* Encodes the weights of a tuple, in which tied weights are equal, or decodes them into
 * weights that are 0. */
static void code_tuple(struct coder *coder, const struct trey_network *network,
                       int number, int tuple, bool encode, int16_t *weights)
{
    const struct trey_network_stage *stage = &network->stage[number];
    uint32_t rows = stage->size[tuple] / stage->radix;
    struct walk walk = {.network = network,
                        .stage = stage,
                        .tuple = tuple,
                        .symmetric = trey_tuple_is_symmetric(&network->tuples, tuple),
                        .row_nonzero = calloc(rows, 1)};
    if (walk.row_nonzero == NULL) {
        coder->no_memory = true;
        return;
    }
    for (; walk.number < rows && !coder->no_memory && !coder->too_short; walk.number++) {
        uint32_t coded = find_coded(&walk);
        load_context(&walk, weights);
        if (encode)
            encode_row(coder, &walk, coded);
        else if (coded == 0 && !walk.symmetric)
            copy_swapped_row(&walk, weights);
        else
            decode_row(coder, &walk, coded, weights);
        walk.row_nonzero[walk.number] = any_nonzero(walk.row.weights, stage->radix);
        trey_tied_row_next(network, stage, tuple, &walk.tied);
    }
    free(walk.row_nonzero);
}

/* --- encoding a stage ------------------------------------------------------------------
 */

/* Bytes of the deck's 32-bit numbers. */
enum { DECK_BYTES = 4 * TREY_NETWORK_DECK_ENTRIES };

/* Upper bound of the size of a stage's streams. */
static size_t max_stream_bytes(const struct trey_network *network, int number)
{
    size_t bytes = DECK_BYTES + STREAMS;
    for (int tuple = 0; tuple < network->stage[number].tuples; tuple++)
        bytes += 3 * (size_t)network->stage[number].size[tuple];
    return bytes;
}

static void free_streams(struct coder *coder)
{
    for (int i = 0; i < STREAMS; i++)
        free(coder->stream[i].bytes);
}

static enum trey_status compress_streams(const struct coder *coder, uint8_t **encoded,
                                         size_t *size, struct trey_error *error)
{
    size_t room = 0;
    for (int i = 0; i < STREAMS; i++)
        room += ZSTD_compressBound(coder->stream[i].size);
    uint8_t *to = malloc(room);
    if (to == NULL)
        return trey_fail_memory(error, room);
    *size = 0;
    for (int i = 0; i < STREAMS; i++) {
        const struct stream *stream = &coder->stream[i];
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

static void encode_deck(struct coder *coder, const struct trey_network_stage *stage)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        for (int byte = 0; byte < 4; byte++)
            write_byte(coder, &coder->stream[DECK],
                       (uint8_t)((uint32_t)stage->deck[i] >> (8 * byte)));
}

enum trey_status trey_network_encode_stage(const struct trey_network *network, int number,
                                           uint8_t **encoded, size_t *size,
                                           struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    struct coder coder = {0};
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
        code_tuple(&coder, network, number, tuple, true, differences);
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
static enum trey_status decompress_streams(struct coder *coder, const uint8_t *encoded,
                                           size_t size, size_t max,
                                           struct trey_error *error)
{
    size_t at = 0;
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = &coder->stream[i];
        size_t frame = ZSTD_findFrameCompressedSize(encoded + at, size - at);
        unsigned long long bytes =
            ZSTD_isError(frame) ? max + 1
                                : ZSTD_getFrameContentSize(encoded + at, size - at);
        if (bytes > max) /* includes the codes for an unknown size and for an error */
            return fail_mismatch(error);
        stream->bytes = malloc(bytes > 0 ? bytes : 1);
        if (stream->bytes == NULL)
            return trey_fail_memory(error, bytes);
        stream->size = ZSTD_decompress(stream->bytes, bytes, encoded + at, frame);
        if (ZSTD_isError(stream->size) || stream->size != bytes)
            return fail_mismatch(error);
        max -= bytes;
        at += frame;
    }
    return at == size ? TREY_OK : fail_mismatch(error);
}

/* True if all streams were read to their ends. */
static bool all_consumed(const struct coder *coder)
{
    for (int i = 0; i < STREAMS; i++) {
        const struct stream *stream = &coder->stream[i];
        bool bits = i >= NONZERO_BITS && i < LOW_BYTES;
        if ((bits ? (stream->position + 7) / 8 : stream->position) != stream->size)
            return false;
    }
    return true;
}

static void decode_deck(struct coder *coder, struct trey_network_stage *stage)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint32_t number_32 = 0;
        for (int byte = 0; byte < 4; byte++)
            number_32 |= (uint32_t)read_byte(coder, &coder->stream[DECK]) << (8 * byte);
        stage->deck[i] = (int32_t)number_32;
    }
}

/* The result of decoding: of a whole stage if `all`, else of its first tuples. */
static enum trey_status decode_result(const struct coder *coder, bool all, size_t bytes,
                                      struct trey_error *error)
{
    if (coder->no_memory)
        return trey_fail_memory(error, bytes);
    return coder->too_short || (all && !all_consumed(coder)) ? fail_mismatch(error)
                                                             : TREY_OK;
}

enum trey_status trey_network_decode_stage(struct trey_network *network, int number,
                                           struct trey_error *error)
{
    struct trey_network_stage *stage = &network->stage[number];
    struct coder coder = {0};
    enum trey_status status =
        decompress_streams(&coder, stage->encoded, stage->encoded_bytes,
                           max_stream_bytes(network, number), error);
    if (status == TREY_OK) {
        decode_deck(&coder, stage);
        for (int tuple = 0; tuple < stage->tuples; tuple++)
            code_tuple(&coder, network, number, tuple, false, stage->weights[tuple]);
        status = decode_result(&coder, true, stage->size[0] / stage->radix, error);
    }
    free_streams(&coder);
    return status;
}

enum trey_status trey_network_decode_into(const struct trey_network *network, int source,
                                          int target, int count, struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[source];
    struct coder coder = {0};
    size_t bytes = 0;
    enum trey_status status =
        decompress_streams(&coder, stage->encoded, stage->encoded_bytes,
                           max_stream_bytes(network, source), error);
    coder.stream[DECK].position = coder.stream[DECK].size; /* not shared between stages */
    for (int tuple = 0; tuple < count && status == TREY_OK; tuple++) {
        bytes = stage->size[tuple] * sizeof(int16_t);
        int16_t *weights = trey_large_new(bytes);
        coder.no_memory = weights == NULL;
        if (weights != NULL)
            code_tuple(&coder, network, source, tuple, false, weights);
        status = decode_result(&coder, tuple + 1 == stage->tuples, bytes, error);
        if (status == TREY_OK)
            trey_network_add_tuple(network, source, target, tuple, 1, weights,
                                   network->stage[target].weights[tuple]);
        trey_large_free(weights, bytes);
    }
    free_streams(&coder);
    return status;
}

#endif
