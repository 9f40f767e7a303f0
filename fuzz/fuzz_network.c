/* Network files. The first byte is the number of stages. If it is 0, the rest is a whole
 * file. Otherwise, since random bytes never match a checksum, the rest is a header, whose
 * lengths and checksum are corrected, and the weights of each stage as runs of bytes.
 * Errors have messages; a network that can be read has a value for every board, in any
 * order of the boards, although stages are decompressed on demand. */
#define _GNU_SOURCE /* memmem */
#include "checksum.h"
#include "fuzz.h"
#include "trey/eval.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    BOARDS = 8,
    MAX_INPUT_BYTES = 1 << 14,
    MAX_BYTES = 1 << 19,
    HEAD_BYTES = 1024,
    RUN = 3,
    MAX_RUNS = 8,
    STREAMS = 154,       /* of a stage in version 6 */
    TUPLE_STREAMS = 236, /* of a tuple in version 7 */
    DECK_BYTES = 4 * 126 * 49,
};

struct file {
    size_t size;
    uint8_t bytes[MAX_BYTES];
};

static void append(struct file *file, const void *bytes, size_t size)
{
    FUZZ_CHECK(size <= sizeof file->bytes - file->size);
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
}

static void append_number(struct file *file, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        append(file, &(uint8_t){(uint8_t)(number >> 8 * i)}, 1);
}

/* Appends the start of a frame of zstd of this size. */
static void append_frame_header(struct file *file, uint32_t size)
{
    append_number(file, 0xfd2fb528u, 4);
    append_number(file, 2u << 6 | 1u << 5, 1); /* one segment, its size in four bytes */
    append_number(file, size, 4);
}

/* Appends a frame of zstd (RFC 8878) whose blocks are runs of one byte. Each run has
 * three bytes of input: two for its length and the byte. */
static void append_frame(struct file *file, const uint8_t *runs, size_t size)
{
    uint32_t total = 0;
    size_t count = size / RUN;
    for (size_t i = 0; i < count; i++)
        total += runs[RUN * i] | (uint32_t)runs[RUN * i + 1] << 8;
    append_frame_header(file, total);
    for (size_t i = 0; i < count; i++) {
        uint32_t length = runs[RUN * i] | (uint32_t)runs[RUN * i + 1] << 8;
        append_number(file, length << 3 | 1u << 1 | (i + 1 == count), 3);
        append(file, &runs[RUN * i + 2], 1);
    }
    if (count == 0)
        append_number(file, 1, 3); /* an empty last block */
}

/* Appends the frames of a stage's streams; the deck's stream is zeros. Each run has four
 * bytes of input: the index of its stream, and the run. */
static void append_streams(struct file *file, const uint8_t *runs, size_t size)
{
    for (unsigned stream = 0; stream < STREAMS; stream++) {
        uint8_t mine[RUN * MAX_RUNS] = {DECK_BYTES & 255, DECK_BYTES >> 8, 0};
        size_t count = stream == 0;
        for (size_t i = 0; i + RUN < size && count < MAX_RUNS; i += RUN + 1)
            if (stream > 0 && runs[i] == stream)
                memcpy(mine + RUN * count++, runs + i + 1, RUN);
        append_frame(file, mine, RUN * count);
    }
}

/* Appends the frame of a tuple in version 7: the sizes of its streams, and the streams.
 * Runs are as in append_streams. */
static void append_tuple(struct file *file, const uint8_t *runs, size_t size)
{
    uint32_t bytes[TUPLE_STREAMS] = {0}, total = 4 * TUPLE_STREAMS;
    for (size_t i = 0; i + RUN < size; i += RUN + 1) {
        uint32_t length = runs[i + 1] | (uint32_t)runs[i + 2] << 8;
        bytes[runs[i] % TUPLE_STREAMS] += length;
        total += length;
    }
    append_frame_header(file, total);
    append_number(file, 4 * TUPLE_STREAMS << 3, 3); /* a block that is not compressed */
    for (unsigned stream = 0; stream < TUPLE_STREAMS; stream++)
        append_number(file, bytes[stream], 4);
    for (unsigned stream = 0; stream < TUPLE_STREAMS; stream++)
        for (size_t i = 0; i + RUN < size; i += RUN + 1)
            if (runs[i] % TUPLE_STREAMS == stream) {
                append_number(
                    file, (runs[i + 1] | (uint32_t)runs[i + 2] << 8) << 3 | 1u << 1, 3);
                append(file, &runs[i + 3], 1);
            }
    append_number(file, 1, 3); /* an empty last block */
}

