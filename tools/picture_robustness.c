/* picture_robustness: measures how well positions are read from altered screenshots.
 *
 * usage: picture_robustness DIRECTORY [SEED [EVERY]]
 *
 * DIRECTORY contains game/, phone/ and their labels game.tsv and phone.tsv (file, 16
 * tiles, next tile). Every picture is read unchanged, scaled by 0.35 to 2, cropped,
 * padded with noise, inside a window frame, and as a JPEG file of quality 60. Then 1,000
 * damaged pictures are made: covered cells, blends of two pictures, noise, pieces of
 * pictures, screens of other apps. A damaged picture counts as wrong if it is reported
 * with confidence and its board is not that of a source. EVERY N uses each Nth picture
 * only. Prints one line per kind: pictures, correct cells,
 * rejected pictures, confident and wrong ones, and the longest time of a reading. */
#include "cli/picture_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h> /* needs <stdio.h> before it */

#define MAX_PICTURES 100
#define DAMAGED      1000

struct image {
    int width, height;
    uint8_t *rgba; /* for free() */
};

struct labelled {
    struct image image;
    int8_t rank[TREY_MAX_CELLS];
};

struct tally {
    int pictures, cells, right, refused, wrong;
    double max_ms;
};

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % limit);
}

static struct image new_image(int width, int height)
{
    struct image image = {width, height, calloc((size_t)width * (size_t)height, 4)};
    if (image.rgba == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return image;
}

static uint8_t *pixel(const struct image *image, int x, int y)
{
    x = x < 0 ? 0 : x >= image->width ? image->width - 1 : x;
    y = y < 0 ? 0 : y >= image->height ? image->height - 1 : y;
    return image->rgba + ((size_t)y * (size_t)image->width + (size_t)x) * 4;
}

static struct image copy_area(const struct image *from, int left, int top, int width,
                              int height)
{
    struct image made = new_image(width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(pixel(&made, x, y), pixel(from, left + x, top + y), 4);
    return made;
}

/* Bilinear when enlarging, the mean of 4 x 4 points when reducing. */
static struct image scale(const struct image *from, double factor)
{
    struct image made =
        new_image((int)(from->width * factor), (int)(from->height * factor));
    const int taps = factor < 1 ? 4 : 1;
    for (int y = 0; y < made.height; y++)
        for (int x = 0; x < made.width; x++)
            for (int c = 0; c < 3; c++) {
                double sum = 0;
                for (int i = 0; i < taps * taps; i++) {
                    const double fx = (x + (i % taps + 0.5) / taps) / factor - 0.5;
                    const double fy = (y + (i / taps + 0.5) / taps) / factor - 0.5;
                    const int x0 = (int)floor(fx), y0 = (int)floor(fy);
                    const double a = fx - x0, b = fy - y0;
                    sum += (1 - b) * ((1 - a) * pixel(from, x0, y0)[c] +
                                      a * pixel(from, x0 + 1, y0)[c]) +
                           b * ((1 - a) * pixel(from, x0, y0 + 1)[c] +
                                a * pixel(from, x0 + 1, y0 + 1)[c]);
                }
                pixel(&made, x, y)[c] = (uint8_t)(sum / (taps * taps) + 0.5);
            }
    return made;
}

static void fill_noise(struct image *image)
{
    for (size_t i = 0; i < (size_t)image->width * (size_t)image->height * 4; i++)
        image->rgba[i] = (uint8_t)random_below(256);
}

static void fill_area(struct image *image, int left, int top, int width, int height,
                      uint32_t color)
{
    for (int y = top; y < top + height && y < image->height; y++)
        for (int x = left; x < left + width && x < image->width; x++)
            for (int c = 0; c < 3; c++)
                pixel(image, x, y)[c] = (uint8_t)(color >> (16 - 8 * c));
}

static void paste(struct image *onto, const struct image *from, int left, int top)
{
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++)
            memcpy(pixel(onto, left + x, top + y), pixel(from, x, y), 4);
}

static struct image crop(const struct image *from)
{
    /* The board is in the lower three quarters of these screenshots. */
    const int left = (int)random_below((uint32_t)from->width / 12);
    const int top = (int)random_below((uint32_t)from->height / 12);
    const int right = (int)random_below((uint32_t)from->width / 12);
    const int bottom = (int)random_below((uint32_t)from->height / 12);
    return copy_area(from, left, top, from->width - left - right,
                     from->height - top - bottom);
}

static struct image pad(const struct image *from)
{
    struct image made = new_image(from->width + 200 + (int)random_below(300),
                                  from->height + 200 + (int)random_below(300));
    fill_noise(&made);
    paste(&made, from, (int)random_below(200), (int)random_below(200));
    return made;
}

static struct image frame(const struct image *from)
{
    struct image made = new_image(from->width + 380, from->height + 220);
    fill_area(&made, 0, 0, made.width, made.height, 0x203040);
    fill_area(&made, 90, 60, from->width + 4, from->height + 44, 0xd8d8dc);
    fill_area(&made, 100, 70, 14, 14, 0xff5f57);
    paste(&made, from, 92, 100);
    return made;
}

static struct image through_jpeg(const struct image *from)
{
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = (JDIMENSION)from->width;
    info.image_height = (JDIMENSION)from->height;
    info.input_components = 4;
    info.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 60, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = pixel(from, 0, (int)info.next_scanline);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    struct trey_pixels pixels;
    struct trey_error error;
    if (cli_decode_picture(bytes, size, &pixels, &error) != TREY_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    free(bytes);
    return (struct image){(int)pixels.width, (int)pixels.height,
                          (uint8_t *)(uintptr_t)pixels.rgba};
}

static struct trey_picture_position read_image(const struct image *image,
                                               struct tally *tally)
{
    struct trey_picture_position position;
    struct timespec begun, ended;
    const struct trey_pixels pixels = {image->rgba, (uint32_t)image->width,
                                       (uint32_t)image->height, 0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    if (trey_picture_read(&pixels, &position, NULL) != TREY_OK)
        exit(1);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    const double ms = (double)(ended.tv_sec - begun.tv_sec) * 1e3 +
                      (double)(ended.tv_nsec - begun.tv_nsec) / 1e6;
    tally->max_ms = ms > tally->max_ms ? ms : tally->max_ms;
    tally->pictures++;
    return position;
}

static void count(const struct labelled *source, struct image image, struct tally *tally)
{
    const struct trey_picture_position position = read_image(&image, tally);
    int right = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        right += position.rank[cell] == source->rank[cell] &&
                 position.game != TREY_PICTURE_UNKNOWN;
    tally->cells += TREY_MAX_CELLS;
    tally->right += right;
    tally->refused += position.overall < (float)TREY_PICTURE_CONFIDENT;
    tally->wrong +=
        position.overall >= (float)TREY_PICTURE_CONFIDENT && right < TREY_MAX_CELLS;
    free(image.rgba);
}

static void print_tally(const char *what, const struct tally *tally)
{
    printf("%-14s %5d pictures", what, tally->pictures);
    if (tally->cells > 0)
        printf("  %8.4f %% of cells right", 100.0 * tally->right / tally->cells);
    printf("  %4d refused  %d confident and wrong  at most %.1f ms\n", tally->refused,
           tally->wrong, tally->max_ms);
    fflush(stdout);
}

/* --- damaged pictures ------------------------------------------------------------------
 */

static bool is_board_of(const struct trey_picture_position *position,
                        const struct labelled *source)
{
    return memcmp(position->rank, source->rank, sizeof source->rank) == 0;
}

static struct image blend(const struct image *a, const struct image *b, uint32_t percent)
{
    struct image made = new_image(a->width, a->height);
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            for (int c = 0; c < 3; c++)
                pixel(&made, x, y)[c] = (uint8_t)((pixel(a, x, y)[c] * percent +
                                                   pixel(b, x, y)[c] * (100 - percent)) /
                                                  100);
    return made;
}

static struct image cover(const struct image *from)
{
    static const uint32_t colors[] = {0xffffff, 0x000000, 0xcae1db, 0xbbd9d9,
                                      0x66ccff, 0xff6680, 0x808080};
    struct image made = copy_area(from, 0, 0, from->width, from->height);
    const int pieces = 1 + (int)random_below(4);
    for (int i = 0; i < pieces; i++) {
        const int width = from->width / 12 + (int)random_below((uint32_t)from->width / 5);
        fill_area(&made, (int)random_below((uint32_t)from->width - 1),
                  from->height / 4 + (int)random_below((uint32_t)from->height * 3 / 5),
                  width, width, colors[random_below(7)]);
    }
    return made;
}

static struct image add_noise(const struct image *from)
{
    struct image made = copy_area(from, 0, 0, from->width, from->height);
    const uint32_t strength = 20 + random_below(200);
    for (size_t i = 0; i < (size_t)made.width * (size_t)made.height * 4; i++) {
        const int value =
            made.rgba[i] + (int)random_below(2 * strength + 1) - (int)strength;
        made.rgba[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
    return made;
}

static struct image cut_and_join(const struct image *a, const struct image *b)
{
    struct image made = copy_area(a, 0, 0, a->width, a->height);
    const int shift = (int)random_below((uint32_t)a->width);
    const int top = a->height / 4 + (int)random_below((uint32_t)a->height / 2);
    struct image piece = copy_area(b, shift, top, a->width - shift, a->height / 6);
    paste(&made, &piece, 0, top);
    free(piece.rgba);
    return made;
}

/* Draws a digit of seven segments. */
static void draw_digit(struct image *image, int digit, int left, int top, int height,
                       uint32_t color)
{
    /* Bits: top, upper left and right, middle, lower left and right, bottom. */
    static const uint8_t segments[10] = {0x77, 0x24, 0x5d, 0x6d, 0x2e,
                                         0x6b, 0x7b, 0x25, 0x7f, 0x6f};
    const int width = height * 3 / 5, thick = 1 + height / 8, half = (height - thick) / 2;
    for (int bit = 0; bit < 7; bit++) {
        if ((segments[digit] >> bit & 1) == 0)
            continue;
        if (bit % 3 == 0)
            fill_area(image, left, top + bit / 3 * half, width, thick, color);
        else
            fill_area(image, left + (bit % 3 == 2 ? width - thick : 0),
                      top + (bit > 3 ? half : 0), thick, half + thick, color);
    }
}

/* A screen of another app: a title, and a grid of keys, cards or days with numbers. */
static struct image draw_other_app(int width, int height)
{
    struct image made = new_image(width, height);
    uint32_t colors[6];
    for (int i = 0; i < 6; i++)
        colors[i] = random_below(1 << 24);
    fill_area(&made, 0, 0, width, height, random_below(2) == 0 ? 0xfafafa : colors[0]);
    fill_area(&made, 0, 0, width, height / 12, colors[1]);
    const int columns = 2 + (int)random_below(6), rows = 2 + (int)random_below(6);
    const int left = (int)random_below((uint32_t)width / 6),
              top = height / 10 + (int)random_below((uint32_t)height / 3);
    const int cell_width = (width - 2 * left) / columns,
              cell_height = (height - top) / (rows + 1);
    const int gap = 1 + (int)random_below((uint32_t)cell_width / 3);
    const uint32_t kinds = 1 + random_below(4), text = random_below(2) * 0xffffff;
    const bool numbers = random_below(4) != 0;
    fill_area(&made, left - gap, top - gap, columns * cell_width + gap,
              rows * cell_height + gap, colors[2]);
    for (int i = 0; i < rows * columns; i++) {
        const int x = left + i % columns * cell_width,
                  y = top + i / columns * cell_height;
        const int digit_height = cell_height / 3;
        fill_area(&made, x, y, cell_width - gap, cell_height - gap,
                  colors[2 + random_below(kinds)]);
        if (numbers && random_below(3) != 0)
            draw_digit(&made, (int)random_below(10), x + cell_width / 3,
                       y + cell_height / 4, digit_height, text);
    }
    return made;
}

static void read_damaged(const struct labelled *pictures, int count_of, int damaged)
{
    enum { DAMAGES = 5 };
    static const char *const kinds[DAMAGES] = {"covered", "blended", "noise", "cut",
                                               "other apps"};
    struct tally tallies[DAMAGES] = {{0}};
    for (int i = 0; i < damaged; i++) {
        const struct labelled *a = &pictures[random_below((uint32_t)count_of)];
        const struct labelled *b = &pictures[random_below((uint32_t)count_of)];
        if (a->image.width != b->image.width)
            b = a + (a > pictures ? -1 : 1);
        const int kind = i % DAMAGES;
        struct image image =
            kind == 0   ? cover(&a->image)
            : kind == 1 ? blend(&a->image, &b->image, 15 + random_below(70))
            : kind == 2 ? add_noise(&a->image)
            : kind == 3 ? cut_and_join(&a->image, &b->image)
                        : draw_other_app(a->image.width, a->image.height);
        const struct trey_picture_position position = read_image(&image, &tallies[kind]);
        const bool sure = position.overall >= (float)TREY_PICTURE_CONFIDENT;
        tallies[kind].refused += !sure;
        const bool wrong =
            sure &&
            (kind == 4 || (!is_board_of(&position, a) && !is_board_of(&position, b)));
        tallies[kind].wrong += wrong;
        if (wrong && getenv("TREY_SAVE_WRONG") != NULL) {
            char path[256];
            snprintf(path, sizeof path, "%s-%s-%d.ppm", getenv("TREY_SAVE_WRONG"),
                     kinds[kind], i);
            FILE *out = fopen(path, "wb");
            fprintf(out, "P6 %d %d 255\n", image.width, image.height);
            for (int at = 0; at < image.width * image.height; at++)
                fwrite(image.rgba + (size_t)at * 4, 1, 3, out);
            fclose(out);
        }
        free(image.rgba);
    }
    for (int kind = 0; kind < DAMAGES; kind++)
        print_tally(kinds[kind], &tallies[kind]);
}

/* --- pictures --------------------------------------------------------------------------
 */

static int load_directory(const char *directory, const char *name,
                          struct labelled *pictures)
{
    char path[4096], line[256], file[64];
    int count_of = 0, used;
    snprintf(path, sizeof path, "%s/%s.tsv", directory, name);
    FILE *labels = fopen(path, "r");
    if (labels == NULL) {
        perror(path);
        exit(1);
    }
    while (fgets(line, sizeof line, labels) != NULL && count_of < MAX_PICTURES) {
        struct labelled *picture = &pictures[count_of];
        struct trey_pixels pixels;
        struct trey_error error;
        if (sscanf(line, "%63s%n", file, &used) != 1 || strchr(file, '.') == NULL)
            continue;
        char *rest = line + used;
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
            picture->rank[cell] = (int8_t)trey_rank_of_tile(strtoull(rest, &rest, 10));
        snprintf(path, sizeof path, "%s/%s/%s", directory, name, file);
        if (cli_read_picture(path, &pixels, &error) != TREY_OK) {
            fprintf(stderr, "%s: %s\n", path, error.message);
            exit(1);
        }
        picture->image = (struct image){(int)pixels.width, (int)pixels.height,
                                        (uint8_t *)(uintptr_t)pixels.rgba};
        count_of++;
    }
    fclose(labels);
    return count_of;
}

int main(int argc, char **argv)
{
    static struct labelled pictures[2 * MAX_PICTURES];
    static const double factors[] = {0.35, 0.42, 0.5, 0.61, 0.75, 0.9, 1.3, 1.7, 2};
    enum { FACTORS = sizeof factors / sizeof factors[0], KINDS = 5 };
    static const char *const kinds[KINDS] = {"as they are", "cropped", "noise around",
                                             "window frame", "JPEG 60"};
    struct tally scaled[FACTORS] = {{0}}, others[KINDS] = {{0}};
    if (argc < 2) {
        fprintf(stderr, "usage: picture_robustness DIRECTORY [SEED [EVERY]]\n");
        return 2;
    }
    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const int every = argc > 3 && atoi(argv[3]) > 0 ? atoi(argv[3]) : 1;
    int count_of = load_directory(argv[1], "game", pictures);
    count_of += load_directory(argv[1], "phone", pictures + count_of);
    for (int i = 0; i < count_of; i += every) {
        const struct labelled *source = &pictures[i];
        const struct image *image = &source->image;
        for (size_t k = 0; k < FACTORS; k++)
            count(source, scale(image, factors[k]), &scaled[k]);
        count(source, copy_area(image, 0, 0, image->width, image->height), &others[0]);
        count(source, crop(image), &others[1]);
        count(source, pad(image), &others[2]);
        count(source, frame(image), &others[3]);
        count(source, through_jpeg(image), &others[4]);
    }
    for (size_t k = 0; k < FACTORS; k++) {
        char what[32];
        snprintf(what, sizeof what, "scaled %.2f", factors[k]);
        print_tally(what, &scaled[k]);
    }
    for (int k = 0; k < KINDS; k++)
        print_tally(kinds[k], &others[k]);
    read_damaged(pictures, count_of, DAMAGED / every);
    for (int i = 0; i < count_of; i++)
        free(pictures[i].image.rgba);
    return 0;
}
