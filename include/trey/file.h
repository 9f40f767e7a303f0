/* trey/file.h - whole files in, whole files out. */
#ifndef TREY_FILE_H
#define TREY_FILE_H

#include "trey/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a file so that it appears whole or not at all, even if the power fails: a
 * temporary file beside it is filled, brought to the disk and renamed over it. A symbolic
 * link stays, and what it leads to is replaced; permissions stay. "-" is standard output;
 * what is no regular file (a pipe, a device) is written in place. `text` may be NULL if
 * size_bytes is 0. Not for use on one path by two threads. */
TREY_API enum trey_status trey_file_write(const char *path, const char *text,
                                          size_t size_bytes, struct trey_error *error);

/* Tells beforehand, without touching anything, whether trey_file_write to this path can
 * be expected to work: for commands that think for long before they write. */
TREY_API enum trey_status trey_file_check(const char *path, struct trey_error *error);

/* The names in a directory. Zero-initialise. */
struct trey_directory {
    char **names; /* sorted by their bytes, without "." and ".."; owned */
    size_t count, capacity;
};

/* Lists a directory into an empty *list, which trey_directory_clear frees; with `hidden`
 * also the names that begin with a dot. Fails with TREY_ERR_IO if the directory cannot be
 * opened or not be read to its end, and with TREY_ERR_MEMORY; then the list is empty and
 * errno holds the reason (ENOENT: there is no such directory). A list is always complete.
 * Not available in WebAssembly, which has no directories. Thread-safe. */
TREY_API enum trey_status trey_directory_list(const char *path, bool hidden,
                                              struct trey_directory *list,
                                              struct trey_error *error);

/* Frees the names and empties the list. Leaves errno as it is. */
TREY_API void trey_directory_clear(struct trey_directory *list);

#ifdef __cplusplus
}
#endif
#endif
