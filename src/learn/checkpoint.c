/* Checkpoints: a header of plain text, then the tables as they are in memory, compressed,
 * with a checksum at the end. They serve to resume training on the same kind of machine;
 * networks for playing are files of eval/network_file.c.
 *
 * Weights are written while other threads teach them: a checkpoint is not of one moment,
 * but each weight in it was so at some moment of the writing, which is all that training
 * asks for. */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "learn/learner.h"
#include "learn/packed.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { HEAD_BYTES = 1024, BUFFER_FLOATS = 1 << 16, PARTS = 2 /* of a stage */ };

/* 1 to 3 had other heads and tables; they are refused by their number. Of 4 and 5 the
 * tables lie as indices are numbered, from 6 on as in memory. From 8 on they are
 * compressed. Odd numbers are of values that are sums. */
enum { OLDEST = 4, FOLDED = 6, PACKED = 8, VERSION = 8, VERSION_SUMS = 9 };

/* All floats that are saved after the head by so many entries and stages, one part a
 * call; 0 after the last. */
static size_t part_of(const struct trey_learner *learner, size_t entries, int stages,
                      int number, float **floats)
{
    const struct trey_learner_stage *stage = &learner->stage[number / PARTS];
    if (number / PARTS == stages)
        return 0;
    *floats = number % PARTS == 0 ? stage->deck : stage->weights;
    return number % PARTS == 0 ? TREY_LEARNER_DECK_FLOATS : entries * learner->stride;
}

/* --- writing -------------------------------------------------------------------------
 */

