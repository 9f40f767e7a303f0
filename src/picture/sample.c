/* Sampling: a rectangle of the picture becomes a small image of fixed size, so that all
 * later steps work on the same scale. Each output pixel is the mean of 2 x 2 points (one
 * point where pixels are nearly of the output's size), each interpolated between four
 * pixels: enough against aliasing for boards up to about 1,600 pixels wide. */
#include "picture/picture_steps.h"

#include <math.h>

static int clamp_index(int at, uint32_t count)
{
    return at < 0 ? 0 : at >= (int)count ? (int)count - 1 : at;
}

static const uint8_t *pixel_at(const struct trey_pixels *pixels, int x, int y)
{
    return pixels->rgba + (size_t)y * pixels->stride_bytes + (size_t)x * 4;
}

struct color trey_picture_pixel(const struct trey_pixels *pixels, int x, int y)
{
    const uint8_t *at =
        pixel_at(pixels, clamp_index(x, pixels->width), clamp_index(y, pixels->height));
    return (struct color){at[0], at[1], at[2]};
}

static float remove_veil(float channel, float paleness)
{
    const float value = 255 - (255 - channel) * paleness;
    return value < 0 ? 0 : value;
}

struct color trey_picture_point(const struct trey_pixels *pixels, float x, float y,
                                float paleness)
{
    const float column = floorf(x - 0.5f), row = floorf(y - 0.5f);
    const float right = x - 0.5f - column, down = y - 0.5f - row;
    const int x0 = clamp_index((int)column, pixels->width);
    const int x1 = clamp_index((int)column + 1, pixels->width);
    const int y0 = clamp_index((int)row, pixels->height);
    const int y1 = clamp_index((int)row + 1, pixels->height);
    const uint8_t *corner[4] = {pixel_at(pixels, x0, y0), pixel_at(pixels, x1, y0),
                                pixel_at(pixels, x0, y1), pixel_at(pixels, x1, y1)};
    const float weight[4] = {(1 - right) * (1 - down), right * (1 - down),
                             (1 - right) * down, right * down};
    struct color sum = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        sum.r += weight[i] * (float)corner[i][0];
        sum.g += weight[i] * (float)corner[i][1];
        sum.b += weight[i] * (float)corner[i][2];
    }
    return (struct color){remove_veil(sum.r, paleness), remove_veil(sum.g, paleness),
                          remove_veil(sum.b, paleness)};
}

float trey_picture_distance(struct color a, struct color b)
{
    return fmaxf(fabsf(a.r - b.r), fmaxf(fabsf(a.g - b.g), fabsf(a.b - b.b)));
}

void trey_picture_sample(const struct trey_pixels *pixels, struct rectangle area,
                         float paleness, int width, int height, struct face *face)
{
    const float step_x = (area.right - area.left) / (float)width;
    const float step_y = (area.bottom - area.top) / (float)height;
    const int taps = step_x < 1.5f && step_y < 1.5f ? 1 : 2;
    face->width = width;
    face->height = height;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            struct color sum = {0, 0, 0};
            for (int i = 0; i < taps * taps; i++) {
                const float across = ((float)(i % taps) + 0.5f) / (float)taps;
                const float down = ((float)(i / taps) + 0.5f) / (float)taps;
                const struct color point =
                    trey_picture_point(pixels, area.left + ((float)x + across) * step_x,
                                       area.top + ((float)y + down) * step_y, paleness);
                sum.r += point.r;
                sum.g += point.g;
                sum.b += point.b;
            }
            const float scale = 1 / (float)(taps * taps);
            face->pixel[y * width + x] =
                (struct color){sum.r * scale, sum.g * scale, sum.b * scale};
        }
    }
}
