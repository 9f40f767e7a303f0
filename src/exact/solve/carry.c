/* Blocks of tables to carry, layer by layer: the set of the boards at a full bag with
 * their means, and the choices.
 *
 * Choices are made in three goes: which choice each state has, by all threads; the codes,
 * from how often each choice occurs; the bits of the codes as keys of a ribbon, whose
 * shards are solved by all threads again. Whatever the threads do, the block comes out
 * the same, so that a table is verified by making it again. */
#include "exact/solve/carry.h"

#include "base/error.h"
#include "exact/table/carried.h"
#include "exact/table/checksum.h"

#include <stdlib.h>
#include <string.h>

/* Averages that differ by less are equal, as for the solver. */
#define EQUAL 1e-9

struct buffer {
    void *at;
    size_t bytes;
};

struct trey_carrier {
    enum trey_exact_kind kind;
    bool states;
    const struct trey_exact *against;
    struct buffer number, code; /* of the set's members */
    struct buffer choice;       /* by board and column */
    struct buffer key, sorted;  /* bits of codes; the same by shard */
    struct buffer first;        /* by shard, and one more: of the sorted keys */
    struct buffer word;         /* TREY_RIBBON_WORDS for each shard */
    struct buffer words, seed;  /* by shard */
    struct buffer block;
    size_t keys;
};

enum trey_status trey_carrier_new(struct trey_solver *solver,
                                  const struct trey_exact *against,
                                  struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    unsigned bytes = options->value_bytes != 0 ? options->value_bytes : 4;
    if (options->kind == TREY_EXACT_WHOLE)
        return TREY_OK;
    solver->carrier = calloc(1, sizeof *solver->carrier);
    if (solver->carrier == NULL)
        return trey_fail_memory(error, sizeof *solver->carrier);
    solver->carrier->kind = options->kind;
    solver->carrier->states = options->kind == TREY_EXACT_CHECKPOINT || options->states;
    solver->carrier->against = against;
    solver->store.value_bytes = options->kind == TREY_EXACT_CHECKPOINT ? bytes : 0;
    return TREY_OK;
}

void trey_carrier_free(struct trey_carrier *carrier)
{
    if (carrier == NULL)
        return;
    struct buffer *all[] = {&carrier->number, &carrier->code,   &carrier->choice,
                            &carrier->key,    &carrier->sorted, &carrier->first,
                            &carrier->word,   &carrier->words,  &carrier->seed,
                            &carrier->block};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->at);
    free(carrier);
}

/* Room for so many things of a size; what there was is lost. */
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

static enum trey_status differs(const struct trey_frame *frame, struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "damaged table: the tile sum %u is not what the rules make it",
                     frame->number / 2);
}

/* What the layer must be the same as: the other table's, or itself if there is none. */
static const struct trey_carried *held_against(const struct trey_carrier *carrier,
                                               const struct trey_frame *frame,
                                               const struct trey_carried *own)
{
    if (carrier->against == NULL)
        return own;
    return &carrier->against->store.layer[frame->number].carried;
}

/* Keeps the block in hand; *at and *checksum are told where and which. Or holds it
 * against the other table's. */
static enum trey_status keep_block(struct trey_solver *solver,
                                   const struct trey_frame *frame, uint64_t bytes,
                                   uint64_t other_at, uint64_t *at, uint64_t *checksum,
                                   struct trey_error *error)
{
    const struct trey_carrier *carrier = solver->carrier;
    const void *block = carrier->block.at;
    *checksum = trey_checksum(block, bytes, 1);
    *at = solver->store.end;
    if (carrier->against == NULL)
        return trey_layers_append(&solver->store, block, bytes, error);
    const char *other = (const char *)carrier->against->store.map + other_at;
    return memcmp(block, other, bytes) == 0 ? TREY_OK : differs(frame, error);
}

/* --- the set ---------------------------------------------------------------------------
 */

static void encode(struct trey_carried *carried, unsigned bytes, const double *mean,
                   const uint32_t *place, uint32_t *code)
{
    double low = mean[place[0]], high = low, most = bytes == 3 ? 0xffffff : UINT32_MAX;
    for (uint32_t i = 1; i < carried->members; i++) {
        low = mean[place[i]] < low ? mean[place[i]] : low;
        high = mean[place[i]] > high ? mean[place[i]] : high;
    }
    double steps = high > low ? most / (high - low) : 0;
    carried->low = low;
    carried->step = (high - low) / most;
    for (uint32_t i = 0; i < carried->members; i++) {
        double scaled = (mean[place[i]] - low) * steps + 0.5;
        code[i] = scaled >= most ? (uint32_t)most : (uint32_t)scaled;
    }
}

