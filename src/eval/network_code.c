/* How a file tells the weights of a stage (docs/formats/network.md): what they are more
 * than those of the stage that it goes on from, each with what its neighbours foretell.
 *
 * Most are 0, and those that are not lie side by side: whether one is 0 goes with how
 * many of its neighbours are, those that differ by one rank less in one cell. How large
 * one is, how coarsely it was rounded and of which sign goes with theirs. Numbers that
 * are foretold alike are kept together, in a stream of their own, and zstd, which codes
 * by how often each occurs there, makes a quarter less of them than of all in a row. */
#include "eval/network_code.h"
#include "base/check.h"
#include "base/error.h"
#include "base/memory.h"
#include "eval/twins.h"
#include "trey/array.h"

#if defined(TREY_WITH_ZSTD)

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    LEVEL = 19,
    MAX_RADIX = TREY_TWIN_MAX,
    NEAR = TREY_NETWORK_MAX_CELLS + 1, /* neighbours that are not 0 */
    SIZES = 8,                         /* bits of their mean size */
    STEPS = 6,                         /* twos that all of them have as factors */
    SIGNS = 3,                         /* of their sum: none that counts, +, - */
};

/* The streams, in the order of the file. */
enum {
    DECK,
    FLAGS,
    LOWS = FLAGS + NEAR,
    HIGHS = LOWS + SIZES * STEPS * SIGNS,
    STREAMS,
};

struct stream {
    uint8_t *bytes;
    size_t size, room; /* of the bytes; getting, `room` is 0 */
    size_t at;         /* of flags the next bit, else the next byte */
};

struct code {
    bool no_memory;
    bool too_short; /* getting: a stream ended before its weights */
    struct stream stream[STREAMS];
};

/* --- streams ---------------------------------------------------------------------------
 */

static void put_byte(struct code *code, struct stream *stream, uint8_t byte)
{
    uint8_t *bytes =
        trey_array_grow(stream->bytes, &stream->room, stream->size + 1, sizeof *bytes);
    if (bytes == NULL) {
        code->no_memory = true;
        return;
    }
    stream->bytes = bytes;
    stream->bytes[stream->size++] = byte;
}

static uint8_t get_byte(struct code *code, struct stream *stream)
{
    if (stream->at < stream->size)
        return stream->bytes[stream->at++];
    code->too_short = true;
    return 0;
}

static void put_flag(struct code *code, struct stream *stream, bool flag)
{
    if (stream->at % 8 == 0)
        put_byte(code, stream, 0);
    if (!code->no_memory)
        stream->bytes[stream->at / 8] |= (uint8_t)(flag << stream->at % 8);
    stream->at++;
}

static bool get_flag(struct code *code, struct stream *stream)
{
    size_t byte = stream->at / 8;
    if (byte >= stream->size) {
        code->too_short = true;
        return false;
    }
    return (stream->bytes[byte] >> stream->at++ % 8 & 1) != 0;
}

/* Whether none of the next flags, up to 16, is set: then they are taken. */
static bool get_none(struct stream *stream, unsigned count)
{
    assert(count <= 16);
    size_t byte = stream->at / 8;
    if (byte + 3 > stream->size)
        return false; /* one by one */
    uint32_t flags = stream->bytes[byte] | (uint32_t)stream->bytes[byte + 1] << 8 |
                     (uint32_t)stream->bytes[byte + 2] << 16;
    if ((flags >> stream->at % 8 & ((1u << count) - 1)) != 0)
        return false;
    stream->at += count;
    return true;
}

/* --- weights ---------------------------------------------------------------------------
 */

/* Small numbers of either sign, but 0, as small numbers: -1, 1, -2, 2 are 0, 1, 2, 3. */
static uint16_t folded(int16_t weight)
{
    return (uint16_t)(((uint16_t)(weight * 2) ^ (weight < 0 ? 0xffff : 0)) - 1);
}

/* A row of weights, and what is around it. */
struct row {
    int16_t *weights;
    const int16_t *beside[TREY_NETWORK_MAX_CELLS]; /* rows with a rank less in a cell */
    int count;                                     /* of those that are not all 0 */
    uint8_t near[MAX_RADIX];                       /* of their weights, not 0 */
};

