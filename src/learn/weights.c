/* Imports weights of other programs, and copies weights from and to arrays. The tables of
 * a file (weight_file.h) are read one after the other, a buffer at a time, and each
 * weight is stored under the index that the learner uses. */
#include "base/error.h"
#include "learn/kernels.h"
#include "learn/weight_file.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STORED_NUMBERS = 1 << 15 }; /* of a buffer */

_Static_assert(TREY_WEIGHTS_DECK_COUNT == TREY_NETWORK_DECK_ENTRIES,
               "the table of the deck");

static enum trey_status fail_damaged(struct trey_error *error, const char *what)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "the weights are damaged: %s", what);
}

/* Maps the cells of a table by a symmetry of the 4x4 board, 0 to 7; 0 changes nothing. */
static struct trey_weight_table image_of(const struct trey_weight_table *table,
                                         int symmetry)
{
    struct trey_weight_table image = *table;
    for (int i = 0; i < table->cells; i++) {
        unsigned row = table->cell[i] / 4u, col = table->cell[i] % 4u, old = row;
        if ((symmetry & 1) != 0) {
            row = col;
            col = old;
        }
        row = (symmetry & 2) != 0 ? 3 - row : row;
        col = (symmetry & 4) != 0 ? 3 - col : col;
        image.cell[i] = (uint8_t)(4 * row + col);
    }
    return image;
}

/* The index of the mask that the cells have or, if each table is looked up once, that an
 * image of them has; -1 if there is none. *image receives the cells that have it. */
static int find_mask(const uint64_t *masks, int count, bool once,
                     const struct trey_weight_table *table,
                     struct trey_weight_table *image)
{
    for (int symmetry = 0; symmetry < (once ? 8 : 1); symmetry++) {
        *image = image_of(table, symmetry);
        for (int i = 0; i < count; i++)
            if (masks[i] == trey_weight_mask(image))
                return i;
    }
    return -1;
}

enum trey_status trey_weights_tuples(const char *path,
                                     const struct trey_weights_options *options,
                                     char text[TREY_WEIGHTS_TEXT], int *stages,
                                     struct trey_error *error)
{
    struct trey_weight_file weights;
    enum trey_status status = trey_weight_file_open(path, options, &weights, error);
    if (status != TREY_OK)
        return status;
    fclose(weights.file);
    uint64_t masks[TREY_WEIGHT_MAX_TABLES];
    size_t length = 0;
    int count = 0;
    for (int i = 0; i < weights.count; i++) {
        const struct trey_weight_table *table = &weights.table[i];
        struct trey_weight_table image;
        if (table->stage > 0 || table->cells == 0 ||
            find_mask(masks, count, weights.once, table, &image) >= 0)
            continue;
        masks[count++] = trey_weight_mask(table);
        if (count > TREY_NETWORK_MAX_TUPLES)
            return trey_fail(error, TREY_ERR_LIMIT, 0, "the file has more than %d tuples",
                             TREY_NETWORK_MAX_TUPLES);
        if (length > 0)
            text[length++] = ' ';
        for (unsigned cell = 0; cell < 16; cell++)
            if ((trey_weight_mask(table) >> (4 * cell) & 15) != 0)
                text[length++] = "0123456789abcdef"[cell];
    }
    assert(length < TREY_WEIGHTS_TEXT);
    text[length] = '\0';
    *stages = weights.stages;
    return TREY_OK;
}

/* --- into a learner -------------------------------------------------------------------
 */

/* A weight of 0 counts as never trained. An exported stage would then have the weight of
 * the stage before: from the second stage on the smallest number stands for 0. */
static void set_weight(const struct trey_learner *learner, int stage, float *entry,
                       float weight, double trust)
{
    bool untrained = weight == 0.0F;
    if (untrained && stage > 0)
        weight = FLT_MIN;
    trey_weight_set(entry, weight);
    if (learner->stride != TREY_TC_RECORD)
        return;
    float total = untrained ? weight : (float)trust;
    trey_weight_set(entry + TREY_TC_TOTAL, total);
    trey_weight_set(entry + TREY_TC_ERROR,
                    untrained ? total : TREY_IMPORTED_RATE * total);
}

