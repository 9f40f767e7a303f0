/* Pictures from PNG and JPEG files, as pixels. */
#ifndef CLI_PICTURE_FILE_H
#define CLI_PICTURE_FILE_H

#include "trey/picture.h"

/* Pictures of more pixels are refused before they are unpacked. */
#define CLI_PICTURE_MAX_PIXELS (64u * 1024 * 1024)

/* Longer files are refused unread. */
#define CLI_PICTURE_MAX_BYTES ((size_t)256 << 20)

/* Decodes a whole PNG or JPEG file in memory; see cli_read_picture. */
enum trey_status cli_decode_picture(const void *bytes, size_t size_bytes,
                                    struct trey_pixels *pixels, struct trey_error *error);

/* Reads the picture in `path` into *pixels; pixels->rgba is the caller's, for free(). The
 * format is recognised by the file's first bytes. TREY_ERR_INPUT for files that are no
 * PNG or JPEG, damaged, truncated, or larger than CLI_PICTURE_MAX_PIXELS; TREY_ERR_IO;
 * TREY_ERR_MEMORY. */
enum trey_status cli_read_picture(const char *path, struct trey_pixels *pixels,
                                  struct trey_error *error);

#endif
