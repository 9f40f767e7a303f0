/* Network files: docs/formats/network.md. A head of plain text, then a zstd frame for
 * each stage, with a checksum of all. Weights are kept by blocks, blocks of nothing but
 * zeros are left out, and low and high bytes are apart: the high ones are mostly equal.
 */
#define _GNU_SOURCE /* fileno */
#include "eval/network.h"
#include "trey/file.h"
#include "util/error.h"
#include "util/parallel.h"
#include "util/text.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>
#include <zstd.h>

static const char magic[] = "trey network 2\n";

enum { HEAD_ROOM = 1024, LEVEL = 19, BLOCK = 256, STREAM_ROOM = 1 << 17 };
#define MOST_FILE_BYTES ((size_t)1 << 30)

static uint32_t blocks_of(uint32_t size)
{
    return (size + BLOCK - 1) / BLOCK;
}

/* The weights of a block; the last block of a table is shorter. */
static uint32_t block_size(uint32_t size, uint32_t block)
{
    return size - block * BLOCK < BLOCK ? size - block * BLOCK : BLOCK;
}

/* The most bytes that a stage takes. */
static size_t most_bytes(const struct trey_tuples *tuples,
                         const struct trey_network_stage *stage)
{
    size_t bytes = 4 * TREY_NETWORK_DECK_ENTRIES;
    for (int tuple = 0; tuple < tuples->count; tuple++)
        bytes += blocks_of(stage->size[tuple]) + 2 * (size_t)stage->size[tuple];
    return bytes;
}

/* The deck's 32-bit numbers; then for each tuple a byte for each block, 1 if it is there,
 * and of the blocks that are, all low bytes, then all high ones. Returns the size. */
static size_t put_stage(const struct trey_tuples *tuples,
                        const struct trey_network_stage *stage, uint8_t *bytes)
{
    uint8_t *at = bytes;
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        for (int byte = 0; byte < 4; byte++)
            *at++ = (uint8_t)((uint32_t)stage->deck[i] >> (8 * byte));
    for (int tuple = 0; tuple < tuples->count; tuple++) {
        uint32_t size = stage->size[tuple], blocks = blocks_of(size);
        const int16_t *weights = stage->weights[tuple];
        uint8_t *there = at;
        at += blocks;
        memset(there, 0, blocks);
        for (uint32_t i = 0; i < size; i++)
            there[i / BLOCK] |= weights[i] != 0;
        for (unsigned shift = 0; shift <= 8; shift += 8)
            for (uint32_t i = 0; i < size; i++)
                if (there[i / BLOCK] != 0)
                    *at++ = (uint8_t)((uint16_t)weights[i] >> shift);
    }
    return (size_t)(at - bytes);
}

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

/* Reads a tuple's weights. `there` has room for a byte each of its blocks. */
static void get_weights(struct stream *stream, uint32_t size, uint8_t *there,
                        int16_t *weights)
{
    take(stream, there, blocks_of(size));
    for (unsigned shift = 0; shift <= 8; shift += 8)
        for (uint32_t block = 0; block < blocks_of(size); block++) {
            uint32_t part = there[block] != 0 ? block_size(size, block) : 0;
            uint8_t bytes[BLOCK];
            int16_t *to = weights + (size_t)block * BLOCK;
            take(stream, bytes, part);
            for (uint32_t i = 0; i < part; i++)
                to[i] = (int16_t)(to[i] | bytes[i] << shift);
        }
}

/* The reverse of put_stage. */
static void get_stage(struct stream *stream, const struct trey_tuples *tuples,
                      uint8_t *there, struct trey_network_stage *stage)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint8_t bytes[4];
        take(stream, bytes, sizeof bytes);
        stage->deck[i] = (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                                   (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24);
    }
    for (int tuple = 0; tuple < tuples->count; tuple++)
        get_weights(stream, stage->size[tuple], there, stage->weights[tuple]);
}

/* Of the head up to the checksum, and the weights. */
static uint64_t checksum_of(const char *head, size_t head_size, const uint8_t *packed,
                            size_t size)
{
    return XXH64(packed, size, XXH64(head, head_size, 1));
}

/* Appends the stage's frame, and its unit and size to the head. */
static enum trey_status pack_stage(const struct trey_network *network, int number,
                                   struct trey_text *head, struct trey_text *frames,
                                   struct trey_error *error)
{
    const struct trey_network_stage *stage = &network->stage[number];
    size_t most = most_bytes(&network->tuples, stage);
    uint8_t *bytes = malloc(most), *packed = NULL;
    if (bytes == NULL)
        return trey_fail_memory(error, most);
    enum trey_status status = TREY_OK;
    size_t plain = put_stage(&network->tuples, stage, bytes);
    size_t room = ZSTD_compressBound(plain);
    packed = malloc(room);
    if (packed == NULL) {
        status = trey_fail_memory(error, room);
        goto cleanup;
    }
    size_t size = ZSTD_compress(packed, room, bytes, plain, LEVEL);
    if (ZSTD_isError(size)) {
        status =
            trey_fail(error, TREY_ERR_MEMORY, 0, "zstd: %s", ZSTD_getErrorName(size));
        goto cleanup;
    }
    trey_text_printf(head, "unit %a bytes %zu\n", (double)stage->unit, size);
    trey_text_add_bytes(frames, (const char *)packed, size);
cleanup:
    free(bytes);
    free(packed);
    return status;
}

enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error)
{
    struct trey_text head = {0}, frames = {0};
    char tuples[TREY_TUPLES_TEXT], stages[TREY_STAGES_TEXT], *data = NULL;
    size_t size = 0;
    enum trey_status status = TREY_OK;
    trey_tuples_format(&network->tuples, tuples);
    trey_stages_format(&network->stages, stages);
    trey_text_printf(&head, "%sgame %s\ntuples %s\nstages %s\n", magic,
                     network->base.family == TREY_EVAL_2048 ? "2048" : "threes", tuples,
                     stages);
    for (int i = 0; status == TREY_OK && i < network->stages.count; i++)
        status = pack_stage(network, i, &head, &frames, error);
    if (!head.failed && !frames.failed)
        trey_text_printf(
            &head, "xxh64 %016" PRIx64 "\n\n",
            checksum_of(head.data, head.size, (const uint8_t *)frames.data, frames.size));
    trey_text_add_bytes(&head, frames.data, frames.size);
    head.failed = head.failed || frames.failed;
    free(frames.data);
    if (status != TREY_OK) {
        free(head.data);
        return status;
    }
    status = trey_text_take(&head, &data, &size, error);
    if (status == TREY_OK)
        status = trey_file_write(path, data, size, error);
    free(data);
    return status;
}

static enum trey_status read_file(const char *path, uint8_t **bytes, size_t *size,
                                  struct trey_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    struct stat about;
    size_t room = (size_t)1 << 20;
    if (fstat(fileno(file), &about) == 0 && about.st_size > 0)
        room = (size_t)about.st_size + 1;
    enum trey_status status = TREY_OK;
    *size = 0;
    *bytes = NULL;
    for (;;) {
        uint8_t *more = realloc(*bytes, room);
        if (more == NULL) {
            status = trey_fail_memory(error, room);
            break;
        }
        *bytes = more;
        *size += fread(*bytes + *size, 1, room - *size, file);
        if (*size < room || room > MOST_FILE_BYTES)
            break;
        room *= 2;
    }
    if (status == TREY_OK && ferror(file))
        status = trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    fclose(file);
    return status;
}

/* What the head says. */
struct head {
    enum trey_eval_family family;
    struct trey_tuples tuples;
    struct trey_stages stages;
    float unit[TREY_NETWORK_MOST_STAGES];
    size_t bytes[TREY_NETWORK_MOST_STAGES];
    size_t checksum_at; /* its line */
    size_t size;        /* with the empty line */
};

static enum trey_status damaged_head(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 2, "the head of the network is damaged");
}

static enum trey_status parse_head(const uint8_t *bytes, size_t size, struct head *head,
                                   struct trey_error *error)
{
    char text[HEAD_ROOM + 1] = "", line[TREY_TUPLES_TEXT + 1] = "";
    int used = -1;
    memcpy(text, bytes, size < HEAD_ROOM ? size : HEAD_ROOM);
    if (strncmp(text, magic, strlen(magic)) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 1, "not a network of this trey");
    const char *at = text + strlen(magic);
    if (sscanf(at, "game %7[0-9a-z]\n%n", line, &used) != 1 || used < 0 ||
        (strcmp(line, "2048") != 0 && strcmp(line, "threes") != 0))
        return damaged_head(error);
    head->family = line[0] == '2' ? TREY_EVAL_2048 : TREY_EVAL_THREES;
    at += used;
    used = -1;
    if (sscanf(at, "tuples %160[0-9a-f ]\n%n", line, &used) != 1 || used < 0 ||
        trey_tuples_parse(line, &head->tuples, NULL) != TREY_OK)
        return damaged_head(error);
    at += used;
    used = -1;
    if (sscanf(at, "stages %63[0-9a-z ]\n%n", line, &used) != 1 || used < 0 ||
        trey_stages_parse(line, &head->stages, NULL) != TREY_OK)
        return damaged_head(error);
    at += used;
    for (int i = 0; i < head->stages.count; i++) {
        double unit = 0.0;
        used = -1;
        if (sscanf(at, "unit %la bytes %zu\n%n", &unit, &head->bytes[i], &used) != 2 ||
            used < 0 || !(unit > 0.0 && unit < 1e9) || head->bytes[i] > MOST_FILE_BYTES)
            return damaged_head(error);
        head->unit[i] = (float)unit;
        at += used;
    }
    if (strncmp(at, "xxh64 ", 6) != 0 || strlen(at) < 24 ||
        memcmp(at + 22, "\n\n", 2) != 0)
        return damaged_head(error);
    head->checksum_at = (size_t)(at - text);
    head->size = head->checksum_at + 24;
    return TREY_OK;
}

