/* The trace of a beam: the parent of each board, from which the moves to a board are
 * recovered, in little memory however long the game is (trace.c). */
#ifndef TREY_SEQUENCE_TRACE_H
#define TREY_SEQUENCE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A link: the parent's index in the layer before, and the direction of the move. */
static inline uint32_t trey_link(uint32_t parent, unsigned direction)
{
    return parent << 2 | direction;
}

/* Layer n belongs to the boards after n moves. Layers 1..settled_count, which have one
 * board left, are stored as moves, the later ones as links. */
struct trey_trace {
    uint32_t *links;
    size_t used, capacity, limit; /* numbers of links */
    size_t *start; /* first link of each stored layer, and the end: layer_count + 1 */
    size_t layer_count, start_capacity;
    uint8_t *settled; /* moves */
    size_t settled_count, settled_capacity;
    uint32_t *map;  /* scratch of the compaction, `width` entries */
    uint32_t width; /* largest size of a layer */
};

/* An empty trace for layers of at most `width` boards, which takes at most about
 * limit_bytes. False if out of memory; then nothing needs to be cleared. */
bool trey_trace_make(struct trey_trace *trace, uint32_t width, size_t limit_bytes);
void trey_trace_clear(struct trey_trace *trace);

/* True if adding a layer of `count` boards will first drop boards without descendants.
 * Paths to boards of older layers that are still needed must be copied before. */
bool trey_trace_is_full(const struct trey_trace *trace, uint32_t count);

/* Adds a layer and returns the array of its links, which the caller fills; NULL if memory
 * or the limit does not suffice. Indices in the newest layer stay valid. */
uint32_t *trey_trace_add_layer(struct trey_trace *trace, uint32_t count);

/* Number of layers. */
static inline size_t trey_trace_depth(const struct trey_trace *trace)
{
    return trace->settled_count + trace->layer_count;
}

/* Writes the `depth` moves to board `index` of layer `depth`, which must not have been
 * dropped. */
void trey_trace_path(const struct trey_trace *trace, size_t depth, uint32_t index,
                     uint8_t *moves);

#endif
