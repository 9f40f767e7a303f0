/* Reads numbers. Digits are connected pieces of ink of about the same height on one line.
 * Each is scaled to 12 x 18 values of ink and compared with ten templates by the mean
 * squared difference, to which half of the squared difference of the aspect ratios is
 * added. A number's distance is the mean over its digits, and only existing tiles are
 * considered, so that its neighbours decide about a single doubtful digit. */
#include "picture/picture_steps.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MAX_PIECES 64
#define INK        0.5f /* threshold of a pixel that belongs to a piece */

struct piece {
    int left, top, right, bottom; /* exclusive right and bottom */
    int pixels;
};

/* Number of each pixel's piece, from 1; 0: no ink. */
struct piece_map {
    int width, height, count;
    uint8_t of[FACE_WIDTH * FACE_HEIGHT];
    struct piece piece[MAX_PIECES];
};

/* Adds the connected piece of ink around pixel `start`. The stack holds each pixel once.
 */
static void flood_piece(const float *ink, struct piece_map *map, int start)
{
    int stack[FACE_WIDTH * FACE_HEIGHT], depth = 0;
    struct piece *piece = &map->piece[map->count++];
    *piece = (struct piece){map->width, map->height, 0, 0, 0};
    map->of[start] = (uint8_t)map->count;
    stack[depth++] = start;
    while (depth > 0) {
        const int at = stack[--depth], x = at % map->width, y = at / map->width;
        piece->left = x < piece->left ? x : piece->left;
        piece->top = y < piece->top ? y : piece->top;
        piece->right = x + 1 > piece->right ? x + 1 : piece->right;
        piece->bottom = y + 1 > piece->bottom ? y + 1 : piece->bottom;
        piece->pixels++;
        for (int side = 0; side < 9; side++) {
            const int nx = x + side % 3 - 1, ny = y + side / 3 - 1;
            if (nx < 0 || nx >= map->width || ny < 0 || ny >= map->height)
                continue;
            const int next = ny * map->width + nx;
            if (map->of[next] == 0 && ink[next] >= INK) {
                map->of[next] = (uint8_t)map->count;
                stack[depth++] = next;
            }
        }
    }
}

static void find_pieces(const float *ink, struct piece_map *map)
{
    memset(map->of, 0, sizeof map->of);
    map->count = 0;
    for (int at = 0; at < map->width * map->height; at++) {
        if (map->of[at] == 0 && ink[at] >= INK && map->count < MAX_PIECES)
            flood_piece(ink, map, at);
    }
}

/* Ink of the piece `number` in the columns left..right-1, averaged into a glyph. Ink of
 * other pieces does not count; faint ink of no piece does: it is the piece's soft edge.
 */
static void scale_glyph(const float *ink, const struct piece_map *map, int number,
                        int left, int right, struct glyph *glyph)
{
    const struct piece *piece = &map->piece[number - 1];
    glyph->left = left;
    glyph->right = right;
    glyph->top = piece->top;
    glyph->bottom = piece->bottom;
    glyph->aspect = (float)(right - left) / (float)(piece->bottom - piece->top);
    for (int row = 0; row < GLYPH_HEIGHT; row++) {
        for (int column = 0; column < GLYPH_WIDTH; column++) {
            float sum = 0;
            for (int i = 0; i < 16; i++) {
                const float across = ((float)column + ((float)(i % 4) + 0.5f) / 4);
                const float down = ((float)row + ((float)(i >> 2) + 0.5f) / 4);
                const int x = left + (int)(across * (float)(right - left) / GLYPH_WIDTH);
                const int y =
                    piece->top +
                    (int)(down * (float)(piece->bottom - piece->top) / GLYPH_HEIGHT);
                const int at = y * map->width + x;
                if (map->of[at] == 0 || map->of[at] == number)
                    sum += ink[at];
            }
            glyph->ink[row * GLYPH_WIDTH + column] = sum / 16;
        }
    }
}

/* Adds a piece as one glyph or, where it is too wide for a digit because two digits
 * touch, as several of equal width. */
static void add_piece(const float *ink, const struct piece_map *map, int number,
                      float digit_aspect, struct glyphs *glyphs)
{
    const struct piece *piece = &map->piece[number - 1];
    const float aspect =
        (float)(piece->right - piece->left) / (float)(piece->bottom - piece->top);
    const int parts =
        aspect > 1.53f * digit_aspect ? (int)lroundf(aspect / digit_aspect) : 1;
    for (int part = 0; part < parts && glyphs->count < MAX_GLYPHS; part++) {
        const int width = piece->right - piece->left;
        scale_glyph(ink, map, number, piece->left + width * part / parts,
                    piece->left + width * (part + 1) / parts,
                    &glyphs->glyph[glyphs->count++]);
    }
}