/* The weight that was given to set_weight. */
static float imported(const float *entry)
{
    float weight = trey_weight_get(entry);
    return weight == FLT_MIN ? 0.0F : weight;
}

static void set_deck_weight(const struct trey_learner *learner, int stage, uint32_t entry,
                            float weight, double trust)
{
    float *record = &learner->stage[stage].deck[TREY_TC_RECORD * entry];
    if (weight == 0.0F) /* never trained */
        trust = 0.0;
    trey_weight_set(record, weight);
    trey_weight_set(record + TREY_TC_ERROR, TREY_IMPORTED_RATE * (float)trust);
    trey_weight_set(record + TREY_TC_TOTAL, (float)trust);
}

/* The weights of tuples that a symmetry of the board maps onto themselves are tied:
 * replaces each by the mean of both, which keeps the value of every board. */
static void tie_weights(const struct trey_learner *learner, int stage, int tuple,
                        double trust)
{
    const uint8_t *partner = learner->tuples.partner[tuple];
    for (uint32_t index = 0; index < learner->tuples.size[tuple]; index++) {
        uint32_t other = 0;
        for (int digit = 0; (learner->tuples.size[tuple] >> (4 * digit)) > 1; digit++)
            other |= (index >> (4 * partner[digit]) & 15) << (4 * digit);
        if (other <= index)
            continue;
        float *one = trey_learner_entry(learner, stage, tuple, index);
        float *two = trey_learner_entry(learner, stage, tuple, other);
        float mean = (float)(0.5 * ((double)imported(one) + (double)imported(two)));
        set_weight(learner, stage, one, mean, trust);
        set_weight(learner, stage, two, mean, trust);
    }
}

static float number_at(const uint8_t *bytes, enum trey_weight_type type)
{
    union {
        uint32_t bits;
        float value;
    } single;
    union {
        uint64_t bits;
        double value;
    } wide;
    uint32_t half = (uint32_t)trey_weight_integer(bytes, 2);
    switch (type) {
    case TREY_WEIGHT_FLOAT16: /* subnormals are multiples of 2^-24 */
        if ((half >> 10 & 31) == 0)
            return (half >> 15 ? -1.0F : 1.0F) * (float)(half & 1023) * 0x1p-24F;
        if ((half >> 10 & 31) == 31)
            return (float)NAN;
        single.bits =
            half >> 15 << 31 | ((half >> 10 & 31) + 112) << 23 | (half & 1023) << 13;
        return single.value;
    case TREY_WEIGHT_FLOAT32:
        single.bits = (uint32_t)trey_weight_integer(bytes, 4);
        return single.value;
    case TREY_WEIGHT_FLOAT64:
        wide.bits = trey_weight_integer(bytes, 8);
        return (float)wide.value;
    case TREY_WEIGHT_INT16:
        return (float)(int16_t)half;
    case TREY_WEIGHT_INT32:
    default:
        return (float)(int32_t)(uint32_t)trey_weight_integer(bytes, 4);
    }
}

static uint32_t add_to_crc(uint32_t crc, const uint8_t *bytes, size_t count)
{
    static const uint32_t by_nibble[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ by_nibble[crc & 15];
        crc = crc >> 4 ^ by_nibble[crc & 15];
    }
    return crc;
}

/* Where the weights of a stored table go. */
struct destination {
    int stage, tuple; /* tuple -1: the deck */
    bool add;         /* to the weight that is there */
    float factor;
    double trust;
    unsigned shift[TREY_NETWORK_MAX_CELLS]; /* by digit of the stored index, lowest first:
                                               its place in the learner's index */
};

static void store(struct trey_learner *learner, const struct destination *to,
                  const struct trey_weight_table *table, uint64_t number, float weight)
{
    if (to->tuple < 0) {
        set_deck_weight(learner, to->stage, (uint32_t)number, weight, to->trust);
        return;
    }
    uint32_t index = 0;
    for (int digit = 0; digit < table->cells; digit++, number /= table->base)
        index |= (uint32_t)(number % table->base) << to->shift[digit];
    float *entry = trey_learner_entry(learner, to->stage, to->tuple, index);
    set_weight(learner, to->stage, entry, to->add ? imported(entry) + weight : weight,
               to->trust);
}

