/* PNG files are decoded by libpng's simplified interface, JPEG files by libjpeg's
 * scan-line interface. Both know the size before they unpack anything, and a size above
 * the limit is refused there: a small file can claim a picture of gigabytes. */
#include "picture_file.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TREY_WITH_PICTURES
#include <jpeglib.h>
#include <png.h>
#endif

__attribute__((format(printf, 3, 4))) static enum trey_status
refuse(struct trey_error *error, enum trey_status code, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->code = code;
        error->line = 0;
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return code;
}

#ifdef TREY_WITH_PICTURES

/* Memory for a picture of that size; refuses sizes that are out of range. */
static enum trey_status allocate_pixels(uint32_t width, uint32_t height,
                                        struct trey_pixels *pixels, uint8_t **memory,
                                        struct trey_error *error)
{
    if (width == 0 || height == 0 || width > TREY_PICTURE_MAX_SIDE ||
        height > TREY_PICTURE_MAX_SIDE ||
        (uint64_t)width * height > CLI_PICTURE_MAX_PIXELS)
        return refuse(error, TREY_ERR_INPUT,
                      "the picture is %u x %u pixels; at most %u million are read", width,
                      height, CLI_PICTURE_MAX_PIXELS >> 20);
    *memory = malloc((size_t)width * height * 4);
    if (*memory == NULL)
        return refuse(error, TREY_ERR_MEMORY, "out of memory (%zu bytes)",
                      (size_t)width * height * 4);
    *pixels = (struct trey_pixels){*memory, width, height, 0};
    return TREY_OK;
}

static enum trey_status read_png(FILE *file, struct trey_pixels *pixels,
                                 struct trey_error *error)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t *memory = NULL;
    if (!png_image_begin_read_from_stdio(&image, file))
        return refuse(error, TREY_ERR_INPUT, "damaged PNG file: %s", image.message);
    image.format = PNG_FORMAT_RGBA;
    const enum trey_status status =
        allocate_pixels(image.width, image.height, pixels, &memory, error);
    if (status != TREY_OK) {
        png_image_free(&image);
        return status;
    }
    /* Transparent parts are shown on white. */
    const png_color white = {255, 255, 255};
    image.format = PNG_FORMAT_RGB;
    if (!png_image_finish_read(&image, &white, memory, 0, NULL)) {
        free(memory);
        return refuse(error, TREY_ERR_INPUT, "damaged PNG file: %s", image.message);
    }
    /* Three bytes a pixel become four, from the end, in place. */
    for (size_t i = (size_t)image.width * image.height; i-- > 0;) {
        memory[4 * i + 3] = 255;
        memory[4 * i + 2] = memory[3 * i + 2];
        memory[4 * i + 1] = memory[3 * i + 1];
        memory[4 * i] = memory[3 * i];
    }
    return TREY_OK;
}

/* libjpeg reports errors by a callback that must not return. */
struct jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf back;
    char text[JMSG_LENGTH_MAX];
};

static void leave_jpeg(j_common_ptr info)
{
    struct jpeg_errors *errors = (struct jpeg_errors *)info->err;
    errors->manager.format_message(info, errors->text);
    longjmp(errors->back, 1);
}

static void ignore_jpeg_message(j_common_ptr info, int level)
{
    (void)info;
    (void)level;
}

static enum trey_status read_jpeg(FILE *file, struct trey_pixels *pixels,
                                  struct trey_error *error)
{
    struct jpeg_decompress_struct info;
    struct jpeg_errors errors;
    uint8_t *volatile memory = NULL;
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leave_jpeg;
    errors.manager.emit_message = ignore_jpeg_message;
    if (setjmp(errors.back)) {
        jpeg_destroy_decompress(&info);
        free(memory);
        return refuse(error, TREY_ERR_INPUT, "damaged JPEG file: %.100s", errors.text);
    }
    jpeg_create_decompress(&info);
    jpeg_stdio_src(&info, file);
    jpeg_read_header(&info, TRUE);
    uint8_t *allocated = NULL;
    const enum trey_status status =
        allocate_pixels(info.image_width, info.image_height, pixels, &allocated, error);
    memory = allocated;
    if (status != TREY_OK) {
        jpeg_destroy_decompress(&info);
        return status;
    }
    info.out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(&info);
    while (info.output_scanline < info.output_height) {
        uint8_t *row = memory + (size_t)info.output_scanline * info.output_width * 4;
        jpeg_read_scanlines(&info, &row, 1);
    }
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return TREY_OK;
}

enum trey_status cli_read_picture(const char *path, struct trey_pixels *pixels,
                                  struct trey_error *error)
{
    static const uint8_t png_magic[4] = {0x89, 'P', 'N', 'G'},
                         jpeg_magic[2] = {0xff, 0xd8};
    uint8_t head[4] = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return refuse(error, TREY_ERR_IO, "%s", strerror(errno));
    const size_t got = fread(head, 1, sizeof head, file);
    enum trey_status status;
    if (ferror(file) || (got > 0 && fseek(file, 0, SEEK_SET) != 0))
        status = refuse(error, TREY_ERR_IO, "%s", strerror(errno));
    else if (got == sizeof head && memcmp(head, png_magic, sizeof png_magic) == 0)
        status = read_png(file, pixels, error);
    else if (got == sizeof head && memcmp(head, jpeg_magic, sizeof jpeg_magic) == 0)
        status = read_jpeg(file, pixels, error);
    else
        status = refuse(error, TREY_ERR_INPUT, "not a PNG or JPEG file");
    fclose(file);
    return status;
}

#else /* without the libraries */

enum trey_status cli_read_picture(const char *path, struct trey_pixels *pixels,
                                  struct trey_error *error)
{
    (void)path;
    (void)pixels;
    return refuse(error, TREY_ERR_ARGUMENT,
                  "this trey was built without libpng and libjpeg and reads no pictures");
}

#endif
