/* Whole files: a temporary file in the same folder is filled and renamed over the target,
 * which POSIX makes atomic, so that readers see the old file or the new one. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "trey/file.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum trey_status fail_write(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_IO, 0, "cannot write: %s", strerror(errno));
}

static bool write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t put = write(fd, text, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        text += put;
        size -= (size_t)put;
    }
    return true;
}

/* For pipes and devices, which cannot be replaced, and files without a name. */
static enum trey_status write_directly(const char *path, const char *text, size_t size,
                                       struct trey_error *error)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_write(error);
    bool written = write_all(fd, text, size);
    if (!written) {
        int saved = errno;
        close(fd);
        errno = saved;
        return fail_write(error);
    }
    return close(fd) == 0 ? TREY_OK : fail_write(error);
}

/* Makes a new file beside `path`, named after it; its name is to be freed. -1 on failure.
 */
static int open_temporary(const char *path, char **name)
{
    enum { TRIES = 100, SUFFIX = 40 };
    size_t size = strlen(path) + SUFFIX;
    *name = malloc(size);
    int fd = -1;
    errno = ENOMEM;
    for (int i = 0; *name != NULL && fd < 0 && i < TRIES; i++) {
        snprintf(*name, size, "%s.tmp%ld.%d", path, (long)getpid(), i);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

/* Replaces or makes the file at `path`; *old is what stands there, NULL if nothing does,
 * and hands on its permissions. */
static enum trey_status write_by_rename(const char *path, const struct stat *old,
                                        const char *text, size_t size,
                                        struct trey_error *error)
{
    char *temporary = NULL;
    enum trey_status status = TREY_OK;
    int fd = open_temporary(path, &temporary);
    if (fd < 0) {
        status = fail_write(error);
        goto cleanup;
    }
    bool written = (old == NULL || fchmod(fd, old->st_mode & 07777) == 0) &&
                   write_all(fd, text, size);
    int saved = errno;
    if (close(fd) != 0 && written) {
        written = false;
        saved = errno;
    }
    if (written && rename(temporary, path) == 0)
        goto cleanup;
    if (!written)
        errno = saved;
    status = fail_write(error);
    unlink(temporary);
cleanup:
    free(temporary);
    return status;
}

/* The folder part of a path, "." if it has none, to be freed. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    return slash == NULL ? strdup(".") : strndup(path, length);
}

/* Sets *existing if something stands at the path, and *about then. */
static enum trey_status check(const char *path, bool *existing, struct stat *about,
                              struct trey_error *error)
{
    *existing = stat(path, about) == 0;
    if (*path == '\0')
        errno = ENOENT;
    else if (*existing && S_ISDIR(about->st_mode))
        errno = EISDIR;
    else if (*existing ? access(path, W_OK) == 0 : errno == ENOENT)
        return TREY_OK;
    return fail_write(error);
}

enum trey_status trey_file_check(const char *path, struct trey_error *error)
{
    struct stat about;
    bool existing;
    if (strcmp(path, "-") == 0)
        return TREY_OK;
    enum trey_status status = check(path, &existing, &about, error);
    if (status != TREY_OK || (existing && !S_ISREG(about.st_mode)))
        return status;
    char *folder = folder_of(path);
    if (folder == NULL)
        return trey_fail_memory(error, strlen(path));
    if (access(folder, W_OK | X_OK) != 0)
        status = fail_write(error);
    free(folder);
    return status;
}

enum trey_status trey_file_write(const char *path, const char *text, size_t size_bytes,
                                 struct trey_error *error)
{
    if (strcmp(path, "-") == 0) {
        if (fwrite(text, 1, size_bytes, stdout) != size_bytes || fflush(stdout) != 0)
            return fail_write(error);
        return TREY_OK;
    }
    struct stat about;
    bool existing;
    enum trey_status status = check(path, &existing, &about, error);
    if (status != TREY_OK)
        return status;
    if (existing && !S_ISREG(about.st_mode))
        return write_directly(path, text, size_bytes, error);
    if (!existing)
        return write_by_rename(path, NULL, text, size_bytes, error);
    /* A symbolic link stays, and the file it leads to is replaced. */
    char *target = realpath(path, NULL);
    if (target == NULL)
        return write_directly(path, text, size_bytes, error);
    status = write_by_rename(target, &about, text, size_bytes, error);
    free(target);
    return status;
}
