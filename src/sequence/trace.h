/* Where each board of a beam came from: the way back from a board to the moves that led
 * to it, in little memory however long the game is. */
#ifndef TREY_SEQUENCE_TRACE_H
#define TREY_SEQUENCE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A link is the parent's place in the layer before, and the direction of the move. */
static inline uint32_t trey_link(uint32_t parent, unsigned direction)
{
    return parent << 2 | direction;
}

/* Layer n holds the boards after n moves. Layers 1..settled_count are down to one board
 * and are kept as moves; the later ones as links, start[i] being the first link of the
 * i-th. */
struct trey_trace {
    uint32_t *links;
    size_t used, capacity, limit; /* links */
    size_t *start;                /* layer_count + 1 entries */
    size_t layer_count, start_capacity;
    uint8_t *settled;
    size_t settled_count, settled_capacity;
    uint32_t *map; /* scratch of compaction, `width` entries */
    uint32_t width;
};

/* For layers of at most `width` boards, taking at most about limit_bytes. False if memory
 * could not be had. */
bool trey_trace_make(struct trey_trace *trace, uint32_t width, size_t limit_bytes);
void trey_trace_clear(struct trey_trace *trace);

/* True if adding a layer of `count` boards would first drop boards without descendants: a
 * path to a board of an older layer must be fetched before, if it is wanted. */
bool trey_trace_is_full(const struct trey_trace *trace, uint32_t count);

/* Room for the links of the next layer, to be filled by the caller; NULL if memory or the
 * limit does not suffice. The places of the newest layer's boards stay what they were. */
uint32_t *trey_trace_add_layer(struct trey_trace *trace, uint32_t count);

/* Layers so far. */
static inline size_t trey_trace_depth(const struct trey_trace *trace)
{
    return trace->settled_count + trace->layer_count;
}

/* Writes the `depth` moves to the board at a place of layer `depth`, which has not been
 * dropped. */
void trey_trace_path(const struct trey_trace *trace, size_t depth, uint32_t place,
                     uint8_t *moves);

#endif
