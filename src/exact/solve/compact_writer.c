/* Writes the blocks of a compact table, layer by layer: for layers with a full bag the
 * set of boards with their means, and for a play table the choices.
 *
 * Choices are written in three steps: all threads find the choice of each state; the
 * frequencies of the choices give a prefix code; the bits of the codes become keys of a
 * ribbon, whose shards all threads solve. The block does not depend on the number of
 * threads, so a table can be verified by making it again and comparing bytes. */
#include "exact/solve/compact_writer.h"

#include "base/error.h"
#include "exact/table/checksum.h"
#include "exact/table/compact.h"

#include <stdlib.h>
#include <string.h>

/* The solver's tolerance: averages that differ by less are equal. */
#define EQUAL 1e-9

struct buffer {
    void *at;
    size_t bytes;
};

struct trey_compact_writer {
    enum trey_exact_kind kind;
    bool states;
    const struct trey_exact *expected;
    struct buffer index, code; /* of the members of the set */
    struct buffer choice;      /* by board and column */
    struct buffer key, sorted; /* bits of codes; the same, grouped by shard */
    struct buffer first;       /* by shard, and the end: index in `sorted` */
    struct buffer word;        /* TREY_RIBBON_WORDS per shard */
    struct buffer words, seed; /* by shard */
    struct buffer block;
    size_t keys;
};

enum trey_status trey_compact_writer_new(struct trey_solver *solver,
                                         const struct trey_exact *expected,
                                         struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    unsigned bytes = options->value_bytes != 0 ? options->value_bytes : 4;
    if (options->kind == TREY_EXACT_WHOLE)
        return TREY_OK;
    solver->compact_writer = calloc(1, sizeof *solver->compact_writer);
    if (solver->compact_writer == NULL)
        return trey_fail_memory(error, sizeof *solver->compact_writer);
    solver->compact_writer->kind = options->kind;
    solver->compact_writer->states =
        options->kind == TREY_EXACT_CHECKPOINT || options->states;
    solver->compact_writer->expected = expected;
    solver->store.value_bytes = options->kind == TREY_EXACT_CHECKPOINT ? bytes : 0;
    return TREY_OK;
}

void trey_compact_writer_free(struct trey_compact_writer *writer)
{
    if (writer == NULL)
        return;
    struct buffer *all[] = {
        &writer->index, &writer->code, &writer->choice, &writer->key,  &writer->sorted,
        &writer->first, &writer->word, &writer->words,  &writer->seed, &writer->block};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->at);
    free(writer);
}

/* Makes room for `count` elements of `size` bytes. The old contents are lost. */
static enum trey_status reserve(struct buffer *buffer, size_t count, size_t size,
                                struct trey_error *error)
{
    size_t bytes = count * size + 8;
    if (buffer->bytes >= bytes)
        return TREY_OK;
    free(buffer->at);
    buffer->at = malloc(bytes + bytes / 8);
    buffer->bytes = buffer->at != NULL ? bytes + bytes / 8 : 0;
    return buffer->at != NULL ? TREY_OK : trey_fail_memory(error, bytes);
}

static enum trey_status fail_differs(const struct trey_frame *frame,
                                     struct trey_error *error)
{
    return trey_fail(
        error, TREY_ERR_INPUT, 0,
        "damaged table: the layer of tile sum %u differs from a new solution",
        frame->number / 2);
}

/* Returns the layer to compare with: that of the expected table, or `own` if none is
 * expected. */
static const struct trey_compact_layer *
expected_layer(const struct trey_compact_writer *writer, const struct trey_frame *frame,
               const struct trey_compact_layer *own)
{
    if (writer->expected == NULL)
        return own;
    return &writer->expected->store.layer[frame->number].compact;
}

/* Appends the block to the store and sets *at and *checksum. If a table is expected,
 * compares the block with that table's block at `other_at` instead. */
static enum trey_status store_or_compare(struct trey_solver *solver,
                                         const struct trey_frame *frame, uint64_t bytes,
                                         uint64_t other_at, uint64_t *at,
                                         uint64_t *checksum, struct trey_error *error)
{
    const struct trey_compact_writer *writer = solver->compact_writer;
    const void *block = writer->block.at;
    *checksum = trey_checksum(block, bytes, 1);
    *at = solver->store.end;
    if (writer->expected == NULL)
        return trey_layers_append(&solver->store, block, bytes, error);
    const char *other = (const char *)writer->expected->store.map + other_at;
    return memcmp(block, other, bytes) == 0 ? TREY_OK : fail_differs(frame, error);
}

/* --- the set ---------------------------------------------------------------------------
 */

