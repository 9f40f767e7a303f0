/* Network files: docs/formats/network.md. A head of plain text, then a part for each
 * stage (network_code.c), with a checksum of all. */
#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "board/cells.h"
#include "eval/network_code.h"
#include "trey/file.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

/* 1 and 2 had other heads and packed their weights otherwise; they are refused by number.
 * 3 to 5 packed them as network_stage.c unpacks them; 4 and 5 were 3 with a line more
 * each. All that is written is 6, with each line that has something to say. */
enum { MIN_VERSION = 3, WITH_DOWNGRADE = 4, WITH_SUMS = 5, VERSION = 6 };

enum { HEAD_ROOM = 1024 };
#define MAX_FILE_BYTES ((size_t)1 << 30)

/* Of the head up to the checksum, and the weights. */
static uint64_t checksum_of(const char *head, size_t head_size, const uint8_t *packed,
                            size_t size)
{
    return XXH64(packed, size, XXH64(head, head_size, 1));
}

enum trey_status trey_network_write(const struct trey_network *network, const char *path,
                                    struct trey_error *error)
{
    struct trey_text head = {0}, parts = {0};
    char tuples[TREY_TUPLES_TEXT], stages[TREY_STAGES_TEXT], *data = NULL;
    size_t size = 0;
    enum trey_status status = TREY_OK;
    trey_tuples_format(&network->tuples, tuples);
    trey_stages_format(&network->stages, stages);
    int downgrade = network->base.downgrade;
    trey_text_printf(&head, "trey network %d\ngame %s\n", VERSION,
                     network->base.family == TREY_EVAL_2048 ? "2048" : "threes");
    if (!network->tuples.is_4x4)
        trey_text_printf(&head, "board %dx%d\n", network->tuples.shape.rows,
                         network->tuples.shape.cols);
    trey_text_printf(&head, "tuples %s\nstages %s\n", tuples, stages);
    if (downgrade > 0)
        trey_text_printf(&head, "downgrade %d\n", 1 << downgrade);
    if (network->base.measure == TREY_MEASURE_SUMS)
        trey_text_printf(&head, "values sums\n");
    if (network->exchanged)
        trey_text_printf(&head, "exchanged 1 2\n");
    bool whole = true;
    for (int i = 0; i < network->stages.count; i++)
        whole = whole && network->stage[i].tuples == network->tuples.count;
    for (int i = 0; !whole && i < network->stages.count; i++)
        trey_text_printf(&head, "%s%d%s", i == 0 ? "first-tuples " : " ",
                         network->stage[i].tuples,
                         i + 1 == network->stages.count ? "\n" : "");
    trey_text_printf(&head, "unit %a\n", (double)network->unit);
    for (int i = 0; status == TREY_OK && i < network->stages.count; i++) {
        uint8_t *packed = NULL;
        size_t packed_size = 0;
        status = trey_network_put(network, i, &packed, &packed_size, error);
        trey_text_printf(&head, "bytes %zu\n", packed_size);
        trey_text_add_bytes(&parts, (const char *)packed, packed_size);
        free(packed);
    }
    if (!head.failed && !parts.failed)
        trey_text_printf(
            &head, "xxh64 %016" PRIx64 "\n\n",
            checksum_of(head.data, head.size, (const uint8_t *)parts.data, parts.size));
    trey_text_add_bytes(&head, parts.data, parts.size);
    head.failed = head.failed || parts.failed;
    free(parts.data);
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

/* What the head says. */
struct head {
    enum trey_eval_family family;
    struct trey_tuples tuples;
    struct trey_stages stages;
    int downgrade;              /* rank; 0: none */
    bool sums;                  /* values are not points */
    bool exchanged, by_context; /* as of the network */
    int first_tuples[TREY_NETWORK_MAX_STAGES];
    float unit;
    size_t bytes[TREY_NETWORK_MAX_STAGES];
    size_t weights_bytes; /* their sum, at most MAX_FILE_BYTES */
    size_t checksum_at;   /* its line */
    size_t size;          /* with the empty line */
};

static enum trey_status damaged_head(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 2, "the network's header is damaged");
}

/* What does not begin as networks of this version do. */
static enum trey_status not_this_version(const char *text, struct trey_error *error)
{
    int version;
    if (sscanf(text, "trey network %9d\n", &version) != 1 ||
        (version >= MIN_VERSION && version <= VERSION))
        return trey_fail(error, TREY_ERR_INPUT, 1, "not a trey network file");
    return trey_fail(error, TREY_ERR_INPUT, 1,
                     "network file version %d; this trey reads versions %d to %d",
                     version, MIN_VERSION, VERSION);
}

