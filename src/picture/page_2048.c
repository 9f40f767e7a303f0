/* The classic 2048 page. A tile's colour already says its number up to 2048; from 4096 on
 * all tiles have one colour, and the digits decide. Where colour and digits are known,
 * both must agree for confidence.
 *
 * The page exists in two sizes, for desktops and for telephones, whose cells and gaps
 * differ a little: a gap is 3.0 % of the board's width in one and 3.6 % in the other. The
 * middles of the cells agree within 0.25 %, and only the middle part of a cell is read:
 * it has the whole number, and the yellow light that tiles from 128 on shed on their
 * neighbours hardly reaches it. */
#include "picture/picture_steps.h"

#include <math.h>
#include <stdlib.h>

/* Middle of the first cell and distance of two middles, as shares of the board's width;
 * means of the page's two sizes. */
#define FIRST_MIDDLE 0.1373f
#define PITCH        0.2418f

#define EMPTY_PAPER 0
#define LARGE_PAPER 12 /* tiles from 4096 on */
#define PAPERS      13

/* Colours of the faces, by rank. */
static const struct color papers[PAPERS] = {
    {205, 193, 180}, {238, 228, 218}, {237, 224, 200}, {242, 177, 121}, {245, 149, 99},
    {246, 124, 95},  {246, 94, 59},   {237, 207, 114}, {237, 204, 97},  {237, 200, 80},
    {237, 197, 63},  {237, 194, 46},  {60, 58, 50},
};
static const struct color dark_ink = {119, 110, 101}, light_ink = {249, 246, 242};

#define SAME_PAPER 16 /* largest difference of a channel; the yellows differ by 17 */

/* The paper that most pixels of the face have. *share receives the share of the face that
 * has it or lies between it and the ink; *off the mean difference of the paper's pixels
 * from its exact colour. */
static int find_paper(const struct face *face, float *share, float *off)
{
    int count[PAPERS] = {0}, best = 0;
    float sum[PAPERS] = {0};
    const int pixels = face->width * face->height;
    for (int i = 0; i < pixels; i++) {
        float nearest = SAME_PAPER;
        int paper = -1;
        for (int k = 0; k < PAPERS; k++) {
            const float distance = trey_picture_distance(face->pixel[i], papers[k]);
            if (distance < nearest) {
                nearest = distance;
                paper = k;
            }
        }
        if (paper >= 0) {
            count[paper]++;
            sum[paper] += nearest;
        }
    }
    for (int k = 1; k < PAPERS; k++)
        best = count[k] > count[best] ? k : best;
    *share = (float)count[best] / (float)pixels;
    *off = count[best] > 0 ? sum[best] / (float)count[best] : SAME_PAPER;
    return best;
}

static struct cell read_tile(const struct face *face, int paper)
{
    static const uint32_t values[] = {2,   4,    8,    16,   32,   64,    128,  256,
                                      512, 1024, 2048, 4096, 8192, 16384, 32768};
    float ink[FACE_WIDTH * FACE_HEIGHT];
    struct glyphs glyphs;
    trey_picture_colored_ink(face, papers[paper], paper <= 2 ? dark_ink : light_ink, ink);
    trey_picture_glyphs(ink, face->width, face->height, DIGIT_ASPECT_2048, &glyphs);
    const struct number number =
        trey_picture_number(&glyphs, trey_glyph_table_2048, 2, values,
                            (int)(sizeof values / sizeof values[0]));
    int rank = 0;
    while (rank < 15 && values[rank] != number.value)
        rank++;
    rank = rank < 15 ? rank + 1 : -1;
    if (paper == LARGE_PAPER) {
        if (rank < LARGE_PAPER)
            return (struct cell){-1, 0};
    } else if (rank != paper) {
        return (struct cell){(int8_t)paper, 0};
    }
    return (struct cell){(int8_t)rank,
                         trey_picture_number_confidence(&glyphs, &number, face->width)};
}

static struct cell read_cell(const struct face *face)
{
    float share, off;
    const int paper = find_paper(face, &share, &off);
    if (paper == EMPTY_PAPER)
        return share < 0.5f ? (struct cell){-1, 0}
                            : (struct cell){0, trey_picture_grade(share, 0.85f, 0.96f) *
                                                   trey_picture_grade(off, 10, 5)};
    if (share < 0.25f) /* numbers of five digits cover half of this part of the face */
        return (struct cell){-1, 0};
    struct cell cell = read_tile(face, paper);
    cell.confidence *=
        trey_picture_grade(share, 0.3f, 0.45f) * trey_picture_grade(off, 12, 7);
    return cell;
}

/* Colours of the covers behind "Game over!" and "You win!"; both are half opaque. */
static const struct color covers[] = {{238, 228, 218}, {237, 194, 46}};
static const struct color frame_color = {187, 173, 160};

