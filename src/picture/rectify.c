/* Draws a quadrilateral of a photograph as a rectangle, with even light. A screen on a
 * photograph is darker at one end than at the other and has coloured areas, because its
 * colours depend on the viewing angle and because it reflects the room. Most of the app's
 * page is white: in each of 10 x 18 blocks the bright pixels are white or the board. So,
 * for each channel, a polynomial of the third degree in x and y is fitted to the blocks'
 * bright pixels; blocks below the fit have next to no weight when it is repeated. Then
 * the channel is divided by the polynomial. */
#include "picture/picture_steps.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define WHITE_LEVEL 250 /* of the app's page */
#define BLOCKS_X    10
#define BLOCKS_Y    18
#define BLOCKS      (BLOCKS_X * BLOCKS_Y)
#define TERMS       10
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

static void draw_rectangle(const struct trey_pixels *pixels, const struct quad *quad,
                           int width, int height, uint8_t *rgba)
{
    const struct projection projection = trey_picture_projection(quad);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float at_x, at_y;
            trey_picture_project(&projection, ((float)x + 0.5f) / (float)width,
                                 ((float)y + 0.5f) / (float)height, &at_x, &at_y);
            const struct color color = trey_picture_point(pixels, at_x, at_y, NO_VEIL);
            uint8_t *to = rgba + ((size_t)y * (size_t)width + (size_t)x) * 4;
            to[0] = (uint8_t)color.r;
            to[1] = (uint8_t)color.g;
            to[2] = (uint8_t)color.b;
            to[3] = 255;
        }
    }
}

/* The polynomial's terms at a point of the square -1..1. */
static void fill_terms(double x, double y, double term[TERMS])
{
    const double terms[TERMS] = {1,     x,         y,         x * x,     x * y,
                                 y * y, x * x * x, x * x * y, x * y * y, y * y * y};
    for (int i = 0; i < TERMS; i++)
        term[i] = terms[i];
}

static double polynomial(const double coefficient[TERMS], double x, double y)
{
    double term[TERMS], sum = 0;
    fill_terms(x, y, term);
    for (int i = 0; i < TERMS; i++)
        sum += coefficient[i] * term[i];
    return sum;
}

/* The polynomial along a row: coefficients of 1, x, x^2 and x^3. */
static void row_polynomial(const double c[TERMS], double y, float row[4])
{
    row[0] = (float)(c[0] + y * (c[2] + y * (c[5] + y * c[9])));
    row[1] = (float)(c[1] + y * (c[4] + y * c[8]));
    row[2] = (float)(c[3] + y * c[7]);
    row[3] = (float)c[6];
}

/* Solves the symmetric positive definite system a x = b in place, by Gaussian elimination
 * without pivoting; x replaces b. */
static void solve(double a[TERMS][TERMS], double b[TERMS])
{
    for (int i = 0; i < TERMS; i++) {
        for (int row = i + 1; row < TERMS; row++) {
            const double factor = a[row][i] / a[i][i];
            for (int k = i; k < TERMS; k++)
                a[row][k] -= factor * a[i][k];
            b[row] -= factor * b[i];
        }
    }
    for (int i = TERMS - 1; i >= 0; i--) {
        for (int k = i + 1; k < TERMS; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

static double block_middle(int at, int blocks)
{
    return (at + 0.5) / blocks * 2 - 1;
}

/* Fits the polynomial to the blocks' bright levels. */
static void fit_white(const double bright[BLOCKS], double coefficient[TERMS])
{
    double weight[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        weight[i] = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double a[TERMS][TERMS] = {{0}}, term[TERMS];
        for (int i = 0; i < TERMS; i++)
            coefficient[i] = 0;
        for (int i = 0; i < BLOCKS; i++) {
            fill_terms(block_middle(i % BLOCKS_X, BLOCKS_X),
                       block_middle(i / BLOCKS_X, BLOCKS_Y), term);
            for (int row = 0; row < TERMS; row++) {
                for (int k = 0; k < TERMS; k++)
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

/* Level below which 85 % of a channel's pixels in a block are, from a histogram. */
static float bright_level(const uint8_t *rgba, int width, int height, int block,
                          int channel)
{
    const int left = block % BLOCKS_X * width / BLOCKS_X;
    const int right = (block % BLOCKS_X + 1) * width / BLOCKS_X;
    const int top = block / BLOCKS_X * height / BLOCKS_Y;
    const int bottom = (block / BLOCKS_X + 1) * height / BLOCKS_Y;
    int histogram[256] = {0}, below = 0, level = 0;
    for (int y = top; y < bottom; y += 2)
        for (int x = left; x < right; x += 2)
            histogram[rgba[(y * width + x) * 4 + channel]]++;
    const int all = (bottom - top + 1) / 2 * ((right - left + 1) / 2);
    while (level < 255 && (below += histogram[level]) * 100 < all * 85)
        level++;
    return (float)level;
}

/* Level below which 0.3 % of a channel's pixels are: black, with the room's light. */
static float black_level(const uint8_t *rgba, int pixels, int channel)
{
    int histogram[256] = {0}, below = 0, level = 0;
    for (int i = 0; i < pixels; i++)
        histogram[rgba[i * 4 + channel]]++;
    while (level < 255 && (below += histogram[level]) * 1000LL < pixels * 3LL)
        level++;
    return (float)level;
}

void trey_picture_rectify(const struct trey_pixels *pixels, const struct quad *quad,
                          int width, int height, uint8_t *rgba)
{
    assert(width >= 2 * BLOCKS_X && height >= 2 * BLOCKS_Y);
    draw_rectangle(pixels, quad, width, height, rgba);
    /* A channel may have no dark pixel: the darkest channel counts for all. */
    float black = 255;
    for (int channel = 0; channel < 3; channel++)
        black = fminf(black, black_level(rgba, width * height, channel));
    for (int channel = 0; channel < 3; channel++) {
        double bright[BLOCKS];
        double coefficient[TERMS];
        for (int i = 0; i < BLOCKS; i++)
            bright[i] = (double)bright_level(rgba, width, height, i, channel);
        fit_white(bright, coefficient);
        for (int y = 0; y < height; y++) {
            float row[4];
            row_polynomial(coefficient, block_middle(y, height), row);
            for (int x = 0; x < width; x++) {
                uint8_t *at =
                    rgba + ((size_t)y * (size_t)width + (size_t)x) * 4 + channel;
                const float u = ((float)x + 0.5f) / (float)width * 2 - 1;
                const float white = row[0] + u * (row[1] + u * (row[2] + u * row[3]));
                const float level = WHITE_LEVEL * ((float)*at - black) /
                                    trey_picture_larger(white - black, 20);
                *at = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
            }
        }
    }
}