/* A line that may be there; *at is then behind it. */
static bool has_line(const char **at, const char *line)
{
    size_t size = strlen(line);
    bool has = strncmp(*at, line, size) == 0;
    *at += has ? size : 0;
    return has;
}

/* How many of the tuples each stage has weights of: all, unless a line, if there may be
 * one, says how many. */
static bool parse_first_tuples(const char **at, bool may_be, struct head *head)
{
    bool said = may_be && has_line(at, "first-tuples");
    for (int i = 0; i < head->stages.count; i++) {
        int used = -1;
        head->first_tuples[i] = head->tuples.count;
        if (said &&
            (sscanf(*at, " %2d%n", &head->first_tuples[i], &used) != 1 ||
             head->first_tuples[i] < 1 || head->first_tuples[i] > head->tuples.count))
            return false;
        *at += said ? used : 0;
    }
    return !said || has_line(at, "\n");
}

/* The lines that are only where they have something to say. Files of versions that had no
 * room for one have others in its place. */
static bool parse_kind(const char **at, int version, struct head *head)
{
    unsigned tile = 0;
    int used = -1;
    bool downgrades = sscanf(*at, "downgrade %5u\n%n", &tile, &used) == 1 && used > 0;
    head->downgrade = downgrades ? trey_exponent_of_tile(tile) : 0;
    *at += downgrades ? used : 0;
    head->sums = has_line(at, "values sums\n");
    head->exchanged = has_line(at, "exchanged 1 2\n");
    head->by_context = version == VERSION;
    if (!parse_first_tuples(at, version == VERSION, head))
        return false;
    if (downgrades &&
        (tile == 0 || trey_network_check_downgrade(&head->stages, head->family,
                                                   head->downgrade, NULL) != TREY_OK))
        return false;
    if (version < VERSION && (downgrades != (version == WITH_DOWNGRADE) ||
                              head->sums != (version == WITH_SUMS) || head->exchanged))
        return false;
    return head->family == TREY_EVAL_THREES || (!head->sums && !head->exchanged);
}

static enum trey_status parse_head(const uint8_t *bytes, size_t size, struct head *head,
                                   struct trey_error *error)
{
    char text[HEAD_ROOM + 1] = "", line[TREY_TUPLES_TEXT + 1] = "";
    int used = -1;
    head->weights_bytes = 0;
    memcpy(text, bytes, size < HEAD_ROOM ? size : HEAD_ROOM);
    int version = 0;
    if (sscanf(text, "trey network %1d%n", &version, &used) != 1 || text[used] != '\n' ||
        version < MIN_VERSION || version > VERSION)
        return not_this_version(text, error);
    const char *at = text + used + 1;
    used = -1;
    if (sscanf(at, "game %7[0-9a-z]\n%n", line, &used) != 1 || used < 0 ||
        (strcmp(line, "2048") != 0 && strcmp(line, "threes") != 0))
        return damaged_head(error);
    head->family = line[0] == '2' ? TREY_EVAL_2048 : TREY_EVAL_THREES;
    at += used;
    used = -1;
    struct trey_shape shape = {4, 4};
    if (sscanf(at, "board %2hhux%2hhu\n%n", &shape.rows, &shape.cols, &used) == 2 &&
        used > 0)
        at += used;
    used = -1;
    if (sscanf(at, "tuples %160[0-9a-f ]\n%n", line, &used) != 1 || used < 0 ||
        trey_tuples_parse(line, shape, &head->tuples, NULL) != TREY_OK)
        return damaged_head(error);
    at += used;
    used = -1;
    if (sscanf(at, "stages %127[0-9a-z+ ]\n%n", line, &used) != 1 || used < 0 ||
        trey_stages_parse(line, head->family, &head->stages, NULL) != TREY_OK)
        return damaged_head(error);
    at += used;
    if (!parse_kind(&at, version, head))
        return damaged_head(error);
    double unit = 0.0;
    used = -1;
    if (sscanf(at, "unit %la\n%n", &unit, &used) != 1 || used < 0 ||
        !(unit > 0.0 && unit < TREY_NETWORK_MAX_UNIT))
        return damaged_head(error);
    head->unit = (float)unit;
    at += used;
    for (int i = 0; i < head->stages.count; i++) {
        used = -1;
        if (sscanf(at, "bytes %zu\n%n", &head->bytes[i], &used) != 1 || used < 0 ||
            head->bytes[i] > MAX_FILE_BYTES - head->weights_bytes)
            return damaged_head(error);
        head->weights_bytes += head->bytes[i];
        at += used;
    }
    if (strncmp(at, "xxh64 ", 6) != 0 || strlen(at) < 24 ||
        memcmp(at + 22, "\n\n", 2) != 0)
        return damaged_head(error);
    head->checksum_at = (size_t)(at - text);
    head->size = head->checksum_at + 24;
    return TREY_OK;
}

