/* The steps of reading a picture, in the order in which picture.c runs them.
 *
 * Lengths inside a board are in units of the app's own layout: its frame is 500 units
 * wide and 670 high, a tile is 100 wide and 150 high. */
#ifndef TREY_PICTURE_STEPS_H
#define TREY_PICTURE_STEPS_H

#include "trey/picture.h"

struct color {
    float r, g, b; /* 0..255 */
};

struct rectangle {
    float left, top, right, bottom; /* pixels; right and bottom are exclusive */
};

/* --- regions.c -----------------------------------------------------------------------
 */

#define NO_REGION 0xffffffffu

/* A connected region of a grid; the edges are inclusive. */
struct region {
    int left, top, right, bottom;
    uint32_t points; /* 0: the point is not the first one of a region */
};

/* Finds the connected regions of points of the same kind, except those of kind 0. For
 * each point, *parent receives the index of its region's first point, or NO_REGION, and
 * *region at that index the region. All arrays have width * height elements. */
void trey_picture_regions(const uint8_t *kind, int width, int height, uint32_t *parent,
                          struct region *region);

/* --- frame.c -------------------------------------------------------------------------
 */

#define MAX_FRAMES 4

/* An area that may be a board of the game. */
struct frame {
    struct rectangle area;
    enum trey_picture_game game;
};

/* Finds the areas that may be a board: at most MAX_FRAMES, largest first; *count receives
 * their number. */
enum trey_status trey_picture_frames(const struct trey_pixels *pixels,
                                     struct frame frames[MAX_FRAMES], int *count,
                                     struct trey_error *error);

/* --- sample.c ------------------------------------------------------------------------
 */

/* Colour of the pixel at x, y; the nearest one for points outside. */
struct color trey_picture_pixel(const struct trey_pixels *pixels, int x, int y);

/* A translucent area of one colour over the picture, for example at the end of a game.
 * It is removed by multiplying differences from its colour by `strength`; 1: no veil. */
struct veil {
    struct color color;
    float strength;
};
#define NO_VEIL ((struct veil){{255, 255, 255}, 1})

/* Colour at a point between pixels, by bilinear interpolation, without the veil. */
struct color trey_picture_point(const struct trey_pixels *pixels, float x, float y,
                                struct veil veil);

/* Larger of two numbers; unlike fmaxf it becomes one instruction. */
static inline float trey_picture_larger(float a, float b)
{
    return a > b ? a : b;
}

/* Largest of the differences of the three channels. */
static inline float trey_picture_distance(struct color a, struct color b)
{
    const float r = a.r > b.r ? a.r - b.r : b.r - a.r;
    const float g = a.g > b.g ? a.g - b.g : b.g - a.g;
    const float blue = a.b > b.b ? a.b - b.b : b.b - a.b;
    return trey_picture_larger(r, trey_picture_larger(g, blue));
}

/* Size of a cell's face after sampling: 100 by 140 units at 0.8 pixels a unit. */
#define FACE_WIDTH  80
#define FACE_HEIGHT 112

/* A cell's face, or another area, scaled to a fixed size. */
struct face {
    int width, height;
    struct color pixel[FACE_WIDTH * FACE_HEIGHT];
};

/* Samples `area` of the picture, without the veil, to width x height pixels. */
void trey_picture_sample(const struct trey_pixels *pixels, struct rectangle area,
                         struct veil veil, int width, int height, struct face *face);

/* --- glyphs.c ------------------------------------------------------------------------
 */

#define GLYPH_WIDTH  12
#define GLYPH_HEIGHT 18
#define GLYPH_CELLS  (GLYPH_WIDTH * GLYPH_HEIGHT)
#define MAX_GLYPHS   5

/* One connected piece of ink. */
struct glyph {
    int left, top, right, bottom; /* exclusive right and bottom, pixels of the face */
    float aspect;                 /* width / height */
    float ink[GLYPH_CELLS];       /* 0..1 */
};

struct glyphs {
    int count;
    struct glyph glyph[MAX_GLYPHS];
};

/* Width per height of a digit, by which digits that touch are divided. */
#define DIGIT_ASPECT_THREES 0.62f
#define DIGIT_ASPECT_2048   0.8f

/* Finds the digits in an ink map of width x height values 0..1, from left to right: the
 * tallest piece of ink in the upper part and all of about its height beside it. */
void trey_picture_glyphs(const float *ink, int width, int height, float digit_aspect,
                         struct glyphs *glyphs);

/* A number read from glyphs. */
struct number {
    uint32_t value;  /* 0: none */
    float distance;  /* mean distance of its glyphs from their templates */
    float next_best; /* the same for the second-best number; 1 if there is none */
};

/* Templates of the digits 0..9 in a font: 16 levels of ink, one hexadecimal digit each,
 * row by row. */
struct glyph_template {
    float aspect;
    char ink[GLYPH_CELLS + 1];
};
extern const struct glyph_template trey_glyph_table[10];         /* the Threes! app */
extern const struct glyph_template trey_glyph_table_2048[2][10]; /* fonts of the page */

/* Reads the glyphs as one of `count` values, with the templates of one or more fonts. */
struct number trey_picture_number(const struct glyphs *glyphs,
                                  const struct glyph_template fonts[][10], int font_count,
                                  const uint32_t *values, int count);

