/* Draws a quadrilateral of a photograph as a rectangle, with even light. A screen on a
 * photograph is darker at one end than at the other and has coloured areas, because its
 * colours depend on the viewing angle and because it reflects the room. Most of the app's
 * page is white: in each of 10 x 18 blocks the bright pixels are white or the board. So,
 * for each channel, a polynomial of the third degree in x and y is fitted to the blocks'
 * bright pixels; blocks below the fit have next to no weight when it is repeated. Then
 * the channel is divided by the polynomial.
 *
 * Light is measured on every second pixel of every second row, and only the areas that
 * are read are drawn: most bright quadrilaterals of a picture are no screens of the app,
 * which a few cells show. */
#include "picture/picture_steps.h"

#include <assert.h>
#include <math.h>

#define WHITE_LEVEL 250 /* of the app's page */
#define BLOCKS_X    10
#define BLOCKS_Y    18
#define BLOCKS      (BLOCKS_X * BLOCKS_Y)
#define ROUNDS      12   /* of the fit */
#define BELOW       0.97 /* share of the fit below which a block is not white */

struct projection trey_picture_projection(const struct quad *quad)
{
    const float(*p)[2] = quad->corner;
    const float sum_x = p[0][0] - p[1][0] + p[2][0] - p[3][0];
    const float sum_y = p[0][1] - p[1][1] + p[2][1] - p[3][1];
    const float right_x = p[1][0] - p[2][0], right_y = p[1][1] - p[2][1];
    const float down_x = p[3][0] - p[2][0], down_y = p[3][1] - p[2][1];
    const float area = right_x * down_y - down_x * right_y;
    const float a = (sum_x * down_y - down_x * sum_y) / area;
    const float b = (right_x * sum_y - sum_x * right_y) / area;
    return (struct projection){
        {p[1][0] - p[0][0] + a * p[1][0], p[3][0] - p[0][0] + b * p[3][0], p[0][0]},
        {p[1][1] - p[0][1] + a * p[1][1], p[3][1] - p[0][1] + b * p[3][1], p[0][1]},
        {a, b}};
}

void trey_picture_project(const struct projection *projection, float u, float v, float *x,
                          float *y)
{
    const float w = projection->w[0] * u + projection->w[1] * v + 1;
    *x = (projection->x[0] * u + projection->x[1] * v + projection->x[2]) / w;
    *y = (projection->y[0] * u + projection->y[1] * v + projection->y[2]) / w;
}

/* Colour of the pixel x, y of the rectangle, before its light is corrected. */
static struct color draw_pixel(const struct upright *upright,
                               const struct projection *projection, int x, int y)
{
    float at_x, at_y;
    trey_picture_project(projection, ((float)x + 0.5f) / (float)upright->width,
                         ((float)y + 0.5f) / (float)upright->height, &at_x, &at_y);
    return trey_picture_point(upright->source, at_x, at_y, NO_VEIL);
}

/* The polynomial's terms at a point of the square -1..1. */
static void fill_terms(double x, double y, double term[WHITE_TERMS])
{
    const double terms[WHITE_TERMS] = {1,     x,         y,         x * x,     x * y,
                                       y * y, x * x * x, x * x * y, x * y * y, y * y * y};
    for (int i = 0; i < WHITE_TERMS; i++)
        term[i] = terms[i];
}

static double polynomial(const double coefficient[WHITE_TERMS], double x, double y)
{
    double term[WHITE_TERMS], sum = 0;
    fill_terms(x, y, term);
    for (int i = 0; i < WHITE_TERMS; i++)
        sum += coefficient[i] * term[i];
    return sum;
}

/* The polynomial along a row: coefficients of 1, x, x^2 and x^3. */
static void row_polynomial(const double c[WHITE_TERMS], double y, float row[4])
{
    row[0] = (float)(c[0] + y * (c[2] + y * (c[5] + y * c[9])));
    row[1] = (float)(c[1] + y * (c[4] + y * c[8]));
    row[2] = (float)(c[3] + y * c[7]);
    row[3] = (float)c[6];
}

/* Solves the symmetric positive definite system a x = b in place, by Gaussian elimination
 * without pivoting; x replaces b. */
