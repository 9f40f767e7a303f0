/* make_glyphs: writes src/picture/glyph_table.c from pictures of tiles.
 *
 * usage: make_glyphs DIRECTORY > src/picture/glyph_table.c
 *
 * DIRECTORY contains cuts of tile faces named DEVICE_VALUE_NUMBER.png. The digits of each
 * are found and scaled exactly as in a screenshot; a template is the mean over all
 * samples of its digit. Only even numbers are used; odd numbers are reserved for tests.
 */
#include "picture/picture_steps.h"

#include <dirent.h>
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
    trey_picture_sample(&pixels, all, 1, CUT_WIDTH, CUT_HEIGHT, &face);
    trey_picture_white_ink(&face, ink);
    trey_picture_glyphs(ink, CUT_WIDTH, CUT_HEIGHT, &glyphs);
    if (glyphs.count == (int)strlen(digits))
        add_glyphs(&glyphs, digits, sums);
    else
        fprintf(stderr, "%s: %d digits found; left out\n", path, glyphs.count);
    free(rgba);
}

int main(int argc, char **argv)
{
    struct sum sums[10] = {0};
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (folder == NULL) {
        fprintf(stderr, "usage: make_glyphs FOLDER > src/picture/glyph_table.c\n");
        return 2;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
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
    closedir(folder);
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
