/* Reads a cell of the Threes! app. Every pixel of its face is assigned to the nearest of
 * the app's few colours. The shares of these colours decide the kind of cell, and the
 * digits decide which tile it is. A blue face must show a 1 and a red one a 2, so that
 * other objects of these colours are not mistaken for tiles. */
#include "picture/picture_steps.h"

#include <math.h>

static const struct color paints[OTHER] = {
    {187, 217, 217}, {202, 225, 219}, {102, 204, 255}, {255, 102, 128},
    {255, 255, 255}, {0, 0, 0},       {255, 204, 102},
};

/* Videos of a screen often mix up the two standards for colours, BT.601 and BT.709, when
 * they are encoded or decoded. Red changes most by that; it becomes one of these. */
static const struct color shifted_reds[] = {{255, 118, 127}, {242, 84, 128}};

struct shares {
    float of[PAINTS];  /* 0..1 */
    float off[PAINTS]; /* mean distance of the paint's pixels from the paint */
};

enum paint trey_picture_paint(struct color pixel, float *distance)
{
    enum paint nearest = OTHER;
    *distance = SAME_PAINT;
    for (enum paint paint = 0; paint < OTHER; paint++) {
        const float d = trey_picture_distance(pixel, paints[paint]);
        if (d < *distance) {
            *distance = d;
            nearest = paint;
        }
    }
    return nearest;
}

static void count_paints(const struct face *face, struct shares *shares)
{
    enum { SHIFTED = sizeof shifted_reds / sizeof shifted_reds[0] };
    const int margin_x = face->width / 20, margin_y = face->height / 20;
    float count[PAINTS] = {0}, sum[PAINTS] = {0}, shifted[SHIFTED] = {0}, all = 0;
    for (int y = margin_y; y < face->height - margin_y; y++) {
        for (int x = margin_x; x < face->width - margin_x; x++) {
            float distance;
            const struct color pixel = face->pixel[y * face->width + x];
            const enum paint paint = trey_picture_paint(pixel, &distance);
            for (int i = 0; paint == RED && i < SHIFTED; i++)
                shifted[i] += trey_picture_distance(pixel, shifted_reds[i]);
            count[paint]++;
            sum[paint] += distance;
            all++;
        }
    }
    for (int i = 0; i < SHIFTED; i++)
        sum[RED] = fminf(sum[RED], shifted[i]);
    for (enum paint paint = 0; paint < PAINTS; paint++) {
        shares->of[paint] = count[paint] / all;
        shares->off[paint] = count[paint] > 0 ? sum[paint] / count[paint] : 0;
    }
}

void trey_picture_colored_ink(const struct face *face, struct color paper,
                              struct color color, float *ink)
{
    const struct color to_ink = {color.r - paper.r, color.g - paper.g, color.b - paper.b};
    const float length = to_ink.r * to_ink.r + to_ink.g * to_ink.g + to_ink.b * to_ink.b;
    for (int i = 0; i < face->width * face->height; i++) {
        const struct color pixel = face->pixel[i];
        ink[i] = trey_picture_clamp(((pixel.r - paper.r) * to_ink.r +
                                     (pixel.g - paper.g) * to_ink.g +
                                     (pixel.b - paper.b) * to_ink.b) /
                                    length);
    }
}

void trey_picture_white_ink(const struct face *face, float *ink)
{
    for (int i = 0; i < face->width * face->height; i++) {
        const struct color pixel = face->pixel[i];
        const float brightest =
            trey_picture_larger(pixel.r, trey_picture_larger(pixel.g, pixel.b));
        const float black = trey_picture_grade(brightest, 235, 20);
        /* Yellow decorations have less blue than green; pink has more. */
        const bool pinkish =
            pixel.r > 150 && pixel.b - pixel.g > -18 && pixel.r > pixel.g;
        const float pink = pinkish ? trey_picture_grade(pixel.r - pixel.g, 10, 150) : 0;
        ink[i] = trey_picture_larger(black, pink);
    }
}