static void encode_means(struct trey_compact_layer *own, unsigned bytes,
                         const double *mean, const uint32_t *place, uint32_t *code)
{
    double low = mean[place[0]], high = low, max = bytes == 3 ? 0xffffff : UINT32_MAX;
    for (uint32_t i = 1; i < own->members; i++) {
        low = mean[place[i]] < low ? mean[place[i]] : low;
        high = mean[place[i]] > high ? mean[place[i]] : high;
    }
    double steps = high > low ? max / (high - low) : 0;
    own->low = low;
    own->step = (high - low) / max;
    for (uint32_t i = 0; i < own->members; i++) {
        double scaled = (mean[place[i]] - low) * steps + 0.5;
        code[i] = scaled >= max ? (uint32_t)max : (uint32_t)scaled;
    }
}

static enum trey_status write_set(struct trey_solver *solver,
                                  const struct trey_frame *frame,
                                  struct trey_error *error)
{
    struct trey_compact_writer *writer = solver->compact_writer;
    struct trey_layer *layer = &solver->store.layer[frame->number];
    struct trey_compact_layer *own = &layer->compact;
    size_t boards = frame->set.count;
    enum trey_status status = reserve(&writer->index, boards, 4, error);
    if (status == TREY_OK)
        status = reserve(&writer->code, boards, 4, error);
    if (status != TREY_OK)
        return status;
    uint32_t *index = writer->index.at, *place = writer->code.at;
    own->members = 0;
    for (uint32_t i = 0; i < boards; i++)
        if (solver->slide_log.legal[i] != 0)
            place[own->members++] = i;
    if (own->members == 0)
        return TREY_OK;
    for (uint32_t i = 0; i < own->members; i++)
        index[i] = trey_board_index(&solver->ranking, frame->rows,
                                    solver->slide_log.board[place[i]]);
    if (solver->store.value_bytes > 0)
        encode_means(own, solver->store.value_bytes, frame->mean.avg, place, place);
    own->low_bits = trey_sparse_low_bits(layer->size, own->members);
    uint64_t bytes = trey_compact_set_bytes(&solver->store, layer);
    status = reserve(&writer->block, bytes, 1, error);
    if (status != TREY_OK)
        return status;
    struct trey_sparse set;
    trey_compact_set_view(&solver->store, layer, NULL, &set);
    trey_sparse_make(&set, index, place, writer->block.at);
    const struct trey_compact_layer *other = expected_layer(writer, frame, own);
    if (other->members != own->members || other->low_bits != own->low_bits ||
        memcmp(&other->low, &own->low, 2 * sizeof own->low) != 0)
        return fail_differs(frame, error);
    return store_or_compare(solver, frame, bytes, other->set_at, &own->set_at,
                            &own->set_checksum, error);
}

/* --- choices ---------------------------------------------------------------------------
 */

struct layer_task {
    struct trey_solver *solver;
    const struct trey_frame *frame;
};

/* Reads the logged slides of the board at a place in the layer. */
static void read_slides(const struct trey_solver *solver, size_t place,
                        struct trey_board_slides *slides)
{
    const struct trey_slide_log *log = &solver->slide_log;
    *slides = (struct trey_board_slides){.legal = log->legal[place]};
    for (int d = 0; d < 4; d++) {
        if (!(slides->legal >> d & 1))
            continue;
        slides->after[d] = trey_exact_slide(&solver->game, log->board[place], d);
        slides->exchanged[d] = log->exchanged[place] >> d & 1;
        slides->key[d] = (uint64_t)solver->game.edge[d] << 40 | log->to[d][place];
    }
}

/* Value of the slides of a group, which all lead to the same after-state. */
static double group_value(const struct layer_task *task,
                          const struct trey_board_slides *slides, unsigned group,
                          unsigned column)
{
    const struct trey_solver *solver = task->solver;
    int d = __builtin_ctz(group);
    const struct trey_after_states *after = &solver->after[solver->game.edge[d]];
    unsigned columns = task->frame->slot.columns;
    uint32_t index = (uint32_t)slides->key[d], place;
    bool exchanged = slides->exchanged[d] && columns > 1 && column < 2;
    solver->kernels->locate(&after->set, &index, &place, 1);
    return after->values.avg[(size_t)place * columns + (exchanged ? 1 - column : column)];
}

