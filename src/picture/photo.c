/* Reads the Threes! app from a photograph of a telephone. The screen is found (screen.c),
 * drawn upright in the size of the app's own layout with even light (rectify.c), and its
 * cells are read at fixed places. Colours are far from exact on photographs, but the
 * kinds of cells are far apart: on 376 cells of 24 photographs, red minus green is above
 * 100 for 2s and below 35 for others; blue minus red is above 140 for 1s and below 110
 * for others; and a number darkens a white tile's green by 128 or more, an empty cell's
 * changes by 27 at most. Digits are read from one channel each: green for black and red
 * ink, red for the white ink on blue, green for that on red.
 *
 * The layout is that of screens of 9 : 16. */
#include "picture/picture_steps.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The app's layout in units. */
#define SCREEN_WIDTH  640
#define SCREEN_HEIGHT 1136
#define BOARD_LEFT    70
#define BOARD_TOP     297
#define BOARD_RIGHT   570
#define BOARD_BOTTOM  967
#define CELL_LEFT     (BOARD_LEFT + 20)
#define CELL_TOP      (BOARD_TOP + 21)
#define CELL_WIDTH    100
#define FACE_UNITS    140
#define EDGE_X        6 /* margin of a face that is not read: places are not exact */
#define EDGE_Y        (EDGE_X * FACE_UNITS / CELL_WIDTH)
#define PITCH_X       120
#define PITCH_Y       160

/* Pixels of the upright screen per unit; screens on photographs are seldom larger. */
#define SCALE          0.5f
#define UPRIGHT_WIDTH  ((int)(SCREEN_WIDTH * SCALE))
#define UPRIGHT_HEIGHT ((int)(SCREEN_HEIGHT * SCALE))

/* Levels of one channel of a face: 2 %, 50 % and 98 % of its pixels are below them. */
struct levels {
    float dark, middle, bright;
};

static struct rectangle scaled(float left, float top, float right, float bottom)
{
    return (struct rectangle){left * SCALE, top * SCALE, right * SCALE, bottom * SCALE};
}

/* Draws an area of the upright screen and samples it. */
static void sample_upright(const struct upright *upright, struct rectangle area,
                           int width, int height, struct face *face)
{
    const struct trey_pixels drawn = {upright->rgba, (uint32_t)upright->width,
                                      (uint32_t)upright->height,
                                      (size_t)upright->width * 4};
    const struct rectangle with_neighbours = {area.left - 1, area.top - 1, area.right + 1,
                                              area.bottom + 1};
    trey_picture_draw_upright(upright, with_neighbours);
    trey_picture_sample(&drawn, area, NO_VEIL, width, height, face);
}

static float channel_of(struct color color, int channel)
{
    return channel == 0 ? color.r : channel == 1 ? color.g : color.b;
}

/* Measures a channel in the middle part of a face, where the number is. */
static struct levels measure_levels(const struct face *face, int channel)
{
    int histogram[256] = {0}, count = 0, below = 0;
    for (int y = face->height / 8; y < face->height * 7 / 8; y++) {
        for (int x = face->width / 12; x < face->width * 11 / 12; x++) {
            histogram[(int)channel_of(face->pixel[y * face->width + x], channel)]++;
            count++;
        }
    }
    struct levels levels = {-1, -1, -1};
    for (int level = 0; level < 256; level++) {
        below += histogram[level];
        if (levels.dark < 0 && below * 50 > count)
            levels.dark = (float)level;
        if (levels.middle < 0 && below * 2 >= count)
            levels.middle = (float)level;
        if (levels.bright < 0 && below * 50 >= count * 49)
            levels.bright = (float)level;
    }
    return levels;
}

/* Ink as the way of one channel from the paper's level to the ink's. */
static void channel_ink(const struct face *face, int channel, float paper,
                        float ink_level, float *ink)
{
    for (int i = 0; i < face->width * face->height; i++)
        ink[i] =
            trey_picture_grade(channel_of(face->pixel[i], channel), paper, ink_level);
}

