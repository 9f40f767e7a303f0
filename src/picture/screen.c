/* Finds the screen of a telephone on a photograph: a bright region inside the dark bezel.
 * The picture is reduced to a grid of at most 400 x 400 points, and its bright points are
 * joined into regions, at several thresholds. Four straight lines are fitted to the ends
 * of a region's rows and columns; their intersections are the corners. A region that does
 * not fill its quadrilateral is something else.
 *
 * Cost: a few passes over the grid for each threshold, and 3.5 MB. */
#include "picture/picture_steps.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>

#define GRID_SIDE  400   /* points of the reduced grid along the picture's longer side */
#define MIN_SIDE   120   /* min. width and height of a screen in pixels */
#define MIN_POINTS 12    /* min. points to which a line is fitted */
#define END_SHARE  0.08f /* part of an edge, at each end, where corners may be round */

struct grid {
    int width, height, step;
    uint8_t *level; /* brightest channel */
    uint8_t *kind;  /* 1: bright */
    uint32_t *root;
    struct region *region;
};

/* Ends of a region's rows (first, last) or columns, in grid points; the last is
 * exclusive. Only lines `from` to `to`, inclusive, are set. */
struct ends {
    int from, to;
    int first[GRID_SIDE], last[GRID_SIDE];
};

struct corner {
    int x, y;
};

static void measure_ends(const struct grid *grid, uint32_t root, struct ends *rows,
                         struct ends *columns)
{
    const struct region *region = &grid->region[root];
    rows->from = region->top;
    rows->to = region->bottom;
    columns->from = region->left;
    columns->to = region->right;
    for (int y = rows->from; y <= rows->to; y++)
        rows->first[y] = grid->width, rows->last[y] = 0;
    for (int x = columns->from; x <= columns->to; x++)
        columns->first[x] = grid->height, columns->last[x] = 0;
    for (int y = region->top; y <= region->bottom; y++) {
        for (int x = region->left; x <= region->right; x++) {
            if (grid->root[y * grid->width + x] != root)
                continue;
            rows->first[y] = x < rows->first[y] ? x : rows->first[y];
            rows->last[y] = x + 1;
            columns->first[x] = y < columns->first[x] ? y : columns->first[x];
            columns->last[x] = y + 1;
        }
    }
}

/* The region's outermost points in the four diagonal directions, clockwise from the top
 * left: its corners, if it is turned by less than about 40 degrees. */
static void find_corners(const struct ends *rows, struct corner corner[4])
{
    int best[4] = {0};
    for (int y = rows->from; y <= rows->to; y++) {
        const int left = rows->first[y], right = rows->last[y];
        const int reach[4] = {-left - y, right - y, right + y, y - left};
        for (int i = 0; i < 4; i++) {
            if (y == rows->from || reach[i] > best[i]) {
                best[i] = reach[i];
                corner[i] = (struct corner){i == 1 || i == 2 ? right : left, y};
            }
        }
    }
}

/* A line: position = base + slope * along. */
struct line {
    float base, slope;
};

/* Fits a line to the ends `end` of the lines between `from` and `to`, leaving out the
 * part near the corners; four times, without points far from the last fit. */
static bool fit_line(const int *end, int from, int to, struct line *line)
{
    const int margin = (int)(END_SHARE * (float)(to - from)) + 1;
    float limit = INFINITY;
    *line = (struct line){0, 0};
    for (int round = 0; round < 4; round++) {
        float n = 0, x = 0, y = 0, xx = 0, xy = 0, off = 0;
        for (int at = from + margin; at <= to - margin; at++) {
            const float value = (float)end[at], along = (float)at + 0.5f;
            const float error = fabsf(value - line->base - line->slope * along);
            if (error > limit)
                continue;
            n++;
            x += along;
            y += value;
            xx += along * along;
            xy += along * value;
        }
        const float spread = n * xx - x * x;
        if (n < MIN_POINTS || spread <= 0)
            return false;
        line->slope = (n * xy - x * y) / spread;
        line->base = (y - line->slope * x) / n;
        for (int at = from + margin; at <= to - margin; at++)
            off += fminf(limit, fabsf((float)end[at] - line->base -
                                      line->slope * ((float)at + 0.5f)));
        limit = fmaxf(0.8f, 1.5f * off / (float)(to - from - 2 * margin + 1));
    }
    return true;
}

/* Intersection of a steep line x(y) and a flat line y(x). */
static void intersect(struct line steep, struct line flat, float point[2])
{
    point[0] = (steep.base + steep.slope * flat.base) / (1 - steep.slope * flat.slope);
    point[1] = flat.base + flat.slope * point[0];
}

static float quad_area(const struct quad *quad)
{
    float area = 0;
    for (int i = 0; i < 4; i++) {
        const float *a = quad->corner[i], *b = quad->corner[(i + 1) % 4];
        area += (a[0] * b[1] - b[0] * a[1]) / 2;
    }
    return area;
}

/* True if all corners turn the same way. */
static bool is_convex(const struct quad *quad)
{
    for (int i = 0; i < 4; i++) {
        const float *a = quad->corner[i], *b = quad->corner[(i + 1) % 4],
                    *c = quad->corner[(i + 2) % 4];
        if ((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) <= 0)
            return false;
    }
    return true;
}