static enum trey_status carry_set(struct trey_solver *solver,
                                  const struct trey_frame *frame,
                                  struct trey_error *error)
{
    struct trey_carrier *carrier = solver->carrier;
    struct trey_layer *layer = &solver->store.layer[frame->number];
    struct trey_carried *carried = &layer->carried;
    size_t boards = frame->set.count;
    enum trey_status status = reserve(&carrier->number, boards, 4, error);
    if (status == TREY_OK)
        status = reserve(&carrier->code, boards, 4, error);
    if (status != TREY_OK)
        return status;
    uint32_t *number = carrier->number.at, *place = carrier->code.at;
    carried->members = 0;
    for (uint32_t i = 0; i < boards; i++)
        if (solver->slid.legal[i] != 0)
            place[carried->members++] = i;
    if (carried->members == 0)
        return TREY_OK;
    for (uint32_t i = 0; i < carried->members; i++)
        number[i] =
            trey_rank_of(&solver->ranking, frame->rows, solver->slid.board[place[i]]);
    if (solver->store.value_bytes > 0)
        encode(carried, solver->store.value_bytes, frame->mean.avg, place, place);
    carried->low_bits = trey_sparse_low_bits(layer->size, carried->members);
    uint64_t bytes = trey_carried_set_bytes(&solver->store, layer);
    status = reserve(&carrier->block, bytes, 1, error);
    if (status != TREY_OK)
        return status;
    struct trey_sparse set;
    trey_carried_set(&solver->store, layer, NULL, &set);
    trey_sparse_make(&set, number, place, carrier->block.at);
    const struct trey_carried *other = held_against(carrier, frame, carried);
    if (other->members != carried->members || other->low_bits != carried->low_bits ||
        memcmp(&other->low, &carried->low, 2 * sizeof carried->low) != 0)
        return differs(frame, error);
    return keep_block(solver, frame, bytes, other->set_at, &carried->set_at,
                      &carried->set_checksum, error);
}

/* --- choices ---------------------------------------------------------------------------
 */

struct work {
    struct trey_solver *solver;
    const struct trey_frame *frame;
};

/* The slides of the board at a place, as they were noted. */
static void recall(const struct trey_solver *solver, size_t place,
                   struct trey_spread *spread)
{
    const struct trey_slid *slid = &solver->slid;
    *spread = (struct trey_spread){.legal = slid->legal[place]};
    for (int d = 0; d < 4; d++) {
        if (!(spread->legal >> d & 1))
            continue;
        spread->after[d] = trey_exact_slide(&solver->game, slid->board[place], d);
        spread->turned[d] = slid->turned[place] >> d & 1;
        spread->key[d] = (uint64_t)solver->game.edge[d] << 40 | slid->to[d][place];
    }
}

/* What the slides of a group are worth. */
static double group_value(const struct work *work, const struct trey_spread *spread,
                          unsigned slides, unsigned column)
{
    const struct trey_solver *solver = work->solver;
    int d = __builtin_ctz(slides);
    const struct trey_afters *after = &solver->after[solver->game.edge[d]];
    unsigned columns = work->frame->slot.columns;
    uint32_t number = (uint32_t)spread->key[d], place;
    bool turned = spread->turned[d] && columns > 1 && column < 2;
    solver->kernels->locate(&after->set, &number, &place, 1);
    return after->values.avg[(size_t)place * columns + (turned ? 1 - column : column)];
}

static uint8_t choice_of(const struct work *work, const struct trey_spread *spread,
                         unsigned column)
{
    const struct trey_slot *slot = &work->frame->slot;
    struct trey_groups groups;
    double value[4], most = -1;
    trey_groups_make(&work->solver->game, spread, slot->column[column].draw[0].rank,
                     column, slot->columns, &groups);
    if (groups.count < 2)
        return TREY_NO_CHOICE;
    for (unsigned i = 0; i < groups.count; i++) {
        value[i] = group_value(work, spread, groups.slides[i], column);
        most = value[i] > most ? value[i] : most;
    }
    unsigned best = 0;
    for (unsigned i = 0; i < groups.count; i++)
        best |= (unsigned)(value[i] >= most - EQUAL) << i;
    return (uint8_t)trey_choice_number(groups.count, best);
}

