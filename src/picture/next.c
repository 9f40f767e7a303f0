/* Reads the announced tile of the Threes! app: one card in the middle above the board, or
 * two or three cards side by side for a bonus tile. A blue card is a 1, a red one a 2.
 * White cards are found by the yellow edge at their bottom, because their faces do not
 * stand out from a white background. A white card is blank (a 3), shows a number, or a
 * plus. */
#include "picture/picture_steps.h"

#include <math.h>

/* Sizes in units of 1/500 of the board's width. */
#define CARD_WIDTH   50
#define CARD_HEIGHT  58 /* of the face, above the yellow edge */
#define CARD_PITCH   70
#define SEARCH_ABOVE 460 /* search range above the board */

#define SAMPLES 16 /* points of a row of a card */

struct strip {
    const struct trey_pixels *pixels;
    float center, unit;
    struct veil veil;
};

static enum paint paint_at(const struct strip *strip, float x, float y)
{
    float distance;
    return trey_picture_paint(trey_picture_point(strip->pixels, x, y, strip->veil),
                              &distance);
}

/* True if the row y of a card around x has mostly that paint. */
static bool row_has_paint(const struct strip *strip, float x, float y, enum paint paint)
{
    int hits = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const float along = ((float)i + 0.5f) / SAMPLES - 0.5f;
        hits += paint_at(strip, x + along * 40 * strip->unit, y) == paint;
    }
    return hits * 5 >= SAMPLES * 4;
}

/* Longest run of rows in top..bottom with that paint around x, in units; *end receives
 * the row after it. */
static float longest_run(const struct strip *strip, float x, float top, float bottom,
                         enum paint paint, float *end)
{
    float run = 0, longest = 0;
    const float step = strip->unit;
    for (float y = top; y < bottom; y += step) {
        run = row_has_paint(strip, x, y, paint) ? run + 1 : 0;
        if (run > longest) {
            longest = run;
            *end = y + step;
        }
    }
    return longest;
}

/* True if the ink is a plus sign: as wide as high, its bars full, its corners empty. */
static bool is_plus(const float *ink, int width, int height)
{
    int left = width, top = height, right = 0, bottom = 0;
    for (int at = 0; at < width * height; at++) {
        if (ink[at] < 0.5f)
            continue;
        const int x = at % width, y = at / width;
        left = x < left ? x : left;
        right = x + 1 > right ? x + 1 : right;
        top = y < top ? y : top;
        bottom = y + 1 > bottom ? y + 1 : bottom;
    }
    const float wide = (float)(right - left), high = (float)(bottom - top);
    if (wide < 10 || high < 10 || wide > 1.25f * high || high > 1.25f * wide)
        return false;
    float bars = 0, bar_points = 0, corners = 0, corner_points = 0;
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            const float across = fabsf(((float)(x - left) + 0.5f) / wide - 0.5f);
            const float down = fabsf(((float)(y - top) + 0.5f) / high - 0.5f);
            if (across < 0.06f || down < 0.06f) {
                bars += ink[y * width + x];
                bar_points++;
            } else if (across > 0.25f && down > 0.25f) {
                corners += ink[y * width + x];
                corner_points++;
            }
        }
    }
    return bars > 0.8f * bar_points && corners < 0.15f * corner_points;
}

enum { CARD_UNREADABLE = -1, CARD_PLUS = -2, CARD_BLANK = -3 };