/* 1 if the number is as high as the app's and at the same height of the face, 0 if not: a
 * tile is moving then, or it is something else. Tiles from 192 on have smaller digits,
 * above the middle. Places are not exact, by 6 % of the face at most. */
static float place_confidence(const struct glyphs *glyphs, uint32_t value)
{
    const struct glyph *first = &glyphs->glyph[0];
    const float middle = (float)(first->top + first->bottom) / 2 / FACE_HEIGHT;
    const float height = (float)(first->bottom - first->top) / FACE_HEIGHT;
    if (value >= 192)
        return trey_picture_grade(fabsf(middle - 0.44f), 0.12f, 0.08f) *
               trey_picture_grade(fabsf(height - 0.27f), 0.1f, 0.06f);
    return trey_picture_grade(fabsf(middle - 0.51f), 0.1f, 0.07f) *
           trey_picture_grade(fabsf(height - 0.4f), 0.09f, 0.05f);
}

/* Reads the number of a face. `values` are those it may have. */
static struct cell read_number(const struct face *face, int channel, float paper,
                               float ink_level, const uint32_t *values, int count)
{
    float ink[FACE_WIDTH * FACE_HEIGHT];
    struct glyphs glyphs;
    channel_ink(face, channel, paper, ink_level, ink);
    trey_picture_glyphs(ink, face->width, face->height, DIGIT_ASPECT_THREES, &glyphs);
    const struct number number =
        trey_picture_number(&glyphs, &trey_glyph_table, 1, values, count);
    if (number.value == 0)
        return (struct cell){-1, 0};
    return (struct cell){(int8_t)trey_rank_of_tile(number.value),
                         trey_picture_number_confidence(&glyphs, &number, face->width) *
                             place_confidence(&glyphs, number.value)};
}

static struct cell read_colored(const struct face *face, int channel, uint32_t value,
                                float certainty)
{
    static const uint32_t digits[] = {1, 2, 3};
    const struct levels levels = measure_levels(face, channel);
    struct cell cell =
        read_number(face, channel, levels.middle, levels.bright, digits, 3);
    if (cell.rank != (int8_t)value)
        return (struct cell){(int8_t)value, 0};
    cell.confidence *= certainty;
    return cell;
}

static struct cell read_face(const struct face *face)
{
    static const uint32_t values[] = {3,   6,   12,   24,   48,   96,   192,
                                      384, 768, 1536, 3072, 6144, 12288};
    const struct levels red = measure_levels(face, 0), green = measure_levels(face, 1),
                        blue = measure_levels(face, 2);
    if (red.middle - green.middle > 70)
        return read_colored(face, 1, 2,
                            trey_picture_grade(red.middle - green.middle, 70, 100));
    if (blue.middle - red.middle > 120)
        return read_colored(face, 0, 1,
                            trey_picture_grade(blue.middle - red.middle, 120, 140));
    const float contrast = green.middle - green.dark;
    if (contrast > 80) {
        struct cell cell = read_number(face, 1, green.middle, green.dark, values,
                                       (int)(sizeof values / sizeof values[0]));
        cell.confidence *= trey_picture_grade(contrast, 80, 120) *
                           trey_picture_grade(red.middle, 150, 172);
        return cell;
    }
    if (contrast > 55 || red.middle > 210)
        return (struct cell){-1, 0};
    return (struct cell){0, trey_picture_grade(contrast, 55, 35) *
                                trey_picture_grade(green.bright - green.middle, 45, 30) *
                                trey_picture_grade(red.middle, 210, 195) *
                                trey_picture_grade(green.middle, 130, 160)};
}

