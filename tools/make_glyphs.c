/* make_glyphs: writes the templates of digits from pictures of tiles or from fonts.
 *
 * usage: make_glyphs DIRECTORY > src/picture/glyph_table.c
 *        make_glyphs --fonts FONT FONT > src/picture/glyph_table_2048.c
 *
 * DIRECTORY contains cuts of tile faces named DEVICE_VALUE_NUMBER.png. The digits of each
 * are found and scaled exactly as in a screenshot; a template is the mean over all
 * samples of its digit. Only even numbers are used; odd numbers are reserved for tests.
 *
 * The 2048 page shows its numbers in Clear Sans, which it brings with it, or in Helvetica
 * or Arial. So for 2048 the program draws the training pictures itself: all numbers, at
 * the sizes of the page, from font files: ClearSans-Bold (Apache licence, for example
 * from the npm package @fontsource/clear-sans) and LiberationSans-Bold, which has the
 * shapes of Arial. */
#include "picture/picture_steps.h"

#include <dirent.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The cuts are 96 units wide and 80 high, at 0.8 pixels a unit. */
#define CUT_WIDTH  77
#define CUT_HEIGHT 64

struct sum {
    double aspect, ink[GLYPH_CELLS];
    int samples;
};

static void add_glyphs(const struct glyphs *glyphs, const char *digits,
                       struct sum sums[10])
{
    for (int i = 0; i < glyphs->count; i++) {
        struct sum *sum = &sums[digits[i] - '0'];
        sum->aspect += (double)glyphs->glyph[i].aspect;
        for (int cell = 0; cell < GLYPH_CELLS; cell++)
            sum->ink[cell] += (double)glyphs->glyph[i].ink[cell];
        sum->samples++;
    }
}

static void add_cut(const char *path, const char *digits, struct sum sums[10])
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    static struct face face;
    static float ink[FACE_WIDTH * FACE_HEIGHT];
    struct glyphs glyphs;
    uint8_t *rgba = NULL;
    if (png_image_begin_read_from_file(&image, path) != 0) {
        image.format = PNG_FORMAT_RGBA;
        rgba = malloc(PNG_IMAGE_SIZE(image));
    }
    if (rgba == NULL || png_image_finish_read(&image, NULL, rgba, 0, NULL) == 0) {
        fprintf(stderr, "%s: %s\n", path, image.message);
        exit(1);
    }
    const struct trey_pixels pixels = {rgba, image.width, image.height,
                                       (size_t)image.width * 4};
    const struct rectangle all = {0, 0, (float)pixels.width, (float)pixels.height};
    trey_picture_sample(&pixels, all, NO_VEIL, CUT_WIDTH, CUT_HEIGHT, &face);
    trey_picture_white_ink(&face, ink);
    trey_picture_glyphs(ink, CUT_WIDTH, CUT_HEIGHT, DIGIT_ASPECT_THREES, &glyphs);
    if (glyphs.count == (int)strlen(digits))
        add_glyphs(&glyphs, digits, sums);
    else
        fprintf(stderr, "%s: %d digits found; left out\n", path, glyphs.count);
    free(rgba);
}

static void print_templates(const struct sum sums[10])
{
    for (int digit = 0; digit < 10; digit++) {
        const double samples = sums[digit].samples > 0 ? sums[digit].samples : 1;
        printf("    {%.3ff, /* %d */\n     \"", sums[digit].aspect / samples, digit);
        for (int cell = 0; cell < GLYPH_CELLS; cell++)
            printf("%x", (unsigned)(sums[digit].ink[cell] / samples * 15 + 0.5));
        printf("\"},\n");
    }
}

/* --- 2048 ------------------------------------------------------------------------------
 */

/* A picture of black numbers on white. */
struct canvas {
    int width, height;
    uint8_t *rgba;
};

/* Draws the character at x, as far as it is on the canvas; returns where the next goes.
 */
static double draw_character(FT_Face font, char character, double x, double baseline,
                             struct canvas *canvas)
{
    FT_Vector at = {(FT_Pos)(x * 64) % 64, 0};
    FT_Set_Transform(font, NULL, &at);
    if (FT_Load_Char(font, (FT_ULong)character, FT_LOAD_RENDER | FT_LOAD_NO_HINTING) != 0)
        exit(1);
    FT_GlyphSlot slot = font->glyph;
    for (int row = 0; row < (int)slot->bitmap.rows; row++) {
        for (int column = 0; column < (int)slot->bitmap.width; column++) {
            const int px = (int)x + slot->bitmap_left + column;
            const int py = (int)baseline - slot->bitmap_top + row;
            if (px < 0 || px >= canvas->width || py < 0 || py >= canvas->height)
                continue;
            const uint8_t ink = slot->bitmap.buffer[row * slot->bitmap.pitch + column];
            memset(canvas->rgba + ((size_t)py * (size_t)canvas->width + (size_t)px) * 4,
                   255 - ink, 3);
        }
    }
    return x + (double)slot->advance.x / 64;
}

