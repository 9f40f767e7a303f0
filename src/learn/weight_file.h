/* Files of weights of other programs: where their tables are. See weight_file.c. */
#ifndef TREY_LEARN_WEIGHT_FILE_H
#define TREY_LEARN_WEIGHT_FILE_H

#include "eval/network.h"
#include "trey/learn.h"

#include <stdio.h>

enum { TREY_WEIGHT_MAX_TABLES = 160 };

enum trey_weight_type {
    TREY_WEIGHT_FLOAT16,
    TREY_WEIGHT_FLOAT32,
    TREY_WEIGHT_FLOAT64,
    TREY_WEIGHT_INT16,
    TREY_WEIGHT_INT32,
};

/* A table of weights in a file. */
struct trey_weight_table {
    int cells;                            /* number of them; 0: the deck's table */
    uint8_t cell[TREY_NETWORK_MAX_CELLS]; /* in the order of the index's digits */
    bool high_first;                      /* the first cell has the highest digit */
    unsigned base;                        /* of the digits, 2 to 16 */
    int stage;
    uint64_t at, count; /* place in the file in bytes; number of weights */
    enum trey_weight_type type;
    bool has_crc;
    uint32_t crc; /* CRC-32 of the bytes from checked_at to the end */
    uint64_t checked_at;
};

struct trey_weight_file {
    FILE *file;
    bool once; /* as in struct trey_weights_options */
    uint64_t bytes;
    int count, stages;
    struct trey_weight_table table[TREY_WEIGHT_MAX_TABLES];
};

/* Opens a file and lists its tables, which all lie inside the file. `options` may be
 * NULL. Close weights->file. Errors as for trey_weights_tuples. */
enum trey_status trey_weight_file_open(const char *path,
                                       const struct trey_weights_options *options,
                                       struct trey_weight_file *weights,
                                       struct trey_error *error);

/* Reads bytes at a place. TREY_ERR_INPUT if they are not inside of the file. */
enum trey_status trey_weight_file_read(struct trey_weight_file *weights, uint64_t at,
                                       void *bytes, size_t count,
                                       struct trey_error *error);

/* Size of a number of this type. */
static inline unsigned trey_weight_bytes(enum trey_weight_type type)
{
    static const uint8_t bytes[] = {2, 4, 8, 2, 4};
    return bytes[type];
}

/* An integer of `count` bytes, the lowest first. */
static inline uint64_t trey_weight_integer(const uint8_t *bytes, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = count; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

/* The cells of a table, as 15 in their nibbles. */
static inline uint64_t trey_weight_mask(const struct trey_weight_table *table)
{
    uint64_t mask = 0;
    for (int i = 0; i < table->cells; i++)
        mask |= (uint64_t)15 << (4 * table->cell[i]);
    return mask;
}

#endif