/* The stream of a weight that is not 0. */
static int lows_of(const struct row *row, uint32_t i)
{
    int sum = 0, sizes = 0, bits = 0, count = 0;
    for (int k = 0; k <= row->count; k++) {
        int weight = k < row->count ? row->beside[k][i] : i > 0 ? row->weights[i - 1] : 0;
        sum += weight;
        sizes += weight < 0 ? -weight : weight;
        bits |= weight;
        count += weight != 0;
    }
    if (count == 0)
        return LOWS;
    int mean = sizes / count, size = 32 - __builtin_clz((unsigned)mean);
    assert(mean > 0 && bits != 0);
    int step = __builtin_ctz((unsigned)bits);
    int sign = 3 * (sum < 0 ? -sum : sum) < sizes ? 0 : sum > 0 ? 1 : 2;
    size = size < SIZES ? size : SIZES - 1;
    step = step < STEPS ? step : STEPS - 1;
    return LOWS + (size * STEPS + step) * SIGNS + sign;
}

static void put_weight(struct code *code, const struct row *row, uint32_t i)
{
    int16_t weight = row->weights[i];
    int near = row->near[i] + (i > 0 && row->weights[i - 1] != 0);
    assert(near >= 0 && near < NEAR);
    put_flag(code, &code->stream[FLAGS + near], weight != 0);
    if (weight == 0)
        return;
    put_byte(code, &code->stream[lows_of(row, i)], (uint8_t)folded(weight));
    put_byte(code, &code->stream[HIGHS], (uint8_t)(folded(weight) >> 8));
}

static void get_weight(struct code *code, const struct row *row, uint32_t i)
{
    int near = row->near[i] + (i > 0 && row->weights[i - 1] != 0);
    assert(near >= 0 && near < NEAR);
    if (!get_flag(code, &code->stream[FLAGS + near]))
        return;
    uint16_t low = get_byte(code, &code->stream[lows_of(row, i)]);
    uint16_t high = get_byte(code, &code->stream[HIGHS]);
    row->weights[i] = trey_network_unfolded((uint16_t)((low | high << 8) + 1));
}

/* Goes over the rows of a tuple. */
struct walk {
    const struct trey_network *network;
    const struct trey_network_stage *stage;
    int tuple;
    bool turned;
    uint8_t *filled; /* by row: not all of it is 0 */
    uint32_t k;      /* number of the row */
    struct trey_twin_row twins;
    int32_t first[MAX_RADIX]; /* of those that are not told: a twin */
    struct row row;
};

/* Those of a row's weights that are told, as bits: the first of twins. Where another is
 * before a weight, walk->first has it. */
static uint32_t find_told(struct walk *walk)
{
    const struct trey_twin_row *twins = &walk->twins;
    uint32_t all = (1u << walk->stage->radix) - 1, told = 0;
    if (!walk->turned && (!walk->network->exchanged || twins->swapped > twins->row))
        return all;
    if (!walk->turned) { /* of 1 and 2, in a row that is its own twin, 1 */
        walk->first[2] = (int32_t)twins->row + 1;
        return twins->swapped < twins->row ? 0 : all & ~(1u << 2);
    }
    trey_twin_firsts(walk->network, walk->stage, walk->tuple, twins, walk->first);
    for (uint32_t i = 0; i < MAX_RADIX; i++)
        told |= walk->first[i] == (int32_t)(twins->row + i) ? 1u << i : 0;
    return told & all;
}

static void look_around(struct walk *walk, int16_t *weights)
{
    struct row *row = &walk->row;
    uint32_t radix = walk->stage->radix;
    row->weights = weights + walk->twins.row;
    row->count = 0;
    assert(walk->twins.row + radix <= walk->stage->size[walk->tuple]);
    for (int cell = 1; cell < TREY_NETWORK_MAX_CELLS; cell++)
        if (walk->twins.digit[cell] > 0 &&
            walk->filled[walk->k - walk->stage->step[cell - 1]])
            row->beside[row->count++] = row->weights - walk->stage->step[cell];
    memset(row->near, 0, sizeof row->near);
    for (int k = 0; k < row->count; k++)
        for (uint32_t i = 0; i < radix; i++)
            row->near[i] = (uint8_t)(row->near[i] + (row->beside[k][i] != 0));
}

static bool is_filled(const int16_t *weights, uint32_t count)
{
    int any = 0;
    for (uint32_t i = 0; i < count; i++)
        any |= weights[i];
    return any != 0;
}

static void put_row(struct code *code, const struct walk *walk, uint32_t told)
{
    for (; told != 0; told &= told - 1)
        put_weight(code, &walk->row, (uint32_t)__builtin_ctz(told));
}

/* A row that differs from its twin by 1s and 2s alone, which was got before. Zeros are
 * not written: most of a table is memory that was never touched. */