static enum trey_status read_table(struct trey_weight_file *weights,
                                   const struct trey_weight_table *table, uint8_t *buffer,
                                   struct trey_learner *learner,
                                   const struct destination *to, struct trey_error *error)
{
    const unsigned size = trey_weight_bytes(table->type);
    enum trey_status status = TREY_OK;
    uint32_t crc = UINT32_MAX;
    if (table->has_crc) {
        size_t head = (size_t)(table->at - table->checked_at);
        if ((status = trey_weight_file_read(weights, table->checked_at, buffer, head,
                                            error)) != TREY_OK)
            return status;
        crc = add_to_crc(crc, buffer, head);
    }
    for (uint64_t done = 0; done < table->count;) {
        uint64_t left = table->count - done;
        size_t count = left < MAX_STORED_NUMBERS ? (size_t)left : MAX_STORED_NUMBERS;
        status = trey_weight_file_read(weights, table->at + done * size, buffer,
                                       count * size, error);
        if (status != TREY_OK)
            return status;
        if (table->has_crc)
            crc = add_to_crc(crc, buffer, count * size);
        for (size_t i = 0; i < count; i++) {
            float weight = number_at(buffer + i * size, table->type) * to->factor;
            if (!isfinite(weight))
                return fail_damaged(error, "a weight is not a finite number");
            store(learner, to, table, done + i, weight);
        }
        done += count;
    }
    return table->has_crc && (crc ^ UINT32_MAX) != table->crc
               ? fail_damaged(error, "the checksum of an array is wrong")
               : TREY_OK;
}

static struct destination destination_of(const struct trey_learner *learner,
                                         const struct trey_weight_table *table, int stage,
                                         bool once, double trust)
{
    struct destination to = {.stage = stage, .tuple = -1, .factor = 1.0F, .trust = trust};
    struct trey_weight_table image;
    if (table->cells == 0)
        return to;
    to.tuple =
        find_mask(learner->tuples.mask, learner->tuples.count, once, table, &image);
    to.add = once;
    to.factor = once ? 1.0F / TREY_NETWORK_IMAGES : 1.0F;
    for (int digit = 0; digit < table->cells; digit++) {
        int cell = image.cell[table->high_first ? table->cells - 1 - digit : digit];
        to.shift[digit] = (unsigned)learner->tuples.shift[to.tuple][cell];
    }
    return to;
}

/* Checks that the learner can take all tables and that each stage has the same. */
static enum trey_status check_tables(const struct trey_learner *learner,
                                     const struct trey_weight_file *weights,
                                     struct trey_error *error)
{
    int tables[TREY_NETWORK_MAX_STAGES] = {0};
    if (learner->options.initial != 0.0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "imported weights exclude an initial value");
    if (weights->once && !learner->tuples.is_4x4)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "tables that are looked up once can be imported only for 4 x 4 "
                         "cells");
    if (weights->stages != 1 && weights->stages != learner->stages.count)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the file has %d stages, not %d: give the tiles with which they "
                         "begin",
                         weights->stages, learner->stages.count);
    for (int i = 0; i < weights->count; i++) {
        const struct trey_weight_table *table = &weights->table[i];
        struct trey_weight_table image;
        if (table->cells == 0)
            continue;
        if (find_mask(learner->tuples.mask, learner->tuples.count, weights->once, table,
                      &image) < 0)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "the file has a table for other cells than the tuples");
        tables[table->stage]++;
    }
    for (int i = 1; i < weights->stages; i++)
        if (tables[i] != tables[0])
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "stage %d has %d tables, not %d as the first", i + 1,
                             tables[i], tables[0]);
    return TREY_OK;
}

/* True for a network file of trey. */
static bool is_network(const char *path)
{
    static const char heading[] = "trey network ";
    char start[sizeof heading - 1];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    bool same = fread(start, 1, sizeof start, file) == sizeof start &&
                memcmp(start, heading, sizeof start) == 0;
    fclose(file);
    return same;
}

