/* The trace of a beam, with compaction.
 *
 * The games in a beam soon have a common beginning: a few hundred moves back all boards
 * have one ancestor. So when the store is full, boards without descendants in the newest
 * layer are dropped, and old layers with one board left are stored as moves, one byte
 * each. Compaction goes from the newest layer to the oldest and writes towards the end of
 * the same array, where it overwrites only links that it has read. Its cost is linear in
 * the links dropped, so a move costs the same in a game of a million moves as in one of a
 * hundred. */
#include "sequence/trace.h"

#include "base/array.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_LAYERS = 1024, MIN_LINKS = 1 << 18 };

bool trey_trace_make(struct trey_trace *trace, uint32_t width, size_t limit_bytes)
{
    *trace = (struct trey_trace){.width = width};
    trace->limit = limit_bytes / sizeof *trace->links;
    trace->capacity = (size_t)width * 8 > MIN_LINKS ? (size_t)width * 8 : MIN_LINKS;
    if (trace->capacity > trace->limit)
        trace->capacity = trace->limit;
    trace->start_capacity = FIRST_LAYERS;
    trace->links = malloc((trace->capacity + 1) * sizeof *trace->links);
    trace->start = malloc(trace->start_capacity * sizeof *trace->start);
    trace->map = malloc(((size_t)width + 1) * sizeof *trace->map);
    if (trace->links == NULL || trace->start == NULL || trace->map == NULL) {
        trey_trace_clear(trace);
        return false;
    }
    trace->start[0] = 0;
    return true;
}

void trey_trace_clear(struct trey_trace *trace)
{
    free(trace->links);
    free(trace->start);
    free(trace->map);
    free(trace->settled);
    *trace = (struct trey_trace){0};
}

bool trey_trace_is_full(const struct trey_trace *trace, uint32_t count)
{
    return trace->used + count > trace->capacity;
}

/* Renumbers the boards of a layer of `parents` boards to which the links [from, to) of
 * the next layer point, and updates these links. Returns the number of boards kept;
 * map[old index] = new index + 1, or 0 if the board is dropped. */
static uint32_t renumber_parents(struct trey_trace *trace, uint32_t parents,
                                 uint32_t *from, const uint32_t *to)
{
    uint32_t *map = trace->map;
    memset(map, 0, parents * sizeof *map);
    assert(parents <= trace->width);
    for (const uint32_t *link = from; link < to; link++) {
        assert(*link >> 2 < parents);
        map[*link >> 2] = 1;
    }
    uint32_t live = 0;
    for (uint32_t i = 0; i < parents; i++)
        if (map[i] != 0)
            map[i] = ++live;
    for (uint32_t *link = from; link < to; link++)
        *link = trey_link(map[*link >> 2] - 1, *link & 3);
    return live;
}

/* Drops the boards without descendants in the newest layer. */
static void drop_dead_boards(struct trey_trace *trace)
{
    size_t end = trace->used;
    size_t *start = trace->start;
    if (trace->layer_count == 0)
        return;
    /* The newest layer stays where it is; its start is the end of its parents. */
    size_t read_end = start[trace->layer_count - 1];
    size_t written = read_end;
    size_t live_end = end;
    for (size_t layer = trace->layer_count - 1; layer > 0; layer--) {
        size_t read_start = start[layer - 1];
        uint32_t parents = (uint32_t)(read_end - read_start);
        assert(read_start <= read_end && read_end <= written); /* unread links are safe */
        uint32_t live = renumber_parents(trace, parents, trace->links + written,
                                         trace->links + live_end);
        live_end = written;
        written -= live;
        size_t next = live_end;
        for (uint32_t i = parents; i-- > 0;)
            if (trace->map[i] != 0)
                trace->links[--next] = trace->links[read_start + i];
        start[layer] = live_end;
        read_end = read_start;
    }
    start[0] = 0;
    memmove(trace->links, trace->links + written, (end - written) * sizeof *trace->links);
    for (size_t layer = 1; layer < trace->layer_count; layer++)
        start[layer] -= written;
    trace->used = end - written;
    start[trace->layer_count] = trace->used;
}

static bool reserve_settled(struct trey_trace *trace, size_t more)
{
    if (more == 0)
        return true;
    uint8_t *grown = trey_array_grow(trace->settled, &trace->settled_capacity,
                                     trace->settled_count + more, sizeof *grown);
    if (grown != NULL)
        trace->settled = grown;
    return grown != NULL;
}

/* Stores the oldest layers that have one board left as moves, except the newest layer.
 * False if out of memory. */
static bool store_single_layers(struct trey_trace *trace)
{
    size_t *start = trace->start;
    size_t count = 0;
    while (count + 1 < trace->layer_count && start[count + 1] - start[count] == 1)
        count++;
    if (!reserve_settled(trace, count))
        return false;
    for (size_t layer = 0; layer < count; layer++)
        trace->settled[trace->settled_count++] = trace->links[start[layer]] & 3;
    size_t dropped = start[count];
    memmove(trace->links, trace->links + dropped,
            (trace->used - dropped) * sizeof *trace->links);
    trace->used -= dropped;
    trace->layer_count -= count;
    for (size_t layer = 0; layer <= trace->layer_count; layer++)
        start[layer] = start[layer + count] - dropped;
    return true;
}

/* Makes room for `count` more links: compacts, and grows if more than half is still used.
 */
static bool make_room(struct trey_trace *trace, uint32_t count)
{
    drop_dead_boards(trace);
    if (!store_single_layers(trace))
        return false;
    size_t wanted = 2 * (trace->used + count);
    if (wanted > trace->limit)
        wanted = trace->limit;
    if (wanted > trace->capacity) {
        uint32_t *grown = realloc(trace->links, (wanted + 1) * sizeof *grown);
        if (grown == NULL)
            return false;
        trace->links = grown;
        trace->capacity = wanted;
    }
    return trace->used + count <= trace->capacity;
}

uint32_t *trey_trace_add_layer(struct trey_trace *trace, uint32_t count)
{
    if (trey_trace_is_full(trace, count) && !make_room(trace, count))
        return NULL;
    size_t *start = trey_array_grow(trace->start, &trace->start_capacity,
                                    trace->layer_count + 2, sizeof *start);
    if (start == NULL)
        return NULL;
    trace->start = start;
    uint32_t *layer = trace->links + trace->used;
    trace->used += count;
    trace->start[++trace->layer_count] = trace->used;
    assert(trace->used <= trace->capacity && trace->capacity <= trace->limit);
    return layer;
}

void trey_trace_path(const struct trey_trace *trace, size_t depth, uint32_t index,
                     uint8_t *moves)
{
    assert(depth <= trey_trace_depth(trace));
    for (size_t layer = depth; layer > trace->settled_count; layer--) {
        uint32_t link =
            trace->links[trace->start[layer - trace->settled_count - 1] + index];
        moves[layer - 1] = link & 3;
        index = link >> 2;
    }
    size_t settled = depth < trace->settled_count ? depth : trace->settled_count;
    if (settled != 0)
        memcpy(moves, trace->settled, settled);
}
