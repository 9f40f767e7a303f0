/* A game tree to be shown. */
#ifndef TREY_EXACT_TREE_H
#define TREY_EXACT_TREE_H

#include "base/text.h"
#include "exact/solution.h"

enum { TREY_TREE_STATES = 10000, TREY_NO_PARENT = -1 };

struct trey_tree_state {
    struct trey_exact_state state;
    struct trey_exact_value value;
    int parent; /* its number, or TREY_NO_PARENT */
    unsigned depth;
    int slide;     /* that led here, and in an after-state what entries depend on */
    bool best;     /* the slide is the one to make */
    double chance; /* of an entry */
};

/* In the order of a walk that takes children before brothers. */
struct trey_tree {
    const struct trey_exact *exact;
    const struct trey_exact_tree_options *options;
    struct trey_tree_state *states;
    size_t count, room;
};

/* Draws the tree. */
void trey_tree_draw(const struct trey_tree *tree, struct trey_text *text);

#endif