static uint8_t find_choice(const struct layer_task *task,
                           const struct trey_board_slides *slides, unsigned column)
{
    const struct trey_slot *slot = &task->frame->slot;
    struct trey_slide_groups groups;
    double value[4], max = -1;
    trey_slide_groups_make(&task->solver->game, slides, slot->column[column].draw[0].rank,
                           column, slot->columns, &groups);
    if (groups.count < 2)
        return TREY_NO_CHOICE;
    for (unsigned i = 0; i < groups.count; i++) {
        value[i] = group_value(task, slides, groups.slides[i], column);
        max = value[i] > max ? value[i] : max;
    }
    unsigned best = 0;
    for (unsigned i = 0; i < groups.count; i++)
        best |= (unsigned)(value[i] >= max - EQUAL) << i;
    return (uint8_t)trey_choice_index(groups.count, best);
}

static void find_choices_chunk(void *context, size_t chunk)
{
    const struct layer_task *task = context;
    const struct trey_solver *solver = task->solver;
    const struct trey_set *set = &task->frame->set;
    unsigned columns = task->frame->slot.columns;
    uint8_t *choice = solver->compact_writer->choice.at;
    size_t beyond = (chunk + 1) * TREY_CHUNK_WORDS;
    size_t end = beyond < set->words ? set->before[beyond] : set->count;
    for (size_t i = set->before[chunk * TREY_CHUNK_WORDS]; i < end; i++) {
        struct trey_board_slides slides;
        unsigned legal = solver->slide_log.legal[i];
        if ((legal & (legal - 1)) == 0) {
            memset(choice + i * columns, TREY_NO_CHOICE, columns);
            continue;
        }
        read_slides(solver, i, &slides);
        for (unsigned column = 0; column < columns; column++)
            choice[i * columns + column] = find_choice(task, &slides, column);
    }
}

/* Makes a key for each bit of each code. */
static enum trey_status make_keys(struct trey_solver *solver,
                                  const struct trey_frame *frame,
                                  struct trey_compact_layer *own,
                                  struct trey_error *error)
{
    struct trey_compact_writer *writer = solver->compact_writer;
    uint64_t count[TREY_CHOICES] = {0}, keys = 0;
    uint8_t length[TREY_CHOICES];
    unsigned code[TREY_CHOICES], columns = frame->slot.columns;
    const uint8_t *choice = writer->choice.at;
    size_t classes = (size_t)frame->set.count * columns;
    for (size_t i = 0; i < classes; i++)
        if (choice[i] != TREY_NO_CHOICE)
            count[choice[i]]++;
    trey_choice_lengths(count, length);
    trey_choice_pack(length, own->lengths);
    for (unsigned i = 0; i < TREY_CHOICES; i++) {
        keys += count[i] * length[i];
        code[i] = trey_choice_code(length, i);
    }
    enum trey_status status = reserve(&writer->key, keys, sizeof(uint64_t), error);
    writer->keys = 0;
    for (size_t i = 0; status == TREY_OK && i < classes; i++) {
        if (choice[i] == TREY_NO_CHOICE)
            continue;
        trey_board board = solver->slide_log.board[i / columns];
        for (unsigned bit = 0; bit < length[choice[i]]; bit++) {
            bool one = code[choice[i]] >> (length[choice[i]] - 1 - bit) & 1;
            ((uint64_t *)writer->key.at)[writer->keys++] =
                trey_choice_key(board, (unsigned)(i % columns), bit) |
                (one ? TREY_RIBBON_BIT : 0);
        }
    }
    return status;
}

/* Groups the keys by shard with a counting sort. */
static enum trey_status sort_keys_by_shard(struct trey_compact_writer *writer,
                                           uint32_t shards, struct trey_error *error)
{
    enum trey_status status = reserve(&writer->sorted, writer->keys, 8, error);
    if (status == TREY_OK)
        status = reserve(&writer->first, shards + (size_t)2, sizeof(size_t), error);
    if (status != TREY_OK)
        return status;
    const uint64_t *key = writer->key.at;
    uint64_t *sorted = writer->sorted.at;
    size_t *first = writer->first.at; /* shifted by one while keys are placed */
    memset(first, 0, (shards + (size_t)2) * sizeof *first);
    for (size_t i = 0; i < writer->keys; i++)
        first[trey_ribbon_shard(key[i] & ~TREY_RIBBON_BIT, shards) + 2]++;
    for (uint32_t i = 2; i <= shards; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < writer->keys; i++)
        sorted[first[trey_ribbon_shard(key[i] & ~TREY_RIBBON_BIT, shards) + 1]++] =
            key[i];
    return TREY_OK;
}

