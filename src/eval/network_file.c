/* Network files (docs/formats/network.md): a header of plain text, then a part for each
 * stage (network_code.c), with a checksum of everything. */
#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "board/cells.h"
#include "eval/network_code.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

/* Versions 1 and 2 had other headers and encodings and are refused. Versions 3 to 5 have
 * one frame for each stage; 4 and 5 are version 3 with one more line each. From version 6
 * on there is each line that is needed. From version 8 on downgraded boards have no digit
 * for the 32768. trey writes version 8. */
enum {
    MIN_VERSION = 3,
    WITH_DOWNGRADE = 4,
    WITH_SUMS = 5,
    WITH_ALL_LINES = 6,
    WITH_PARENTS = 7,
    WITHOUT_TOP_DIGIT = 8,
    VERSION = 8,
};

enum { MAX_HEADER_BYTES = 1024 };
#define MAX_FILE_BYTES ((size_t)1 << 30)

/* The checksum of the header before its line and of the weights. */
static uint64_t checksum_of(const char *header, size_t header_size,
                            const uint8_t *encoded, size_t size)
{
    return XXH64(encoded, size, XXH64(header, header_size, 1));
}

enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error)
{
    struct trey_text header = {0}, parts = {0};
    char tuples[TREY_TUPLES_TEXT], stages[TREY_STAGES_TEXT], *data = NULL;
    size_t size = 0;
    int parent[TREY_NETWORK_MAX_STAGES];
    enum trey_status status = trey_network_find_parents(network, parent, error);
    if (status != TREY_OK)
        return status;
    trey_tuples_format(&network->tuples, tuples);
    trey_stages_format(&network->stages, stages);
    int downgrade = network->base.downgrade;
    trey_text_printf(&header, "trey network %d\ngame %s\n", VERSION,
                     network->base.family == TREY_EVAL_2048 ? "2048" : "threes");
    if (!network->tuples.is_4x4)
        trey_text_printf(&header, "board %dx%d\n", network->tuples.shape.rows,
                         network->tuples.shape.cols);
    trey_text_printf(&header, "tuples %s\nstages %s\n", tuples, stages);
    if (downgrade > 0)
        trey_text_printf(&header, "downgrade %d\n", 1 << downgrade);
    if (network->base.measure == TREY_MEASURE_SUMS)
        trey_text_printf(&header, "values sums\n");
    if (trey_eval_discount(&network->base) != 1.0F) {
        char discount[TREY_EVAL_DISCOUNT_TEXT];
        trey_eval_discount_format(network->base.discount, discount);
        trey_text_printf(&header, "discount %s\n", discount);
    }
    if (network->swap_symmetric)
        trey_text_printf(&header, "exchanged 1 2\n");
    bool same_tuples = true;
    for (int i = 0; i < network->stages.count; i++)
        same_tuples = same_tuples && network->stage[i].tuples == network->tuples.count;
    for (int i = 0; !same_tuples && i < network->stages.count; i++)
        trey_text_printf(&header, "%s%d%s", i == 0 ? "first-tuples " : " ",
                         network->stage[i].tuples,
                         i + 1 == network->stages.count ? "\n" : "");
    for (int i = 1; i < network->stages.count; i++)
        trey_text_printf(&header, "%s%d%s", i == 1 ? "previous " : " ", parent[i],
                         i + 1 == network->stages.count ? "\n" : "");
    trey_text_printf(&header, "unit %a\n", (double)network->unit);
    for (int i = 0; status == TREY_OK && i < network->stages.count; i++) {
        size_t before = parts.size;
        status = trey_network_encode_stage(network, i, parent[i], &parts, error);
        trey_text_printf(&header, "bytes %zu\n", parts.size - before);
    }
    if (!header.failed && !parts.failed)
        trey_text_printf(&header, "xxh64 %016" PRIx64 "\n\n",
                         checksum_of(header.data, header.size,
                                     (const uint8_t *)parts.data, parts.size));
    trey_text_add_bytes(&header, parts.data, parts.size);
    header.failed = header.failed || parts.failed;
    free(parts.data);
    if (status != TREY_OK) {
        free(header.data);
        return status;
    }
    status = trey_text_take(&header, &data, &size, error);
    if (status == TREY_OK)
        status = trey_file_write(path, data, size, error);
    free(data);
    return status;
}

