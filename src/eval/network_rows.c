/* Context coding of the rows of a tuple: see docs/formats/network-weights.md.
 *
 * Weights are coded in rows, in which only the first digit of the index differs. The
 * neighbours of a weight are those in other rows whose index has one digit that is less
 * by 1; all of them are coded before it. Whether a weight is 0 depends on how many of its
 * neighbours are. Its size, the step to which it was rounded and its sign resemble
 * theirs. Numbers with the same context go to a stream of their own. Of tied weights
 * (eval/tied_weights.h), which are equal, only the first is coded.
 *
 * A late board of Threes! needs some ten million weights before the first advice, so
 * decoding is a hot loop. No context depends on the row itself, so all bits of a row that
 * have the same context are read at once. Most rows are 0, and are known to be after
 * their bits: reading these needs only one bit per weight of the rows before, sixteen in
 * a word. The neighbours' values are read only for weights that are not 0. */
#include "eval/network_rows.h"
#include "base/array.h"
#include "base/check.h"
#include "base/error.h"
#include "base/memory.h"
#include "eval/tied_weights.h"

#if defined(TREY_WITH_ZSTD)

#include <stdlib.h>
#include <string.h>

/* --- streams ---------------------------------------------------------------------------
 */

static void write_byte(struct trey_row_coder *coder, struct trey_stream *stream,
                       uint8_t byte)
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

static void write_bit(struct trey_row_coder *coder, struct trey_stream *stream, bool bit)
{
    if (stream->position % 8 == 0)
        write_byte(coder, stream, 0);
    if (!coder->no_memory)
        stream->bytes[stream->position / 8] |= (uint8_t)(bit << stream->position % 8);
    stream->position++;
}