/* Number of the tallest piece whose middle is in the upper two thirds: decorations of
 * large tiles are below. 0: none. */
static int tallest_piece(const struct piece_map *map)
{
    int tallest = 0, height = map->height / 7;
    for (int number = 1; number <= map->count; number++) {
        const struct piece *piece = &map->piece[number - 1];
        if (piece->bottom - piece->top > height &&
            piece->top + piece->bottom < map->height * 4 / 3) {
            height = piece->bottom - piece->top;
            tallest = number;
        }
    }
    return tallest;
}

void trey_picture_glyphs(const float *ink, int width, int height, float digit_aspect,
                         struct glyphs *glyphs)
{
    assert(width <= FACE_WIDTH && height <= FACE_HEIGHT);
    struct piece_map map = {.width = width, .height = height};
    glyphs->count = 0;
    find_pieces(ink, &map);
    const int tallest = tallest_piece(&map);
    if (tallest == 0)
        return;
    const struct piece *model = &map.piece[tallest - 1];
    const int model_height = model->bottom - model->top;
    bool used[MAX_PIECES + 1] = {false};
    for (;;) { /* from left to right */
        int leftmost = 0;
        for (int number = 1; number <= map.count; number++) {
            const struct piece *piece = &map.piece[number - 1];
            const int offset = piece->top + piece->bottom - model->top - model->bottom;
            if (used[number] || (piece->bottom - piece->top) * 10 < model_height * 7 ||
                offset * 10 > model_height * 5 || -offset * 10 > model_height * 5)
                continue;
            if (leftmost == 0 || piece->left < map.piece[leftmost - 1].left)
                leftmost = number;
        }
        if (leftmost == 0)
            return;
        used[leftmost] = true;
        if (glyphs->count < MAX_GLYPHS)
            add_piece(ink, &map, leftmost, digit_aspect, glyphs);
        else
            glyphs->count = MAX_GLYPHS + 1; /* too many: no number */
    }
}

static float digit_distance(const struct glyph *glyph, const struct glyph_template *model)
{
    float sum = 0;
    for (int i = 0; i < GLYPH_CELLS; i++) {
        const char level = model->ink[i];
        const float ink = (float)(level <= '9' ? level - '0' : level - 'a' + 10) / 15;
        sum += (ink - glyph->ink[i]) * (ink - glyph->ink[i]);
    }
    const float aspect = glyph->aspect - model->aspect;
    return sum / GLYPH_CELLS + aspect * aspect / 2;
}

/* Distances of all glyphs from all digits; the nearest font counts. */
static void measure_digits(const struct glyphs *glyphs,
                           const struct glyph_template fonts[][10], int font_count,
                           float distance[MAX_GLYPHS][10])
{
    for (int i = 0; i < glyphs->count; i++) {
        for (int digit = 0; digit < 10; digit++) {
            distance[i][digit] = digit_distance(&glyphs->glyph[i], &fonts[0][digit]);
            for (int font = 1; font < font_count; font++)
                distance[i][digit] =
                    fminf(distance[i][digit],
                          digit_distance(&glyphs->glyph[i], &fonts[font][digit]));
        }
    }
}

struct number trey_picture_number(const struct glyphs *glyphs,
                                  const struct glyph_template fonts[][10], int font_count,
                                  const uint32_t *values, int count)
{
    struct number best = {0, 1, 1};
    if (glyphs->count == 0 || glyphs->count > MAX_GLYPHS)
        return best;
    float distance[MAX_GLYPHS][10];
    measure_digits(glyphs, fonts, font_count, distance);
    for (int i = 0; i < count; i++) {
        uint32_t rest = values[i];
        int at = glyphs->count;
        float sum = 0;
        for (; rest > 0 && at > 0; rest /= 10)
            sum += distance[--at][rest % 10];
        if (rest > 0 || at > 0)
            continue; /* another number of digits */
        sum /= (float)glyphs->count;
        if (sum < best.distance) {
            best.next_best = best.distance;
            best.distance = sum;
            best.value = values[i];
        } else if (sum < best.next_best) {
            best.next_best = sum;
        }
    }
    return best;
}
