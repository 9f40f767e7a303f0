/* wide: breadth-first search that keeps the best N boards of each depth.
 *
 * Two layers are in memory: N boards and their at most 4N children; quickselect keeps N
 * of these. Duplicate boards are not removed, as in the report. Time O(D N), memory O(N).
 */
#include "base/error.h"
#include "extras/baselines/node.h"

static size_t scratch_bytes(const struct trey_lookahead *search)
{
    return 5 * (size_t)search->settings.nodes * sizeof(struct trey_node);
}

static enum trey_status open_search(struct trey_lookahead *search,
                                    struct trey_error *error)
{
    search->scratch = trey_run_alloc(search->run, scratch_bytes(search));
    if (search->scratch != NULL)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "wide with %u boards needs %zu bytes, more than the memory limit",
                     search->settings.nodes, scratch_bytes(search));
}

static void close_search(struct trey_lookahead *search)
{
    if (search->scratch != NULL)
        trey_run_free(search->run, search->scratch, scratch_bytes(search));
}

static bool precedes(const struct trey_node *a, const struct trey_node *b)
{
    if (a->value > b->value || a->value < b->value)
        return a->value > b->value;
    return a->order < b->order;
}

/* Moves the best `wanted` nodes to the front (quickselect). */
static void select_best(struct trey_node *nodes, size_t count, size_t wanted)
{
    size_t low = 0, high = count;
    while (high - low > 1 && wanted < high) {
        struct trey_node pivot = nodes[low + (high - low - 1) / 2];
        size_t i = low, j = high - 1;
        for (;; i++, j--) {
            while (precedes(&nodes[i], &pivot))
                i++;
            while (precedes(&pivot, &nodes[j]))
                j--;
            if (i >= j)
                break;
            struct trey_node swap = nodes[i];
            nodes[i] = nodes[j];
            nodes[j] = swap;
        }
        size_t middle = j + 1; /* no node from here on is before one below it */
        if (wanted < middle)
            high = middle;
        else
            low = middle;
        if (wanted == middle)
            return;
    }
}

/* Makes the next layer after the first one in memory. Returns its size. */
static size_t expand(struct trey_lookahead *search, struct trey_node *layer, size_t count,
                     const uint8_t *tiles, struct trey_target *target)
{
    struct trey_node *next = layer + search->settings.nodes;
    size_t made = 0;
    for (size_t i = 0; i < count && !search->run->stopped; i++) {
        int children = trey_node_children(&layer[i], tiles, next + made);
        if (children == 0)
            trey_target_add_dead_end(target, &layer[i]);
        for (; children > 0; children--, made++) {
            next[made].value =
                trey_heuristic_of(&search->settings.heuristic, &next[made].board);
            next[made].order = (uint32_t)made;
            trey_run_count(search->run);
        }
    }
    return made;
}

static void select_move(struct trey_lookahead *search, const struct trey_position *from,
                        struct trey_choice *choice)
{
    const uint8_t *tiles = trey_sequence_tiles(search->run->sequence) + from->moves;
    struct trey_node *layer = search->scratch;
    size_t count = 1, width = search->settings.nodes;
    unsigned depth = trey_lookahead_depth(search, from);
    struct trey_target target = {0};
    layer[0] = trey_node_root(from);
    for (unsigned level = 0; level < depth && count > 0; level++) {
        size_t made = expand(search, layer, count, tiles, &target);
        select_best(layer + width, made, width);
        count = made < width ? made : width;
        for (size_t i = 0; i < count; i++)
            layer[i] = layer[width + i];
    }
    for (size_t i = 0; i < count; i++)
        trey_target_add_reached(&target, &layer[i]);
    trey_target_first_move(&target, choice);
}

const struct trey_searcher trey_searcher_wide = {
    .name = "wide",
    .summary = "breadth-first search that keeps the best boards of each depth",
    .defaults = "weighted,depth=12,nodes=256",
    .uses = TREY_USES_DEPTH | TREY_USES_NODES,
    .open = open_search,
    .close = close_search,
    .choose = select_move,
};