static void get_swapped(const struct walk *walk, int16_t *weights)
{
    const int16_t *from = weights + walk->twins.swapped;
    int16_t *to = weights + walk->twins.row;
    if (!walk->filled[walk->twins.swapped / walk->stage->radix])
        return;
    memcpy(to, from, walk->stage->radix * sizeof *to);
    to[1] = from[2];
    to[2] = from[1];
}

/* Whether nothing is known of a row yet but that it lies among zeros. */
static bool is_quiet(const struct walk *walk, uint32_t told, const int16_t *weights)
{
    uint32_t other = ((1u << walk->stage->radix) - 1) & ~told;
    bool quiet = walk->row.count == 0;
    for (; quiet && other != 0; other &= other - 1)
        quiet = weights[walk->first[__builtin_ctz(other)]] == 0; /* so are its own yet */
    return quiet;
}

/* The weights of a row that were zero. Twins come from what was got before. */
static void get_row(struct code *code, const struct walk *walk, uint32_t told,
                    int16_t *weights)
{
    const struct row *row = &walk->row;
    if (is_quiet(walk, told, weights) &&
        get_none(&code->stream[FLAGS], (unsigned)__builtin_popcount(told)))
        return;
    for (uint32_t i = 0; i < walk->stage->radix; i++) {
        int16_t twin = (told >> i & 1) != 0 ? 0 : weights[walk->first[i]];
        if ((told >> i & 1) != 0)
            get_weight(code, row, i);
        else if (twin != 0)
            row->weights[i] = twin;
    }
}

/* Puts the weights of a tuple, of which twins are the same, or gets them where zeros are.
 */
static void code_tuple(struct code *code, const struct trey_network *network, int number,
                       int tuple, bool put, int16_t *weights)
{
    const struct trey_network_stage *stage = &network->stage[number];
    uint32_t rows = stage->size[tuple] / stage->radix;
    struct walk walk = {.network = network,
                        .stage = stage,
                        .tuple = tuple,
                        .turned = trey_twin_is_turned(&network->tuples, tuple),
                        .filled = calloc(rows, 1)};
    if (walk.filled == NULL) {
        code->no_memory = true;
        return;
    }
    for (; walk.k < rows && !code->no_memory && !code->too_short; walk.k++) {
        uint32_t told = find_told(&walk);
        look_around(&walk, weights);
        if (put)
            put_row(code, &walk, told);
        else if (told == 0 && !walk.turned)
            get_swapped(&walk, weights);
        else
            get_row(code, &walk, told, weights);
        walk.filled[walk.k] = is_filled(walk.row.weights, stage->radix);
        trey_twin_next(network, stage, tuple, &walk.twins);
    }
    free(walk.filled);
}

/* --- parts of files --------------------------------------------------------------------
 */

/* Of the deck's 32-bit numbers. */
enum { DECK_BYTES = 4 * TREY_NETWORK_DECK_ENTRIES };

/* The most bytes that the streams of a stage have. */
static size_t most_bytes(const struct trey_network *network, int number)
{
    size_t bytes = DECK_BYTES + STREAMS;
    for (int tuple = 0; tuple < network->stage[number].tuples; tuple++)
        bytes += 3 * (size_t)network->stage[number].size[tuple];
    return bytes;
}

static void clear(struct code *code)
{
    for (int i = 0; i < STREAMS; i++)
        free(code->stream[i].bytes);
}

static enum trey_status put_streams(const struct code *code, uint8_t **packed,
                                    size_t *size, struct trey_error *error)
{
    size_t room = 0;
    for (int i = 0; i < STREAMS; i++)
        room += ZSTD_compressBound(code->stream[i].size);
    uint8_t *to = malloc(room);
    if (to == NULL)
        return trey_fail_memory(error, room);
    *size = 0;
    for (int i = 0; i < STREAMS; i++) {
        const struct stream *stream = &code->stream[i];
        const uint8_t *bytes = stream->size > 0 ? stream->bytes : to;
        size_t more = ZSTD_compress(to + *size, room - *size, bytes, stream->size, LEVEL);
        if (ZSTD_isError(more)) {
            free(to);
            return trey_fail(error, TREY_ERR_MEMORY, 0, "zstd: %s",
                             ZSTD_getErrorName(more));
        }
        *size += more;
    }
    *packed = to;
    return TREY_OK;
}