static void choose_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    const struct trey_solver *solver = work->solver;
    const struct trey_set *set = &work->frame->set;
    unsigned columns = work->frame->slot.columns;
    uint8_t *choice = solver->carrier->choice.at;
    size_t beyond = (chunk + 1) * TREY_CHUNK_WORDS;
    size_t end = beyond < set->words ? set->before[beyond] : set->count;
    for (size_t i = set->before[chunk * TREY_CHUNK_WORDS]; i < end; i++) {
        struct trey_spread spread;
        unsigned legal = solver->slid.legal[i];
        if ((legal & (legal - 1)) == 0) {
            memset(choice + i * columns, TREY_NO_CHOICE, columns);
            continue;
        }
        recall(solver, i, &spread);
        for (unsigned column = 0; column < columns; column++)
            choice[i * columns + column] = choice_of(work, &spread, column);
    }
}

/* Lists the bits of all codes as keys. */
static enum trey_status list_keys(struct trey_solver *solver,
                                  const struct trey_frame *frame,
                                  struct trey_carried *carried, struct trey_error *error)
{
    struct trey_carrier *carrier = solver->carrier;
    uint64_t count[TREY_CHOICES] = {0}, keys = 0;
    uint8_t length[TREY_CHOICES];
    unsigned code[TREY_CHOICES], columns = frame->slot.columns;
    const uint8_t *choice = carrier->choice.at;
    size_t classes = (size_t)frame->set.count * columns;
    for (size_t i = 0; i < classes; i++)
        if (choice[i] != TREY_NO_CHOICE)
            count[choice[i]]++;
    trey_choice_lengths(count, length);
    trey_choice_pack(length, carried->lengths);
    for (unsigned i = 0; i < TREY_CHOICES; i++) {
        keys += count[i] * length[i];
        code[i] = trey_choice_code(length, i);
    }
    enum trey_status status = reserve(&carrier->key, keys, sizeof(uint64_t), error);
    carrier->keys = 0;
    for (size_t i = 0; status == TREY_OK && i < classes; i++) {
        if (choice[i] == TREY_NO_CHOICE)
            continue;
        trey_board board = solver->slid.board[i / columns];
        for (unsigned bit = 0; bit < length[choice[i]]; bit++) {
            bool one = code[choice[i]] >> (length[choice[i]] - 1 - bit) & 1;
            ((uint64_t *)carrier->key.at)[carrier->keys++] =
                trey_choice_key(board, (unsigned)(i % columns), bit) |
                (one ? TREY_RIBBON_BIT : 0);
        }
    }
    return status;
}

/* Sorts the keys by shards. */
static enum trey_status deal_keys(struct trey_carrier *carrier, uint32_t shards,
                                  struct trey_error *error)
{
    enum trey_status status = reserve(&carrier->sorted, carrier->keys, 8, error);
    if (status == TREY_OK)
        status = reserve(&carrier->first, shards + (size_t)2, sizeof(size_t), error);
    if (status != TREY_OK)
        return status;
    const uint64_t *key = carrier->key.at;
    uint64_t *sorted = carrier->sorted.at;
    size_t *first = carrier->first.at; /* moved by one while keys are placed */
    memset(first, 0, (shards + (size_t)2) * sizeof *first);
    for (size_t i = 0; i < carrier->keys; i++)
        first[trey_ribbon_shard(key[i] & ~TREY_RIBBON_BIT, shards) + 2]++;
    for (uint32_t i = 2; i <= shards; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < carrier->keys; i++)
        sorted[first[trey_ribbon_shard(key[i] & ~TREY_RIBBON_BIT, shards) + 1]++] =
            key[i];
    return TREY_OK;
}

static void solve_shard(void *context, size_t shard)
{
    struct trey_carrier *carrier = context;
    const size_t *first = carrier->first.at;
    ((int *)carrier->words.at)[shard] =
        trey_ribbon_solve((const uint64_t *)carrier->sorted.at + first[shard],
                          first[shard + 1] - first[shard],
                          (uint64_t *)carrier->word.at + shard * TREY_RIBBON_WORDS,
                          (uint8_t *)carrier->seed.at + shard);
}

