/* Checkpoints: a header of plain text, then the tables as they are in memory, compressed,
 * then a checksum. They serve to resume training on the same kind of machine; networks
 * for playing are files of eval/network_file.c.
 *
 * Other threads update weights while they are written: a checkpoint is not a snapshot of
 * one moment, but each weight in it had that value at some moment of the writing, which
 * is all that training needs. */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "learn/command.h"
#include "learn/learner.h"
#include "learn/packed.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { HEADER_BYTES = 1024, BUFFER_FLOATS = 1 << 16, TABLES = 2 /* per stage */ };

/* Versions 1 to 3 had other headers and tables and are refused. In 4 and 5 the tables are
 * in the order of indices, from 6 on in the order of memory. From 8 on they are
 * compressed. Odd versions have values in tile sums. */
enum { MIN_VERSION = 4, INTERLEAVED = 6, COMPRESSED = 8, VERSION = 8, VERSION_SUMS = 9 };

/* The tables in the order of the file, for this number of entries and stages: returns the
 * size of table `number` in floats, 0 after the last. */
static size_t table_at(const struct trey_learner *learner, size_t entries, int stages,
                       int number, float **floats)
{
    const struct trey_learner_stage *stage = &learner->stage[number / TABLES];
    if (number / TABLES == stages)
        return 0;
    *floats = number % TABLES == 0 ? stage->deck : stage->weights;
    return number % TABLES == 0 ? TREY_LEARNER_DECK_FLOATS : entries * learner->stride;
}

/* --- writing -------------------------------------------------------------------------
 */

static void write_header(struct trey_learner *learner, char header[HEADER_BYTES])
{
    char rules[TREY_RULES_TEXT], tuples[TREY_TUPLES_TEXT], stages[TREY_STAGES_TEXT];
    struct trey_learn_progress progress;
    trey_learner_progress(learner, &progress);
    trey_rules_format(&learner->options.rules, rules, sizeof rules);
    trey_tuples_format(&learner->tuples, tuples);
    trey_stages_format(&learner->stages, stages);
    memset(header, 0, HEADER_BYTES);
    snprintf(header, HEADER_BYTES,
             "trey checkpoint %d\nrules %s\ntuples %s\nstages %s\nfloats %" PRIu32
             "\ngames %" PRIu64 "\nbegun %" PRIu64 "\nslides %" PRIu64
             "\nseconds %.3f\ntraining %016" PRIx64 "\n",
             learner->options.sums ? VERSION_SUMS : VERSION, rules, tuples, stages,
             learner->stride, progress.games,
             (uint64_t)atomic_load(&learner->games_begun), progress.slides,
             progress.seconds, learner->training_id);
    size_t size = strlen(header);
    char discount[TREY_EVAL_DISCOUNT_TEXT];
    trey_eval_discount_format(learner->discount, discount);
    if (learner->discount != 1.0F)
        snprintf(header + size, HEADER_BYTES - size, "discount %s\n", discount);
}

static enum trey_status put_floats(struct trey_packer *packer, const float *floats,
                                   size_t count, float *buffer, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (size_t from = 0; status == TREY_OK && from < count; from += BUFFER_FLOATS) {
        size_t size = count - from < BUFFER_FLOATS ? count - from : BUFFER_FLOATS;
        for (size_t i = 0; i < size; i++)
            buffer[i] = trey_weight_get(&floats[from + i]);
        status = trey_packer_put(packer, buffer, size * sizeof *buffer, error);
    }
    return status;
}

/* One span at a time, so that no thread waits long for the lock. */
static enum trey_status put_spans(struct trey_packer *packer,
                                  struct trey_learner *learner,
                                  struct trey_learner_span *copy,
                                  struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (int i = 0; status == TREY_OK && i < TREY_LEARNER_SPANS; i++) {
        pthread_mutex_lock(&learner->lock);
        *copy = learner->spans[i];
        pthread_mutex_unlock(&learner->lock);
        status = trey_packer_put(packer, copy, sizeof *copy, error);
    }
    return status;
}