static void solve(double a[WHITE_TERMS][WHITE_TERMS], double b[WHITE_TERMS])
{
    for (int i = 0; i < WHITE_TERMS; i++) {
        for (int row = i + 1; row < WHITE_TERMS; row++) {
            const double factor = a[row][i] / a[i][i];
            for (int k = i; k < WHITE_TERMS; k++)
                a[row][k] -= factor * a[i][k];
            b[row] -= factor * b[i];
        }
    }
    for (int i = WHITE_TERMS - 1; i >= 0; i--) {
        for (int k = i + 1; k < WHITE_TERMS; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

static double block_middle(int at, int blocks)
{
    return (at + 0.5) / blocks * 2 - 1;
}

/* Fits the polynomial to the blocks' bright levels. */
static void fit_white(const double bright[BLOCKS], double coefficient[WHITE_TERMS])
{
    double weight[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        weight[i] = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double a[WHITE_TERMS][WHITE_TERMS] = {{0}}, term[WHITE_TERMS];
        for (int i = 0; i < WHITE_TERMS; i++)
            coefficient[i] = 0;
        for (int i = 0; i < BLOCKS; i++) {
            fill_terms(block_middle(i % BLOCKS_X, BLOCKS_X),
                       block_middle(i / BLOCKS_X, BLOCKS_Y), term);
            for (int row = 0; row < WHITE_TERMS; row++) {
                for (int k = 0; k < WHITE_TERMS; k++)
                    a[row][k] += weight[i] * term[row] * term[k];
                coefficient[row] += weight[i] * term[row] * bright[i];
            }
        }
        solve(a, coefficient);
        for (int i = 0; i < BLOCKS; i++) {
            const double fit =
                polynomial(coefficient, block_middle(i % BLOCKS_X, BLOCKS_X),
                           block_middle(i / BLOCKS_X, BLOCKS_Y));
            weight[i] = bright[i] < BELOW * fit ? 0.0025 : 1;
        }
    }
}

/* How many pixels have each level, of the three channels. */
struct histogram {
    int count[3][256];
};

static void add_pixel(struct histogram *histogram, struct color color)
{
    histogram->count[0][(int)color.r]++;
    histogram->count[1][(int)color.g]++;
    histogram->count[2][(int)color.b]++;
}

/* Level below which `permille` of a channel's pixels are. */
static float level_of(const int count[256], int permille)
{
    int all = 0, below = 0, level = 0;
    for (int i = 0; i < 256; i++)
        all += count[i];
    while (level < 255 && (below += count[level]) * 1000LL < (long long)all * permille)
        level++;
    return (float)level;
}

void trey_picture_measure_light(struct upright *upright)
{
    assert(upright->width >= 2 * BLOCKS_X && upright->height >= 2 * BLOCKS_Y);
    const struct projection projection = trey_picture_projection(&upright->quad);
    struct histogram all = {0};
    double bright[3][BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
        const int column = block % BLOCKS_X, row = block / BLOCKS_X;
        const int right = (column + 1) * upright->width / BLOCKS_X;
        const int bottom = (row + 1) * upright->height / BLOCKS_Y;
        struct histogram of_block = {0};
        for (int y = row * upright->height / BLOCKS_Y; y < bottom; y += 2)
            for (int x = column * upright->width / BLOCKS_X; x < right; x += 2)
                add_pixel(&of_block, draw_pixel(upright, &projection, x, y));
        for (int channel = 0; channel < 3; channel++) {
            bright[channel][block] = (double)level_of(of_block.count[channel], 850);
            for (int i = 0; i < 256; i++)
                all.count[channel][i] += of_block.count[channel][i];
        }
    }
    /* A channel may have no dark pixel: the darkest channel counts for all. */
    upright->black = 255;
    for (int channel = 0; channel < 3; channel++) {
        upright->black = fminf(upright->black, level_of(all.count[channel], 3));
        fit_white(bright[channel], upright->white[channel]);
    }
}

void trey_picture_draw_upright(const struct upright *upright, struct rectangle area)
{
    const struct projection projection = trey_picture_projection(&upright->quad);
    const int left = (int)area.left, right = (int)ceilf(area.right);
    const int top = (int)area.top, bottom = (int)ceilf(area.bottom);
    assert(left >= 0 && right <= upright->width && top >= 0 && bottom <= upright->height);
    for (int y = top; y < bottom; y++) {
        float white[3][4];
        for (int channel = 0; channel < 3; channel++)
            row_polynomial(upright->white[channel], block_middle(y, upright->height),
                           white[channel]);
        for (int x = left; x < right; x++) {
            const struct color color = draw_pixel(upright, &projection, x, y);
            const float before[3] = {color.r, color.g, color.b};
            const float u = ((float)x + 0.5f) / (float)upright->width * 2 - 1;
            uint8_t *to =
                upright->rgba + ((size_t)y * (size_t)upright->width + (size_t)x) * 4;
            for (int channel = 0; channel < 3; channel++) {
                const float *c = white[channel];
                const float at = c[0] + u * (c[1] + u * (c[2] + u * c[3]));
                const float level = WHITE_LEVEL * (before[channel] - upright->black) /
                                    trey_picture_larger(at - upright->black, 20);
                to[channel] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
            }
            to[3] = 255;
        }
    }
}