/* A parsed header. */
struct header {
    enum trey_eval_family family;
    struct trey_tuples tuples;
    struct trey_stages stages;
    int downgrade; /* rank; 0: none */
    int version;
    bool sums;           /* values are tile sums, not points */
    float discount;      /* above 0, up to 1 */
    bool swap_symmetric; /* as in struct trey_network */
    int first_tuples[TREY_NETWORK_MAX_STAGES];
    int parent[TREY_NETWORK_MAX_STAGES]; /* -1: as by trey_stages_parent */
    float unit;
    size_t bytes[TREY_NETWORK_MAX_STAGES];
    size_t weights_bytes; /* sum of `bytes`, at most MAX_FILE_BYTES */
    size_t checksum_at;   /* offset of its line */
    size_t size;          /* of the header, with the empty line */
};

static enum trey_status fail_header(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 2, "the network's header is damaged");
}

/* The error for a file that does not begin like a network of a known version. */
static enum trey_status fail_version(const char *text, struct trey_error *error)
{
    int version;
    if (sscanf(text, "trey network %9d\n", &version) != 1 ||
        (version >= MIN_VERSION && version <= VERSION))
        return trey_fail(error, TREY_ERR_INPUT, 1, "not a trey network file");
    return trey_fail(error, TREY_ERR_INPUT, 1,
                     "network file version %d; this trey reads versions %d to %d",
                     version, MIN_VERSION, VERSION);
}

/* True if there is this optional line; *at is then moved past it. */
static bool has_line(const char **at, const char *line)
{
    size_t size = strlen(line);
    bool has = strncmp(*at, line, size) == 0;
    *at += has ? size : 0;
    return has;
}

/* Parses how many of the tuples each stage has: all, unless there is a line for it.
 * `allowed`: the version can have one. */
static bool parse_first_tuples(const char **at, bool allowed, struct header *header)
{
    bool present = allowed && has_line(at, "first-tuples");
    for (int i = 0; i < header->stages.count; i++) {
        int used = -1;
        header->first_tuples[i] = header->tuples.count;
        if (present && (sscanf(*at, " %2d%n", &header->first_tuples[i], &used) != 1 ||
                        header->first_tuples[i] < 1 ||
                        header->first_tuples[i] > header->tuples.count))
            return false;
        *at += present ? used : 0;
    }
    return !present || has_line(at, "\n");
}

/* Parses the parent of each stage but the first. `required`: the version has the line. */
static bool parse_parents(const char **at, bool required, struct header *header)
{
    for (int i = 0; i < header->stages.count; i++)
        header->parent[i] = -1;
    if (!required || header->stages.count == 1)
        return true;
    if (!has_line(at, "previous"))
        return false;
    for (int i = 1; i < header->stages.count; i++) {
        int used = -1;
        if (sscanf(*at, " %2d%n", &header->parent[i], &used) != 1 ||
            header->parent[i] < 0 || header->parent[i] >= i)
            return false;
        *at += used;
    }
    return has_line(at, "\n");
}

/* Parses the discount, which is 1 if there is no line for it. */
static bool parse_discount(const char **at, struct header *header)
{
    int used = -1;
    header->discount = 1.0F;
    if (strncmp(*at, "discount ", 9) != 0)
        return true;
    if (sscanf(*at, "discount %f\n%n", &header->discount, &used) != 1 || used < 0)
        return false;
    *at += used;
    return header->discount > 0.0F && header->discount < 1.0F && header->sums &&
           header->family == TREY_EVAL_2048;
}

/* Parses the optional lines. Versions before 6 require or exclude some of them. */
static bool parse_optional_lines(const char **at, int version, struct header *header)
{
    unsigned tile = 0;
    int used = -1;
    bool downgrades = sscanf(*at, "downgrade %5u\n%n", &tile, &used) == 1 && used > 0;
    header->downgrade = downgrades ? trey_exponent_of_tile(tile) : 0;
    *at += downgrades ? used : 0;
    header->sums = has_line(at, "values sums\n");
    if (!parse_discount(at, header))
        return false;
    header->swap_symmetric = has_line(at, "exchanged 1 2\n");
    header->version = version;
    if (!parse_first_tuples(at, version >= WITH_ALL_LINES, header) ||
        !parse_parents(at, version >= WITH_PARENTS, header))
        return false;
    if (downgrades &&
        (tile == 0 || trey_network_check_downgrade(&header->stages, header->family,
                                                   header->downgrade, NULL) != TREY_OK))
        return false;
    if (version < WITH_ALL_LINES &&
        (downgrades != (version == WITH_DOWNGRADE) ||
         header->sums != (version == WITH_SUMS) || header->swap_symmetric))
        return false;
    return header->family == TREY_EVAL_THREES ||
           (!header->swap_symmetric && (!header->sums || version >= WITHOUT_TOP_DIGIT));
}