static enum trey_status write_all(struct trey_learner *learner,
                                  struct trey_packer *packer, struct trey_error *error)
{
    char header[HEADER_BYTES];
    float *buffer = malloc(BUFFER_FLOATS * sizeof *buffer), *floats;
    struct trey_learner_span *copy = malloc(sizeof *copy);
    enum trey_status status = TREY_OK;
    size_t count;
    if (buffer == NULL || copy == NULL) {
        status = trey_fail_memory(error, BUFFER_FLOATS * sizeof *buffer);
        goto cleanup;
    }
    write_header(learner, header);
    status = trey_packer_put_plain(packer, header, sizeof header, error);
    for (int i = 0;
         status == TREY_OK && (count = table_at(learner, learner->entries,
                                                learner->stages.count, i, &floats)) > 0;
         i++)
        status = put_floats(packer, floats, count, buffer, error);
    if (status == TREY_OK)
        status = put_spans(packer, learner, copy, error);
    if (status == TREY_OK)
        status = trey_packer_finish(packer, error);
cleanup:
    free(buffer);
    free(copy);
    return status;
}

size_t trey_learner_checkpoint_bytes(const struct trey_learner *learner)
{
    enum { SLACK_BYTES = 4096 };
    float *floats;
    size_t bytes = HEADER_BYTES + SLACK_BYTES, count;
    for (int i = 0; (count = table_at(learner, learner->entries, learner->stages.count, i,
                                      &floats)) > 0;
         i++)
        bytes += count * sizeof *floats;
    if (learner->options.restarts > 0.0)
        bytes += TREY_LEARNER_SPANS * sizeof *learner->spans;
    return bytes + bytes / 128; /* incompressible data grows a little */
}

enum trey_status trey_learner_save(struct trey_learner *learner, const char *path,
                                   struct trey_error *error)
{
    struct trey_file *file = NULL;
    struct trey_packer *packer = NULL;
    enum trey_status status = trey_file_begin(path, &file, error);
    if (status == TREY_OK)
        status = trey_packer_new(file, &packer, error);
    if (status == TREY_OK)
        status = write_all(learner, packer, error);
    trey_packer_free(packer);
    if (status == TREY_OK)
        return trey_file_commit(file, error);
    trey_file_abandon(file);
    return status;
}

/* --- reading -------------------------------------------------------------------------
 */

/* A parsed header. */
struct header {
    int version;
    char rules[TREY_RULES_TEXT], tuples[TREY_TUPLES_TEXT], stages_text[TREY_STAGES_TEXT];
    struct trey_stages stages;
    uint32_t stride;
    uint64_t games, begun, slides;
    uint64_t training; /* 0: older checkpoints do not store it */
    double seconds;
    int tuple_count;
    size_t entries; /* of a stage */
};

/* Number of tuples in `found` if `wanted` begins with them; else 0. */
static int count_prefix(const char *found, const char *wanted)
{
    size_t size = strlen(found);
    int count = 1;
    if (strncmp(found, wanted, size) != 0 || strchr(" ", wanted[size]) == NULL)
        return 0;
    for (const char *at = found; *at != '\0'; at++)
        count += *at == ' ';
    return count;
}

static bool same_stage(const struct trey_stages *a, int i, const struct trey_stages *b,
                       int j)
{
    return memcmp(a->rank[i], b->rank[j], sizeof a->rank[i]) == 0;
}

/* True if all stages in `found` are also in `wanted`. */
static bool are_subset(const struct trey_stages *found, const struct trey_stages *wanted)
{
    int known = 0;
    for (int i = 0; i < wanted->count && known < found->count; i++)
        known += same_stage(found, known, wanted, i);
    return known == found->count;
}

/* Copies entries; TC statistics are scaled by `tc_share`. */
static void copy_entries(const float *from, float *to, size_t floats, uint32_t stride,
                         float tc_share)
{
    for (size_t i = 0; i < floats; i++)
        to[i] = i % stride == 0 ? from[i] : tc_share * from[i];
}

/* Distributes the weights of the stages that were read over those of the learner. A stage
 * is filled from the one that its boards belonged to. Stages are only added, so the
 * source never has a higher index than the target, and going down from the last stage
 * overwrites nothing before it is used. */
