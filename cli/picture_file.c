/* PNG files are decoded by libpng's simplified interface, JPEG files by libjpeg's
 * scan-line interface.
 *
 * Files are untrusted, so their size is checked before anything is unpacked. Both formats
 * store it first. A size above the limit is refused, and so is one for which the file is
 * too short: neither format stores more than 8,256 pixels in a byte (deflate expands a
 * byte to at most 1,032, and a byte has at most eight pixels; JPEG needs a bit for 64
 * pixels). A progressive JPEG file may have any number of scans over the whole picture;
 * their number is limited. Truncated and damaged files are refused: libjpeg would fill
 * the missing part with grey. */
#include "picture_file.h"

#include "base/error.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TREY_WITH_PICTURES
#include <jerror.h>
#include <jpeglib.h>
#include <png.h>
#endif

#ifdef TREY_WITH_PICTURES

/* The contents of a file. */
struct file_bytes {
    uint8_t *data;
    size_t size_bytes;
};

/* Largest number of pixels that `size_bytes` bytes of a file can store. */
static uint64_t max_stored_pixels(size_t size_bytes)
{
    return 4096 + (uint64_t)size_bytes * 8 * 1032; /* one bit a pixel, deflated */
}

/* Allocates memory for a picture. Refuses sizes that are out of range or that a file of
 * `size_bytes` bytes cannot contain. */
static enum trey_status allocate_pixels(uint32_t width, uint32_t height,
                                        size_t size_bytes, struct trey_pixels *pixels,
                                        uint8_t **memory, struct trey_error *error)
{
    if (width == 0 || height == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the picture has no pixels");
    if ((uint64_t)width * height > CLI_PICTURE_MAX_PIXELS)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the picture has %u x %u pixels; the limit is %u million", width,
                         height, CLI_PICTURE_MAX_PIXELS >> 20);
    if (width > TREY_PICTURE_MAX_SIDE || height > TREY_PICTURE_MAX_SIDE)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the picture has %u x %u pixels; the limit is %u on a side",
                         width, height, TREY_PICTURE_MAX_SIDE);
    if ((uint64_t)width * height > max_stored_pixels(size_bytes))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "damaged file: %u x %u pixels do not fit into %zu bytes", width,
                         height, size_bytes);
    *memory = malloc((size_t)width * height * 4);
    if (*memory == NULL)
        return trey_fail(error, TREY_ERR_MEMORY, 0, "out of memory (%zu bytes)",
                         (size_t)width * height * 4);
    *pixels = (struct trey_pixels){*memory, width, height, 0};
    return TREY_OK;
}

static enum trey_status decode_png(const void *bytes, size_t size_bytes,
                                   struct trey_pixels *pixels, struct trey_error *error)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t *memory = NULL;
    if (!png_image_begin_read_from_memory(&image, bytes, size_bytes))
        return trey_fail(error, TREY_ERR_INPUT, 0, "damaged PNG file: %s", image.message);
    image.format = PNG_FORMAT_RGBA;
    const enum trey_status status =
        allocate_pixels(image.width, image.height, size_bytes, pixels, &memory, error);
    if (status != TREY_OK) {
        png_image_free(&image);
        return status;
    }
    /* Draw transparent parts on white. */
    const png_color white = {255, 255, 255};
    image.format = PNG_FORMAT_RGB;
    if (!png_image_finish_read(&image, &white, memory, 0, NULL)) {
        free(memory);
        return trey_fail(error, TREY_ERR_INPUT, 0, "damaged PNG file: %s", image.message);
    }
    /* Expand three bytes per pixel to four, in place, from the end. */
    for (size_t i = (size_t)image.width * image.height; i-- > 0;) {
        memory[4 * i + 3] = 255;
        memory[4 * i + 2] = memory[3 * i + 2];
        memory[4 * i + 1] = memory[3 * i + 1];
        memory[4 * i] = memory[3 * i];
    }
    return TREY_OK;
}

/* Maximum number of scans of a progressive JPEG file; encoders write about ten. */
#define MAX_SCANS 100

/* libjpeg reports errors by a callback that must not return. */
struct jpeg_errors {
    struct jpeg_error_mgr manager;
    struct jpeg_progress_mgr progress;
    jmp_buf on_error;
    char text[JMSG_LENGTH_MAX];
};

static void fail_jpeg(j_common_ptr info)
{
    struct jpeg_errors *errors = (struct jpeg_errors *)info->err;
    errors->manager.format_message(info, errors->text);
    longjmp(errors->on_error, 1);
}

/* A warning (level -1) means that data are missing or damaged, except that surplus bytes
 * between two markers are harmless. Positive levels are traces. */