enum trey_status trey_network_put(const struct trey_network *network, int number,
                                  uint8_t **packed, size_t *size,
                                  struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    struct code code = {0};
    size_t most = most_bytes(network, number);
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        for (int byte = 0; byte < 4; byte++)
            put_byte(&code, &code.stream[DECK],
                     (uint8_t)((uint32_t)stage->deck[i] >> (8 * byte)));
    for (int tuple = 0; tuple < network->stage[number].tuples && !code.no_memory;
         tuple++) {
        size_t bytes = stage->size[tuple] * sizeof(int16_t);
        int16_t *more = malloc(bytes);
        if (more == NULL) {
            code.no_memory = true;
            break;
        }
        memcpy(more, stage->weights[tuple], bytes);
        if (number > 0)
            trey_network_add_before(network, number, tuple, -1, more);
        code_tuple(&code, network, number, tuple, true, more);
        free(more);
    }
    enum trey_status status = code.no_memory ? trey_fail_memory(error, most)
                                             : put_streams(&code, packed, size, error);
    clear(&code);
    return status;
}

static enum trey_status not_those(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the weights do not fit the tuples");
}

/* Damaged bytes may say anything of their size. */
static enum trey_status get_streams(struct code *code, const uint8_t *packed, size_t size,
                                    size_t most, struct trey_error *error)
{
    size_t at = 0;
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = &code->stream[i];
        size_t frame = ZSTD_findFrameCompressedSize(packed + at, size - at);
        unsigned long long bytes = ZSTD_isError(frame)
                                       ? most + 1
                                       : ZSTD_getFrameContentSize(packed + at, size - at);
        if (bytes > most) /* as what says that it is not known or wrong */
            return not_those(error);
        stream->bytes = malloc(bytes > 0 ? bytes : 1);
        if (stream->bytes == NULL)
            return trey_fail_memory(error, bytes);
        stream->size = ZSTD_decompress(stream->bytes, bytes, packed + at, frame);
        if (ZSTD_isError(stream->size) || stream->size != bytes)
            return not_those(error);
        most -= bytes;
        at += frame;
    }
    if (at != size)
        return not_those(error);
    return TREY_OK;
}

/* Whether all was asked for. */
static bool is_used_up(const struct code *code)
{
    for (int i = 0; i < STREAMS; i++) {
        const struct stream *stream = &code->stream[i];
        bool flags = i >= FLAGS && i < LOWS;
        if ((flags ? (stream->at + 7) / 8 : stream->at) != stream->size)
            return false;
    }
    return true;
}

static void get_deck(struct code *code, struct trey_network_stage *stage)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint32_t number_32 = 0;
        for (int byte = 0; byte < 4; byte++)
            number_32 |= (uint32_t)get_byte(code, &code->stream[DECK]) << (8 * byte);
        stage->deck[i] = (int32_t)number_32;
    }
}

/* Result of unpacking a whole stage, or only its first tuples. */
static enum trey_status outcome(const struct code *code, bool all, size_t bytes,
                                struct trey_error *error)
{
    if (code->no_memory)
        return trey_fail_memory(error, bytes);
    return code->too_short || (all && !is_used_up(code)) ? not_those(error) : TREY_OK;
}

enum trey_status trey_network_get(struct trey_network *network, int number,
                                  struct trey_error *error)
{
    struct trey_network_stage *stage = &network->stage[number];
    struct code code = {0};
    enum trey_status status = get_streams(&code, stage->packed, stage->packed_bytes,
                                          most_bytes(network, number), error);
    if (status == TREY_OK) {
        get_deck(&code, stage);
        for (int tuple = 0; tuple < stage->tuples; tuple++)
            code_tuple(&code, network, number, tuple, false, stage->weights[tuple]);
        status = outcome(&code, true, stage->size[0] / stage->radix, error);
    }
    clear(&code);
    return status;
}

enum trey_status trey_network_get_for(const struct trey_network *network, int source,
                                      int target, int count, struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[source];
    struct code code = {0};
    size_t bytes = 0;
    enum trey_status status = get_streams(&code, stage->packed, stage->packed_bytes,
                                          most_bytes(network, source), error);
    code.stream[DECK].at = code.stream[DECK].size; /* not shared between stages */
    for (int tuple = 0; tuple < count && status == TREY_OK; tuple++) {
        bytes = stage->size[tuple] * sizeof(int16_t);
        int16_t *weights = trey_large_new(bytes);
        code.no_memory = weights == NULL;
        if (weights != NULL)
            code_tuple(&code, network, source, tuple, false, weights);
        status = outcome(&code, tuple + 1 == stage->tuples, bytes, error);
        if (status == TREY_OK)
            trey_network_add_tuple(network, source, target, tuple, 1, weights,
                                   network->stage[target].weights[tuple]);
        trey_large_free(weights, bytes);
    }
    clear(&code);
    return status;
}

#endif
