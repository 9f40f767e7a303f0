/* Coding of the rows of a tuple's weights in network files: see network_rows.c. */
#ifndef TREY_EVAL_NETWORK_ROWS_H
#define TREY_EVAL_NETWORK_ROWS_H

#include "eval/network.h"

/* Number of contexts by each property of a weight's neighbours. */
enum {
    TREY_NONZERO_COUNTS = TREY_NETWORK_MAX_CELLS + 1, /* how many are not 0 */
    TREY_CONTEXT_SIZES = 8,                           /* bits of their mean size */
    TREY_CONTEXT_STEPS = 6, /* factors 2 that all of them share */
    TREY_CONTEXT_SIGNS = 3, /* of their sum: 0 small against their sizes, 1 positive, 2
                               negative */
};

/* The streams, in the order of the file. */
enum {
    TREY_STREAM_DECK, /* the deck's table */
    TREY_STREAM_BITS, /* by the count of neighbours that are not 0: is the weight not 0?
                       */
    TREY_STREAM_LOW = TREY_STREAM_BITS + TREY_NONZERO_COUNTS, /* low bytes of the other
                                                weights, by size, step and sign */
    TREY_STREAM_HIGH = TREY_STREAM_LOW + TREY_CONTEXT_SIZES * TREY_CONTEXT_STEPS *
                                             TREY_CONTEXT_SIGNS, /* their high bytes */
    TREY_STREAMS,
};

/* Readable bytes, all 0, that must follow a stream. */
enum { TREY_STREAM_ROOM_AFTER = 8 };

struct trey_stream {
    uint8_t *bytes;
    size_t size, room; /* of the bytes; `room` is 0 when decoding */
    size_t position;   /* of the next byte; encoding TREY_STREAM_BITS: of the next bit */
};

/* Encodes into streams, or decodes from them. Zeroed; decoding also needs next_bits. */
struct trey_coder {
    bool no_memory;
    bool too_short; /* decoding: a stream ended before the weights did */
    struct trey_stream stream[TREY_STREAMS];
    /* Decoding TREY_STREAM_BITS: the bits before the next byte that are not used yet, and
     * a 1 above them. At first 1. */
    uint64_t next_bits[TREY_NONZERO_COUNTS];
};

/* Decodes a zigzag code: 0, 1, 2, 3, 4 are 0, -1, 1, -2, 2. */
static inline int16_t trey_network_unzigzag(uint16_t code)
{
    return (int16_t)((code >> 1) ^ (uint16_t) - (code & 1));
}

/* Appends a byte to a stream. */
void trey_coder_write_byte(struct trey_coder *coder, struct trey_stream *stream,
                           uint8_t byte);

static inline uint8_t trey_coder_read_byte(struct trey_coder *coder,
                                           struct trey_stream *stream)
{
    if (stream->position < stream->size)
        return stream->bytes[stream->position++];
    coder->too_short = true;
    return 0;
}

/* Encodes the weights of a tuple in stage `number`, in which tied weights are equal, or
 * decodes them into weights that are 0. */
void trey_coder_tuple(struct trey_coder *coder, const struct trey_network *network,
                      int number, int tuple, bool encode, int16_t *weights);

/* True if all streams were read to their ends. */
bool trey_coder_all_read(const struct trey_coder *coder);

#endif
