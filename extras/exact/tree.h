/* Game trees of a solved board. See tree.c. */
#ifndef TREY_EXTRAS_EXACT_TREE_H
#define TREY_EXTRAS_EXACT_TREE_H

#include "trey/exact.h"

/* A state of a game tree. */
struct trey_exact_node {
    trey_board board;
    int hint;                      /* 0 for 2048 */
    bool after;                    /* an after-state */
    struct trey_exact_value value; /* from trey_exact_before or trey_exact_after */
    double scored;                 /* current score of the board; 0 for 2048 */
    int parent;                    /* index of the parent; -1 for the root */
    unsigned depth;                /* moves and spawns from the root */
    int slide;     /* move that leads to this after-state, U R D L = 0 to 3; -1: none */
    bool best;     /* that move is the best one */
    double chance; /* probability of the spawn that leads to this before-state; 0 for the
                      root */
};

/* A game tree in depth-first order. */
struct trey_exact_tree {
    struct trey_shape shape;
    enum trey_exact_rules rules;
    enum trey_exact_keep keep;
    struct trey_exact_node *node; /* owned by the tree */
    size_t count;
};

/* Makes the game tree below a state, which is written as in a query, to a depth of
 * `depth` moves and spawns. *tree is for trey_exact_tree_clear; it is empty on failure.
 * TREY_ERR_INPUT for an unreachable state, TREY_ERR_LIMIT if the tree has more than
 * 10,000 states. Thread-safe. trey_render_tree draws it. */
enum trey_status trey_exact_tree(const struct trey_exact *exact, const char *state,
                                 size_t size_bytes, unsigned depth,
                                 struct trey_exact_tree *tree, struct trey_error *error);

/* Frees the memory of a tree and empties it. */
void trey_exact_tree_clear(struct trey_exact_tree *tree);

/* Formats a tree as text, one line per state. `remaining`: values less the score of the
 * board. *result is zero-terminated, for trey_free. */
enum trey_status trey_exact_tree_text(const struct trey_exact_tree *tree, bool remaining,
                                      char **result, size_t *result_bytes,
                                      struct trey_error *error);

#endif
