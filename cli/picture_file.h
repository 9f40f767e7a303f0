/* Pictures from PNG and JPEG files, as pixels. */
#ifndef CLI_PICTURE_FILE_H
#define CLI_PICTURE_FILE_H

#include "trey/picture.h"

/* Larger pictures, in pixels, are refused before they are unpacked. */
#define CLI_PICTURE_MAX_PIXELS (64u * 1024 * 1024)

/* Longer files are refused unread. */
#define CLI_PICTURE_MAX_BYTES ((size_t)256 << 20)

/* Decodes a whole PNG or JPEG file in memory; see cli_read_picture. */
enum trey_status cli_decode_picture(const void *bytes, size_t size_bytes,
                                    struct trey_pixels *pixels, struct trey_error *error);

/* Reads the picture in `path` into *pixels; pixels->rgba is for free(). The format is
 * recognised by the file's first bytes. TREY_ERR_INPUT for files that are not PNG or
 * JPEG, are damaged or truncated, or exceed a limit above; TREY_ERR_IO; TREY_ERR_MEMORY;
 * TREY_ERR_ARGUMENT if trey was built without the libraries. */
enum trey_status cli_read_picture(const char *path, struct trey_pixels *pixels,
                                  struct trey_error *error);

#endif