/* Returns at least 16 bits from the position on, undefined after the end. */
static inline uint32_t next_bits(const struct trey_stream *stream)
{
    size_t at = stream->position / 8;
    const uint8_t *bytes = stream->bytes + (at < stream->size ? at : stream->size);
    uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                    (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24; /* one load */
    return bits >> stream->position % 8;
}

static inline uint8_t read_byte(struct trey_stream *stream)
{
    size_t at = stream->position++;
    return stream->bytes[at < stream->size ? at : stream->size];
}

/* True if all streams were read to their ends, and not beyond. */
static bool all_read(const struct trey_row_coder *coder)
{
    bool equal = true;
    for (int i = 0; i < TREY_STREAMS; i++) {
        const struct trey_stream *stream = &coder->stream[i];
        size_t bytes =
            i < TREY_STREAM_NUMBERS ? (stream->position + 7) / 8 : stream->position;
        equal = equal && bytes == stream->size;
    }
    return equal;
}

/* --- the rows of a tuple ---------------------------------------------------------------
 */

/* A position in the loop over the rows of a tuple. A slab is the rows with the same digit
 * of the tuple's last cell: no neighbour is further back than one slab. */
struct walk {
    const struct trey_network *network;
    const struct trey_network_stage *stage;
    int tuple;
    bool symmetric;            /* trey_tuple_is_symmetric */
    struct trey_tied_row tied; /* the row, and those to which it is tied */
    int last;                  /* the tuple's last cell */
    uint32_t number, rows;     /* of the row in its slab, and how many a slab has */
    int16_t *slab, *slab_before;
    uint16_t *nonzero, *nonzero_before; /* by row of the slab: bits of weights not 0 */
    /* Of a symmetric tuple while it is decoded: the whole table. */
    int16_t *weights;
    uint16_t *all_nonzero;
    uint64_t inverse_radix; /* 2^32 / radix, rounded up */
};

static struct walk start_walk(const struct trey_network *network, int number, int tuple)
{
    const struct trey_network_stage *stage = &network->stage[number];
    int cells = __builtin_popcountll(network->tuples.mask[tuple]) / 4;
    assert(cells >= 1 && cells <= TREY_NETWORK_MAX_CELLS);
    return (struct walk){
        .network = network,
        .stage = stage,
        .tuple = tuple,
        .symmetric = trey_tuple_is_symmetric(&network->tuples, tuple),
        .last = cells - 1,
        .rows = cells == 1 ? 1 : stage->step[cells - 1] / stage->radix,
    };
}

/* Begins with the first slab. */
static void start_slabs(struct walk *walk, int16_t *weights, uint16_t *nonzero)
{
    walk->slab = walk->slab_before = weights;
    walk->nonzero = walk->nonzero_before = nonzero;
}

/* Moves on to the next row, of a whole table if `whole`, else of the other slab after the
 * last one of a slab. */
static inline void next_row(struct walk *walk, bool whole)
{
    trey_tied_row_next(walk->network, walk->stage, walk->tuple, &walk->tied);
    if (++walk->number < walk->rows)
        return;
    size_t weights = (size_t)walk->rows * walk->stage->radix;
    size_t step = whole ? weights : weights + TREY_ROW_ROOM_AFTER;
    bool back = !whole && walk->slab > walk->slab_before;
    int16_t *slab = back ? walk->slab - step : walk->slab + step;
    uint16_t *nonzero = back ? walk->nonzero - walk->rows : walk->nonzero + walk->rows;
    walk->slab_before = walk->slab;
    walk->nonzero_before = walk->nonzero;
    walk->slab = slab;
    walk->nonzero = nonzero;
    walk->number = 0;
}

/* Returns the weights of the row that are coded, as bits: the first of tied ones. */
__attribute__((always_inline)) static inline uint32_t find_coded(const struct walk *walk)
{
    const struct trey_tied_row *tied = &walk->tied;
    uint32_t all = (1u << walk->stage->radix) - 1, coded = 0;
    if (!walk->symmetric && (!walk->network->swap_symmetric || tied->swapped > tied->row))
        return all;
    if (!walk->symmetric) /* in a row that is its own swapped row, 2 is tied to 1 */
        return tied->swapped < tied->row ? 0 : all & ~(1u << 2);
    int32_t first[TREY_TIED_MAX_RANKS];
    trey_tied_row_firsts(walk->network, walk->stage, walk->tuple, tied, first);
    for (uint32_t i = 0; i < TREY_TIED_MAX_RANKS; i++)
        coded |= first[i] == (int32_t)(tied->row + i) ? 1u << i : 0;
    return coded & all;
}

/* --- contexts --------------------------------------------------------------------------
 */

/* The rows of a row's neighbours. */
struct lower {
    const int16_t *row[TREY_ROW_NEIGHBOURS]; /* one for each cell but the first */
    int total;                               /* how many weights of them are not 0 */
    uint32_t plane[3]; /* by weight, as bits: the digits of how many neighbours are not 0,
                          the lowest first */
};

/* Finds the rows of the neighbours, without branches. Rows that are 0 may have any
 * weights in memory. */
__attribute__((always_inline)) static inline void find_lower(const struct walk *walk,
                                                             struct lower *lower)
{
    static const int16_t zeros[TREY_ROW_RANKS] = {0};
    uint32_t number = walk->number, radix = walk->stage->radix;
    uint32_t total = 0, plane[3] = {0};
    for (int cell = 1; cell <= walk->last; cell++) {
        bool any = walk->tied.digit[cell] > 0, same = cell < walk->last;
        uint32_t at = number - (any && same ? walk->stage->step[cell - 1] : 0);
        const uint16_t *nonzero = any && !same ? walk->nonzero_before : walk->nonzero;
        const int16_t *slab = same ? walk->slab : walk->slab_before;
        uint32_t bits = any ? nonzero[at] : 0, carry = plane[0] & bits;
        lower->row[cell - 1] = bits != 0 ? slab + (size_t)at * radix : zeros;
        total += (uint32_t)__builtin_popcount(bits);
        plane[0] ^= bits;
        plane[2] ^= plane[1] & carry;
        plane[1] ^= carry;
    }
    lower->total = (int)total;
    memcpy(lower->plane, plane, sizeof plane);
}

/* The weights with `count` neighbours that are not 0, as bits. */
static inline uint32_t weights_with(const struct lower *lower, int count)
{
    assert(count >= 0 && count < TREY_ROW_COUNTS);
    return (lower->plane[0] ^ ((count & 1) - 1u)) &
           (lower->plane[1] ^ ((count >> 1 & 1) - 1u)) &
           (lower->plane[2] ^ ((count >> 2 & 1) - 1u));
}

static inline struct trey_stream *bit_stream(struct trey_row_coder *coder, int total,
                                             int count)
{
    assert(total / 8 < TREY_ROW_TOTALS && count < TREY_ROW_COUNTS);
    return &coder->stream[TREY_STREAM_BITS + total / 8 * TREY_ROW_COUNTS + count];
}

typedef int16_t row_vector __attribute__((vector_size(2 * TREY_ROW_RANKS)));

/* Of 16 weights at once. */
union row_numbers {
    row_vector vector;
    int16_t number[TREY_ROW_RANKS];
};

/* Upper bound of absolute values in contexts: the sum of seven fits into 16 bits. */
enum { MAX_SIZE = 4095 };

/* Finds for each weight of a row which of TREY_STREAM_NUMBERS has its code. */
static inline void find_streams(const struct lower *lower, int rows,
                                union row_numbers *streams)
{
    row_vector sum = {0}, sizes = {0}, bits = {0}, count = {0}, size = {0}, step = {0};
    for (int k = 0; k < rows; k++) {
        row_vector weights;
        memcpy(&weights, lower->row[k], sizeof weights);
        row_vector negative = weights < 0, above;
        row_vector absolute = (weights ^ negative) - negative;
        above = (absolute > MAX_SIZE) | (absolute < 0); /* -32768 has no absolute value */
        absolute = (absolute & ~above) | (above & MAX_SIZE);
        sum += (absolute ^ negative) - negative;
        sizes += absolute;
        bits |= absolute;
        count -= weights != 0; /* true is -1 */
    }
    for (int i = 0; i < TREY_ROW_SIZES - 1; i++)
        size -= sizes >= count << (int16_t)i; /* the mean is at least 2^i */
    for (int i = 1; i < TREY_ROW_STEPS; i++)
        step -= (bits & (int16_t)((1 << i) - 1)) == 0;
    row_vector negative = sum < 0, distance = (sum ^ negative) - negative;
    row_vector large = distance >= sizes - distance;
    row_vector sign = large & (1 - negative);
    streams->vector =
        ((size * TREY_ROW_STEPS + step) * TREY_ROW_SIGNS + sign) & (count != 0);
}

/* --- encoding --------------------------------------------------------------------------
 */

/* Zigzag code of a weight other than 0: -1, 1, -2, 2 are 0, 1, 2, 3. */
static uint16_t zigzag(int16_t weight)
{
    return (uint16_t)(((uint16_t)(weight * 2) ^ (weight < 0 ? 0xffff : 0)) - 1);
}

enum { ESCAPE = 255 }; /* this code and larger ones are in TREY_STREAM_LARGE */

static void write_weight(struct trey_row_coder *coder, int stream, int16_t weight)
{
    uint16_t code = zigzag(weight);
    write_byte(coder, &coder->stream[TREY_STREAM_NUMBERS + stream],
               code < ESCAPE ? (uint8_t)code : ESCAPE);
    for (int shift = 0; code >= ESCAPE && shift < 16; shift += 8)
        write_byte(coder, &coder->stream[TREY_STREAM_LARGE], (uint8_t)(code >> shift));
}

static void encode_row(struct trey_row_coder *coder, struct walk *walk)
{
    const int16_t *row = walk->slab + (size_t)walk->number * walk->stage->radix;
    uint32_t coded = find_coded(walk), nonzero = 0;
    struct lower lower;
    union row_numbers streams;
    find_lower(walk, &lower);
    find_streams(&lower, walk->last, &streams);
    for (uint32_t i = 0; i < walk->stage->radix; i++)
        nonzero |= (uint32_t)(row[i] != 0) << i;
    for (uint32_t left = coded; left != 0; left &= left - 1) {
        int i = __builtin_ctz(left), count = 0;
        while ((weights_with(&lower, count) >> i & 1) == 0)
            count++;
        write_bit(coder, bit_stream(coder, lower.total, count), row[i] != 0);
        if (row[i] != 0)
            write_weight(coder, streams.number[i], row[i]);
    }
    walk->nonzero[walk->number] = (uint16_t)nonzero;
}

void trey_rows_encode(struct trey_row_coder *coder, const struct trey_network *network,
                      int number, int tuple, const int16_t *weights)
{
    struct walk walk = start_walk(network, number, tuple);
    uint32_t size = walk.stage->size[tuple];
    uint16_t *nonzero = calloc(size / walk.stage->radix, sizeof *nonzero);
    if (nonzero == NULL) {
        coder->no_memory = true;
        return;
    }
    start_slabs(&walk, (int16_t *)(uintptr_t)weights, nonzero); /* only read */
    for (uint32_t at = 0; at < size && !coder->no_memory; at += walk.stage->radix) {
        encode_row(coder, &walk);
        next_row(&walk, true);
    }
    free(nonzero);
}

/* --- decoding --------------------------------------------------------------------------
 */

/* Moves the lowest bits to the places of the bits of `mask`. `fast`, a compile-time
 * constant: the processor has BMI2. */
__attribute__((always_inline)) static inline uint32_t
deposit_bits(uint32_t bits, uint32_t mask, bool fast)
{
    uint32_t deposited = 0;
#if defined(__x86_64__)
    if (fast) {
        __asm__("pdep %2, %1, %0" : "=r"(deposited) : "r"(bits), "r"(mask));
        return deposited;
    }
#else
    (void)fast;
#endif
    for (; mask != 0; mask &= mask - 1, bits >>= 1)
        deposited |= (0 - (bits & 1)) & mask & (0 - mask);
    return deposited;
}

/* Reads which of the coded weights are not 0, as bits. */
__attribute__((always_inline)) static inline uint32_t
read_bits(struct trey_row_coder *coder, const struct lower *lower, int most,
          uint32_t coded, bool fast)
{
    uint32_t nonzero = 0;
    for (int count = 0; count <= most; count++) {
        uint32_t places = coded & weights_with(lower, count);
        struct trey_stream *stream = bit_stream(coder, lower->total, count);
        nonzero |= deposit_bits(next_bits(stream), places, fast);
        stream->position += (size_t)__builtin_popcount(places);
    }
    return nonzero;
}

static inline int16_t read_weight(struct trey_row_coder *coder, int stream)
{
    uint16_t code = read_byte(&coder->stream[TREY_STREAM_NUMBERS + stream]);
    if (code == ESCAPE) {
        code = read_byte(&coder->stream[TREY_STREAM_LARGE]);
        code |= (uint16_t)(read_byte(&coder->stream[TREY_STREAM_LARGE]) << 8);
    }
    return trey_network_unzigzag((uint16_t)(code + 1));
}

/* Copies a row from the one with 1s and 2s swapped, which was decoded before. Returns the
 * weights that are not 0, as bits. */
static inline uint32_t copy_swapped_row(const struct walk *walk, int16_t *to)
{
    const struct trey_tied_row *tied = &walk->tied;
    uint32_t step = walk->stage->step[walk->last], digit = tied->digit[walk->last];
    bool before = digit == 2 && walk->last > 0;
    uint32_t at = tied->swapped - (before ? 1 : digit) * step;
    const int16_t *from = (before ? walk->slab_before : walk->slab) + at;
    const uint16_t *nonzero = before ? walk->nonzero_before : walk->nonzero;
    uint32_t bits = nonzero[at / walk->stage->radix];
    if (bits == 0)
        return 0;
    row_vector row; /* a vector is longer than a row, so both may overlap */
    memcpy(&row, from, sizeof row);
    memcpy(to, &row, sizeof row);
    to[1] = row[2];
    to[2] = row[1];
    return (bits & ~6u) | (bits & 2) << 1 | (bits & 4) >> 1;
}

/* Stores a weight of a symmetric tuple, whose table was 0. */
static inline void store_weight(const struct walk *walk, uint32_t index, int16_t weight)
{
    /* Exact for indices below 2^28: 7 cells with 16 ranks each. */
    uint32_t radix = walk->stage->radix;
    uint32_t row = (uint32_t)((uint64_t)index * walk->inverse_radix >> 32);
    assert(index < walk->stage->size[walk->tuple] && row == index / radix);
    walk->weights[index] = weight;
    walk->all_nonzero[row] |= (uint16_t)(1u << (index - row * radix));
}

/* Stores weight `i` of the row and those that are tied to it. Most weights are 0, so this
 * is faster than to find for each weight the one to which it is tied. */
static void store_tied(const struct walk *walk, uint32_t i, int16_t weight)
{
    const struct trey_tied_row *tied = &walk->tied;
    uint32_t step = walk->stage->step[walk->network->tuples.partner[walk->tuple][0]];
    store_weight(walk, tied->row + i, weight);
    store_weight(walk, tied->turned + i * step, weight);
    if (walk->network->swap_symmetric) {
        store_weight(walk, tied->swapped + trey_rank_swap_1_2(i), weight);
        store_weight(walk, tied->both + trey_rank_swap_1_2(i) * step, weight);
    }
}

/* Decodes the weights of a row that are in the file. Returns those that are not 0, as
 * bits. */
__attribute__((always_inline)) static inline uint32_t
decode_coded(struct trey_row_coder *coder, struct walk *walk, uint32_t coded,
             int16_t *row, bool fast)
{
    struct lower lower;
    find_lower(walk, &lower);
    uint32_t nonzero =
        read_bits(coder, &lower, lower.total == 0 ? 0 : walk->last, coded, fast);
    if (nonzero == 0)
        return 0;
    union row_numbers streams;
    find_streams(&lower, walk->last, &streams);
    if (!walk->symmetric) /* and a part of the next row */
        memset(row, 0, TREY_ROW_RANKS * sizeof *row);
    for (uint32_t left = nonzero; left != 0; left &= left - 1) {
        int i = __builtin_ctz(left);
        int16_t weight = read_weight(coder, streams.number[i]);
        if (walk->symmetric)
            store_tied(walk, (uint32_t)i, weight);
        else
            row[i] = weight;
    }
    return nonzero;
}

/* Decodes a row. Returns the weights that are not 0, as bits. */
__attribute__((always_inline)) static inline uint32_t
decode_row(struct trey_row_coder *coder, struct walk *walk, bool fast)
{
    int16_t *row = walk->slab + (size_t)walk->number * walk->stage->radix;
    uint32_t coded = find_coded(walk), all = (1u << walk->stage->radix) - 1;
    if (walk->symmetric) {
        if (coded != 0)
            decode_coded(coder, walk, coded, row, fast);
        return walk->nonzero[walk->number]; /* by store_weight */
    }
    if (coded == 0)
        return copy_swapped_row(walk, row);
    uint32_t nonzero = decode_coded(coder, walk, coded, row, fast);
    if (coded != all && (nonzero & 2) != 0) { /* 2 is tied to 1 */
        row[2] = row[1];
        nonzero |= 4;
    }
    return nonzero;
}

/* Adds a row to the same row of another stage, which has at least as many ranks. */
static inline void add_row(const struct walk *walk, const struct trey_network_stage *to)
{
    const int16_t *row = walk->slab + (size_t)walk->number * walk->stage->radix;
    uint32_t at = 0;
    for (int cell = 1; cell <= walk->last; cell++)
        at += walk->tied.digit[cell] * to->step[cell];
    int16_t *sum = to->weights[walk->tuple] + at;
    assert(walk->stage->radix <= to->radix && at + to->radix <= to->size[walk->tuple]);
    for (uint32_t i = 0; i < walk->stage->radix; i++)
        sum[i] = (int16_t)(sum[i] + row[i]);
}

__attribute__((always_inline)) static inline void
decode_rows_as(struct trey_row_coder *coder, struct walk *walk,
               const struct trey_network_stage *to, bool fast)
{
    uint32_t size = walk->stage->size[walk->tuple];
    for (uint32_t at = 0; at < size; at += walk->stage->radix) {
        uint32_t nonzero = decode_row(coder, walk, fast);
        walk->nonzero[walk->number] = (uint16_t)nonzero;
        if (nonzero != 0)
            add_row(walk, to);
        next_row(walk, walk->symmetric);
    }
}

static void decode_rows(struct trey_row_coder *coder, struct walk *walk,
                        const struct trey_network_stage *to)
{
    decode_rows_as(coder, walk, to, false);
}

/* The same for processors with AVX2 and the bit instructions. Not on Windows, where GCC
 * does not align variables of 32 bytes on the stack. */
#if defined(__x86_64__) && !defined(_WIN32)
__attribute__((target("avx2,bmi,bmi2,popcnt"))) static void
decode_rows_avx2(struct trey_row_coder *coder, struct walk *walk,
                 const struct trey_network_stage *to)
{
    decode_rows_as(coder, walk, to, true);
}
#else
#define decode_rows_avx2 decode_rows
#endif

/* Symmetric tuples need all weights, others those of two slabs. */
bool trey_row_table_make(struct trey_row_table *table, const struct trey_network *network,
                         int number, int tuple)
{
    struct walk walk = start_walk(network, number, tuple);
    size_t rows = walk.symmetric ? walk.stage->size[tuple] / walk.stage->radix
                                 : 2 * (size_t)walk.rows;
    table->weight_bytes =
        (rows * walk.stage->radix + 2 * TREY_ROW_ROOM_AFTER) * sizeof *table->weights;
    table->weights = trey_large_new(table->weight_bytes);
    table->nonzero = calloc(rows, sizeof *table->nonzero);
    return table->weights != NULL && table->nonzero != NULL;
}

void trey_row_table_free(struct trey_row_table *table)
{
    trey_large_free(table->weights, table->weight_bytes);
    free(table->nonzero);
}

bool trey_rows_decode(struct trey_row_coder *coder, struct trey_network *network,
                      int source, int target, int tuple, struct trey_row_table *table)
{
    struct walk walk = start_walk(network, source, tuple);
    start_slabs(&walk, table->weights, table->nonzero);
    if (walk.symmetric) {
        size_t rows = walk.stage->size[tuple] / walk.stage->radix;
        memset(table->weights, 0, walk.stage->size[tuple] * sizeof *table->weights);
        memset(table->nonzero, 0, rows * sizeof *table->nonzero);
        walk.weights = table->weights;
        walk.all_nonzero = table->nonzero;
        walk.inverse_radix = ((uint64_t)1 << 32) / walk.stage->radix + 1;
    }
    (network->use_avx2 ? decode_rows_avx2 : decode_rows)(coder, &walk,
                                                         &network->stage[target]);
    return all_read(coder);
}

#endif
