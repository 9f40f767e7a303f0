/* dldfs: depth-limited depth-first search.
 *
 * Visits the whole tree of depth D with a stack and moves towards the best board at depth
 * D, or towards the best dead end if no board is that deep. The stack holds at most the
 * siblings of each board on the path, 3D + 1 boards: O(bD) memory. Time is proportional
 * to the tree, b^D boards, with b a little above 3 in open positions. */
#include "extras/baselines/baselines.h"
#include "extras/baselines/node.h"

enum { STACK = 3 * TREY_SEARCHER_MAX_DEPTH + 1 };

static void select_move(struct trey_lookahead *search, const struct trey_position *from,
                        struct trey_choice *choice)
{
    const uint8_t *tiles = trey_sequence_tiles(search->run->sequence) + from->moves;
    unsigned depth = trey_lookahead_depth(search, from);
    struct trey_target target = {0};
    struct trey_node stack[STACK];
    size_t height = 1;
    stack[0] = trey_node_root(from);
    while (height > 0) {
        struct trey_node node = stack[--height];
        if (trey_run_count(search->run))
            return;
        if (node.depth == depth) {
            node.value = trey_heuristic_of(&search->settings.heuristic, &node.board);
            trey_target_add_reached(&target, &node);
            continue;
        }
        struct trey_node children[4];
        int count = trey_node_children(&node, tiles, children);
        if (count == 0) {
            node.value = trey_heuristic_of(&search->settings.heuristic, &node.board);
            trey_target_add_dead_end(&target, &node);
        }
        while (count > 0) /* in reverse, so that Up is visited first */
            stack[height++] = children[--count];
    }
    trey_target_first_move(&target, choice);
}

const struct trey_searcher trey_searcher_dldfs = {
    .name = "dldfs",
    .summary = "depth-limited depth-first search",
    .defaults = "weighted,depth=6",
    .uses = TREY_USES_DEPTH,
    .choose = select_move,
};
