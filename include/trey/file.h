/* trey/file.h - reads and writes whole files, lists directories. */
#ifndef TREY_FILE_H
#define TREY_FILE_H

#include "trey/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a file so that it appears whole or not at all, even after a power failure:
 * writes a temporary file beside it, flushes it to the disk and renames it. A symbolic
 * link is kept and its target replaced; permissions are kept. "-" is standard output;
 * anything other than a regular file (a pipe, a device) is written in place. `text` may
 * be NULL if size_bytes is 0. Two threads must not write to one path at once. */
TREY_API enum trey_status trey_file_write(const char *path, const char *text,
                                          size_t size_bytes, struct trey_error *error);

/* Checks, without changing anything, whether trey_file_write to this path can be expected
 * to work. For commands that compute for a long time before they write. */
TREY_API enum trey_status trey_file_check(const char *path, struct trey_error *error);

/* Names in a directory. Zero-initialise. */
struct trey_directory {
    char **names; /* sorted by their bytes, without "." and ".."; owned */
    size_t count, capacity;
};

/* Lists a directory into an empty *list, which trey_directory_clear frees; names that
 * begin with a dot are included only if `hidden`. Returns TREY_ERR_IO if the directory
 * cannot be opened or read to its end, or TREY_ERR_MEMORY; then the list is empty and
 * errno holds the reason (ENOENT: no such directory). A list is always complete. Not
 * available in WebAssembly, which has no directories. Thread-safe. */
TREY_API enum trey_status trey_directory_list(const char *path, bool hidden,
                                              struct trey_directory *list,
                                              struct trey_error *error);

/* Frees the names and empties the list. Leaves errno as it is. */
TREY_API void trey_directory_clear(struct trey_directory *list);

#ifdef __cplusplus
}
#endif
#endif
