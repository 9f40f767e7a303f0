/* pruner: best-first search with a limit of depth and of boards.
 *
 * The board with the highest heuristic value, at whatever depth, is opened next; boards
 * at depth D are not opened, and after N of them the best is the target. Where nearly all
 * lines end before depth D the queue grows towards the whole tree, O(b^D); it takes no
 * more than the run's memory, and when that is used up the search of this move ends with
 * the best it has: a board at depth D, or else the deepest board met. */
#include "base/error.h"
#include "baselines/queue.h"

static enum trey_status open(struct trey_lookahead *search, struct trey_error *error)
{
    search->scratch = trey_queue_new(search->run);
    return search->scratch != NULL ? TREY_OK : trey_fail_memory(error, 0);
}

static void close(struct trey_lookahead *search)
{
    trey_queue_free(search->scratch);
}

/* One search: what it has found, and how far it went. */
struct hunt {
    struct trey_lookahead *search;
    struct trey_queue *queue;
    const uint8_t *tiles;
    unsigned depth, found;
    uint32_t made;
    struct trey_target target;
    struct trey_node deepest;
};

/* Values a child and puts it where it belongs; false when the search is to end. */
static bool take(struct hunt *hunt, struct trey_node *child)
{
    const struct trey_lookahead *search = hunt->search;
    child->value = trey_heuristic_of(&search->settings.heuristic, &child->board);
    child->order = hunt->made++;
    if (trey_run_count(search->run))
        return false;
    if (child->depth == hunt->depth) {
        trey_target_reach(&hunt->target, child);
        return ++hunt->found < search->settings.nodes;
    }
    if (child->depth > hunt->deepest.depth ||
        (child->depth == hunt->deepest.depth && child->value > hunt->deepest.value))
        hunt->deepest = *child;
    if (trey_queue_push(hunt->queue, child))
        return true;
    search->run->report->memory_cuts++;
    if (!hunt->target.reached) {
        hunt->target.dead_end = hunt->deepest;
        hunt->target.has_dead_end = true;
    }
    return false;
}

static void choose(struct trey_lookahead *search, const struct trey_position *from,
                   struct trey_choice *choice)
{
    struct hunt hunt = {
        .search = search,
        .queue = search->scratch,
        .tiles = trey_sequence_tiles(search->run->sequence) + from->moves,
        .depth = trey_lookahead_depth(search, from),
    };
    trey_queue_clear(hunt.queue);
    struct trey_node node = trey_node_root(from);
    for (bool going = true; going;) {
        struct trey_node children[4];
        int count = trey_node_children(&node, hunt.tiles, children);
        if (count == 0)
            trey_target_dead_end(&hunt.target, &node);
        for (int i = 0; i < count && going; i++)
            going = take(&hunt, &children[i]);
        going = going && trey_queue_count(hunt.queue) > 0;
        if (going)
            node = trey_queue_pop(hunt.queue);
    }
    trey_target_choose(&hunt.target, choice);
}

const struct trey_searcher trey_searcher_pruner = {
    .name = "pruner",
    .summary = "best-first search, stopped after some boards at its depth",
    .defaults = "weighted,depth=12,nodes=1024",
    .uses = TREY_USES_DEPTH | TREY_USES_NODES,
    .open = open,
    .close = close,
    .choose = choose,
};