static enum trey_status solve_shards(struct trey_solver *solver, uint32_t shards,
                                     uint64_t *words, struct trey_error *error)
{
    struct trey_carrier *carrier = solver->carrier;
    enum trey_status status = reserve(&carrier->words, shards, sizeof(int), error);
    if (status == TREY_OK)
        status = reserve(&carrier->seed, shards, 1, error);
    if (status == TREY_OK)
        status = reserve(&carrier->word, shards, 8 * TREY_RIBBON_WORDS, error);
    if (status != TREY_OK)
        return status;
    trey_parallel_for(solver->threads, shards, solve_shard, carrier);
    *words = 0;
    for (uint32_t i = 0; i < shards; i++) {
        int here = ((const int *)carrier->words.at)[i];
        if (here < 0)
            return trey_fail(error, TREY_ERR_LIMIT, 0,
                             "the choices of a tile sum could not be stored");
        *words += (unsigned)here;
    }
    return TREY_OK;
}

static void fill_block(struct trey_carrier *carrier, uint32_t shards)
{
    uint32_t *first = carrier->block.at;
    uint8_t *seed = (void *)(first + shards + 1);
    uint64_t head = trey_ribbon_head_bytes(shards);
    memset(carrier->block.at, 0, head);
    char *to = (char *)carrier->block.at + head;
    for (uint32_t i = 0; i < shards; i++) {
        size_t words = (size_t)((const int *)carrier->words.at)[i];
        first[i + 1] = first[i] + (uint32_t)words;
        seed[i] = ((const uint8_t *)carrier->seed.at)[i];
        memcpy(to, (const uint64_t *)carrier->word.at + (size_t)i * TREY_RIBBON_WORDS,
               8 * words);
        to += 8 * words;
    }
}

static enum trey_status carry_choices(struct trey_solver *solver,
                                      const struct trey_frame *frame,
                                      struct trey_error *error)
{
    struct trey_carrier *carrier = solver->carrier;
    struct trey_layer *layer = &solver->store.layer[frame->number];
    struct trey_carried *carried = &layer->carried;
    struct work work = {solver, frame};
    enum trey_status status = reserve(
        &carrier->choice, (size_t)frame->set.count * frame->slot.columns, 1, error);
    if (status != TREY_OK)
        return status;
    trey_parallel_for(solver->threads, trey_set_chunks(&frame->set), choose_chunk, &work);
    status = list_keys(solver, frame, carried, error);
    carried->shards = trey_ribbon_shards(carrier->keys);
    if (status != TREY_OK || carried->shards == 0)
        return status;
    status = deal_keys(carrier, carried->shards, error);
    if (status == TREY_OK)
        status = solve_shards(solver, carried->shards, &carried->words, error);
    uint64_t bytes = trey_carried_choices_bytes(layer);
    if (status == TREY_OK)
        status = reserve(&carrier->block, bytes, 1, error);
    if (status != TREY_OK)
        return status;
    fill_block(carrier, carried->shards);
    const struct trey_carried *other = held_against(carrier, frame, carried);
    if (other->shards != carried->shards || other->words != carried->words ||
        memcmp(other->lengths, carried->lengths, sizeof other->lengths) != 0)
        return differs(frame, error);
    return keep_block(solver, frame, bytes, other->choices_at, &carried->choices_at,
                      &carried->choices_checksum, error);
}

enum trey_status trey_carry_layer(struct trey_solver *solver,
                                  const struct trey_frame *frame,
                                  struct trey_error *error)
{
    const struct trey_carrier *carrier = solver->carrier;
    enum trey_status status = TREY_OK;
    if (carrier->states && frame->number % TREY_BAG_SLOTS == 0)
        status = carry_set(solver, frame, error);
    if (status == TREY_OK && carrier->kind == TREY_EXACT_PLAY)
        status = carry_choices(solver, frame, error);
    if (status != TREY_OK)
        return status;
    const struct trey_carried *own = &solver->store.layer[frame->number].carried;
    const struct trey_carried *other = held_against(carrier, frame, own);
    bool same = own->members == other->members && own->shards == other->shards &&
                own->set_checksum == other->set_checksum &&
                own->choices_checksum == other->choices_checksum;
    return same ? TREY_OK : differs(frame, error);
}
