/* Files in the making: all that the library writes to disk goes through these, and whole
 * texts through trey_file_write, which is made of them. See file.c. None of these is for
 * one path, or one file, in two threads at once; a NULL error is taken everywhere. */
#ifndef TREY_BASE_FILE_H
#define TREY_BASE_FILE_H

#include "trey/file.h"

#include <stdint.h>

/* Where a file is to come about. */
struct trey_file_target {
    char *path;       /* behind all symbolic links; owned, see trey_file_target_clear */
    bool replaceable; /* nothing stands there, or a regular file; else write in place */
};

/* Follows links, to where there may be nothing yet. Fails as trey_file_check does for
 * what cannot be written; "-" is a name like any other. */
enum trey_status trey_file_find(const char *path, struct trey_file_target *target,
                                struct trey_error *error);
void trey_file_target_clear(struct trey_file_target *target);

/* A file that is written from its beginning to its end. */
struct trey_file;

/* Opens a temporary file beside the target, or, where that cannot be replaced, the target
 * itself; "-" is standard output. To be ended with commit or abandon. *result is NULL
 * on failure. */
enum trey_status trey_file_begin(const char *path, struct trey_file **result,
                                 struct trey_error *error);

/* Appends bytes, which are buffered. After a failure all further ones fail. */
enum trey_status trey_file_put(struct trey_file *file, const void *bytes,
                               size_t size_bytes, struct trey_error *error);

/* The file is whole: it reaches the disk and gets its name. Frees *file in any case. On
 * failure what stood there before still does, unless it was only the new name that could
 * not be brought to the disk. */
enum trey_status trey_file_commit(struct trey_file *file, struct trey_error *error);

/* Leaves what stood there, and frees. NULL is taken. */
void trey_file_abandon(struct trey_file *file);

/* The parts of it, for files that are not written in order. Writes all bytes at an
 * offset, in bytes. */
enum trey_status trey_file_put_at(int descriptor, uint64_t at, const void *bytes,
                                  size_t size_bytes, struct trey_error *error);

/* Brings an open file to the disk and gives it the name of a replaceable target in place
 * of its own, which is in the same folder; the permissions of what stood there go on to
 * it. */
enum trey_status trey_file_name(int descriptor, const char *own,
                                const struct trey_file_target *target,
                                struct trey_error *error);

#endif