static void handle_jpeg_message(j_common_ptr info, int level)
{
    if (level < 0 && info->err->msg_code != JWRN_EXTRANEOUS_DATA)
        fail_jpeg(info);
}

static void limit_jpeg_scans(j_common_ptr info)
{
    struct jpeg_errors *errors = (struct jpeg_errors *)info->err;
    if (((j_decompress_ptr)info)->input_scan_number <= MAX_SCANS)
        return;
    snprintf(errors->text, sizeof errors->text, "more than %d scans", MAX_SCANS);
    longjmp(errors->on_error, 1);
}

static enum trey_status decode_jpeg(const void *bytes, size_t size_bytes,
                                    struct trey_pixels *pixels, struct trey_error *error)
{
    struct jpeg_decompress_struct info;
    struct jpeg_errors errors;
    uint8_t *volatile memory = NULL;
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = fail_jpeg;
    errors.manager.emit_message = handle_jpeg_message;
    if (setjmp(errors.on_error)) {
        jpeg_destroy_decompress(&info);
        free(memory);
        return trey_fail(error, TREY_ERR_INPUT, 0, "damaged JPEG file: %.100s",
                         errors.text);
    }
    jpeg_create_decompress(&info);
    errors.progress = (struct jpeg_progress_mgr){.progress_monitor = limit_jpeg_scans};
    info.progress = &errors.progress;
    jpeg_mem_src(&info, bytes, size_bytes);
    jpeg_read_header(&info, TRUE);
    uint8_t *allocated = NULL;
    const enum trey_status status = allocate_pixels(
        info.image_width, info.image_height, size_bytes, pixels, &allocated, error);
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

enum trey_status cli_decode_picture(const void *bytes, size_t size_bytes,
                                    struct trey_pixels *pixels, struct trey_error *error)
{
    static const uint8_t png_magic[4] = {0x89, 'P', 'N', 'G'},
                         jpeg_magic[2] = {0xff, 0xd8};
    if (size_bytes >= sizeof png_magic && memcmp(bytes, png_magic, sizeof png_magic) == 0)
        return decode_png(bytes, size_bytes, pixels, error);
    if (size_bytes >= sizeof png_magic &&
        memcmp(bytes, jpeg_magic, sizeof jpeg_magic) == 0)
        return decode_jpeg(bytes, size_bytes, pixels, error);
    return trey_fail(error, TREY_ERR_INPUT, 0, "not a PNG or JPEG file");
}

/* Reads the whole file, which may be a pipe of unknown size. */
static enum trey_status read_bytes(FILE *file, struct file_bytes *bytes,
                                   struct trey_error *error)
{
    size_t room = 0;
    do {
        if (bytes->size_bytes == room) {
            room = room == 0 ? (size_t)1 << 16 : 2 * room;
            uint8_t *data = realloc(bytes->data, room);
            if (data == NULL)
                return trey_fail(error, TREY_ERR_MEMORY, 0, "out of memory (%zu bytes)",
                                 room);
            bytes->data = data;
        }
        bytes->size_bytes +=
            fread(bytes->data + bytes->size_bytes, 1, room - bytes->size_bytes, file);
        if (bytes->size_bytes > CLI_PICTURE_MAX_BYTES)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "larger than %zu MiB; this is not a screenshot",
                             CLI_PICTURE_MAX_BYTES >> 20);
    } while (!feof(file) && !ferror(file));
    return ferror(file) ? trey_fail(error, TREY_ERR_IO, 0, "%s", strerror(errno))
                        : TREY_OK;
}

enum trey_status cli_read_picture(const char *path, struct trey_pixels *pixels,
                                  struct trey_error *error)
{
    struct file_bytes bytes = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return trey_fail(error, TREY_ERR_IO, 0, "%s", strerror(errno));
    enum trey_status status = read_bytes(file, &bytes, error);
    fclose(file);
    if (status == TREY_OK)
        status = cli_decode_picture(bytes.data, bytes.size_bytes, pixels, error);
    free(bytes.data);
    return status;
}

#else /* without the libraries */

enum trey_status cli_decode_picture(const void *bytes, size_t size_bytes,
                                    struct trey_pixels *pixels, struct trey_error *error)
{
    (void)bytes, (void)size_bytes;
    return cli_read_picture("", pixels, error);
}

enum trey_status cli_read_picture(const char *path, struct trey_pixels *pixels,
                                  struct trey_error *error)
{
    (void)path, (void)pixels;
    return trey_fail(
        error, TREY_ERR_ARGUMENT, 0,
        "trey was built without libpng and libjpeg and cannot read pictures");
}

#endif