static enum trey_status parse_header(const uint8_t *bytes, size_t size,
                                     struct header *header, struct trey_error *error)
{
    char text[MAX_HEADER_BYTES + 1] = "", line[TREY_TUPLES_TEXT + 1] = "";
    int used = -1;
    header->weights_bytes = 0;
    memcpy(text, bytes, size < MAX_HEADER_BYTES ? size : MAX_HEADER_BYTES);
    int version = 0;
    if (sscanf(text, "trey network %1d%n", &version, &used) != 1 || text[used] != '\n' ||
        version < MIN_VERSION || version > VERSION)
        return fail_version(text, error);
    const char *at = text + used + 1;
    used = -1;
    if (sscanf(at, "game %7[0-9a-z]\n%n", line, &used) != 1 || used < 0 ||
        (strcmp(line, "2048") != 0 && strcmp(line, "threes") != 0))
        return fail_header(error);
    header->family = line[0] == '2' ? TREY_EVAL_2048 : TREY_EVAL_THREES;
    at += used;
    used = -1;
    struct trey_shape shape = {4, 4};
    if (sscanf(at, "board %2hhux%2hhu\n%n", &shape.rows, &shape.cols, &used) == 2 &&
        used > 0)
        at += used;
    used = -1;
    if (sscanf(at, "tuples %160[0-9a-f ]\n%n", line, &used) != 1 || used < 0 ||
        trey_tuples_parse(line, shape, &header->tuples, NULL) != TREY_OK)
        return fail_header(error);
    at += used;
    used = -1;
    if (sscanf(at, "stages %127[0-9a-z+ ]\n%n", line, &used) != 1 || used < 0 ||
        trey_stages_parse(line, header->family, &header->stages, NULL) != TREY_OK)
        return fail_header(error);
    at += used;
    if (!parse_optional_lines(&at, version, header))
        return fail_header(error);
    double unit = 0.0;
    used = -1;
    if (sscanf(at, "unit %la\n%n", &unit, &used) != 1 || used < 0 ||
        !(unit > 0.0 && unit < TREY_NETWORK_MAX_UNIT))
        return fail_header(error);
    header->unit = (float)unit;
    at += used;
    for (int i = 0; i < header->stages.count; i++) {
        used = -1;
        if (sscanf(at, "bytes %zu\n%n", &header->bytes[i], &used) != 1 || used < 0 ||
            header->bytes[i] > MAX_FILE_BYTES - header->weights_bytes)
            return fail_header(error);
        header->weights_bytes += header->bytes[i];
        at += used;
    }
    if (strncmp(at, "xxh64 ", 6) != 0 || strlen(at) < 24 ||
        memcmp(at + 22, "\n\n", 2) != 0)
        return fail_header(error);
    header->checksum_at = (size_t)(at - text);
    header->size = header->checksum_at + 24;
    return TREY_OK;
}

/* Checks that the size of the file is what its header announces. */
static enum trey_status check_size(const struct header *header, size_t size,
                                   struct trey_error *error)
{
    size_t weights = size < header->size ? 0 : size - header->size;
    if (size >= header->size && weights == header->weights_bytes)
        return TREY_OK;
    return trey_fail(
        error, TREY_ERR_INPUT, 0,
        "the file is truncated or too long: %zu bytes of weights instead of %zu", weights,
        header->weights_bytes);
}

