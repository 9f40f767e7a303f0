/* Sampling: scales a rectangle of the picture to a small image of fixed size, so that all
 * later steps work on the same scale. Each output pixel is the mean of 2 x 2 points (one
 * point if the pixels have nearly the output's size), each interpolated between four
 * pixels. That prevents aliasing for boards up to about 1,600 pixels wide. */
#include "picture/picture_steps.h"

#include <assert.h>
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

static float remove_from_channel(float channel, float veil, float strength)
{
    const float value = veil - (veil - channel) * strength;
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

static struct color remove_veil(const float channel[3], float scale, struct veil veil)
{
    return (struct color){
        remove_from_channel(channel[0] * scale, veil.color.r, veil.strength),
        remove_from_channel(channel[1] * scale, veil.color.g, veil.strength),
        remove_from_channel(channel[2] * scale, veil.color.b, veil.strength)};
}

struct color trey_picture_point(const struct trey_pixels *pixels, float x, float y,
                                struct veil veil)
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
    float sum[3] = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        for (int c = 0; c < 3; c++)
            sum[c] += weight[i] * (float)corner[i][c];
    }
    return remove_veil(sum, 1, veil);
}

/* One of two neighbouring pixels along an axis, and the second one's weight. */
struct tap {
    int first, second; /* index of the pixel, times its size in bytes */
    float weight;      /* of the second pixel */
};

/* The taps of `count` points at start + (i + 0.5) * step. */
static void make_taps(float start, float step, int count, uint32_t pixels,
                      size_t size_bytes, struct tap *taps)
{
    for (int i = 0; i < count; i++) {
        const float at = start + ((float)i + 0.5f) * step - 0.5f;
        const float whole = floorf(at);
        taps[i] = (struct tap){clamp_index((int)whole, pixels),
                               clamp_index((int)whole + 1, pixels), at - whole};
        taps[i].first *= (int)size_bytes;
        taps[i].second *= (int)size_bytes;
    }
}

/* Adds the colour at a point, interpolated between four pixels. */
static inline void add_point(const uint8_t *upper, const uint8_t *lower, float down,
                             struct tap across, float sum[3])
{
    const uint8_t *a = upper + across.first, *b = upper + across.second;
    const uint8_t *c = lower + across.first, *d = lower + across.second;
    for (int i = 0; i < 3; i++) {
        const float above = (float)a[i] + across.weight * (float)(b[i] - a[i]);
        const float below = (float)c[i] + across.weight * (float)(d[i] - c[i]);
        sum[i] += above + down * (below - above);
    }
}

void trey_picture_sample(const struct trey_pixels *pixels, struct rectangle area,
                         struct veil veil, int width, int height, struct face *face)
{
    enum { MAX_TAPS = 2 };
    struct tap across[FACE_WIDTH * MAX_TAPS], down[FACE_HEIGHT * MAX_TAPS];
    const float step_x = (area.right - area.left) / (float)width;
    const float step_y = (area.bottom - area.top) / (float)height;
    const int taps = step_x < 1.5f && step_y < 1.5f ? 1 : MAX_TAPS;
    const float scale = 1 / (float)(taps * taps);
    assert(width <= FACE_WIDTH && height <= FACE_HEIGHT);
    make_taps(area.left, step_x / (float)taps, width * taps, pixels->width, 4, across);
    make_taps(area.top, step_y / (float)taps, height * taps, pixels->height, 1, down);
    face->width = width;
    face->height = height;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float sum[3] = {0, 0, 0};
            for (int i = 0; i < taps; i++) {
                const struct tap row = down[y * taps + i];
                const uint8_t *upper = pixel_at(pixels, 0, row.first);
                const uint8_t *lower = pixel_at(pixels, 0, row.second);
                for (int k = 0; k < taps; k++)
                    add_point(upper, lower, row.weight, across[x * taps + k], sum);
            }
            face->pixel[y * width + x] = remove_veil(sum, scale, veil);
        }
    }
}