/* Value limited to 0..1. */
static inline float trey_picture_clamp(float value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* 1 at `good` or better, 0 at `bad` or worse, linear between; good may be below bad. */
static inline float trey_picture_grade(float value, float bad, float good)
{
    return trey_picture_clamp((value - bad) / (good - bad));
}

/* --- cells.c -------------------------------------------------------------------------
 */

/* The Threes! app's colours: of empty cells, the frame, 1s, 2s, other tiles, their
 * numbers (black, or red for the largest tiles) and their decorations. */
enum paint { EMPTY, FRAME, BLUE, RED, WHITE, BLACK, YELLOW, OTHER, PAINTS };

/* Largest difference of a channel at which a pixel still counts as a paint. */
#define SAME_PAINT 44

/* Returns the paint nearest to a pixel, OTHER if none is near; *distance receives its
 * distance, at most SAME_PAINT. */
enum paint trey_picture_paint(struct color pixel, float *distance);

/* Contents of a cell. */
struct cell {
    int8_t rank;      /* -1: unreadable */
    float confidence; /* 0..1 */
};

/* Ink of a digit of one colour on paper of another: how far each pixel of the face is on
 * the way from the paper's colour to the ink's, 0..1. */
void trey_picture_colored_ink(const struct face *face, struct color paper,
                              struct color color, float *ink);

/* Confidence that the glyphs are the number: near its templates, far from any other
 * number, and in the middle of a face of that width. */
float trey_picture_number_confidence(const struct glyphs *glyphs,
                                     const struct number *number, int width);

/* Reads a face of the Threes! app. */
struct cell trey_picture_threes_cell(const struct face *face);

/* Ink of a white tile's number, black or pink, 0..1 per pixel of the face. Returns the
 * share of the ink's colour that is pink. */
void trey_picture_white_ink(const struct face *face, float *ink);

/* Number of cells read with some confidence; decides between several areas. 0 if all
 * cells are empty: no game has such a board, but any area of that colour looks like it.
 */
int trey_picture_readable_cells(const struct trey_picture_position *position);

/* --- page_2048.c ---------------------------------------------------------------------
 */

/* The part of a cell in which numbers are, in thousandths of the board's width. */
#define NUMBER_WIDTH_2048  190
#define NUMBER_HEIGHT_2048 120

/* Size of that part after sampling. */
#define FACE_WIDTH_2048  80
#define FACE_HEIGHT_2048 50

/* Reads the board of the 2048 page in `area` into ranks, confidences and problem; *clean
 * receives the share of the gaps between cells that shows the board's colour. Returns
 * true if "Game over!" or "You win!" covers the board. */
bool trey_picture_2048_cells(const struct trey_pixels *pixels, struct rectangle area,
                             struct trey_picture_position *position, float *clean);

/* --- screen.c ------------------------------------------------------------------------
 */

#define MAX_SCREENS 6

/* A quadrilateral on the picture: x, y of its corners, clockwise from the top left. */
struct quad {
    float corner[4][2];
};

/* Finds bright quadrilaterals with dark surroundings, which may be screens on a
 * photograph: at most MAX_SCREENS; *count receives their number. */
enum trey_status trey_picture_screens(const struct trey_pixels *pixels,
                                      struct quad screens[MAX_SCREENS], int *count,
                                      struct trey_error *error);

/* --- rectify.c -----------------------------------------------------------------------
 */

/* A projective map from the unit square to the picture. */
struct projection {
    float x[3], y[3], w[2]; /* (x0 u + x1 v + x2) / (w0 u + w1 v + 1), y the same */
};

/* Returns the projection of the unit square to a convex quadrilateral. */
struct projection trey_picture_projection(const struct quad *quad);

/* Maps a point of the unit square to the picture. */
void trey_picture_project(const struct projection *projection, float u, float v, float *x,
                          float *y);

#define WHITE_TERMS 10

/* A screen on a photograph, to be drawn as a rectangle of width x height pixels. */
struct upright {
    const struct trey_pixels *source;
    struct quad quad;
    int width, height;
    uint8_t *rgba;                /* width x height pixels, 4 bytes each */
    float black;                  /* level of black */
    double white[3][WHITE_TERMS]; /* level of white of each channel, a polynomial */
};

/* Measures the light on the screen: sets `black` and `white`; other fields are given. */
void trey_picture_measure_light(struct upright *upright);

/* Draws an area of the rectangle into `rgba` with even light: white is white everywhere.
 */
void trey_picture_draw_upright(const struct upright *upright, struct rectangle area);

/* --- photo.c -------------------------------------------------------------------------
 */

/* Reads the Threes! app from a photograph of a telephone into *position; leaves it alone
 * if no screen on the photograph shows a board. */
enum trey_status trey_picture_photo(const struct trey_pixels *pixels,
                                    struct trey_picture_position *position,
                                    struct trey_error *error);

/* --- next.c --------------------------------------------------------------------------
 */

/* Reads the announced tile above the board into position->next and its fields. */
void trey_picture_threes_next(const struct trey_pixels *pixels, struct rectangle board,
                              struct veil veil, struct trey_picture_position *position);

#endif
