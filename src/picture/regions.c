/* Connected regions of a grid of points, by a union-find forest whose roots are the first
 * points of their regions. One pass joins the points, a second one measures. */
#include "picture/picture_steps.h"

static uint32_t find_root(uint32_t *parent, uint32_t at)
{
    while (parent[at] != at) {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    return at;
}

static void join_points(uint32_t *parent, uint32_t a, uint32_t b)
{
    const uint32_t first = find_root(parent, a), second = find_root(parent, b);
    if (first < second)
        parent[second] = first;
    else
        parent[first] = second;
}

void trey_picture_regions(const uint8_t *kind, int width, int height, uint32_t *parent,
                          struct region *region)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const uint32_t at = (uint32_t)(y * width + x);
            const uint32_t above = at - (uint32_t)width;
            region[at].points = 0;
            parent[at] = kind[at] == 0 ? NO_REGION : at;
            if (kind[at] == 0)
                continue;
            const bool same_left = x > 0 && kind[at - 1] == kind[at];
            const bool same_above = y > 0 && kind[above] == kind[at];
            if (same_left)
                parent[at] = parent[at - 1];
            /* If the point above the left one is alike, the regions are joined already.
             */
            if (same_above && !(same_left && kind[above - 1] == kind[at]))
                join_points(parent, above, at);
        }
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const uint32_t at = (uint32_t)(y * width + x);
            if (parent[at] == NO_REGION)
                continue;
            parent[at] = find_root(parent, at);
            struct region *of = &region[parent[at]];
            if (of->points == 0)
                *of = (struct region){x, y, x, y, 0};
            of->left = x < of->left ? x : of->left;
            of->right = x > of->right ? x : of->right;
            of->bottom = y;
            of->points++;
        }
    }
}
