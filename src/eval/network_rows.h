/* Coding of the rows of a tuple's weights in network files: see network_rows.c. */
#ifndef TREY_EVAL_NETWORK_ROWS_H
#define TREY_EVAL_NETWORK_ROWS_H

#include "eval/network.h"

enum {
    /* Most neighbours of a weight, and most ranks. */
    TREY_ROW_NEIGHBOURS = TREY_NETWORK_MAX_CELLS - 1,
    TREY_ROW_RANKS = 16,
    /* Number of contexts by each property of the neighbours. */
    TREY_ROW_COUNTS = TREY_ROW_NEIGHBOURS + 1, /* how many of a weight's are not 0 */
    TREY_ROW_TOTALS = TREY_ROW_NEIGHBOURS * TREY_ROW_RANKS / 8 + 1, /* of a whole row's,
                                                                       in eights */
    TREY_ROW_SIZES = 8, /* bits of their mean size */
    TREY_ROW_STEPS = 6, /* factors 2 that all of them share */
    TREY_ROW_SIGNS = 3, /* of their sum: 0 small against their sizes, 1 positive, 2
                           negative */
};

/* The streams, in the order of the file. */
enum {
    TREY_STREAM_BITS, /* by total and count: is the weight not 0? */
    TREY_STREAM_NUMBERS = TREY_ROW_TOTALS * TREY_ROW_COUNTS, /* the other weights, by
                                                                size, step and sign */
    TREY_STREAM_LARGE = TREY_STREAM_NUMBERS + TREY_ROW_SIZES * TREY_ROW_STEPS *
                                                  TREY_ROW_SIGNS, /* those above a byte */
    TREY_STREAMS,
};

/* Readable bytes that must follow the streams, and weights that must follow a table. */
enum { TREY_STREAM_ROOM_AFTER = 4, TREY_ROW_ROOM_AFTER = TREY_ROW_RANKS };

struct trey_stream {
    uint8_t *bytes;
    size_t size, room; /* of the bytes; `room` is 0 when decoding */
    size_t position;   /* of the next bit in TREY_STREAM_BITS, of the next byte in others;
                          beyond the end if the stream was too short */
};

/* The streams of a tuple in a stage. Zeroed before they are encoded. */
struct trey_row_coder {
    bool no_memory;
    struct trey_stream stream[TREY_STREAMS];
};

/* Decodes a zigzag code: 0, 1, 2, 3, 4 are 0, -1, 1, -2, 2. */
static inline int16_t trey_network_unzigzag(uint16_t code)
{
    return (int16_t)((code >> 1) ^ (uint16_t) - (code & 1));
}

/* Encodes the weights of a tuple in stage `number`, in which tied weights
 * (eval/tied_weights.h) are equal. TREY_ROW_ROOM_AFTER weights after them are readable.
 */
void trey_rows_encode(struct trey_row_coder *coder, const struct trey_network *network,
                      int number, int tuple, const int16_t *weights);

/* Memory to decode a tuple. Its contents do not matter. */
struct trey_row_table {
    int16_t *weights;
    uint16_t *nonzero; /* by row, as bits: weights that are not 0 */
    size_t weight_bytes;
};

/* Makes one for a tuple of stage `number` and of all stages with as many ranks or fewer.
 * False if out of memory; it is to be freed then, too. */
bool trey_row_table_make(struct trey_row_table *table, const struct trey_network *network,
                         int number, int tuple);
void trey_row_table_free(struct trey_row_table *table);

/* Decodes the weights of a tuple in stage `source` and adds them to those of stage
 * `target`. Several tuples can be decoded at once. False if the streams are too long or
 * too short; the weights are then undefined. */
bool trey_rows_decode(struct trey_row_coder *coder, struct trey_network *network,
                      int source, int target, int tuple, struct trey_row_table *table);

#endif