/* Reads the announced tile by its colour; a white card must be blank. */
static void read_next(const struct upright *upright,
                      struct trey_picture_position *position)
{
    struct face face;
    sample_upright(upright, scaled(300, 112, 340, 162), 40, 50, &face);
    const struct levels red = measure_levels(&face, 0), green = measure_levels(&face, 1),
                        blue = measure_levels(&face, 2);
    const float widest = trey_picture_larger(
        red.bright - red.dark,
        trey_picture_larger(green.bright - green.dark, blue.bright - blue.dark));
    int rank = 0;
    if (widest > 110)
        return;
    if (red.middle - green.middle > 70)
        rank = 2;
    else if (blue.middle - red.middle > 90)
        rank = 1;
    else if (red.middle > 195 && green.middle > 205 && blue.middle > 195)
        rank = 3;
    if (rank == 0)
        return;
    position->next = TREY_PICTURE_NEXT_TILES;
    position->next_blank = rank == 3;
    position->next_count = 1;
    position->next_ranks[0] = (int8_t)rank;
    position->next_confidence = 0.6f;
}

static void set_corners(const struct quad *screen, struct trey_picture_position *position)
{
    static const float corners[4][2] = {{BOARD_LEFT, BOARD_TOP},
                                        {BOARD_RIGHT, BOARD_TOP},
                                        {BOARD_RIGHT, BOARD_BOTTOM},
                                        {BOARD_LEFT, BOARD_BOTTOM}};
    const struct projection projection = trey_picture_projection(screen);
    for (int i = 0; i < 4; i++)
        trey_picture_project(&projection, corners[i][0] / SCREEN_WIDTH,
                             corners[i][1] / SCREEN_HEIGHT, &position->corners[i][0],
                             &position->corners[i][1]);
}

/* Reads the cells. Returns false, early, if too few are readable for a board. */
static bool read_cells(const struct upright *upright,
                       struct trey_picture_position *position)
{
    enum { MAX_UNREADABLE = TREY_MAX_CELLS / 4 - 1 };
    int unreadable = 0;
    float lowest = 1;
    for (int i = 0; i < TREY_MAX_CELLS; i++) {
        const float x = CELL_LEFT + (float)(i % 4) * PITCH_X;
        const float y = CELL_TOP + (float)(i / 4) * PITCH_Y;
        struct face face;
        sample_upright(upright,
                       scaled(x + EDGE_X, y + EDGE_Y, x + CELL_WIDTH - EDGE_X,
                              y + FACE_UNITS - EDGE_Y),
                       FACE_WIDTH, FACE_HEIGHT, &face);
        const struct cell cell = read_face(&face);
        position->rank[i] = cell.rank;
        position->confidence[i] = cell.confidence;
        lowest = cell.confidence < lowest ? cell.confidence : lowest;
        if (cell.rank < 0)
            position->problem = TREY_PICTURE_UNREADABLE;
        unreadable += cell.rank < 0 || cell.confidence <= 0;
        if (unreadable > MAX_UNREADABLE)
            return false;
    }
    position->overall = position->problem == TREY_PICTURE_FINE ? lowest : 0;
    return true;
}

enum trey_status trey_picture_photo(const struct trey_pixels *pixels,
                                    struct trey_picture_position *position,
                                    struct trey_error *error)
{
    struct quad screens[MAX_SCREENS];
    int count = 0, best = 0;
    const enum trey_status status = trey_picture_screens(pixels, screens, &count, error);
    if (status != TREY_OK || count == 0)
        return status;
    const size_t size_bytes = (size_t)UPRIGHT_WIDTH * (size_t)UPRIGHT_HEIGHT * 4;
    uint8_t *rgba = malloc(size_bytes);
    if (rgba == NULL)
        return trey_fail_memory(error, size_bytes);
    for (int i = 0; i < count && position->overall < (float)TREY_PICTURE_CONFIDENT; i++) {
        struct trey_picture_position candidate = {.game = TREY_PICTURE_THREES};
        struct upright upright = {pixels, screens[i], UPRIGHT_WIDTH, UPRIGHT_HEIGHT,
                                  .rgba = rgba};
        trey_picture_measure_light(&upright);
        if (!read_cells(&upright, &candidate))
            continue;
        const int readable = trey_picture_readable_cells(&candidate);
        if (readable <= best)
            continue;
        best = readable;
        read_next(&upright, &candidate);
        set_corners(&screens[i], &candidate);
        *position = candidate;
    }
    free(rgba);
    return TREY_OK;
}