static void distribute_stages(struct trey_learner *learner,
                              const struct trey_stages *found)
{
    const struct trey_stages *learner_stages = &learner->stages;
    for (int to = learner_stages->count - 1; to >= 0; to--) {
        int from = trey_stage_of(found, trey_stages_min_board(learner_stages, to));
        bool same = same_stage(found, from, learner_stages, to);
        if (from == to && same)
            continue;
        /* Positions of an added stage may need weights other than the average. */
        float tc_share = same ? 1.0F : 0.1F;
        copy_entries(learner->stage[from].deck, learner->stage[to].deck,
                     TREY_LEARNER_DECK_FLOATS, TREY_TC_RECORD, tc_share);
        copy_entries(learner->stage[from].weights, learner->stage[to].weights,
                     trey_learner_floats(learner), learner->stride, tc_share);
    }
}

static enum trey_status fail_different(struct trey_error *error, const char *what,
                                       const char *found)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the checkpoint has different %s: %s",
                     what, found);
}

/* The error for a file that does not begin like a checkpoint of a known version. */
static enum trey_status fail_version(struct trey_error *error, const char *text)
{
    int version;
    if (sscanf(text, "trey checkpoint %9d\n", &version) != 1 ||
        (version >= MIN_VERSION && version <= VERSION_SUMS))
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a trey checkpoint");
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "checkpoint version %d; this trey reads versions %d to %d", version,
                     MIN_VERSION, VERSION_SUMS);
}

/* Parses a header and checks that this learner can resume from it. */
static enum trey_status read_header(const struct trey_learner *learner,
                                    const char text[HEADER_BYTES], struct header *header,
                                    struct trey_error *error)
{
    char tuples[TREY_TUPLES_TEXT];
    struct trey_rules rules;
    if (text[HEADER_BYTES - 1] != '\0' ||
        sscanf(text,
               "trey checkpoint %9d\nrules %127[^\n]\ntuples %159[0-9a-f ]\nstages "
               "%127[0-9a-z+ ]\nfloats %" SCNu32 "\ngames %" SCNu64 "\nbegun %" SCNu64
               "\nslides %" SCNu64 "\nseconds %lf\n",
               &header->version, header->rules, header->tuples, header->stages_text,
               &header->stride, &header->games, &header->begun, &header->slides,
               &header->seconds) != 9 ||
        header->version < MIN_VERSION || header->version > VERSION_SUMS)
        return fail_version(error, text);
    const char *training = strstr(text, "\ntraining ");
    header->training = 0;
    if (training != NULL)
        sscanf(training, "\ntraining %16" SCNx64, &header->training);
    trey_tuples_format(&learner->tuples, tuples);
    if (trey_rules_parse(header->rules, &rules, NULL) != TREY_OK ||
        !trey_rules_equal(&rules, &learner->options.rules))
        return fail_different(error, "rules", header->rules);
    int count = count_prefix(header->tuples, tuples);
    if (count == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the checkpoint has different tuples: %s; new tuples may only "
                         "be added at the end",
                         header->tuples);
    if (trey_stages_parse(header->stages_text, learner->stages.family, &header->stages,
                          NULL) != TREY_OK ||
        !are_subset(&header->stages, &learner->stages))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the checkpoint has different stages: %s; stages may only be "
                         "added",
                         header->stages_text);
    bool sums = header->version % 2 == VERSION_SUMS % 2;
    if (sums != learner->options.sums)
        return fail_different(error, "values", sums ? "tile sums" : "points");
    const char *discount = strstr(text, "\ndiscount ");
    float found = 1.0F;
    if (discount != NULL && sscanf(discount, "\ndiscount %f", &found) != 1)
        return fail_version(error, text);
    if (found != learner->discount)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the checkpoint has a discount of %.6g", (double)found);
    if (header->stride != learner->stride)
        return fail_different(error, "learning rates",
                              header->stride == 1 ? "fixed" : "by temporal coherence");
    header->tuple_count = count;
    header->entries = 0;
    for (int i = 0; i < count; i++)
        header->entries += learner->tuples.size[i];
    return TREY_OK;
}