/* Returns the rank or kind of the white card whose yellow edge starts at `edge`. */
static int read_card(const struct strip *strip, float x, float edge, float *confidence)
{
    static const uint32_t values[] = {3, 6, 12, 24, 48, 96, 192, 384, 768, 1536};
    static const int width = FACE_WIDTH, height = FACE_WIDTH * CARD_HEIGHT / CARD_WIDTH;
    const struct rectangle area = {
        x - strip->unit * (CARD_WIDTH / 2 - 2), edge - strip->unit * (CARD_HEIGHT - 4),
        x + strip->unit * (CARD_WIDTH / 2 - 2), edge - strip->unit * 2};
    struct face face;
    float ink[FACE_WIDTH * FACE_HEIGHT], sum = 0;
    struct glyphs glyphs;
    trey_picture_sample(strip->pixels, area, strip->veil, width, height, &face);
    trey_picture_white_ink(&face, ink);
    for (int i = 0; i < width * height; i++)
        sum += ink[i];
    if (sum < 0.01f * (float)(width * height)) {
        *confidence = 0.9f;
        return CARD_BLANK;
    }
    if (is_plus(ink, width, height)) {
        *confidence = 0.9f;
        return CARD_PLUS;
    }
    trey_picture_glyphs(ink, width, height, DIGIT_ASPECT_THREES, &glyphs);
    const struct number number = trey_picture_number(
        &glyphs, &trey_glyph_table, 1, values, (int)(sizeof values / sizeof values[0]));
    if (number.value == 0)
        return CARD_UNREADABLE;
    *confidence = trey_picture_grade(number.distance, 0.16f, 0.06f) *
                  trey_picture_grade(number.next_best - number.distance, 0.01f, 0.05f);
    return trey_rank_of_tile(number.value);
}

/* Finds the yellow edge of a card around x; false if there is none. */
static bool find_edge(const struct strip *strip, float x, float top, float bottom,
                      float *edge)
{
    float end = 0;
    const float run = longest_run(strip, x, top, bottom, YELLOW, &end);
    *edge = end - run * strip->unit;
    return run >= 4 && run <= 20;
}

static void read_white_cards(const struct strip *strip, float top, float bottom,
                             struct trey_picture_position *position)
{
    float edge = 0, side_edge = 0, first = strip->center;
    int cards = 0;
    if (find_edge(strip, strip->center, top, bottom, &edge)) {
        cards = 1;
        if (find_edge(strip, strip->center - CARD_PITCH * strip->unit, top, bottom,
                      &side_edge) &&
            fabsf(side_edge - edge) < 6 * strip->unit)
            cards = 3;
    } else if (find_edge(strip, strip->center - CARD_PITCH * strip->unit / 2, top, bottom,
                         &edge)) {
        cards = 2;
    }
    if (cards == 0)
        return;
    first -= (float)(cards - 1) * CARD_PITCH * strip->unit / 2;
    float lowest = 1;
    for (int card = 0; card < cards; card++) {
        float confidence = 0;
        const int rank = read_card(strip, first + (float)card * CARD_PITCH * strip->unit,
                                   edge, &confidence);
        if (rank == CARD_UNREADABLE)
            return;
        lowest = confidence < lowest ? confidence : lowest;
        if (rank == CARD_PLUS) {
            position->next = TREY_PICTURE_NEXT_PLUS;
            position->next_confidence = lowest;
            return;
        }
        position->next_blank = rank == CARD_BLANK;
        position->next_ranks[card] = rank == CARD_BLANK ? 3 : (int8_t)rank;
    }
    /* The cards of a bonus are neighbours in rank. */
    for (int card = 1; card < cards; card++) {
        if (position->next_ranks[card] != position->next_ranks[0] + card)
            lowest = 0;
    }
    position->next = TREY_PICTURE_NEXT_TILES;
    position->next_count = (uint8_t)cards;
    position->next_confidence = lowest;
}

void trey_picture_threes_next(const struct trey_pixels *pixels, struct rectangle board,
                              struct veil veil, struct trey_picture_position *position)
{
    const float unit = (board.right - board.left) / 500;
    const struct strip strip = {pixels, (board.left + board.right) / 2, unit, veil};
    const float bottom = board.top - 20 * unit;
    const float top = fmaxf(0, board.top - SEARCH_ABOVE * unit);
    float end = 0;
    for (int rank = 1; rank <= 2; rank++) {
        const float run =
            longest_run(&strip, strip.center, top, bottom, rank == 1 ? BLUE : RED, &end);
        if (run >= 40 && run <= 80) {
            position->next = TREY_PICTURE_NEXT_TILES;
            position->next_count = 1;
            position->next_ranks[0] = (int8_t)rank;
            position->next_confidence = 1;
            return;
        }
    }
    read_white_cards(&strip, top, bottom, position);
}