static void write_head(struct trey_learner *learner, char head[HEAD_BYTES])
{
    char rules[TREY_RULES_TEXT], tuples[TREY_TUPLES_TEXT], stages[TREY_STAGES_TEXT];
    struct trey_learn_progress progress;
    trey_learner_progress(learner, &progress);
    trey_rules_format(&learner->options.rules, rules, sizeof rules);
    trey_tuples_format(&learner->tuples, tuples);
    trey_stages_format(&learner->stages, stages);
    memset(head, 0, HEAD_BYTES);
    snprintf(head, HEAD_BYTES,
             "trey checkpoint %d\nrules %s\ntuples %s\nstages %s\nfloats %" PRIu32
             "\ngames %" PRIu64 "\nbegun %" PRIu64 "\nslides %" PRIu64
             "\nseconds %.3f\ntraining %016" PRIx64 "\n",
             learner->options.sums ? VERSION_SUMS : VERSION, rules, tuples, stages,
             learner->stride, progress.games, (uint64_t)atomic_load(&learner->begun),
             progress.slides, progress.seconds, learner->training);
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

/* One span at a time, so that no thread waits long for it. */
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
    char head[HEAD_BYTES];
    float *buffer = malloc(BUFFER_FLOATS * sizeof *buffer), *floats;
    struct trey_learner_span *copy = malloc(sizeof *copy);
    enum trey_status status = TREY_OK;
    size_t count;
    if (buffer == NULL || copy == NULL) {
        status = trey_fail_memory(error, BUFFER_FLOATS * sizeof *buffer);
        goto cleanup;
    }
    write_head(learner, head);
    status = trey_packer_put_plain(packer, head, sizeof head, error);
    for (int i = 0;
         status == TREY_OK && (count = part_of(learner, learner->entries,
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
    size_t bytes = HEAD_BYTES + SLACK_BYTES, count;
    for (int i = 0; (count = part_of(learner, learner->entries, learner->stages.count, i,
                                     &floats)) > 0;
         i++)
        bytes += count * sizeof *floats;
    if (learner->options.restarts > 0.0)
        bytes += TREY_LEARNER_SPANS * sizeof *learner->spans;
    return bytes + bytes / 128; /* what cannot be compressed grows a little */
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

/* What a head says. */
struct head {
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

/* How many tuples were found, if those wanted begin with them; else 0. */
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

/* True if all stages found are among those wanted. */
static bool can_spread(const struct trey_stages *found, const struct trey_stages *wanted)
{
    int known = 0;
    for (int i = 0; i < wanted->count && known < found->count; i++)
        known += same_stage(found, known, wanted, i);
    return known == found->count;
}

/* Weights go on from where they are; what they were taught before counts for that share.
 */
static void promote(const float *from, float *to, size_t floats, uint32_t stride,
                    float kept)
{
    for (size_t i = 0; i < floats; i++)
        to[i] = i % stride == 0 ? from[i] : kept * from[i];
}

/* Spreads the weights of the stages that were read over those that there are. A stage is
 * filled from the one that held where it begins; stages are only added, so that this one
 * is not above it, and going from the last nothing is overwritten before it is used. */
static void spread_stages(struct trey_learner *learner, const struct trey_stages *found)
{
    const struct trey_stages *wanted = &learner->stages;
    for (int to = wanted->count - 1; to >= 0; to--) {
        int from = trey_stage_of(found, trey_stages_first(wanted, to));
        bool same = same_stage(found, from, wanted, to);
        if (from == to && same)
            continue;
        /* Positions of an added stage may want something else than those of all. */
        float kept = same ? 1.0F : 0.1F;
        promote(learner->stage[from].deck, learner->stage[to].deck,
                TREY_LEARNER_DECK_FLOATS, TREY_LEARNER_RECORD, kept);
        promote(learner->stage[from].weights, learner->stage[to].weights,
                trey_learner_floats(learner), learner->stride, kept);
    }
}

static enum trey_status other(struct trey_error *error, const char *what,
                              const char *found)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "a checkpoint of other %s: %s", what,
                     found);
}

/* What does not begin as checkpoints of this version do. */
static enum trey_status not_this_version(struct trey_error *error, const char *text)
{
    int version;
    if (sscanf(text, "trey checkpoint %9d\n", &version) != 1 ||
        (version >= OLDEST && version <= VERSION_SUMS))
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a checkpoint of this trey");
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "a checkpoint of version %d; this trey reads versions %d to %d",
                     version, OLDEST, VERSION_SUMS);
}

/* Reads a head, and whether it is one that this learner can go on from. */
static enum trey_status read_head(const struct trey_learner *learner,
                                  const char text[HEAD_BYTES], struct head *head,
                                  struct trey_error *error)
{
    char tuples[TREY_TUPLES_TEXT];
    struct trey_rules rules;
    if (text[HEAD_BYTES - 1] != '\0' ||
        sscanf(text,
               "trey checkpoint %9d\nrules %127[^\n]\ntuples %159[0-9a-f ]\nstages "
               "%127[0-9a-z+ ]\nfloats %" SCNu32 "\ngames %" SCNu64 "\nbegun %" SCNu64
               "\nslides %" SCNu64 "\nseconds %lf\n",
               &head->version, head->rules, head->tuples, head->stages_text,
               &head->stride, &head->games, &head->begun, &head->slides,
               &head->seconds) != 9 ||
        head->version < OLDEST || head->version > VERSION_SUMS)
        return not_this_version(error, text);
    const char *training = strstr(text, "\ntraining ");
    head->training = 0;
    if (training != NULL)
        sscanf(training, "\ntraining %16" SCNx64, &head->training);
    trey_tuples_format(&learner->tuples, tuples);
    if (trey_rules_parse(head->rules, &rules, NULL) != TREY_OK ||
        !trey_rules_equal(&rules, &learner->options.rules))
        return other(error, "rules", head->rules);
    int count = count_prefix(head->tuples, tuples);
    if (count == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "a checkpoint of other tuples: %s; tuples may only be added "
                         "behind them",
                         head->tuples);
    if (trey_stages_parse(head->stages_text, learner->stages.family, &head->stages,
                          NULL) != TREY_OK ||
        !can_spread(&head->stages, &learner->stages))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "a checkpoint of other stages: %s; stages may only be added",
                         head->stages_text);
    bool sums = head->version % 2 == VERSION_SUMS % 2;
    if (sums != learner->options.sums)
        return other(error, "values", sums ? "sums of tiles" : "points");
    if (head->stride != learner->stride)
        return other(error, "learning rates",
                     head->stride == 1 ? "fixed" : "by temporal coherence");
    head->tuple_count = count;
    head->entries = 0;
    for (int i = 0; i < count; i++)
        head->entries += learner->tuples.size[i];
    return TREY_OK;
}

static enum trey_status damaged(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the checkpoint is cut short or damaged");
}

/* Checks that the file has this size and the checksum stored behind it. */
static enum trey_status check_whole(FILE *file, size_t size, struct trey_error *error)
{
    enum { CHUNK = 1 << 18 };
    uint64_t checksum = 0;
    uint8_t *chunk = malloc(CHUNK);
    XXH64_state_t *state = XXH64_createState();
    bool enough = chunk != NULL && state != NULL;
    bool fine = enough && fseek(file, 0, SEEK_SET) == 0;
    if (fine)
        XXH64_reset(state, 1);
    while (fine && size > 0) {
        size_t part = size < CHUNK ? size : CHUNK;
        fine = fread(chunk, 1, part, file) == part;
        XXH64_update(state, chunk, fine ? part : 0);
        size -= part;
    }
    fine = fine && fread(&checksum, 1, sizeof checksum, file) == sizeof checksum &&
           checksum == XXH64_digest(state) && getc(file) == EOF;
    XXH64_freeState(state);
    free(chunk);
    if (!enough)
        return trey_fail_memory(error, CHUNK);
    return fine ? TREY_OK : damaged(error);
}

static size_t size_of(const struct trey_learner *learner, const struct head *head)
{
    size_t size = HEAD_BYTES + TREY_LEARNER_SPANS * sizeof *learner->spans, count;
    float *floats;
    for (int i = 0;
         (count = part_of(learner, head->entries, head->stages.count, i, &floats)) > 0;
         i++)
        size += count * sizeof *floats;
    return size;
}

/* What was checked; nothing of it is wrong but if the file changes meanwhile. */
static bool read_plain_tables(struct trey_learner *learner, const struct head *head,
                              FILE *file)
{
    size_t count, spans = TREY_LEARNER_SPANS;
    float *floats;
    bool fine = fseek(file, HEAD_BYTES, SEEK_SET) == 0;
    for (int i = 0; fine && (count = part_of(learner, head->entries, head->stages.count,
                                             i, &floats)) > 0;
         i++)
        fine = fread(floats, sizeof *floats, count, file) == count;
    return fine && fread(learner->spans, sizeof *learner->spans, spans, file) == spans;
}

static bool skip_bytes(struct trey_unpacker *unpacker, size_t size, float *buffer)
{
    bool fine = true;
    while (fine && size > 0) {
        size_t part =
            size < BUFFER_FLOATS * sizeof *buffer ? size : BUFFER_FLOATS * sizeof *buffer;
        fine = trey_unpacker_get(unpacker, buffer, part);
        size -= part;
    }
    return fine;
}

/* Unpacks the compressed tables into the learner. With `check` it only checks that they
 * unpack to exactly the bytes that the learner needs. */
static enum trey_status unpack_tables(struct trey_learner *learner,
                                      const struct head *head, FILE *file, size_t packed,
                                      bool check, struct trey_error *error)
{
    struct trey_unpacker *unpacker = NULL;
    size_t spans = TREY_LEARNER_SPANS * sizeof *learner->spans, count;
    float *floats, *buffer = malloc(BUFFER_FLOATS * sizeof *buffer);
    if (buffer == NULL)
        return trey_fail_memory(error, BUFFER_FLOATS * sizeof *buffer);
    bool fine = fseek(file, HEAD_BYTES, SEEK_SET) == 0;
    enum trey_status status = trey_unpacker_new(file, packed, &unpacker, error);
    for (int i = 0;
         status == TREY_OK && fine &&
         (count = part_of(learner, head->entries, head->stages.count, i, &floats)) > 0;
         i++)
        fine = check ? skip_bytes(unpacker, count * sizeof *floats, buffer)
                     : trey_unpacker_get(unpacker, floats, count * sizeof *floats);
    if (status == TREY_OK && fine)
        fine = check ? skip_bytes(unpacker, spans, buffer)
                     : trey_unpacker_get(unpacker, learner->spans, spans);
    if (status == TREY_OK && !(fine && trey_unpacker_at_end(unpacker)))
        status = damaged(error);
    trey_unpacker_free(unpacker);
    free(buffer);
    return status;
}

/* Changes the learner only if the file is whole. */
static enum trey_status read_tables(struct trey_learner *learner, const struct head *head,
                                    FILE *file, struct trey_error *error)
{
    if (head->version < PACKED) {
        enum trey_status whole = check_whole(file, size_of(learner, head), error);
        if (whole == TREY_OK && !read_plain_tables(learner, head, file))
            return damaged(error);
        return whole;
    }
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    long least = HEAD_BYTES + (long)sizeof(uint64_t);
    if (size < least)
        return damaged(error);
    size_t packed = (size_t)(size - least);
    enum trey_status status = check_whole(file, (size_t)size - sizeof(uint64_t), error);
    if (status == TREY_OK)
        status = unpack_tables(learner, head, file, packed, true, error);
    return status == TREY_OK ? unpack_tables(learner, head, file, packed, false, error)
                             : status;
}

/* From the order in which indices are numbered; false for want of memory. */
static bool fold_table(struct trey_learner *learner, int stage, int tuple)
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

static bool fold_tables(struct trey_learner *learner, const struct head *head)
{
    bool fine = true;
    for (int i = 0; head->version < FOLDED && i < head->stages.count; i++)
        for (int tuple = 0; fine && tuple < head->tuple_count; tuple++)
            if (trey_tuple_is_folded(&learner->tuples, tuple))
                fine = fold_table(learner, i, tuple);
    return fine;
}

static enum trey_status read_all(struct trey_learner *learner, FILE *file,
                                 struct trey_error *error)
{
    char text[HEAD_BYTES];
    struct head head;
    if (fread(text, 1, sizeof text, file) != sizeof text)
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a checkpoint of this trey");
    enum trey_status status = read_head(learner, text, &head, error);
    if (status != TREY_OK)
        return status;
    status = read_tables(learner, &head, file, error);
    if (status != TREY_OK)
        return status;
    if (!fold_tables(learner, &head))
        return trey_fail_memory(error, trey_learner_floats(learner) * sizeof(float));
    spread_stages(learner, &head.stages);
    trey_learner_drop_games(learner);
    atomic_store(&learner->games, head.games);
    atomic_store(&learner->begun, head.begun);
    atomic_store(&learner->slides, head.slides);
    learner->seconds = head.seconds;
    if (head.training != 0)
        learner->training = head.training;
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

static enum trey_status refuse(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this trey was built without xxhash and keeps no checkpoints");
}

size_t trey_learner_checkpoint_bytes(const struct trey_learner *learner)
{
    (void)learner;
    return 0;
}

enum trey_status trey_learner_save(struct trey_learner *learner, const char *path,
                                   struct trey_error *error)
{
    (void)learner;
    (void)path;
    return refuse(error);
}

enum trey_status trey_learner_restore(struct trey_learner *learner, const char *path,
                                      struct trey_error *error)
{
    (void)learner;
    (void)path;
    return refuse(error);
}

#endif