float trey_picture_number_confidence(const struct glyphs *glyphs,
                                     const struct number *number, int width)
{
    const struct glyph *first = &glyphs->glyph[0];
    const struct glyph *last = &glyphs->glyph[glyphs->count - 1];
    const float off_middle =
        fabsf((float)(first->left + last->right) / 2 - (float)width / 2) / (float)width;
    return trey_picture_grade(number->distance, 0.14f, 0.06f) *
           trey_picture_grade(number->next_best - number->distance, 0.01f, 0.05f) *
           trey_picture_grade(off_middle, 0.14f, 0.08f);
}

static struct cell read_colored(const struct face *face, const struct shares *shares,
                                enum paint paint, uint32_t value)
{
    static const uint32_t digits[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    float ink[FACE_WIDTH * FACE_HEIGHT];
    struct glyphs glyphs;
    trey_picture_colored_ink(face, paints[paint], paints[WHITE], ink);
    trey_picture_glyphs(ink, face->width, face->height, DIGIT_ASPECT_THREES, &glyphs);
    const struct number number =
        trey_picture_number(&glyphs, &trey_glyph_table, 1, digits, 9);
    struct cell cell = {(int8_t)value, 0};
    if (number.value == value)
        cell.confidence =
            trey_picture_number_confidence(&glyphs, &number, face->width) *
            trey_picture_grade(shares->off[paint], 22, 13) *
            trey_picture_grade(shares->of[paint] + shares->of[WHITE], 0.75f, 0.9f);
    return cell;
}

static struct cell read_white(const struct face *face, const struct shares *shares)
{
    static const uint32_t values[] = {3,   6,   12,   24,   48,   96,   192,
                                      384, 768, 1536, 3072, 6144, 12288};
    float ink[FACE_WIDTH * FACE_HEIGHT];
    struct glyphs glyphs;
    trey_picture_white_ink(face, ink);
    trey_picture_glyphs(ink, face->width, face->height, DIGIT_ASPECT_THREES, &glyphs);
    const struct number number = trey_picture_number(
        &glyphs, &trey_glyph_table, 1, values, (int)(sizeof values / sizeof values[0]));
    if (number.value == 0)
        return (struct cell){-1, 0};
    const float drawn =
        shares->of[WHITE] + shares->of[BLACK] + shares->of[RED] + shares->of[YELLOW];
    return (struct cell){(int8_t)trey_rank_of_tile(number.value),
                         trey_picture_number_confidence(&glyphs, &number, face->width) *
                             trey_picture_grade(drawn, 0.6f, 0.8f) *
                             trey_picture_grade(shares->off[WHITE], 12, 8)};
}

struct cell trey_picture_threes_cell(const struct face *face)
{
    struct shares shares;
    count_paints(face, &shares);
    const float empty = shares.of[EMPTY] + shares.of[FRAME];
    if (empty > 0.7f) {
        /* A strip of a tile's colour: something hides the rest of that tile. */
        const float tile = shares.of[BLUE] + shares.of[RED] + shares.of[YELLOW];
        return (struct cell){0, trey_picture_grade(empty, 0.85f, 0.96f) *
                                    trey_picture_grade(tile, 0.06f, 0.02f) *
                                    trey_picture_grade(shares.off[EMPTY], 15, 9)};
    }
    if (shares.of[BLUE] > 0.45f)
        return read_colored(face, &shares, BLUE, 1);
    if (shares.of[RED] > 0.45f)
        return read_colored(face, &shares, RED, 2);
    if (shares.of[WHITE] > 0.2f)
        return read_white(face, &shares);
    return (struct cell){-1, 0};
}

int trey_picture_readable_cells(const struct trey_picture_position *position)
{
    int count = 0, tiles = 0;
    for (int i = 0; i < TREY_MAX_CELLS; i++) {
        count += position->rank[i] >= 0 && position->confidence[i] > 0;
        tiles += position->rank[i] != 0;
    }
    return tiles == 0 ? 0 : count;
}