static enum trey_status fail_damaged(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the checkpoint is truncated or damaged");
}

/* Checks that the file has this size and the checksum stored after it. */
static enum trey_status check_whole(FILE *file, size_t size, struct trey_error *error)
{
    enum { CHUNK = 1 << 18 };
    uint64_t checksum = 0;
    uint8_t *chunk = malloc(CHUNK);
    XXH64_state_t *state = XXH64_createState();
    bool has_memory = chunk != NULL && state != NULL;
    bool ok = has_memory && fseek(file, 0, SEEK_SET) == 0;
    if (ok)
        XXH64_reset(state, 1);
    while (ok && size > 0) {
        size_t part = size < CHUNK ? size : CHUNK;
        ok = fread(chunk, 1, part, file) == part;
        XXH64_update(state, chunk, ok ? part : 0);
        size -= part;
    }
    ok = ok && fread(&checksum, 1, sizeof checksum, file) == sizeof checksum &&
         checksum == XXH64_digest(state) && getc(file) == EOF;
    XXH64_freeState(state);
    free(chunk);
    if (!has_memory)
        return trey_fail_memory(error, CHUNK);
    return ok ? TREY_OK : fail_damaged(error);
}

static size_t tables_bytes(const struct trey_learner *learner,
                           const struct header *header)
{
    size_t size = HEADER_BYTES + TREY_LEARNER_SPANS * sizeof *learner->spans, count;
    float *floats;
    for (int i = 0; (count = table_at(learner, header->entries, header->stages.count, i,
                                      &floats)) > 0;
         i++)
        size += count * sizeof *floats;
    return size;
}

/* Reads uncompressed tables that were checked; fails only if the file changed meanwhile.
 */
static bool read_plain_tables(struct trey_learner *learner, const struct header *header,
                              FILE *file)
{
    size_t count, spans = TREY_LEARNER_SPANS;
    float *floats;
    bool ok = fseek(file, HEADER_BYTES, SEEK_SET) == 0;
    for (int i = 0; ok && (count = table_at(learner, header->entries,
                                            header->stages.count, i, &floats)) > 0;
         i++)
        ok = fread(floats, sizeof *floats, count, file) == count;
    return ok && fread(learner->spans, sizeof *learner->spans, spans, file) == spans;
}

static bool skip_bytes(struct trey_unpacker *unpacker, size_t size, float *buffer)
{
    bool ok = true;
    while (ok && size > 0) {
        size_t part =
            size < BUFFER_FLOATS * sizeof *buffer ? size : BUFFER_FLOATS * sizeof *buffer;
        ok = trey_unpacker_get(unpacker, buffer, part);
        size -= part;
    }
    return ok;
}

/* Unpacks the compressed tables into the learner. With `check` it only checks that they
 * unpack to exactly the bytes that the learner needs. */
static enum trey_status unpack_tables(struct trey_learner *learner,
                                      const struct header *header, FILE *file,
                                      size_t packed, bool check, struct trey_error *error)
{
    struct trey_unpacker *unpacker = NULL;
    size_t spans = TREY_LEARNER_SPANS * sizeof *learner->spans, count;
    float *floats, *buffer = malloc(BUFFER_FLOATS * sizeof *buffer);
    if (buffer == NULL)
        return trey_fail_memory(error, BUFFER_FLOATS * sizeof *buffer);
    bool ok = fseek(file, HEADER_BYTES, SEEK_SET) == 0;
    enum trey_status status = trey_unpacker_new(file, packed, &unpacker, error);
    for (int i = 0; status == TREY_OK && ok &&
                    (count = table_at(learner, header->entries, header->stages.count, i,
                                      &floats)) > 0;
         i++)
        ok = check ? skip_bytes(unpacker, count * sizeof *floats, buffer)
                   : trey_unpacker_get(unpacker, floats, count * sizeof *floats);
    if (status == TREY_OK && ok)
        ok = check ? skip_bytes(unpacker, spans, buffer)
                   : trey_unpacker_get(unpacker, learner->spans, spans);
    if (status == TREY_OK && !(ok && trey_unpacker_at_end(unpacker)))
        status = fail_damaged(error);
    trey_unpacker_free(unpacker);
    free(buffer);
    return status;
}

