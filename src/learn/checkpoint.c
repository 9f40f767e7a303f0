/* Checkpoints: a head of plain text, then the tables as they lie in memory, with a
 * checksum at the end. They are for going on with training on the same kind of machine;
 * networks to keep and to play by are files of eval/network_file.c. */
#define _GNU_SOURCE /* fileno */
#include "base/error.h"
#include "learn/learner.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { HEAD_BYTES = 512 };

static const char head_format[] =
    "trey checkpoint 3\ntuples %s\nstages %s\ngames %" PRIu64 "\nslides %" PRIu64
    "\nseconds %.3f\nboard %dx%d\n";

enum { PARTS = 2 }; /* of a stage */

/* All that is saved after the head by so many entries and stages, one part a call; 0 after
 * the last. */
static size_t part_of(const struct trey_learner *learner, size_t entries, int stages,
                      int number, void **memory)
{
    const struct trey_learner_stage *stage = &learner->stage[number / PARTS];
    if (number / PARTS == stages) {
        *memory = learner->spans;
        return number % PARTS == 0 ? TREY_LEARNER_SPANS * sizeof *learner->spans : 0;
    }
    *memory = number % PARTS == 0 ? stage->deck : stage->weights;
    return sizeof(float) * (number % PARTS == 0 ? TREY_LEARNER_DECK_FLOATS
                                                : entries * learner->stride);
}

static enum trey_status write_parts(const struct trey_learner *learner, FILE *file,
                                    struct trey_error *error)
{
    char head[HEAD_BYTES] = {0}, tuples[TREY_TUPLES_TEXT], stages[TREY_STAGES_TEXT];
    trey_tuples_format(&learner->tuples, tuples);
    trey_stages_format(&learner->stages, stages);
    snprintf(head, sizeof head, head_format, tuples, stages, (uint64_t)learner->games,
             (uint64_t)learner->slides, learner->seconds, learner->tuples.shape.rows,
             learner->tuples.shape.cols);
    XXH64_state_t *state = XXH64_createState();
    if (state == NULL)
        return trey_fail_memory(error, sizeof(XXH64_hash_t));
    XXH64_reset(state, 1);
    XXH64_update(state, head, sizeof head);
    bool fine = fwrite(head, 1, sizeof head, file) == sizeof head;
    void *memory;
    size_t size;
    for (int i = 0; fine && (size = part_of(learner, learner->entries,
                                            learner->stages.count, i, &memory)) > 0;
         i++) {
        XXH64_update(state, memory, size);
        fine = fwrite(memory, 1, size, file) == size;
    }
    uint64_t checksum = XXH64_digest(state);
    XXH64_freeState(state);
    fine = fine && fwrite(&checksum, 1, sizeof checksum, file) == sizeof checksum &&
           fflush(file) == 0 && fsync(fileno(file)) == 0;
    return fine ? TREY_OK
                : trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
}

enum trey_status trey_learner_save(const struct trey_learner *learner, const char *path,
                                   struct trey_error *error)
{
    size_t room = strlen(path) + sizeof ".new";
    char *temporary = malloc(room);
    if (temporary == NULL)
        return trey_fail_memory(error, room);
    snprintf(temporary, room, "%s.new", path);
    FILE *file = fopen(temporary, "wb");
    enum trey_status status =
        file != NULL
            ? write_parts(learner, file, error)
            : trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
    if (file != NULL && fclose(file) != 0 && status == TREY_OK)
        status = trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
    if (status == TREY_OK && rename(temporary, path) != 0)
        status = trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
    if (status != TREY_OK && file != NULL)
        unlink(temporary);
    free(temporary);
    return status;
}

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

static enum trey_status read_parts(struct trey_learner *learner, FILE *file,
                                   struct trey_error *error)
{
    char head[HEAD_BYTES], wanted[TREY_TUPLES_TEXT], found[TREY_TUPLES_TEXT + 1] = "";
    char stages_text[TREY_STAGES_TEXT] = "";
    struct trey_stages stages;
    uint64_t games = 0, slides = 0, checksum = 0;
    double seconds = 0.0;
    trey_tuples_format(&learner->tuples, wanted);
    if (fread(head, 1, sizeof head, file) != sizeof head ||
        head[HEAD_BYTES - 1] != '\0' ||
        sscanf(head,
               "trey checkpoint 3\ntuples %160[0-9a-f ]\nstages %127[0-9a-z+ ]\ngames "
               "%" SCNu64 "\nslides %" SCNu64 "\nseconds %lf",
               found, stages_text, &games, &slides, &seconds) != 5 ||
        trey_stages_parse(stages_text, learner->stages.family, &stages, NULL) != TREY_OK)
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a checkpoint of this trey");
    struct trey_shape shape = {4, 4}; /* of which older checkpoints all are */
    const char *board = strstr(head, "\nboard ");
    if (board != NULL &&
        sscanf(board, "\nboard %2hhux%2hhu", &shape.rows, &shape.cols) != 2)
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a checkpoint of this trey");
    if (shape.rows != learner->tuples.shape.rows ||
        shape.cols != learner->tuples.shape.cols)
        return trey_fail(error, TREY_ERR_INPUT, 0, "a checkpoint for %d x %d cells",
                         shape.rows, shape.cols);
    int tuples = count_prefix(found, wanted);
    if (tuples == 0)
        return trey_fail(
            error, TREY_ERR_INPUT, 0,
            "a checkpoint of other tuples: %s; tuples may only be added behind "
            "them",
            found);
    if (!can_spread(&stages, &learner->stages))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "a checkpoint of other stages: %s; stages may only be added",
                         stages_text);
    size_t entries = 0;
    for (int i = 0; i < tuples; i++)
        entries += learner->tuples.size[i];
    XXH64_state_t *state = XXH64_createState();
    if (state == NULL)
        return trey_fail_memory(error, sizeof(XXH64_hash_t));
    XXH64_reset(state, 1);
    XXH64_update(state, head, sizeof head);
    bool fine = true;
    void *memory;
    size_t size;
    for (int i = 0;
         fine && (size = part_of(learner, entries, stages.count, i, &memory)) > 0; i++) {
        fine = fread(memory, 1, size, file) == size;
        XXH64_update(state, memory, fine ? size : 0);
    }
    fine = fine && fread(&checksum, 1, sizeof checksum, file) == sizeof checksum &&
           checksum == XXH64_digest(state);
    XXH64_freeState(state);
    if (!fine)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the checkpoint is cut short or damaged");
    spread_stages(learner, &stages);
    trey_learner_drop_games(learner);
    atomic_store(&learner->games, games);
    atomic_store(&learner->begun, games + TREY_LEARNER_LANES * learner->threads);
    atomic_store(&learner->slides, slides);
    learner->seconds = seconds;
    return TREY_OK;
}

enum trey_status trey_learner_restore(struct trey_learner *learner, const char *path,
                                      struct trey_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read: %s", strerror(errno));
    enum trey_status status = read_parts(learner, file, error);
    fclose(file);
    return status;
}

#else

static enum trey_status refuse(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this trey was built without xxhash and keeps no checkpoints");
}

enum trey_status trey_learner_save(const struct trey_learner *learner, const char *path,
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