enum trey_status trey_learner_import_weights(struct trey_learner *learner,
                                             const char *path,
                                             const struct trey_weights_options *options,
                                             const double trust[TREY_LEARN_MAX_STAGES],
                                             struct trey_error *error)
{
    struct trey_weight_file weights;
    uint8_t *buffer = NULL;
    double trusted = 0.0;
    if (is_network(path))
        return trey_learner_import(learner, path, trust, error);
    enum trey_status status = trey_weight_file_open(path, options, &weights, error);
    if (status != TREY_OK)
        return status;
    status = check_tables(learner, &weights, error);
    if (status == TREY_OK && (buffer = malloc(8 * MAX_STORED_NUMBERS)) == NULL)
        status = trey_fail_memory(error, 8 * MAX_STORED_NUMBERS);
    for (int stage = 0; status == TREY_OK && stage < learner->stages.count; stage++) {
        trusted = trust[stage] > 0.0 ? trust[stage] : trusted;
        for (int i = 0; status == TREY_OK && i < weights.count; i++) {
            const struct trey_weight_table *table = &weights.table[i];
            if (table->stage != (weights.stages == 1 ? 0 : stage))
                continue;
            struct destination to =
                destination_of(learner, table, stage, weights.once, trusted);
            status = read_table(&weights, table, buffer, learner, &to, error);
            if (status == TREY_OK && to.tuple >= 0)
                tie_weights(learner, stage, to.tuple, trusted);
        }
    }
    free(buffer);
    fclose(weights.file);
    return status;
}

/* --- arrays ---------------------------------------------------------------------------
 */

static enum trey_status check_place(const struct trey_learner *learner, int stage,
                                    int tuple, struct trey_error *error)
{
    if (stage >= 0 && stage < learner->stages.count && tuple >= TREY_WEIGHTS_DECK &&
        tuple < learner->tuples.count)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_ARGUMENT, 0, "stage %d has no tuple %d", stage,
                     tuple);
}

/* The index of the learner for a place in an array whose first axis is the first cell. */
static uint32_t index_of_place(const struct trey_learner *learner, int tuple,
                               uint32_t place)
{
    uint32_t index = 0;
    for (uint32_t rest = learner->tuples.size[tuple]; rest > 1; rest >>= 4, place >>= 4)
        index = index << 4 | (place & 15);
    return index;
}

enum trey_status trey_learner_get_weights(const struct trey_learner *learner, int stage,
                                          int tuple, float *weights,
                                          struct trey_error *error)
{
    enum trey_status status = check_place(learner, stage, tuple, error);
    if (status != TREY_OK)
        return status;
    for (int i = 0; tuple == TREY_WEIGHTS_DECK && i < TREY_NETWORK_DECK_ENTRIES; i++)
        weights[i] = trey_weight_get(&learner->stage[stage].deck[TREY_TC_RECORD * i]);
    for (uint32_t i = 0; tuple >= 0 && i < learner->tuples.size[tuple]; i++)
        weights[i] = imported(
            trey_learner_entry(learner, stage, tuple, index_of_place(learner, tuple, i)));
    return TREY_OK;
}

enum trey_status trey_learner_set_weights(struct trey_learner *learner, int stage,
                                          int tuple, const float *weights, double trust,
                                          struct trey_error *error)
{
    enum trey_status status = check_place(learner, stage, tuple, error);
    if (status != TREY_OK)
        return status;
    uint32_t count = tuple >= 0 ? learner->tuples.size[tuple] : TREY_NETWORK_DECK_ENTRIES;
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(weights[i]))
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "a weight is not a finite number");
    for (uint32_t i = 0; i < count; i++)
        if (tuple < 0)
            set_deck_weight(learner, stage, i, weights[i], trust);
        else
            set_weight(learner, stage,
                       trey_learner_entry(learner, stage, tuple,
                                          index_of_place(learner, tuple, i)),
                       weights[i], trust);
    if (tuple >= 0)
        tie_weights(learner, stage, tuple, trust);
    return TREY_OK;
}