/* Number of words after "tuples" in a header. */
static unsigned count_tuples(const uint8_t *head, size_t size)
{
    const uint8_t *at = memmem(head, size, "\ntuples", 7);
    unsigned count = 0;
    for (at = at == NULL ? head + size : at + 7; at < head + size && *at != '\n'; at++)
        count += *at == ' ';
    return count < 16 ? count : 16;
}

/* Appends the frames of a stage in version 7; the deck's table is zeros. */
static void append_tuples(struct file *file, unsigned tuples, const uint8_t *runs,
                          size_t size)
{
    append_frame(file, (const uint8_t[]){DECK_BYTES & 255, DECK_BYTES >> 8, 0}, RUN);
    for (unsigned i = 0; i < tuples; i++)
        append_tuple(file, runs + size * i / tuples,
                     size * (i + 1) / tuples - size * i / tuples);
}

/* Appends the header lines up to a zero byte, corrected, and then each stage's runs. */
static void append_repaired(struct file *file, unsigned stages, const uint8_t *data,
                            size_t size)
{
    static struct file parts;
    static const char by_version[] = "trey network ";
    const size_t known = strlen(by_version);
    int version =
        size > known && memcmp(data, by_version, known) == 0 ? data[known] - '0' : 0;
    size_t head = 0;
    char line[32];
    while (head < size && head < HEAD_BYTES && data[head] != 0)
        head++;
    append(file, data, head);
    unsigned tuples = count_tuples(data, head);
    head += head < size; /* skip the zero */
    data += head;
    size -= head;
    parts.size = 0;
    for (unsigned i = 0; i < stages; i++) {
        size_t before = parts.size, from = size * i / stages;
        size_t next = size * (i + 1) / stages;
        if (version == 7)
            append_tuples(&parts, tuples, data + from, next - from);
        else
            (version == 6 ? append_streams : append_frame)(&parts, data + from,
                                                           next - from);
        append(file, line,
               (size_t)snprintf(line, sizeof line, "bytes %zu\n", parts.size - before));
    }
    uint64_t sum = XXH64(parts.bytes, parts.size, XXH64(file->bytes, file->size, 1));
    append(file, line,
           (size_t)snprintf(line, sizeof line, "xxh64 %016" PRIx64 "\n\n", sum));
    append(file, parts.bytes, parts.size);
}

/* A board of this shape with random ranks, large ones for odd numbers. */
static trey_board random_board(struct trey_shape shape, unsigned number)
{
    uint64_t random = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    random ^= random >> 29;
    int bits = 4 * shape.rows * shape.cols;
    uint64_t high = number % 2 == 0 ? 0 : UINT64_C(0x8888888888888888);
    return (random | high) & (bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1);
}

/* True if all tuples have at most four cells: larger ones take seconds to decompress
 * under the sanitizers. */
static bool has_small_tuples(const struct file *file)
{
    size_t cells = 0;
    const uint8_t *at = memmem(file->bytes, file->size, "tuples ", 7);
    const uint8_t *end = file->bytes + file->size;
    if (at == NULL)
        return false;
    for (at += 7; at < end && *at != '\n'; at++) {
        cells = *at == ' ' || *at == ',' ? 0 : cells + 1;
        if (cells > 4)
            return false;
    }
    return true;
}

static struct trey_evaluator *open_network(const struct file *file)
{
    struct trey_evaluator *network = NULL;
    struct trey_error error = {0};
    if (trey_evaluator_from_bytes(file->bytes, file->size, &network, &error) != TREY_OK)
        FUZZ_CHECK(network == NULL && error.message[0] != '\0');
    return network;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct file file;
    float value[BOARDS];
    file.size = 0;
    if (size == 0 || size > MAX_INPUT_BYTES)
        return 0;
    if (data[0] % 16 > 0)
        append_repaired(&file, data[0] % 16, data + 1, size - 1);
    else
        append(&file, data + 1, size - 1);
    struct trey_evaluator *network = open_network(&file);
    if (network == NULL || !has_small_tuples(&file)) {
        trey_evaluator_free(network);
        return 0;
    }
    struct trey_shape shape = trey_evaluator_shape(network);
    for (unsigned i = 0; i < BOARDS; i++) {
        value[i] = trey_evaluator_value(network, random_board(shape, i));
        FUZZ_CHECK(isfinite(value[i]));
    }
    trey_evaluator_free(network);
    network = open_network(&file);
    for (unsigned i = BOARDS; i-- > 0;)
        FUZZ_CHECK(trey_evaluator_value(network, random_board(shape, i)) == value[i]);
    trey_evaluator_free(network);
    return 0;
}
