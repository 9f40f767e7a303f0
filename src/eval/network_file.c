/* Network files: docs/formats/network.md. A head of plain text, then the weights, zstd-
 * compressed, with a checksum of all. Low and high bytes of the weights are kept apart:
 * the high ones are mostly equal, which shortens the file by a third. */
#include "eval/network.h"
#include "trey/file.h"
#include "util/error.h"
#include "util/text.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

static const char magic[] = "trey network 1\n";

enum { HEAD_ROOM = 512, LEVEL = 19 };
#define MOST_FILE_BYTES ((size_t)1 << 30)

/* All weights as bytes: the deck's 32-bit numbers, then for each tuple all low bytes,
 * then all high ones. */
static size_t plain_size(const struct trey_tuples *tuples)
{
    size_t size = 4 * TREY_NETWORK_DECK_ENTRIES;
    for (int tuple = 0; tuple < tuples->count; tuple++)
        size += 2 * (size_t)tuples->size[tuple];
    return size;
}

static void put_weights(const struct trey_network *network, uint8_t *bytes)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++)
        for (int byte = 0; byte < 4; byte++)
            *bytes++ = (uint8_t)((uint32_t)network->deck[i] >> (8 * byte));
    for (int tuple = 0; tuple < network->tuples.count; tuple++) {
        uint32_t size = network->tuples.size[tuple];
        for (uint32_t i = 0; i < size; i++) {
            bytes[i] = (uint8_t)network->weights[tuple][i];
            bytes[size + i] = (uint8_t)((uint16_t)network->weights[tuple][i] >> 8);
        }
        bytes += 2 * (size_t)size;
    }
}

static void get_weights(const uint8_t *bytes, struct trey_network *network)
{
    for (int i = 0; i < TREY_NETWORK_DECK_ENTRIES; i++) {
        uint32_t word = 0;
        for (int byte = 0; byte < 4; byte++)
            word |= (uint32_t)*bytes++ << (8 * byte);
        network->deck[i] = (int32_t)word;
    }
    for (int tuple = 0; tuple < network->tuples.count; tuple++) {
        uint32_t size = network->tuples.size[tuple];
        for (uint32_t i = 0; i < size; i++)
            network->weights[tuple][i] =
                (int16_t)(uint16_t)(bytes[i] | bytes[size + i] << 8);
        bytes += 2 * (size_t)size;
    }
}

/* Of the head up to the checksum, and the weights. */
static uint64_t checksum_of(const char *head, size_t head_size, const uint8_t *packed,
                            size_t size)
{
    return XXH64(packed, size, XXH64(head, head_size, 1));
}

enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error)
{
    size_t plain = plain_size(&network->tuples), room = ZSTD_compressBound(plain);
    uint8_t *bytes = malloc(plain), *packed = malloc(room);
    struct trey_text text = {0};
    enum trey_status status = TREY_OK;
    if (bytes == NULL || packed == NULL) {
        status = trey_fail_memory(error, plain + room);
        goto cleanup;
    }
    put_weights(network, bytes);
    size_t size = ZSTD_compress(packed, room, bytes, plain, LEVEL);
    if (ZSTD_isError(size)) {
        status =
            trey_fail(error, TREY_ERR_MEMORY, 0, "zstd: %s", ZSTD_getErrorName(size));
        goto cleanup;
    }
    char tuples[TREY_TUPLES_TEXT];
    trey_tuples_format(&network->tuples, tuples);
    trey_text_printf(&text, "%stuples %s\nunit %a\nbytes %zu\n", magic, tuples,
                     (double)network->unit, size);
    if (!text.failed)
        trey_text_printf(&text, "xxh64 %016" PRIx64 "\n\n",
                         checksum_of(text.data, text.size, packed, size));
    trey_text_add_bytes(&text, (const char *)packed, size);
    char *data = NULL;
    size_t data_size = 0;
    status = trey_text_take(&text, &data, &data_size, error);
    if (status == TREY_OK)
        status = trey_file_write(path, data, data_size, error);
    free(data);
cleanup:
    free(bytes);
    free(packed);
    return status;
}

static enum trey_status read_file(const char *path, uint8_t **bytes, size_t *size,
                                  struct trey_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    size_t room = (size_t)1 << 20;
    enum trey_status status = TREY_OK;
    *size = 0;
    *bytes = NULL;
    for (;;) {
        uint8_t *more = realloc(*bytes, room + 1);
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

static enum trey_status unpack(const uint8_t *packed, size_t size,
                               const struct trey_tuples *tuples, float unit,
                               struct trey_network **network, struct trey_error *error)
{
    size_t plain = plain_size(tuples);
    if (ZSTD_getFrameContentSize(packed, size) != plain)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the weights are not those of the "
                         "tuples");
    uint8_t *bytes = malloc(plain);
    if (bytes == NULL)
        return trey_fail_memory(error, plain);
    enum trey_status status = TREY_OK;
    if (ZSTD_decompress(bytes, plain, packed, size) != plain)
        status = trey_fail(error, TREY_ERR_INPUT, 0, "the weights are damaged");
    if (status == TREY_OK)
        status = trey_network_new(tuples, network, error);
    if (status == TREY_OK) {
        (*network)->unit = unit;
        get_weights(bytes, *network);
    }
    free(bytes);
    return status;
}

static enum trey_status parse(const uint8_t *bytes, size_t size,
                              struct trey_network **network, struct trey_error *error)
{
    char head[HEAD_ROOM + 1] = "", tuples_text[TREY_TUPLES_TEXT + 1] = "";
    double unit = 0.0;
    size_t packed = 0;
    memcpy(head, bytes, size < HEAD_ROOM ? size : HEAD_ROOM);
    if (strncmp(head, magic, strlen(magic)) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 1, "not a network of trey");
    const char *end = strstr(head, "\n\n"), *sum = strstr(head, "xxh64 ");
    if (end == NULL || sum == NULL || end - sum != 22 ||
        sscanf(head + strlen(magic), "tuples %160[0-9a-f ]\nunit %la\nbytes %zu\n",
               tuples_text, &unit, &packed) != 3 ||
        !(unit > 0.0) || !(unit < 1e9))
        return trey_fail(error, TREY_ERR_INPUT, 2, "the head of the network is damaged");
    size_t at = (size_t)(end - head) + 2;
    if (size - at != packed)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the file is cut short or too long: %zu bytes of weights, not "
                         "%zu",
                         size - at, packed);
    char checksum[24];
    snprintf(checksum, sizeof checksum, "%016" PRIx64,
             checksum_of(head, (size_t)(sum - head), bytes + at, packed));
    if (strncmp(checksum, sum + 6, 16) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the network is damaged: its checksum is wrong");
    struct trey_tuples tuples;
    enum trey_status status = trey_tuples_parse(tuples_text, &tuples, error);
    if (status != TREY_OK)
        return TREY_ERR_INPUT;
    return unpack(bytes + at, packed, &tuples, (float)unit, network, error);
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
