/* Finding the board. Its background (the frame and the empty cells) has a colour that
 * little else on a screen has, and is connected around all tiles. So: mark the pixels of
 * such a colour on a reduced grid, join neighbours into areas, keep areas whose bounding
 * box has the proportions of a board, and move each edge to the exact pixel.
 *
 * Cost: one look at each point of the reduced grid (at most about 800 x 800) and a few
 * lines of pixels per candidate. */
#include "picture/picture_steps.h"

#include "base/error.h"

#include <assert.h>
#include <stdlib.h>

#define GRID_SIDE  800 /* points of the reduced grid along the picture's longer side */
#define MIN_WIDTH  100 /* pixels of a board that can be read */
#define MAX_REGION 0x7fffffffu

static bool is_threes_background(struct color c)
{
    const float red = c.g - c.r, blue = c.b - c.r, tint = c.g - c.b;
    return c.r >= 150 && c.r <= 228 && red >= 8 && red <= 46 && blue >= 3 && blue <= 46 &&
           tint >= -20 && tint <= 24;
}

static bool is_2048_background(struct color c)
{
    const float warm = c.r - c.g, yellow = c.g - c.b;
    return c.r >= 150 && c.r <= 222 && warm >= 4 && warm <= 24 && yellow >= 3 &&
           yellow <= 24;
}

/* One game's background and the proportions of its board. */
struct look {
    enum trey_picture_game game;
    bool (*is_background)(struct color color);
    float height_per_width;
};

static const struct look looks[] = {
    {TREY_PICTURE_THREES, is_threes_background, 1.34f},
    {TREY_PICTURE_2048, is_2048_background, 1.0f},
};

/* --- areas of one colour on the reduced grid ------------------------------------------
 */

struct region {
    int left, top, right, bottom; /* inclusive, grid points */
    uint32_t points;
};

struct grid {
    int width, height, step; /* step: pixels from one point to the next */
    uint32_t *parent;      /* union-find forest of the marked points; MAX_REGION: none */
    struct region *region; /* of each root */
};

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

static void mark_points(const struct trey_pixels *pixels, const struct look *look,
                        struct grid *grid)
{
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            const uint32_t at = (uint32_t)(y * grid->width + x);
            const struct color color = trey_picture_pixel(
                pixels, x * grid->step + grid->step / 2, y * grid->step + grid->step / 2);
            if (!look->is_background(color)) {
                grid->parent[at] = MAX_REGION;
                continue;
            }
            grid->parent[at] = at;
            if (x > 0 && grid->parent[at - 1] != MAX_REGION)
                join_points(grid->parent, at - 1, at);
            if (y > 0 && grid->parent[at - (uint32_t)grid->width] != MAX_REGION)
                join_points(grid->parent, at - (uint32_t)grid->width, at);
        }
    }
}

static void measure_regions(struct grid *grid)
{
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            const uint32_t at = (uint32_t)(y * grid->width + x);
            if (grid->parent[at] == MAX_REGION)
                continue;
            struct region *region = &grid->region[find_root(grid->parent, at)];
            if (region->points == 0)
                *region = (struct region){x, y, x, y, 0};
            region->left = x < region->left ? x : region->left;
            region->right = x > region->right ? x : region->right;
            region->bottom = y;
            region->points++;
        }
    }
}

/* --- exact edges -----------------------------------------------------------------------
 */

/* Share of background pixels on the line from (x0, y0) to (x1, y1), by 200 points. */
static float background_share(const struct trey_pixels *pixels, const struct look *look,
                              float x0, float y0, float x1, float y1)
{
    int hits = 0;
    for (int i = 0; i < 200; i++) {
        const float along = ((float)i + 0.5f) / 200;
        hits += look->is_background(trey_picture_pixel(
            pixels, (int)(x0 + (x1 - x0) * along), (int)(y0 + (y1 - y0) * along)));
    }
    return (float)hits / 200;
}