static int compare_floats(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Median colour, by channels, of the frame along the board's edges: the yellow light of
 * large tiles covers less than half of it. */
static struct color measure_frame(const struct trey_pixels *pixels, struct rectangle area)
{
    enum { POINTS = 64 };
    const float inset = 0.014f, width = area.right - area.left,
                height = area.bottom - area.top;
    float channel[3][POINTS];
    for (int i = 0; i < POINTS; i++) {
        const float along = 0.1f + 0.8f * ((float)(i / 4) + 0.5f) / (POINTS / 4);
        const float across = i & 1 ? inset : 1 - inset;
        const struct color color =
            trey_picture_point(pixels, area.left + (i & 2 ? along : across) * width,
                               area.top + (i & 2 ? across : along) * height, NO_VEIL);
        channel[0][i] = color.r;
        channel[1][i] = color.g;
        channel[2][i] = color.b;
    }
    for (int c = 0; c < 3; c++)
        qsort(channel[c], POINTS, sizeof channel[c][0], compare_floats);
    return (struct color){channel[0][POINTS / 2], channel[1][POINTS / 2],
                          channel[2][POINTS / 2]};
}

/* Cover of the board: the one whose colour explains that of the frame, at an opacity near
 * one half. Returns false if there is none. */
static bool find_cover(struct color frame, struct veil *veil)
{
    for (size_t i = 0; i < sizeof covers / sizeof covers[0]; i++) {
        const struct color way = {covers[i].r - frame_color.r,
                                  covers[i].g - frame_color.g,
                                  covers[i].b - frame_color.b};
        const float opacity =
            ((frame.r - frame_color.r) * way.r + (frame.g - frame_color.g) * way.g +
             (frame.b - frame_color.b) * way.b) /
            (way.r * way.r + way.g * way.g + way.b * way.b);
        const struct color expected = {frame_color.r + opacity * way.r,
                                       frame_color.g + opacity * way.g,
                                       frame_color.b + opacity * way.b};
        if (opacity > 0.4f && opacity < 0.6f &&
            trey_picture_distance(frame, expected) < 8) {
            *veil = (struct veil){covers[i], 1 / (1 - opacity)};
            return true;
        }
    }
    return false;
}

/* True for the board's colour between two tiles, with what JPEG and the tiles' light add
 * to it. No tile is like that: all are brighter or much darker. */
static bool is_gap(struct color c)
{
    const float red = c.r - c.g, tint = c.g - c.b;
    return c.r >= 135 && c.r <= 233 && red >= -5 && red <= 45 && tint >= -8 && tint <= 95;
}

/* True if the message or the buttons of a covered board may be at this point. */
static bool may_be_message(float across, float down)
{
    return across > 0.15f && across < 0.85f && down > 0.3f && down < 0.8f;
}

/* Looks along the middles of the gaps between cells. A tile that lies across one is
 * moving. Returns false then. */
static bool gaps_are_free(const struct trey_pixels *pixels, struct rectangle area,
                          struct veil veil, float *clean)
{
    const float width = area.right - area.left, height = area.bottom - area.top;
    bool free_of_tiles = true;
    int points = 0, others = 0;
    for (int i = 0; i < 24; i++) {
        const int line = i % 12 / 4, across = i % 4;
        int crossed = 0;
        for (int k = 0; k < 25; k++) {
            const float along = FIRST_MIDDLE + PITCH * (float)across +
                                (((float)k + 0.5f) / 25 - 0.5f) * 0.2f;
            const float gap = FIRST_MIDDLE + PITCH * ((float)line + 0.5f);
            const float x = i < 12 ? gap : along, y = i < 12 ? along : gap;
            if (veil.strength > 1 && may_be_message(x, y))
                continue;
            crossed += !is_gap(trey_picture_point(pixels, area.left + x * width,
                                                  area.top + y * height, veil));
            points++;
        }
        free_of_tiles = free_of_tiles && crossed < 7;
        others += crossed;
    }
    *clean = 1 - (float)others / (float)points;
    return free_of_tiles;
}

bool trey_picture_2048_cells(const struct trey_pixels *pixels, struct rectangle area,
                             struct trey_picture_position *position, float *clean)
{
    const float width = area.right - area.left, height = area.bottom - area.top;
    struct veil veil = NO_VEIL;
    const bool covered = find_cover(measure_frame(pixels, area), &veil);
    struct face face;
    if (!gaps_are_free(pixels, area, veil, clean))
        position->problem = TREY_PICTURE_NOT_SETTLED;
    for (int i = 0; i < TREY_MAX_CELLS; i++) {
        const float x = area.left + (FIRST_MIDDLE + PITCH * (float)(i % 4)) * width;
        const float y = area.top + (FIRST_MIDDLE + PITCH * (float)(i / 4)) * height;
        const struct rectangle part = {
            x - NUMBER_WIDTH_2048 * width / 2000, y - NUMBER_HEIGHT_2048 * height / 2000,
            x + NUMBER_WIDTH_2048 * width / 2000, y + NUMBER_HEIGHT_2048 * height / 2000};
        trey_picture_sample(pixels, part, veil, FACE_WIDTH_2048, FACE_HEIGHT_2048, &face);
        const struct cell cell = read_cell(&face);
        position->rank[i] = cell.rank;
        position->confidence[i] = cell.confidence;
    }
    return covered;
}