/* The stages are unpacked at the same time. */
struct unpacking {
    struct trey_network *network;
    const uint8_t *packed[TREY_NETWORK_MOST_STAGES];
    const size_t *bytes;
    enum trey_status status[TREY_NETWORK_MOST_STAGES];
};

static void unpack(void *context, size_t number)
{
    struct unpacking *unpacking = context;
    const struct trey_tuples *tuples = &unpacking->network->tuples;
    struct trey_network_stage *stage = &unpacking->network->stage[number];
    uint32_t most = 0;
    for (int tuple = 0; tuple < tuples->count; tuple++)
        most =
            blocks_of(stage->size[tuple]) > most ? blocks_of(stage->size[tuple]) : most;
    uint8_t *there = malloc(most);
    struct stream stream = {
        .context = ZSTD_createDCtx(),
        .packed = {unpacking->packed[number], unpacking->bytes[number], 0},
        .bytes = malloc(STREAM_ROOM),
    };
    unpacking->status[number] = TREY_ERR_MEMORY;
    if (stream.context != NULL && stream.bytes != NULL && there != NULL) {
        get_stage(&stream, tuples, there, stage);
        bool whole = !stream.failed && stream.at == stream.size;
        if (whole) /* no more may come */
            fill(&stream);
        whole = whole && stream.size == 0 && stream.packed.pos == stream.packed.size;
        unpacking->status[number] = whole ? TREY_OK : TREY_ERR_INPUT;
    }
    ZSTD_freeDCtx(stream.context);
    free(stream.bytes);
    free(there);
}

static enum trey_status unpack_all(const uint8_t *packed, const size_t *bytes,
                                   struct trey_network *network, struct trey_error *error)
{
    struct unpacking unpacking = {.network = network, .bytes = bytes};
    int stages = network->stages.count;
    for (int i = 0; i < stages; i++) {
        unpacking.packed[i] = packed;
        packed += bytes[i];
    }
    unsigned threads = trey_processors();
    threads = threads < (unsigned)stages ? threads : (unsigned)stages;
    struct trey_team *team = threads > 1 ? trey_team_new(threads) : NULL;
    trey_parallel_for(team, (size_t)stages, unpack, &unpacking);
    trey_team_free(team);
    for (int i = 0; i < stages; i++) {
        if (unpacking.status[i] == TREY_ERR_MEMORY)
            return trey_fail_memory(error, STREAM_ROOM);
        if (unpacking.status[i] != TREY_OK)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "the weights are not those of the tuples");
    }
    return TREY_OK;
}

static enum trey_status parse(const uint8_t *bytes, size_t size,
                              struct trey_network **network, struct trey_error *error)
{
    struct head head;
    enum trey_status status = parse_head(bytes, size, &head, error);
    if (status != TREY_OK)
        return status;
    size_t wanted = 0, at = head.size;
    for (int i = 0; i < head.stages.count; i++)
        wanted += head.bytes[i];
    if (size < at || size - at != wanted)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the file is cut short or too long: %zu bytes of weights, not "
                         "%zu",
                         size < at ? 0 : size - at, wanted);
    char checksum[24];
    snprintf(checksum, sizeof checksum, "%016" PRIx64,
             checksum_of((const char *)bytes, head.checksum_at, bytes + at, wanted));
    if (memcmp(checksum, bytes + head.checksum_at + 6, 16) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the network is damaged: its checksum is wrong");
    status = trey_network_new(&head.tuples, &head.stages, head.family, network, error);
    if (status != TREY_OK)
        return status;
    for (int i = 0; i < head.stages.count; i++)
        (*network)->stage[i].unit = head.unit[i];
    status = unpack_all(bytes + at, head.bytes, *network, error);
    if (status != TREY_OK) {
        trey_evaluator_free(&(*network)->base);
        *network = NULL;
    }
    return status;
}

enum trey_status trey_network_read(const char *path, struct trey_network **network,
                                   struct trey_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    enum trey_status status = read_file(path, &bytes, &size, error);
    if (status == TREY_OK)
        status = parse(bytes, size, network, error);
    free(bytes);
    return status;
}

#else

static enum trey_status refuse(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this trey was built without zstd and knows no network files");
}

enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error)
{
    (void)network;
    (void)path;
    return refuse(error);
}

enum trey_status trey_network_read(const char *path, struct trey_network **network,
                                   struct trey_error *error)
{
    (void)path;
    (void)network;
    return refuse(error);
}

#endif