/* Checks the checksum of all bytes; stages are decoded on first use. */
enum trey_status trey_network_parse(uint8_t *bytes, size_t size,
                                    struct trey_network **network,
                                    struct trey_error *error)
{
    struct header header;
    enum trey_status status = parse_header(bytes, size, &header, error);
    if (status != TREY_OK)
        return status;
    size_t wanted = header.weights_bytes, at = header.size;
    if ((status = check_size(&header, size, error)) != TREY_OK)
        return status;
    char checksum[24];
    snprintf(checksum, sizeof checksum, "%016" PRIx64,
             checksum_of((const char *)bytes, header.checksum_at, bytes + at, wanted));
    if (memcmp(checksum, bytes + header.checksum_at + 6, 16) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the network is damaged: its checksum is wrong");
    status = (header.version < WITHOUT_TOP_DIGIT ? trey_network_new_before_8
                                                 : trey_network_new)(
        &header.tuples, &header.stages, header.family, header.downgrade, network, error);
    if (status != TREY_OK)
        return status;
    (*network)->unit = header.unit;
    (*network)->swap_symmetric = header.swap_symmetric;
    (*network)->version = header.version;
    if (header.sums)
        (*network)->base.measure = TREY_MEASURE_SUMS;
    (*network)->base.discount = header.discount;
    (*network)->file = bytes;
    for (int i = 0; i < header.stages.count; i++) {
        struct trey_network_stage *stage = &(*network)->stage[i];
        trey_network_truncate_tuples(*network, i, header.first_tuples[i]);
        if (header.parent[i] >= 0)
            (*network)->parent[i] = header.parent[i];
        stage->encoded = bytes + at;
        stage->encoded_bytes = header.bytes[i];
        atomic_store(&stage->ready, false);
        at += header.bytes[i];
        assert(at <= size);
    }
    assert(at == size);
    return status;
}

/* Reads up to `room` bytes, until the end of the file or an error. */
static enum trey_status read_bytes(FILE *file, uint8_t *bytes, size_t room, size_t *size,
                                   struct trey_error *error)
{
    *size += fread(bytes, 1, room, file);
    return ferror(file)
               ? trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno))
               : TREY_OK;
}

/* Reads the weights. The announced size must be the file's before memory is allocated for
 * it: a header of a few bytes can announce several GiB. The size of a pipe is not known;
 * its buffer doubles as data arrives. */
static enum trey_status read_rest(FILE *file, const struct header *header,
                                  uint8_t **bytes, size_t *size, struct trey_error *error)
{
    /* One byte more, to detect a longer file. */
    size_t wanted = header->size + header->weights_bytes + 1, room = *size;
    struct stat about;
    bool known = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    enum trey_status status = TREY_OK;
    if (known)
        status = check_size(header, (size_t)about.st_size, error);
    while (status == TREY_OK && *size == room && room < wanted) {
        room = known || wanted / 2 < room ? wanted : 2 * room;
        uint8_t *more = realloc(*bytes, room);
        if (more == NULL)
            return trey_fail_memory(error, room);
        *bytes = more;
        status = read_bytes(file, *bytes + *size, room - *size, size, error);
    }
    return status;
}

static enum trey_status read_file(const char *path, uint8_t **bytes, size_t *size,
                                  struct trey_error *error)
{
    struct header header;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    *bytes = malloc(MAX_HEADER_BYTES);
    enum trey_status status =
        *bytes == NULL ? trey_fail_memory(error, MAX_HEADER_BYTES)
                       : read_bytes(file, *bytes, MAX_HEADER_BYTES, size, error);
    if (status == TREY_OK)
        status = parse_header(*bytes, *size, &header, error);
    if (status == TREY_OK)
        status = read_rest(file, &header, bytes, size, error);
    fclose(file);
    return status;
}

enum trey_status trey_network_read(const char *path, struct trey_network **network,
                                   struct trey_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    enum trey_status status = read_file(path, &bytes, &size, error);
    if (status == TREY_OK)
        status = trey_network_parse(bytes, size, network, error);
    if (status != TREY_OK)
        free(bytes);
    return status;
}

#else

static enum trey_status fail_unsupported(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "network files are not supported: this trey was built without zstd");
}

enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error)
{
    (void)network;
    (void)path;
    return fail_unsupported(error);
}

enum trey_status trey_network_read(const char *path, struct trey_network **network,
                                   struct trey_error *error)
{
    (void)path;
    (void)network;
    return fail_unsupported(error);
}

enum trey_status trey_network_parse(uint8_t *bytes, size_t size,
                                    struct trey_network **network,
                                    struct trey_error *error)
{
    (void)bytes;
    (void)size;
    (void)network;
    return fail_unsupported(error);
}

#endif