/* Reads the tables; changes the learner only if the file is valid. */
static enum trey_status read_tables(struct trey_learner *learner,
                                    const struct header *header, FILE *file,
                                    struct trey_error *error)
{
    if (header->version < COMPRESSED) {
        enum trey_status whole = check_whole(file, tables_bytes(learner, header), error);
        if (whole == TREY_OK && !read_plain_tables(learner, header, file))
            return fail_damaged(error);
        return whole;
    }
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    long min_size = HEADER_BYTES + (long)sizeof(uint64_t);
    if (size < min_size)
        return fail_damaged(error);
    size_t packed = (size_t)(size - min_size);
    enum trey_status status = check_whole(file, (size_t)size - sizeof(uint64_t), error);
    if (status == TREY_OK)
        status = unpack_tables(learner, header, file, packed, true, error);
    return status == TREY_OK ? unpack_tables(learner, header, file, packed, false, error)
                             : status;
}

/* Reorders a table from the order of indices; returns false if out of memory. */
static bool interleave_table(struct trey_learner *learner, int stage, int tuple)
{
    size_t size = learner->stride * sizeof(float), entries = learner->tuples.size[tuple];
    const float *table = trey_learner_entry(learner, stage, tuple, 0);
    float *copy = trey_large_new(entries * size);
    if (copy == NULL)
        return false;
    memcpy(copy, table, entries * size);
    for (uint32_t i = 0; i < entries; i++)
        memcpy(trey_learner_entry(learner, stage, tuple, i), copy + learner->stride * i,
               size);
    trey_large_free(copy, entries * size);
    return true;
}

static bool interleave_tables(struct trey_learner *learner, const struct header *header)
{
    bool ok = true;
    for (int i = 0; header->version < INTERLEAVED && i < header->stages.count; i++)
        for (int tuple = 0; ok && tuple < header->tuple_count; tuple++)
            if (trey_tuple_is_interleaved(&learner->tuples, tuple))
                ok = interleave_table(learner, i, tuple);
    return ok;
}

static enum trey_status read_all(struct trey_learner *learner, FILE *file,
                                 struct trey_error *error)
{
    char text[HEADER_BYTES];
    struct header header;
    if (fread(text, 1, sizeof text, file) != sizeof text)
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a trey checkpoint");
    enum trey_status status = read_header(learner, text, &header, error);
    if (status != TREY_OK)
        return status;
    status = read_tables(learner, &header, file, error);
    if (status != TREY_OK)
        return status;
    if (!interleave_tables(learner, &header))
        return trey_fail_memory(error, trey_learner_floats(learner) * sizeof(float));
    distribute_stages(learner, &header.stages);
    trey_learner_discard_episodes(learner);
    atomic_store(&learner->games, header.games);
    atomic_store(&learner->games_begun, header.begun);
    atomic_store(&learner->moves, header.slides);
    learner->seconds = header.seconds;
    if (header.training != 0)
        learner->training_id = header.training;
    return TREY_OK;
}

enum trey_status trey_learner_restore(struct trey_learner *learner, const char *path,
                                      struct trey_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    enum trey_status status = read_all(learner, file, error);
    fclose(file);
    return status;
}

#else

static enum trey_status fail_unsupported(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "checkpoints are not supported: this trey was built without zstd");
}

size_t trey_learner_checkpoint_bytes(const struct trey_learner *learner)
{
    (void)learner;
    return 0;
}

enum trey_status trey_learner_save(struct trey_learner *learner, const char *path,
                                   struct trey_error *error)
{
    (void)learner, (void)path;
    return fail_unsupported(error);
}

enum trey_status trey_learner_restore(struct trey_learner *learner, const char *path,
                                      struct trey_error *error)
{
    (void)learner, (void)path;
    return fail_unsupported(error);
}

#endif