static void solve_shard(void *context, size_t shard)
{
    struct trey_compact_writer *writer = context;
    const size_t *first = writer->first.at;
    ((int *)writer->words.at)[shard] =
        trey_ribbon_solve((const uint64_t *)writer->sorted.at + first[shard],
                          first[shard + 1] - first[shard],
                          (uint64_t *)writer->word.at + shard * TREY_RIBBON_WORDS,
                          (uint8_t *)writer->seed.at + shard);
}

static enum trey_status solve_shards(struct trey_solver *solver, uint32_t shards,
                                     uint64_t *words, struct trey_error *error)
{
    struct trey_compact_writer *writer = solver->compact_writer;
    enum trey_status status = reserve(&writer->words, shards, sizeof(int), error);
    if (status == TREY_OK)
        status = reserve(&writer->seed, shards, 1, error);
    if (status == TREY_OK)
        status = reserve(&writer->word, shards, 8 * TREY_RIBBON_WORDS, error);
    if (status != TREY_OK)
        return status;
    trey_parallel_for(solver->threads, shards, solve_shard, writer);
    *words = 0;
    for (uint32_t i = 0; i < shards; i++) {
        int here = ((const int *)writer->words.at)[i];
        if (here < 0)
            return trey_fail(error, TREY_ERR_LIMIT, 0,
                             "the choices of a tile sum cannot be encoded");
        *words += (unsigned)here;
    }
    return TREY_OK;
}

static void fill_ribbon_block(struct trey_compact_writer *writer, uint32_t shards)
{
    uint32_t *first = writer->block.at;
    uint8_t *seed = (void *)(first + shards + 1);
    uint64_t header_bytes = trey_ribbon_header_bytes(shards);
    memset(writer->block.at, 0, header_bytes);
    char *to = (char *)writer->block.at + header_bytes;
    for (uint32_t i = 0; i < shards; i++) {
        size_t words = (size_t)((const int *)writer->words.at)[i];
        first[i + 1] = first[i] + (uint32_t)words;
        seed[i] = ((const uint8_t *)writer->seed.at)[i];
        memcpy(to, (const uint64_t *)writer->word.at + (size_t)i * TREY_RIBBON_WORDS,
               8 * words);
        to += 8 * words;
    }
}

static enum trey_status write_choices(struct trey_solver *solver,
                                      const struct trey_frame *frame,
                                      struct trey_error *error)
{
    struct trey_compact_writer *writer = solver->compact_writer;
    struct trey_layer *layer = &solver->store.layer[frame->number];
    struct trey_compact_layer *own = &layer->compact;
    struct layer_task task = {solver, frame};
    enum trey_status status = reserve(
        &writer->choice, (size_t)frame->set.count * frame->slot.columns, 1, error);
    if (status != TREY_OK)
        return status;
    trey_parallel_for(solver->threads, trey_set_chunks(&frame->set), find_choices_chunk,
                      &task);
    status = make_keys(solver, frame, own, error);
    own->shards = trey_ribbon_shards(writer->keys);
    if (status != TREY_OK || own->shards == 0)
        return status;
    status = sort_keys_by_shard(writer, own->shards, error);
    if (status == TREY_OK)
        status = solve_shards(solver, own->shards, &own->words, error);
    uint64_t bytes = trey_compact_choices_bytes(layer);
    if (status == TREY_OK)
        status = reserve(&writer->block, bytes, 1, error);
    if (status != TREY_OK)
        return status;
    fill_ribbon_block(writer, own->shards);
    const struct trey_compact_layer *other = expected_layer(writer, frame, own);
    if (other->shards != own->shards || other->words != own->words ||
        memcmp(other->lengths, own->lengths, sizeof other->lengths) != 0)
        return fail_differs(frame, error);
    return store_or_compare(solver, frame, bytes, other->choices_at, &own->choices_at,
                            &own->choices_checksum, error);
}

enum trey_status trey_compact_writer_add(struct trey_solver *solver,
                                         const struct trey_frame *frame,
                                         struct trey_error *error)
{
    const struct trey_compact_writer *writer = solver->compact_writer;
    enum trey_status status = TREY_OK;
    if (writer->states && frame->number % TREY_BAG_SLOTS == 0)
        status = write_set(solver, frame, error);
    if (status == TREY_OK && writer->kind == TREY_EXACT_PLAY)
        status = write_choices(solver, frame, error);
    if (status != TREY_OK)
        return status;
    const struct trey_compact_layer *own = &solver->store.layer[frame->number].compact;
    const struct trey_compact_layer *other = expected_layer(writer, frame, own);
    bool same = own->members == other->members && own->shards == other->shards &&
                own->set_checksum == other->set_checksum &&
                own->choices_checksum == other->choices_checksum;
    return same ? TREY_OK : fail_differs(frame, error);
}