/* Fits a quadrilateral, in grid points, to a region. */
static bool fit_quad(const struct grid *grid, uint32_t root, struct quad *quad)
{
    struct ends rows, columns;
    struct corner corner[4] = {{0, 0}};
    struct line left, right, top, bottom;
    measure_ends(grid, root, &rows, &columns);
    find_corners(&rows, corner);
    if (!fit_line(rows.first, corner[0].y, corner[3].y, &left) ||
        !fit_line(rows.last, corner[1].y, corner[2].y, &right) ||
        !fit_line(columns.first, corner[0].x, corner[1].x - 1, &top) ||
        !fit_line(columns.last, corner[3].x, corner[2].x - 1, &bottom))
        return false;
    intersect(left, top, quad->corner[0]);
    intersect(right, top, quad->corner[1]);
    intersect(right, bottom, quad->corner[2]);
    intersect(left, bottom, quad->corner[3]);
    for (int i = 0; i < 4; i++) {
        if (!(quad->corner[i][0] >= 0 && quad->corner[i][0] <= (float)grid->width &&
              quad->corner[i][1] >= 0 && quad->corner[i][1] <= (float)grid->height))
            return false;
    }
    float filled = 0; /* with the holes that dark tiles leave */
    for (int y = rows.from; y <= rows.to; y++)
        filled += (float)(rows.last[y] - rows.first[y]);
    const float fill = filled / quad_area(quad);
    return is_convex(quad) && fill > 0.93f && fill < 1.06f;
}

static bool may_be_screen(const struct grid *grid, const struct region *region)
{
    const int width = region->right - region->left + 1;
    const int height = region->bottom - region->top + 1;
    return region->points > 0 && width * grid->step >= MIN_SIDE &&
           height * grid->step >= MIN_SIDE && height * 10 > width * 7 &&
           height < width * 4 && region->left > 0 && region->top > 0 &&
           region->right < grid->width - 1 && region->bottom < grid->height - 1 &&
           region->points * 5 > (uint32_t)(width * height) * 2;
}

static bool is_known(const struct quad screens[MAX_SCREENS], int count,
                     const struct quad *quad, float tolerance)
{
    for (int i = 0; i < count; i++) {
        float off = 0;
        for (int k = 0; k < 8; k++)
            off = fmaxf(
                off, fabsf(screens[i].corner[k / 2][k % 2] - quad->corner[k / 2][k % 2]));
        if (off < tolerance)
            return true;
    }
    return false;
}

static void collect_screens(struct grid *grid, uint8_t threshold,
                            struct quad screens[MAX_SCREENS], int *count)
{
    const uint32_t points = (uint32_t)(grid->width * grid->height);
    for (uint32_t at = 0; at < points; at++)
        grid->kind[at] = grid->level[at] > threshold;
    trey_picture_regions(grid->kind, grid->width, grid->height, grid->root, grid->region);
    for (uint32_t at = 0; at < points && *count < MAX_SCREENS; at++) {
        struct quad quad;
        if (!may_be_screen(grid, &grid->region[at]) || !fit_quad(grid, at, &quad))
            continue;
        for (int k = 0; k < 8; k++)
            quad.corner[k / 2][k % 2] *= (float)grid->step;
        const float width = quad.corner[1][0] - quad.corner[0][0];
        if (!is_known(screens, *count, &quad, 0.03f * width))
            screens[(*count)++] = quad;
    }
}

/* Brightest channel of the pixel in the middle of each point of the grid. */
static void measure_levels(const struct trey_pixels *pixels, struct grid *grid)
{
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            const struct color color = trey_picture_pixel(
                pixels, x * grid->step + grid->step / 2, y * grid->step + grid->step / 2);
            grid->level[y * grid->width + x] = (uint8_t)trey_picture_larger(
                color.r, trey_picture_larger(color.g, color.b));
        }
    }
}

enum trey_status trey_picture_screens(const struct trey_pixels *pixels,
                                      struct quad screens[MAX_SCREENS], int *count,
                                      struct trey_error *error)
{
    static const uint8_t thresholds[] = {60, 80, 110, 150};
    const uint32_t longer =
        pixels->width > pixels->height ? pixels->width : pixels->height;
    const int step = (int)((longer + GRID_SIDE - 1) / GRID_SIDE);
    struct grid grid = {.width = (int)pixels->width / step,
                        .height = (int)pixels->height / step,
                        .step = step};
    *count = 0;
    if (grid.width * step < MIN_SIDE || grid.height * step < MIN_SIDE)
        return TREY_OK;
    const size_t points = (size_t)grid.width * (size_t)grid.height;
    grid.level = malloc(points);
    grid.kind = malloc(points);
    grid.root = malloc(points * sizeof *grid.root);
    grid.region = malloc(points * sizeof *grid.region);
    enum trey_status status = TREY_OK;
    if (grid.level == NULL || grid.kind == NULL || grid.root == NULL ||
        grid.region == NULL) {
        status = trey_fail_memory(error,
                                  points * (2 + sizeof *grid.root + sizeof *grid.region));
    } else {
        measure_levels(pixels, &grid);
        for (size_t i = 0; i < sizeof thresholds && *count < MAX_SCREENS; i++)
            collect_screens(&grid, thresholds[i], screens, count);
    }
    free(grid.level);
    free(grid.kind);
    free(grid.root);
    free(grid.region);
    return status;
}