/* Moves each edge to the outermost line of pixels that is mostly background. */
static struct rectangle refine_edges(const struct trey_pixels *pixels,
                                     const struct look *look, struct rectangle rough,
                                     int step)
{
    const float reach = (float)(2 * step + 2);
    const float in_x = (rough.right - rough.left) / 12;
    const float in_y = (rough.bottom - rough.top) / 12;
    struct rectangle exact = rough;
    for (float at = -reach; at <= reach; at++) {
        const float x = rough.left + at;
        if (background_share(pixels, look, x, rough.top + in_y, x, rough.bottom - in_y) >
            0.6f) {
            exact.left = x;
            break;
        }
    }
    for (float at = reach; at >= -reach; at--) {
        const float x = rough.right - 1 + at;
        if (background_share(pixels, look, x, rough.top + in_y, x, rough.bottom - in_y) >
            0.6f) {
            exact.right = x + 1;
            break;
        }
    }
    for (float at = -reach; at <= reach; at++) {
        const float y = rough.top + at;
        if (background_share(pixels, look, rough.left + in_x, y, rough.right - in_x, y) >
            0.6f) {
            exact.top = y;
            break;
        }
    }
    for (float at = reach; at >= -reach; at--) {
        const float y = rough.bottom - 1 + at;
        if (background_share(pixels, look, rough.left + in_x, y, rough.right - in_x, y) >
            0.6f) {
            exact.bottom = y + 1;
            break;
        }
    }
    const float max_x = (float)pixels->width, max_y = (float)pixels->height;
    exact.left = exact.left < 0 ? 0 : exact.left;
    exact.top = exact.top < 0 ? 0 : exact.top;
    exact.right = exact.right > max_x ? max_x : exact.right;
    exact.bottom = exact.bottom > max_y ? max_y : exact.bottom;
    return exact;
}

static bool has_proportions(struct rectangle area, const struct look *look)
{
    const float width = area.right - area.left, height = area.bottom - area.top;
    const float ratio = height / width / look->height_per_width;
    return width >= MIN_WIDTH && ratio > 0.85f && ratio < 1.18f;
}

/* Adds a candidate, keeping the list sorted by width. */
static void add_frame(struct frame frames[MAX_FRAMES], int *count, struct frame frame)
{
    const float width = frame.area.right - frame.area.left;
    int at = *count < MAX_FRAMES ? (*count)++ : MAX_FRAMES;
    while (at > 0 && frames[at - 1].area.right - frames[at - 1].area.left < width) {
        if (at < MAX_FRAMES)
            frames[at] = frames[at - 1];
        at--;
    }
    if (at < MAX_FRAMES)
        frames[at] = frame;
}

static void collect_frames(const struct trey_pixels *pixels, const struct look *look,
                           const struct grid *grid, struct frame frames[MAX_FRAMES],
                           int *count)
{
    for (uint32_t at = 0; at < (uint32_t)(grid->width * grid->height); at++) {
        const struct region *region = &grid->region[at];
        const int width = region->right - region->left + 1;
        const int height = region->bottom - region->top + 1;
        /* The gaps between tiles alone are a quarter of a full board. */
        if (region->points == 0 || width * grid->step < MIN_WIDTH ||
            region->points < (uint32_t)(width * height) / 8)
            continue;
        const struct rectangle rough = {(float)(region->left * grid->step),
                                        (float)(region->top * grid->step),
                                        (float)((region->right + 1) * grid->step),
                                        (float)((region->bottom + 1) * grid->step)};
        const struct rectangle area = refine_edges(pixels, look, rough, grid->step);
        if (has_proportions(area, look))
            add_frame(frames, count, (struct frame){look->game, area});
    }
}

enum trey_status trey_picture_frames(const struct trey_pixels *pixels,
                                     struct frame frames[MAX_FRAMES], int *count,
                                     struct trey_error *error)
{
    const uint32_t longer =
        pixels->width > pixels->height ? pixels->width : pixels->height;
    const int step = (int)((longer + GRID_SIDE - 1) / GRID_SIDE);
    struct grid grid = {(int)pixels->width / step, (int)pixels->height / step, step, NULL,
                        NULL};
    *count = 0;
    if (grid.width == 0 || grid.height == 0)
        return TREY_OK;
    assert(grid.width <= GRID_SIDE && grid.height <= GRID_SIDE);

    const size_t points = (size_t)grid.width * (size_t)grid.height;
    const size_t size_bytes = points * (sizeof *grid.parent + sizeof *grid.region);
    grid.parent = malloc(points * sizeof *grid.parent);
    grid.region = malloc(points * sizeof *grid.region);
    enum trey_status status = TREY_OK;
    if (grid.parent == NULL || grid.region == NULL) {
        status = trey_fail_memory(error, size_bytes);
    } else {
        for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
            for (size_t at = 0; at < points; at++)
                grid.region[at].points = 0;
            mark_points(pixels, &looks[i], &grid);
            measure_regions(&grid);
            collect_frames(pixels, &looks[i], &grid, frames, count);
        }
    }
    free(grid.parent);
    free(grid.region);
    return status;
}
