/* Atomic replacement of files: readers see the old file or the new one, even after a
 * power failure. A temporary file in the same directory is filled, synced, and renamed
 * over the target, which POSIX makes atomic; then the directory, which contains the name,
 * is synced.
 *
 * A symbolic link is followed: its target is replaced. Other files than regular ones (a
 * pipe, a device, a socket) cannot be replaced without destroying them, so they are
 * written in place. */
#include "base/file.h"

#include "base/error.h"
#include "os/os.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16 };

struct trey_file {
    int descriptor;
    char *temporary;                /* NULL: written in place */
    struct trey_file_target target; /* its path is NULL for standard output */
    bool failed;
    size_t held; /* bytes in the buffer */
    char buffer[BUFFER_BYTES];
};

static enum trey_status fail_write(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
}

/* --- names -----------------------------------------------------------------------------
 */

enum trey_status trey_file_find(const char *path, struct trey_file_target *target,
                                struct trey_error *error)
{
    struct trey_os_about about, found;
    *target = (struct trey_file_target){0};
    bool existing = trey_os_describe(path, &about);
    if (*path == '\0')
        errno = ENOENT;
    else if (existing && about.directory)
        errno = EISDIR;
    else if (existing ? access(path, W_OK) == 0 : errno == ENOENT)
        errno = 0;
    if (errno != 0)
        return fail_write(error);
    if (!existing || about.regular) {
        target->path = trey_os_follow_links(path);
        if (target->path == NULL)
            return fail_write(error);
        /* A link below /proc can lead to an open file that has no name any more. */
        target->replaceable = !existing || (trey_os_describe(target->path, &found) &&
                                            trey_os_same_file(&about, &found));
        if (target->replaceable)
            return TREY_OK;
        free(target->path);
    }
    target->path = strdup(path);
    return target->path != NULL ? TREY_OK : trey_fail_memory(error, strlen(path));
}

void trey_file_target_clear(struct trey_file_target *target)
{
    free(target->path);
    *target = (struct trey_file_target){0};
}

enum trey_status trey_file_check(const char *path, struct trey_error *error)
{
    struct trey_file_target target;
    if (strcmp(path, "-") == 0)
        return TREY_OK;
    enum trey_status status = trey_file_find(path, &target, error);
    char *directory = NULL;
    if (status == TREY_OK && target.replaceable) {
        directory = trey_os_directory_of(target.path);
        if (directory == NULL)
            status = trey_fail_memory(error, strlen(path));
        else if (!trey_os_may_create_in(directory))
            status = fail_write(error);
    }
    free(directory);
    trey_file_target_clear(&target);
    return status;
}

