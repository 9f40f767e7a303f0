/* Boards in a search tree: their children, and the best boards found. */
#ifndef TREY_EXTRAS_BASELINES_NODE_H
#define TREY_EXTRAS_BASELINES_NODE_H

#include "extras/baselines/searcher.h"
#include "sequence/sequence.h"
#include "sequence/step.h"

/* 32 bytes. The next tile of a board follows from its depth. */
struct trey_node {
    struct trey_wide board;
    double value;
    uint32_t order; /* of creation, to break ties */
    uint8_t depth;  /* below the root */
    uint8_t first;  /* move from the root that leads here */
};

/* One move, with the spawn. False if it is not legal. */
static inline bool trey_node_step(const struct trey_wide *board,
                                  enum trey_direction direction, int tile_rank,
                                  struct trey_wide *after)
{
    trey_bytes made;
    if (!trey_sequence_step(trey_bytes_load(board), direction, tile_rank, &made, NULL))
        return false;
    trey_bytes_store(made, after);
    return true;
}

static inline struct trey_node trey_node_root(const struct trey_position *from)
{
    return (struct trey_node){.board = from->board};
}

/* Makes the children of a node, without values. Returns their number. */
static inline int trey_node_children(const struct trey_node *node, const uint8_t *tiles,
                                     struct trey_node children[4])
{
    int count = 0;
    for (int direction = 0; direction < 4; direction++) {
        struct trey_node *child = &children[count];
        if (!trey_node_step(&node->board, (enum trey_direction)direction,
                            tiles[node->depth], &child->board))
            continue;
        child->value = 0.0;
        child->order = 0;
        child->depth = (uint8_t)(node->depth + 1);
        child->first = node->depth == 0 ? (uint8_t)direction : node->first;
        count++;
    }
    return count;
}

/* The best board at full depth and the best dead end. All searchers move towards the
 * former, or towards the latter if no board at full depth was found. */
struct trey_target {
    struct trey_node best, dead_end;
    bool reached, has_dead_end;
};

static inline void trey_target_add_reached(struct trey_target *target,
                                           const struct trey_node *node)
{
    if (!target->reached || node->value > target->best.value)
        target->best = *node;
    target->reached = true;
}

/* Among equally good dead ends the deepest one wins: it gains moves. */
static inline void trey_target_add_dead_end(struct trey_target *target,
                                            const struct trey_node *node)
{
    const struct trey_node *best = &target->dead_end;
    if (node->depth > 0 &&
        (!target->has_dead_end || node->value > best->value ||
         (!(node->value < best->value) && node->depth > best->depth))) {
        target->dead_end = *node;
        target->has_dead_end = true;
    }
}

/* Chooses the first move towards the target. */
static inline void trey_target_first_move(const struct trey_target *target,
                                          struct trey_choice *choice)
{
    choice->reached = target->reached;
    choice->count = target->reached || target->has_dead_end;
    choice->moves[0] = target->reached ? target->best.first : target->dead_end.first;
}

#endif
