/* Writing files atomically, see file.c, and listing directories. All output files are
 * written by these functions; trey_file_write, for whole texts, calls them. Two threads
 * must not use the same path or file at the same time. `error` may be NULL everywhere. */
#ifndef TREY_BASE_FILE_H
#define TREY_BASE_FILE_H

#include "trey/status.h"

#include <stdint.h>

/* Writes a file so that it appears whole or not at all, even after a power failure:
 * writes a temporary file beside it, flushes it to the disk and renames it. A symbolic
 * link is kept and its target replaced; permissions are kept. "-" is standard output;
 * anything other than a regular file (a pipe, a device) is written in place. `text` may
 * be NULL if size_bytes is 0. Two threads must not write to one path at once. */
enum trey_status trey_file_write(const char *path, const char *text, size_t size_bytes,
                                 struct trey_error *error);

/* Checks, without changing anything, whether trey_file_write to this path can be expected
 * to work. For commands that compute for a long time before they write. */
enum trey_status trey_file_check(const char *path, struct trey_error *error);

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
enum trey_status trey_directory_list(const char *path, bool hidden,
                                     struct trey_directory *list,
                                     struct trey_error *error);

/* Frees the names and empties the list. Leaves errno as it is. */
void trey_directory_clear(struct trey_directory *list);

/* The place of a file to write. */
struct trey_file_target {
    char *path;       /* links resolved; owned, see trey_file_target_clear */
    bool replaceable; /* no file or a regular file; else it is written in place */
};

/* Follows links; the file may not exist yet. Fails as trey_file_check does if it cannot
 * be written; "-" is a name like any other. */
enum trey_status trey_file_find(const char *path, struct trey_file_target *target,
                                struct trey_error *error);
void trey_file_target_clear(struct trey_file_target *target);

/* A file that is written sequentially. */
struct trey_file;

/* Opens a temporary file beside the target, or, where that cannot be replaced, the target
 * itself; "-" is standard output. End it with commit or abandon. *result is NULL on
 * failure. */
enum trey_status trey_file_begin(const char *path, struct trey_file **result,
                                 struct trey_error *error);

/* Appends bytes, which are buffered. After a failure all further ones fail. */
enum trey_status trey_file_put(struct trey_file *file, const void *bytes,
                               size_t size_bytes, struct trey_error *error);

/* Completes the file: syncs it and renames it to its target. Frees *file in any case. On
 * failure the earlier file is unchanged, unless only syncing the directory failed after
 * the rename. */
enum trey_status trey_file_commit(struct trey_file *file, struct trey_error *error);

/* Leaves the earlier file unchanged, and frees. NULL is accepted. */
void trey_file_abandon(struct trey_file *file);

/* The steps of it, for files that are not written sequentially. Writes all bytes at a
 * byte offset. */
enum trey_status trey_file_put_at(int descriptor, uint64_t at, const void *bytes,
                                  size_t size_bytes, struct trey_error *error);

/* Syncs an open file and renames it from `own`, in the same directory, to a replaceable
 * target. The file gets the permissions of the file that it replaces, if there is
 * one. */
enum trey_status trey_file_name(int descriptor, const char *own,
                                const struct trey_file_target *target,
                                struct trey_error *error);

#endif