/* --- bytes -----------------------------------------------------------------------------
 */

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    const size_t most = (size_t)1 << 30; /* Windows takes the size as an int */
    while (size > 0) {
        ssize_t put = write(descriptor, bytes, (unsigned)(size < most ? size : most));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

enum trey_status trey_file_put_at(int descriptor, uint64_t at, const void *bytes,
                                  size_t size_bytes, struct trey_error *error)
{
    const char *from = bytes;
    for (size_t done = 0; done < size_bytes;) {
        long long put =
            trey_os_write_at(descriptor, from + done, size_bytes - done, at + done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return fail_write(error);
        done += (size_t)put;
    }
    return TREY_OK;
}

/* --- the disk --------------------------------------------------------------------------
 */

enum trey_status trey_file_name(int descriptor, const char *own,
                                const struct trey_file_target *target,
                                struct trey_error *error)
{
    assert(target->replaceable);
    if (trey_os_copy_permissions(descriptor, target->path) != 0 ||
        trey_os_sync(descriptor) != 0 || trey_os_rename(own, target->path) != 0 ||
        trey_os_sync_directory_of(target->path) != 0)
        return fail_write(error);
    return TREY_OK;
}

/* --- files being written ---------------------------------------------------------------
 */

/* Opens and locks a temporary file of this name: a new one, or one left behind by a
 * killed process. False with errno EAGAIN if another process uses it, or if the name is
 * that of a FIFO or a device, which could block. */
static bool claim_temporary(struct trey_file *file)
{
    struct trey_os_about named, opened;
    int descriptor = trey_os_open(file->temporary, TREY_OS_WRITE | TREY_OS_CREATE |
                                                       TREY_OS_NO_LINK | TREY_OS_NO_WAIT);
    if (descriptor < 0) {
        if (errno == ENXIO) /* a FIFO without a reader */
            errno = EAGAIN;
        return false;
    }
    bool busy = trey_os_lock(descriptor) != 0 && errno == EAGAIN;
    busy = busy || (trey_os_describe_open(descriptor, &opened) && !opened.regular);
    /* Before the lock was acquired, its owner may have renamed the file to its target. */
    busy = busy || !trey_os_describe(file->temporary, &named) ||
           !trey_os_describe_open(descriptor, &opened) ||
           !trey_os_same_file(&named, &opened);
    if (!busy && trey_os_truncate(descriptor, 0) == 0) {
        file->descriptor = descriptor;
        return true;
    }
    int saved = busy ? EAGAIN : errno;
    if (!busy)
        unlink(file->temporary);
    close(descriptor);
    errno = saved;
    return false;
}

/* Makes a new file beside the target, named after it, or after its beginning if the whole
 * name would be too long. */
static void open_temporary(struct trey_file *file)
{
    enum { TRIES = 100, SUFFIX = 20, MAX_NAME = 255 };
    const char *path = file->target.path, *name = trey_os_name_of(path);
    size_t kept = strlen(name) <= MAX_NAME - SUFFIX ? strlen(name) : MAX_NAME - SUFFIX;
    while (kept > 0 && ((unsigned char)name[kept] & 0xc0) == 0x80)
        kept--; /* no part of a character */
    kept += (size_t)(name - path);
    size_t size = kept + SUFFIX;
    file->temporary = malloc(size);
    errno = file->temporary == NULL ? ENOMEM : EAGAIN;
    for (int i = 0; i < TRIES && errno == EAGAIN; i++) {
        snprintf(file->temporary, size, "%.*s.trey-new%d", (int)kept, path, i);
        if (claim_temporary(file))
            return;
    }
    int saved = errno;
    free(file->temporary);
    file->temporary = NULL;
    errno = saved;
}

enum trey_status trey_file_begin(const char *path, struct trey_file **result,
                                 struct trey_error *error)
{
    struct trey_file *file = malloc(sizeof *file);
    *result = NULL;
    if (file == NULL)
        return trey_fail_memory(error, sizeof *file);
    file->descriptor = -1;
    file->temporary = NULL;
    file->target = (struct trey_file_target){0};
    file->failed = false;
    file->held = 0;
    enum trey_status status = TREY_OK;
    if (strcmp(path, "-") == 0) {
        /* stdio's buffer precedes this output */
        file->descriptor = fflush(stdout) == 0 ? STDOUT_FILENO : -1;
    } else {
        status = trey_file_find(path, &file->target, error);
        if (status == TREY_OK && file->target.replaceable)
            open_temporary(file);
        else if (status == TREY_OK)
            file->descriptor = trey_os_open(path, TREY_OS_WRITE);
    }
    if (status == TREY_OK && file->descriptor < 0)
        status = fail_write(error);
    if (status == TREY_OK)
        *result = file;
    else
        trey_file_abandon(file);
    return status;
}

/* Standard output stays open. */
static bool close_file(struct trey_file *file)
{
    int descriptor = file->descriptor;
    file->descriptor = -1;
    return descriptor < 0 || file->target.path == NULL || close(descriptor) == 0;
}

static bool flush_buffer(struct trey_file *file)
{
    size_t held = file->held;
    file->held = 0;
    return write_all(file->descriptor, file->buffer, held);
}

enum trey_status trey_file_put(struct trey_file *file, const void *bytes,
                               size_t size_bytes, struct trey_error *error)
{
    if (file->failed)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot write: an earlier write failed");
    if (size_bytes > BUFFER_BYTES - file->held) {
        file->failed = !flush_buffer(file);
        if (!file->failed && size_bytes > BUFFER_BYTES) {
            file->failed = !write_all(file->descriptor, bytes, size_bytes);
            size_bytes = 0;
        }
    }
    if (file->failed)
        return fail_write(error);
    if (size_bytes > 0)
        memcpy(file->buffer + file->held, bytes, size_bytes);
    file->held += size_bytes;
    return TREY_OK;
}

enum trey_status trey_file_commit(struct trey_file *file, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    if (file->failed)
        status =
            trey_fail(error, TREY_ERR_IO, 0, "cannot write: an earlier write failed");
    else if (!flush_buffer(file))
        status = fail_write(error);
    else if (file->temporary != NULL)
        status = trey_file_name(file->descriptor, file->temporary, &file->target, error);
    /* A renamed file has been synced, so an error of close loses nothing. */
    if (!close_file(file) && status == TREY_OK && file->temporary == NULL)
        status = fail_write(error);
    if (status == TREY_OK) {
        free(file->temporary);
        file->temporary = NULL;
    }
    trey_file_abandon(file);
    return status;
}

void trey_file_abandon(struct trey_file *file)
{
    if (file == NULL)
        return;
    close_file(file);
    if (file->temporary != NULL)
        unlink(file->temporary); /* fails harmlessly if it was renamed */
    free(file->temporary);
    trey_file_target_clear(&file->target);
    free(file);
}

enum trey_status trey_file_write(const char *path, const char *text, size_t size_bytes,
                                 struct trey_error *error)
{
    struct trey_file *file;
    enum trey_status status = trey_file_begin(path, &file, error);
    if (status != TREY_OK)
        return status;
    status = trey_file_put(file, text, size_bytes, error);
    if (status == TREY_OK)
        return trey_file_commit(file, error);
    trey_file_abandon(file);
    return status;
}
