/* Checkpoints: a head of plain text, then the tables as they lie in memory, with a
 * checksum at the end. They are for going on with training on the same kind of machine;
 * networks to keep and to play by are files of eval/network_file.c. */
#include "base/error.h"
#include "base/file.h"
#include "learn/learner.h"

#if defined(TREY_WITH_ZSTD)

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { HEAD_BYTES = 512 };

static const char head_format[] =
    "trey checkpoint 2\ntuples %s\nstages %s\ngames %" PRIu64 "\nslides %" PRIu64
    "\nseconds %.3f\nboard %dx%d\n";

/* All that is saved after the head by so many tuples and stages, one part a call; 0 after
 * the last. */
static size_t part_of(const struct trey_learner *learner, int tuples, int stages,
                      int number, void **memory)
{
    int each = tuples + 1, stage = number / each, part = number % each;
    if (stage > stages)
        return 0;
    if (stage == stages) {
        *memory = learner->spans;
        return part == 0 ? TREY_LEARNER_SPANS * sizeof *learner->spans : 0;
    }
    *memory =
        part == 0 ? learner->stage[stage].deck : learner->stage[stage].table[part - 1];
    return part == 0 ? TREY_LEARNER_DECK_BYTES
                     : trey_learner_table_bytes(&learner->tuples, part - 1);
}

static enum trey_status write_parts(const struct trey_learner *learner,
                                    struct trey_file *file, struct trey_error *error)
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
    enum trey_status status = trey_file_put(file, head, sizeof head, error);
    void *memory;
    size_t size;
    for (int i = 0;
         status == TREY_OK && (size = part_of(learner, learner->tuples.count,
                                              learner->stages.count, i, &memory)) > 0;
         i++) {
        XXH64_update(state, memory, size);
        status = trey_file_put(file, memory, size, error);
    }
    uint64_t checksum = XXH64_digest(state);
    XXH64_freeState(state);
    if (status == TREY_OK)
        status = trey_file_put(file, &checksum, sizeof checksum, error);
    return status;
}

enum trey_status trey_learner_save(const struct trey_learner *learner, const char *path,
                                   struct trey_error *error)
{
    struct trey_file *file;
    enum trey_status status = trey_file_begin(path, &file, error);
    if (status != TREY_OK)
        return status;
    status = write_parts(learner, file, error);
    if (status == TREY_OK)
        return trey_file_commit(file, error);
    trey_file_abandon(file);
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

/* A weight goes on from where it is; what it was taught before counts for that share. */
static void promote(const struct trey_learner_entry *from, struct trey_learner_entry *to,
                    size_t bytes, float kept)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++)
        to[i] = (struct trey_learner_entry){from[i].weight, kept * from[i].error,
                                            kept * from[i].total};
}

/* Spreads the weights of the stages that were read over those that there are. A stage is
 * filled from the one that held where it begins; stages are only added, so that this one
 * is not above it, and going from the last nothing is overwritten before it is used. */
static void spread_stages(struct trey_learner *learner, const struct trey_stages *found)
{
    const struct trey_tuples *tuples = &learner->tuples;
    const struct trey_stages *wanted = &learner->stages;
    for (int to = wanted->count - 1; to >= 0; to--) {
        int from = trey_stage_of(found, trey_stages_first(wanted, to));
        bool same = same_stage(found, from, wanted, to);
        if (from == to && same)
            continue;
        /* Positions of an added stage may want something else than those of all. */
        float kept = same ? 1.0F : 0.1F;
        promote(learner->stage[from].deck, learner->stage[to].deck,
                TREY_LEARNER_DECK_BYTES, kept);
        for (int tuple = 0; tuple < tuples->count; tuple++)
            promote(learner->stage[from].table[tuple], learner->stage[to].table[tuple],
                    trey_learner_table_bytes(tuples, tuple), kept);
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
               "trey checkpoint 2\ntuples %160[0-9a-f ]\nstages %127[0-9a-z+ ]\ngames "
               "%" SCNu64 "\nslides %" SCNu64 "\nseconds %lf",
               found, stages_text, &games, &slides, &seconds) != 5 ||
        trey_stages_parse(stages_text, &stages, NULL) != TREY_OK)
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
    XXH64_state_t *state = XXH64_createState();
    if (state == NULL)
        return trey_fail_memory(error, sizeof(XXH64_hash_t));
    XXH64_reset(state, 1);
    XXH64_update(state, head, sizeof head);
    bool fine = true;
    void *memory;
    size_t size;
    for (int i = 0;
         fine && (size = part_of(learner, tuples, stages.count, i, &memory)) > 0; i++) {
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
    atomic_store(&learner->games, games);
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
