/* Finds the board. Its background (the frame and the empty cells) has a colour that is
 * rare elsewhere on a screen, and is connected around all tiles. So: mark the pixels of
 * such a colour on a reduced grid, join neighbours into regions, keep regions whose
 * bounding box has the proportions of a board, and move each edge to the exact pixel.
 *
 * Cost: one test per point of the reduced grid (at most about 800 x 800) and a few lines
 * of pixels per candidate. */
#include "picture/picture_steps.h"

#include "base/error.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define GRID_SIDE 800 /* points of the reduced grid along the picture's longer side */
#define MIN_WIDTH 100 /* min. width of a readable board */

/* Height of a board per width. */
static const float proportions[] = {
    [TREY_PICTURE_THREES] = 1.34f, [TREY_PICTURE_2048] = 1};

/* Threes!: the colours of the frame and of empty cells. 2048: the same, also in the
 * yellow light that tiles from 128 on shed around them and behind the messages of the
 * end. */
static enum trey_picture_game game_of_background(struct color c)
{
    const float red = c.g - c.r, blue = c.b - c.r, tint = c.g - c.b;
    if (c.r >= 150 && c.r <= 228 && red >= 8 && red <= 46 && blue >= 3 && blue <= 46 &&
        tint >= -20 && tint <= 24)
        return TREY_PICTURE_THREES;
    if (c.r >= 176 && c.r <= 232 && red <= -4 && red >= -34 && tint >= 4 && tint <= 92)
        return TREY_PICTURE_2048;
    return TREY_PICTURE_UNKNOWN;
}

static bool is_background(struct color color, enum trey_picture_game game)
{
    return game_of_background(color) == game;
}

/* --- areas of one colour on the reduced grid ------------------------------------------
 */

struct grid {
    int width, height, step; /* step: pixels from one point to the next */
    uint32_t *root;          /* first point of each point's region, or NO_REGION */
    uint8_t *game;           /* of each point: enum trey_picture_game */
    struct region *region;   /* of each root */
};

static void mark_points(const struct trey_pixels *pixels, struct grid *grid)
{
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++)
            grid->game[y * grid->width + x] = (uint8_t)game_of_background(
                trey_picture_pixel(pixels, x * grid->step + grid->step / 2,
                                   y * grid->step + grid->step / 2));
    }
}

/* --- exact edges -----------------------------------------------------------------------
 */

#define LINE_POINTS 200

/* True if the line of pixels from (x0, y0) to (x1, y1) is mostly background. */
static bool is_background_line(const struct trey_pixels *pixels,
                               enum trey_picture_game game, float x0, float y0, float x1,
                               float y1)
{
    int hits = 0;
    for (int i = 0; i < LINE_POINTS; i++) {
        const float along = ((float)i + 0.5f) / LINE_POINTS;
        hits += is_background(trey_picture_pixel(pixels, (int)(x0 + (x1 - x0) * along),
                                                 (int)(y0 + (y1 - y0) * along)),
                              game);
    }
    return hits * 5 > LINE_POINTS * 3;
}

/* Position of the outermost line that is mostly background and parallel to an edge near
 * `edge`; `edge` itself if there is none. `outward` is -1 for left and top edges, 1 for
 * right and bottom ones; the line runs from `from` to `to` across. */
static float find_edge_line(const struct trey_pixels *pixels, enum trey_picture_game game,
                            bool vertical, float edge, float outward, float from,
                            float to, float reach)
{
    for (float inward = -reach; inward <= reach; inward++) {
        const float at = edge - outward * inward;
        if (vertical ? is_background_line(pixels, game, at, from, at, to)
                     : is_background_line(pixels, game, from, at, to, at))
            return at;
    }
    return edge;
}

/* Moves each edge to the outermost line of pixels that is mostly background. The corners
 * are round, so that lines leave out a twelfth at each end. */
static struct rectangle refine_edges(const struct trey_pixels *pixels,
                                     enum trey_picture_game game, struct rectangle rough,
                                     int step)
{
    const float reach = (float)(2 * step + 2);
    const float in_x = (rough.right - rough.left) / 12;
    const float in_y = (rough.bottom - rough.top) / 12;
    const float left = rough.left + in_x, right = rough.right - in_x;
    const float top = rough.top + in_y, bottom = rough.bottom - in_y;
    const struct rectangle exact = {
        find_edge_line(pixels, game, true, rough.left, -1, top, bottom, reach),
        find_edge_line(pixels, game, false, rough.top, -1, left, right, reach),
        find_edge_line(pixels, game, true, rough.right - 1, 1, top, bottom, reach) + 1,
        find_edge_line(pixels, game, false, rough.bottom - 1, 1, left, right, reach) + 1};
    return (struct rectangle){fmaxf(exact.left, 0), fmaxf(exact.top, 0),
                              fminf(exact.right, (float)pixels->width),
                              fminf(exact.bottom, (float)pixels->height)};
}

static bool has_proportions(struct rectangle area, enum trey_picture_game game)
{
    const float width = area.right - area.left, height = area.bottom - area.top;
    const float ratio = height / width / proportions[game];
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

static void collect_frames(const struct trey_pixels *pixels, const struct grid *grid,
                           struct frame frames[MAX_FRAMES], int *count)
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
        const enum trey_picture_game game = (enum trey_picture_game)grid->game[at];
        const struct frame frame = {refine_edges(pixels, game, rough, grid->step), game};
        if (has_proportions(frame.area, game))
            add_frame(frames, count, frame);
    }
}

enum trey_status trey_picture_frames(const struct trey_pixels *pixels,
                                     struct frame frames[MAX_FRAMES], int *count,
                                     struct trey_error *error)
{
    const uint32_t longer =
        pixels->width > pixels->height ? pixels->width : pixels->height;
    const int step = (int)((longer + GRID_SIDE - 1) / GRID_SIDE);
    struct grid grid = {
        (int)pixels->width / step, (int)pixels->height / step, step, NULL, NULL, NULL};
    *count = 0;
    if (grid.width == 0 || grid.height == 0)
        return TREY_OK;
    assert(grid.width <= GRID_SIDE && grid.height <= GRID_SIDE);

    const size_t points = (size_t)grid.width * (size_t)grid.height;
    const size_t size_bytes =
        points * (sizeof *grid.root + sizeof *grid.game + sizeof *grid.region);
    grid.root = malloc(points * sizeof *grid.root);
    grid.game = malloc(points * sizeof *grid.game);
    grid.region = malloc(points * sizeof *grid.region);
    enum trey_status status = TREY_OK;
    if (grid.root == NULL || grid.game == NULL || grid.region == NULL) {
        status = trey_fail_memory(error, size_bytes);
    } else {
        mark_points(pixels, &grid);
        trey_picture_regions(grid.game, grid.width, grid.height, grid.root, grid.region);
        collect_frames(pixels, &grid, frames, count);
    }
    free(grid.root);
    free(grid.game);
    free(grid.region);
    return status;
}