/* Whether a file of this size has just what its header announces. */
static enum trey_status check_size(const struct head *head, size_t size,
                                   struct trey_error *error)
{
    size_t weights = size < head->size ? 0 : size - head->size;
    if (size >= head->size && weights == head->weights_bytes)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "the file is truncated or too long: %zu bytes of weights instead of %zu",
                     weights, head->weights_bytes);
}

/* Every byte is checked here; what it says is unpacked when it is first asked for. */
enum trey_status trey_network_parse(uint8_t *bytes, size_t size,
                                    struct trey_network **network,
                                    struct trey_error *error)
{
    struct head head;
    enum trey_status status = parse_head(bytes, size, &head, error);
    if (status != TREY_OK)
        return status;
    size_t wanted = head.weights_bytes, at = head.size;
    if ((status = check_size(&head, size, error)) != TREY_OK)
        return status;
    char checksum[24];
    snprintf(checksum, sizeof checksum, "%016" PRIx64,
             checksum_of((const char *)bytes, head.checksum_at, bytes + at, wanted));
    if (memcmp(checksum, bytes + head.checksum_at + 6, 16) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the network is damaged: its checksum is wrong");
    status = trey_network_new(&head.tuples, &head.stages, head.family, head.downgrade,
                              network, error);
    if (status != TREY_OK)
        return status;
    (*network)->unit = head.unit;
    (*network)->exchanged = head.exchanged;
    (*network)->by_context = head.by_context;
    if (head.sums)
        (*network)->base.measure = TREY_MEASURE_SUMS;
    (*network)->file = bytes;
    for (int i = 0; i < head.stages.count; i++) {
        struct trey_network_stage *stage = &(*network)->stage[i];
        trey_network_keep_tuples(*network, i, head.first_tuples[i]);
        stage->packed = bytes + at;
        stage->packed_bytes = head.bytes[i];
        atomic_store(&stage->ready, false);
        at += head.bytes[i];
        assert(at <= size);
    }
    assert(at == size);
    return status;
}

/* Reads up to `room` bytes, until the end of the file or a failure. */
static enum trey_status read_bytes(FILE *file, uint8_t *bytes, size_t room, size_t *size,
                                   struct trey_error *error)
{
    *size += fread(bytes, 1, room, file);
    return ferror(file)
               ? trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno))
               : TREY_OK;
}

/* The size that the header announces must be the file's before memory is allocated for
 * it: a header of a few bytes can announce several GiB. The size of a pipe is not known;
 * it gets memory for as much as has come, twice over. */
static enum trey_status read_weights(FILE *file, const struct head *head, uint8_t **bytes,
                                     size_t *size, struct trey_error *error)
{
    /* One byte more, so that a longer file is noticed. */
    size_t wanted = head->size + head->weights_bytes + 1, room = *size;
    struct stat about;
    bool known = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    enum trey_status status = TREY_OK;
    if (known)
        status = check_size(head, (size_t)about.st_size, error);
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
    struct head head;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    *bytes = malloc(HEAD_ROOM);
    enum trey_status status = *bytes == NULL
                                  ? trey_fail_memory(error, HEAD_ROOM)
                                  : read_bytes(file, *bytes, HEAD_ROOM, size, error);
    if (status == TREY_OK)
        status = parse_head(*bytes, *size, &head, error);
    if (status == TREY_OK)
        status = read_weights(file, &head, bytes, size, error);
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

static enum trey_status refuse(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "network files are not supported: this trey was built without zstd");
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

enum trey_status trey_network_parse(uint8_t *bytes, size_t size,
                                    struct trey_network **network,
                                    struct trey_error *error)
{
    (void)bytes;
    (void)size;
    (void)network;
    return refuse(error);
}

#endif