/* Adds the digits of a number in the middle of a cell, on a board of `board` pixels. */
static void add_drawn(FT_Face font, const char *digits, double font_size, double board,
                      struct sum sums[10])
{
    static const struct color black = {0, 0, 0}, white = {255, 255, 255};
    static struct face face;
    static float ink[FACE_WIDTH * FACE_HEIGHT];
    struct canvas canvas = {(int)(NUMBER_WIDTH_2048 * board / 1000),
                            (int)(NUMBER_HEIGHT_2048 * board / 1000), NULL};
    struct glyphs glyphs;
    double length = 0;
    canvas.rgba = malloc((size_t)canvas.width * (size_t)canvas.height * 4);
    if (canvas.rgba == NULL ||
        FT_Set_Char_Size(font, 0, (FT_F26Dot6)(font_size * 64), 72, 72) != 0)
        exit(1);
    for (int pass = 0; pass < 2; pass++) { /* the first one measures */
        double x = (canvas.width - length) / 2;
        const double start = x;
        memset(canvas.rgba, 255, (size_t)canvas.width * (size_t)canvas.height * 4);
        for (const char *digit = digits; *digit != '\0'; digit++)
            x = draw_character(font, *digit, x, canvas.height / 2.0 + font_size * 0.36,
                               &canvas);
        length = x - start;
    }
    const struct trey_pixels pixels = {canvas.rgba, (uint32_t)canvas.width,
                                       (uint32_t)canvas.height, (size_t)canvas.width * 4};
    const struct rectangle all = {0, 0, (float)canvas.width, (float)canvas.height};
    trey_picture_sample(&pixels, all, NO_VEIL, FACE_WIDTH_2048, FACE_HEIGHT_2048, &face);
    trey_picture_colored_ink(&face, white, black, ink);
    trey_picture_glyphs(ink, FACE_WIDTH_2048, FACE_HEIGHT_2048, DIGIT_ASPECT_2048,
                        &glyphs);
    free(canvas.rgba);
    if (glyphs.count == (int)strlen(digits))
        add_glyphs(&glyphs, digits, sums);
    else
        fprintf(stderr, "%s at %.0f: %d digits found; left out\n", digits, font_size,
                glyphs.count);
}

static int write_fonts(char **paths, int count)
{
    /* Sizes of numbers of 1 to 5 digits, for a board 500 pixels wide; the smaller page's
     * are scaled from 280. */
    static const double sizes[2][6] = {{0, 55, 55, 45, 35, 30},
                                       {0, 62.5, 62.5, 44.6, 26.8, 17.9}};
    static const double scales[] = {0.8, 1, 1.7, 2.5};
    FT_Library library;
    if (FT_Init_FreeType(&library) != 0)
        return 1;
    printf("/* Written by tools/make_glyphs.c; do not edit. */\n"
           "#include \"picture/picture_steps.h\"\n\n"
           "/* clang-format off */\n"
           "const struct glyph_template trey_glyph_table_2048[%d][10] = {\n",
           count);
    for (int i = 0; i < count; i++) {
        struct sum sums[10] = {0};
        FT_Face font;
        if (FT_New_Face(library, paths[i], 0, &font) != 0) {
            fprintf(stderr, "%s: not a font\n", paths[i]);
            return 1;
        }
        for (size_t page = 0; page < 2; page++)
            for (size_t scale = 0; scale < sizeof scales / sizeof scales[0]; scale++)
                for (int rank = 1; rank <= 15; rank++) {
                    char digits[8];
                    snprintf(digits, sizeof digits, "%d", 1 << rank);
                    add_drawn(font, digits, sizes[page][strlen(digits)] * scales[scale],
                              500 * scales[scale], sums);
                }
        const char *slash = strrchr(paths[i], '/');
        printf("  { /* %s */\n", slash != NULL ? slash + 1 : paths[i]);
        print_templates(sums);
        printf("  },\n");
        FT_Done_Face(font);
    }
    printf("};\n");
    FT_Done_FreeType(library);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--fonts") == 0)
        return write_fonts(argv + 2, argc - 2);
    struct sum sums[10] = {0};
    DIR *directory = argc == 2 ? opendir(argv[1]) : NULL;
    if (directory == NULL) {
        fprintf(stderr, "usage: make_glyphs DIRECTORY > src/picture/glyph_table.c\n"
                        "       make_glyphs --fonts FONT FONT > "
                        "src/picture/glyph_table_2048.c\n");
        return 2;
    }
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char digits[8], path[4096];
        int number;
        /* 0, 1 and 2 have other background colours; their digits come from other tiles.
         */
        if (sscanf(entry->d_name, "%*[0-9x]_%7[0-9]_%d.png", digits, &number) != 2 ||
            number % 2 != 0 || (digits[1] == '\0' && digits[0] <= '2'))
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        add_cut(path, digits, sums);
    }
    closedir(directory);
    printf("/* Written by tools/make_glyphs.c; do not edit. */\n"
           "#include \"picture/picture_steps.h\"\n\n"
           "/* clang-format off */\n"
           "const struct glyph_template trey_glyph_table[10] = {\n");
    for (int digit = 0; digit < 10; digit++) {
        const double samples = sums[digit].samples > 0 ? sums[digit].samples : 1;
        printf("    {%.3ff, /* %d: %d samples */", sums[digit].aspect / samples, digit,
               sums[digit].samples);
        for (int cell = 0; cell < GLYPH_CELLS; cell++) {
            if (cell % 72 == 0)
                printf("%s\n     \"", cell > 0 ? "\"" : "");
            printf("%x", (unsigned)(sums[digit].ink[cell] / samples * 15 + 0.5));
        }
        printf("\"},\n");
    }
    printf("};\n");
    return 0;
}
