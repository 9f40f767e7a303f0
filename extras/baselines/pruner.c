/* pruner: best-first search, limited in depth and in boards.
 *
 * The board with the highest heuristic value, at any depth, is expanded next. Boards at
 * depth D are not expanded, and after N of them the best one is the target. If nearly all
 * lines end before depth D, the queue grows towards the whole tree, O(b^D). When the
 * memory of the run is used up, the search of this move ends with the best board at depth
 * D, or otherwise the deepest board found. */
#include "base/error.h"
#include "extras/baselines/queue.h"

static enum trey_status open_search(struct trey_lookahead *search,
                                    struct trey_error *error)
{
    search->scratch = trey_queue_new(search->run);
    return search->scratch != NULL ? TREY_OK : trey_fail_memory(error, 0);
}

static void close_search(struct trey_lookahead *search)
{
    trey_queue_free(search->scratch);
}

/* The state of one search. */
struct pruner_search {
    struct trey_lookahead *search;
    struct trey_queue *queue;
    const uint8_t *tiles;
    unsigned depth; /* limit */
    unsigned found; /* boards at that depth */
    uint32_t made;  /* boards in all */
    struct trey_target target;
    struct trey_node deepest;
};

/* Evaluates a child and adds it to the target or the queue. False if the search must end.
 */
static bool add_child(struct pruner_search *pruner, struct trey_node *child)
{
    const struct trey_lookahead *search = pruner->search;
    child->value = trey_heuristic_of(&search->settings.heuristic, &child->board);
    child->order = pruner->made++;
    if (trey_run_count(search->run))
        return false;
    if (child->depth == pruner->depth) {
        trey_target_add_reached(&pruner->target, child);
        return ++pruner->found < search->settings.nodes;
    }
    if (child->depth > pruner->deepest.depth ||
        (child->depth == pruner->deepest.depth && child->value > pruner->deepest.value))
        pruner->deepest = *child;
    if (trey_queue_push(pruner->queue, child))
        return true;
    search->run->report->memory_cuts++;
    if (!pruner->target.reached) {
        pruner->target.dead_end = pruner->deepest;
        pruner->target.has_dead_end = true;
    }
    return false;
}

static void select_move(struct trey_lookahead *search, const struct trey_position *from,
                        struct trey_choice *choice)
{
    struct pruner_search pruner = {
        .search = search,
        .queue = search->scratch,
        .tiles = trey_sequence_tiles(search->run->sequence) + from->moves,
        .depth = trey_lookahead_depth(search, from),
    };
    trey_queue_clear(pruner.queue);
    struct trey_node node = trey_node_root(from);
    for (bool going = true; going;) {
        struct trey_node children[4];
        int count = trey_node_children(&node, pruner.tiles, children);
        if (count == 0)
            trey_target_add_dead_end(&pruner.target, &node);
        for (int i = 0; i < count && going; i++)
            going = add_child(&pruner, &children[i]);
        going = going && trey_queue_count(pruner.queue) > 0;
        if (going)
            node = trey_queue_pop(pruner.queue);
    }
    trey_target_first_move(&pruner.target, choice);
}

const struct trey_searcher trey_searcher_pruner = {
    .name = "pruner",
    .summary = "best-first search, stopped after some boards at its depth",
    .defaults = "weighted,depth=12,nodes=1024",
    .uses = TREY_USES_DEPTH | TREY_USES_NODES,
    .open = open_search,
    .close = close_search,
    .choose = select_move,
};
