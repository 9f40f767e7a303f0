/* Context coding of the rows of a tuple: see docs/formats/network-weights.md.
 *
 * The neighbours of a weight are those whose index has one digit that is less by 1; all
 * of them are coded before it. Whether a weight is 0 depends on how many of its
 * neighbours are. Its size, the step to which it was rounded and its sign resemble
 * theirs. Numbers with the same context go to a stream of their own.
 *
 * Weights are coded in rows, in which only the first digit of the index differs: so most
 * neighbours of a row's weights lie in other rows, side by side, and are summed by
 * vectors. Of tied weights (eval/tied_weights.h), which are equal, only the first is
 * coded.
 *
 * A late board of Threes! needs some ten million weights before the first advice, so
 * decoding is a hot loop: first the bits of a row without branches, which nothing could
 * predict, then the weights that are not 0. */
#include "eval/network_rows.h"
#include "base/array.h"
#include "base/check.h"
#include "eval/tied_weights.h"

#if defined(TREY_WITH_ZSTD)

#include <stdlib.h>
#include <string.h>

enum { MAX_RADIX = TREY_TIED_MAX_RANKS };

/* --- streams ---------------------------------------------------------------------------
 */

void trey_coder_write_byte(struct trey_coder *coder, struct trey_stream *stream,
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

static void write_bit(struct trey_coder *coder, struct trey_stream *stream, bool bit)
{
    if (stream->position % 8 == 0)
        trey_coder_write_byte(coder, stream, 0);
    if (!coder->no_memory)
        stream->bytes[stream->position / 8] |= (uint8_t)(bit << stream->position % 8);
    stream->position++;
}

enum { BITS_PER_ROW = MAX_RADIX }; /* upper bound of the bits of a row in one stream */

static unsigned count_next_bits(uint64_t next_bits)
{
    assert(next_bits != 0);
    return 63 - (unsigned)__builtin_clzll(next_bits);
}

/* Makes at least BITS_PER_ROW bits available; after the end of the stream they are 0. */
static inline void refill_bits(struct trey_coder *coder, int count)
{
    struct trey_stream *stream = &coder->stream[TREY_STREAM_BITS + count];
    uint64_t next_bits = coder->next_bits[count], more = 0;
    if (next_bits >> BITS_PER_ROW != 0)
        return;
    unsigned left = count_next_bits(next_bits), bytes = (63 - left) / 8;
    if (stream->position < stream->size)
        for (unsigned i = 0; i < TREY_STREAM_ROOM_AFTER; i++) /* one load */
            more |= (uint64_t)stream->bytes[stream->position + i] << (8 * i);
    more &= ((uint64_t)1 << 8 * bytes) - 1;
    stream->position += bytes;
    coder->next_bits[count] = (next_bits ^ (uint64_t)1 << left) | more << left |
                              (uint64_t)1 << (left + 8 * bytes);
}

static inline uint32_t read_bit(struct trey_coder *coder, uint32_t count)
{
    uint64_t bits = coder->next_bits[count];
    assert(bits > 1);
    coder->next_bits[count] = bits >> 1;
    return (uint32_t)(bits & 1);
}

/* Number of bits that were read. */
static size_t bits_read(const struct trey_coder *coder, int count)
{
    return 8 * coder->stream[TREY_STREAM_BITS + count].position -
           count_next_bits(coder->next_bits[count]);
}

/* --- a weight in its context -----------------------------------------------------------
 */

/* Zigzag code of a weight other than 0: -1, 1, -2, 2 are 0, 1, 2, 3. */
static uint16_t zigzag(int16_t weight)
{
    return (uint16_t)(((uint16_t)(weight * 2) ^ (weight < 0 ? 0xffff : 0)) - 1);
}

typedef int16_t row_vector __attribute__((vector_size(2 * MAX_RADIX)));

/* Of 16 weights at once. */
union row_numbers {
    row_vector vector;
    int16_t number[MAX_RADIX];
};

/* A row of weights and their neighbours in other rows. */
struct context {
    int16_t *weights;                             /* of the row */
    const int16_t *lower[TREY_NETWORK_MAX_CELLS]; /* rows with one digit less by 1 */
    int lower_count;                              /* without rows that are all 0 */
    /* By weight, over its neighbours in these rows. Sums may overflow if `bits` has one
     * of LARGE_BITS. */
    union row_numbers sum, sizes;
    union row_numbers bits;    /* the absolute values, joined by or */
    union row_numbers nonzero; /* how many are not 0 */
};

/* If no weight of a sum has one of these bits, the sum of seven fits into 16 bits. */
enum { LARGE_BITS = 0xf000 };

/* The neighbours of one weight. */
struct neighbours {
    int sum, sizes, bits, count;
};

static void add_neighbour(struct neighbours *all, int weight)
{
    int size = weight < 0 ? -weight : weight;
    all->sum += weight;
    all->sizes += size;
    all->bits |= size;
    all->count += weight != 0;
}

/* The neighbours of weight `i` in other rows, one by one. */
static struct neighbours find_neighbours(const struct context *row, uint32_t i)
{
    struct neighbours all = {0};
    for (int k = 0; k < row->lower_count; k++)
        add_neighbour(&all, row->lower[k][i]);
    return all;
}

TREY_ASSERT_ONLY bool are_equal(struct neighbours a, struct neighbours b)
{
    return a.sum == b.sum && a.sizes == b.sizes && a.bits == b.bits && a.count == b.count;
}

/* The neighbours of weight `i` of a row; `before`: the weight before it, 0 for the first.
 */
static inline struct neighbours neighbours_of(const struct context *row, uint32_t i,
                                              int before)
{
    struct neighbours all = {row->sum.number[i], row->sizes.number[i],
                             row->bits.number[i], row->nonzero.number[i]};
    if ((row->bits.number[i] & LARGE_BITS) != 0) /* seldom */
        all = find_neighbours(row, i);
    assert(are_equal(all, find_neighbours(row, i)));
    add_neighbour(&all, before);
    return all;
}

/* The index of the stream of a weight's low byte. */
static inline int low_stream(const struct neighbours *all)
{
    /* 2^20 / count, rounded up: exact for sizes below 2^16; seldom are they larger. */
    static const uint32_t inverse[TREY_NETWORK_MAX_CELLS + 1] = {
        0, 1048576, 524288, 349526, 262144, 209716, 174763, 149797};
    if (all->count == 0)
        return TREY_STREAM_LOW;
    unsigned sizes = (unsigned)all->sizes;
    unsigned mean = sizes < 1U << 16
                        ? (unsigned)((uint64_t)sizes * inverse[all->count] >> 20)
                        : sizes / (unsigned)all->count;
    int size = 32 - __builtin_clz(mean), step = __builtin_ctz((unsigned)all->bits);
    int distance = all->sum < 0 ? -all->sum : all->sum;
    int sign = 3 * distance < all->sizes ? 0 : all->sum > 0 ? 1 : 2;
    assert(mean > 0 && all->bits != 0 && all->count <= TREY_NETWORK_MAX_CELLS);
    assert(mean == sizes / (unsigned)all->count);
    size = size < TREY_CONTEXT_SIZES ? size : TREY_CONTEXT_SIZES - 1;
    step = step < TREY_CONTEXT_STEPS ? step : TREY_CONTEXT_STEPS - 1;
    return TREY_STREAM_LOW + (size * TREY_CONTEXT_STEPS + step) * TREY_CONTEXT_SIGNS +
           sign;
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
__attribute__((always_inline)) static inline uint32_t find_coded(struct walk *walk)
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

/* Loads the weights of a row, and others or 0 after them. */
static inline void load_row(const struct walk *walk, const int16_t *weights,
                            const int16_t *row, row_vector *loaded)
{
    size_t index = (size_t)(row - weights);
    *loaded = (row_vector){0};
    if (index + MAX_RADIX <= walk->stage->size[walk->tuple])
        memcpy(loaded, row, sizeof *loaded);
    else
        memcpy(loaded, row, walk->stage->radix * sizeof *row);
}

static inline void load_context(struct walk *walk, int16_t *weights)
{
    struct context *row = &walk->row;
    row_vector sum = {0}, sizes = {0}, bits = {0}, nonzero = {0};
    uint32_t radix = walk->stage->radix;
    row->weights = weights + walk->tied.row;
    row->lower_count = 0;
    assert(walk->tied.row + radix <= walk->stage->size[walk->tuple]);
    for (int cell = 1; cell < TREY_NETWORK_MAX_CELLS; cell++) {
        /* Without branches. The row itself is not marked yet. */
        uint32_t back = walk->tied.digit[cell] > 0 ? walk->stage->step[cell - 1] : 0;
        row->lower[row->lower_count] = row->weights - back * radix;
        row->lower_count += walk->row_nonzero[walk->number - back];
    }
    for (int k = 0; k < row->lower_count; k++) {
        row_vector lower;
        load_row(walk, weights, row->lower[k], &lower);
        row_vector negative = lower < 0, size = (lower ^ negative) - negative;
        sum += lower;
        sizes += size;
        bits |= size;
        nonzero -= lower != 0; /* true is -1 */
    }
    row->sum.vector = sum;
    row->sizes.vector = sizes;
    row->bits.vector = bits;
    row->nonzero.vector = nonzero;
}

/* Returns the weights of a row that are not 0, as bits. */
static uint32_t encode_row(struct trey_coder *coder, const struct walk *walk,
                           uint32_t coded)
{
    const struct context *row = &walk->row;
    uint32_t nonzero = 0;
    for (uint32_t i = 0; i < walk->stage->radix; i++) {
        int16_t weight = row->weights[i], before = i > 0 ? row->weights[i - 1] : 0;
        nonzero |= (uint32_t)(weight != 0) << i;
        if ((coded >> i & 1) == 0)
            continue;
        struct neighbours all = neighbours_of(row, i, before);
        assert(all.count < TREY_NONZERO_COUNTS);
        write_bit(coder, &coder->stream[TREY_STREAM_BITS + all.count], weight != 0);
        if (weight == 0)
            continue;
        trey_coder_write_byte(coder, &coder->stream[low_stream(&all)],
                              (uint8_t)zigzag(weight));
        trey_coder_write_byte(coder, &coder->stream[TREY_STREAM_HIGH],
                              (uint8_t)(zigzag(weight) >> 8));
    }
    return nonzero;
}

/* Copies a row from the one with 1s and 2s swapped, which was decoded before. Zeros are
 * not written: most of a table is memory that was never touched. Returns false if all are
 * 0. */
static bool copy_swapped_row(const struct walk *walk, int16_t *weights)
{
    const int16_t *from = weights + walk->tied.swapped;
    int16_t *to = weights + walk->tied.row;
    if (!walk->row_nonzero[walk->tied.swapped / walk->stage->radix])
        return false;
    memcpy(to, from, walk->stage->radix * sizeof *to);
    to[1] = from[2];
    to[2] = from[1];
    return true;
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

/* Skips the bits of a row without neighbours if all of them are 0; returns false if not.
 */
static inline bool skip_zero_bits(struct trey_coder *coder, uint32_t coded)
{
    unsigned count = (unsigned)__builtin_popcount(coded);
    assert(count <= BITS_PER_ROW && coder->next_bits[0] >> count != 0);
    if ((coder->next_bits[0] & (((uint64_t)1 << count) - 1)) != 0)
        return false;
    coder->next_bits[0] >>= count;
    return true;
}

/* Reads which weights of a row are not 0, as bits. `self_swapped`, a compile-time
 * constant: the row is its own swapped row, so rank 2 is tied to rank 1 and not coded. */
__attribute__((always_inline)) static inline uint32_t
read_all_bits(struct trey_coder *coder, const struct walk *walk, bool self_swapped)
{
    uint32_t radix = walk->stage->radix, nonzero = 0, bit = 0;
    for (uint32_t i = 0; i < radix; i++) {
        bit = self_swapped && i == 2
                  ? nonzero >> 1 & 1
                  : read_bit(coder, (uint32_t)walk->row.nonzero.number[i] + bit);
        nonzero |= bit << i;
    }
    return nonzero;
}

/* The same if some of the weights are coded, and others are tied to earlier ones. */
static inline uint32_t read_coded_bits(struct trey_coder *coder, const struct walk *walk,
                                       uint32_t coded, const int16_t *weights)
{
    uint32_t nonzero = 0, bit = 0;
    for (uint32_t i = 0; i < walk->stage->radix; i++) {
        uint32_t before = (uint32_t)walk->first[i] - walk->tied.row; /* in this row? */
        if ((coded >> i & 1) != 0)
            bit = read_bit(coder, (uint32_t)walk->row.nonzero.number[i] + bit);
        else
            bit = before < i ? nonzero >> before & 1 : weights[walk->first[i]] != 0;
        nonzero |= bit << i;
    }
    return nonzero;
}

/* Decodes a row whose weights are 0. Uncoded weights are copied from earlier ones.
 * Returns the weights that are not 0, as bits. */
__attribute__((always_inline)) static inline uint32_t decode_row(struct trey_coder *coder,
                                                                 const struct walk *walk,
                                                                 uint32_t coded,
                                                                 int16_t *weights)
{
    const struct context *row = &walk->row;
    uint32_t all = (1u << walk->stage->radix) - 1, last = 0, nonzero;
    int before = 0;
    for (int count = 0; count <= row->lower_count + 1; count++)
        refill_bits(coder, count);
    if (all_zero_context(walk, coded, weights) && skip_zero_bits(coder, coded))
        return 0;
    if (coded == all)
        nonzero = read_all_bits(coder, walk, false);
    else if (!walk->symmetric)
        nonzero = read_all_bits(coder, walk, true);
    else
        nonzero = read_coded_bits(coder, walk, coded, weights);
    for (uint32_t left = nonzero; left != 0; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        if ((coded >> i & 1) == 0) {
            row->weights[i] = weights[walk->first[i]];
        } else {
            struct neighbours around = neighbours_of(row, i, i == last + 1 ? before : 0);
            uint16_t low =
                trey_coder_read_byte(coder, &coder->stream[low_stream(&around)]);
            uint16_t high = trey_coder_read_byte(coder, &coder->stream[TREY_STREAM_HIGH]);
            row->weights[i] = trey_network_unzigzag((uint16_t)((low | high << 8) + 1));
        }
        before = row->weights[i];
        last = i;
    }
    return nonzero;
}

/* Encodes the weights of a tuple, in which tied weights are equal, or decodes them into
 * weights that are 0. `encode` is a compile-time constant. */
__attribute__((always_inline)) static inline void
code_rows(struct trey_coder *coder, struct walk *walk, bool encode, int16_t *weights)
{
    uint32_t rows = walk->stage->size[walk->tuple] / walk->stage->radix;
    for (; walk->number < rows && !coder->no_memory && !coder->too_short;
         walk->number++) {
        uint32_t coded = find_coded(walk);
        bool copy = coded == 0 && !walk->symmetric; /* of its swapped row */
        if (encode) {
            load_context(walk, weights);
            walk->row_nonzero[walk->number] = encode_row(coder, walk, coded) != 0;
        } else if (copy) {
            walk->row_nonzero[walk->number] = copy_swapped_row(walk, weights);
        } else {
            load_context(walk, weights);
            walk->row_nonzero[walk->number] =
                decode_row(coder, walk, coded, weights) != 0;
        }
        trey_tied_row_next(walk->network, walk->stage, walk->tuple, &walk->tied);
    }
}

static void encode_rows(struct trey_coder *coder, struct walk *walk, int16_t *weights)
{
    code_rows(coder, walk, true, weights);
}

static void decode_rows(struct trey_coder *coder, struct walk *walk, int16_t *weights)
{
    code_rows(coder, walk, false, weights);
}

/* The same for processors with AVX2, which takes two thirds of the time. Not on Windows,
 * where GCC does not align variables of 32 bytes on the stack. */
#if defined(__x86_64__) && !defined(_WIN32)
__attribute__((target("avx2,bmi,bmi2")))
#endif
static void
decode_rows_avx2(struct trey_coder *coder, struct walk *walk, int16_t *weights)
{
    code_rows(coder, walk, false, weights);
}

bool trey_coder_all_read(const struct trey_coder *coder)
{
    for (int i = 0; i < TREY_STREAMS; i++) {
        const struct trey_stream *stream = &coder->stream[i];
        bool bits = i >= TREY_STREAM_BITS && i < TREY_STREAM_LOW;
        size_t bytes =
            bits ? (bits_read(coder, i - TREY_STREAM_BITS) + 7) / 8 : stream->position;
        if (bytes != stream->size)
            return false;
    }
    return true;
}

/* True if more bits were read from a stream than it has. */
static bool any_overrun(const struct trey_coder *coder)
{
    for (int count = 0; count < TREY_NONZERO_COUNTS; count++)
        if (bits_read(coder, count) > 8 * coder->stream[TREY_STREAM_BITS + count].size)
            return true;
    return false;
}

void trey_coder_tuple(struct trey_coder *coder, const struct trey_network *network,
                      int number, int tuple, bool encode, int16_t *weights)
{
    const struct trey_network_stage *stage = &network->stage[number];
    struct walk walk = {.network = network,
                        .stage = stage,
                        .tuple = tuple,
                        .symmetric = trey_tuple_is_symmetric(&network->tuples, tuple),
                        .row_nonzero = calloc(stage->size[tuple] / stage->radix, 1)};
    if (walk.row_nonzero == NULL) {
        coder->no_memory = true;
        return;
    }
    if (encode)
        encode_rows(coder, &walk, weights);
    else if (network->use_avx2)
        decode_rows_avx2(coder, &walk, weights);
    else
        decode_rows(coder, &walk, weights);
    coder->too_short = coder->too_short || (!encode && any_overrun(coder));
    free(walk.row_nonzero);
}

#endif
