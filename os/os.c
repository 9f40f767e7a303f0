/* The part of the operating-system layer that is the same on all systems; then, for all
 * but Windows, what POSIX and WASI share. */
#define _DARWIN_C_SOURCE /* macOS: st_mtimespec */
#include "os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

const char *trey_os_name_of(const char *path)
{
    const char *separator = trey_os_last_separator(path);
    return separator == NULL ? path : separator + 1;
}

char *trey_os_directory_of(const char *path)
{
    const char *separator = trey_os_last_separator(path);
    if (separator == NULL)
        return trey_os_copy_text(".", 1);
    bool root = separator == path;
    return trey_os_copy_text(path, root ? 1 : (size_t)(separator - path));
}

char *trey_os_copy_text(const char *text, size_t size_bytes)
{
    const char *end = memchr(text, '\0', size_bytes);
    size_t length = end != NULL ? (size_t)(end - text) : size_bytes;
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

bool trey_os_same_file(const struct trey_os_about *a, const struct trey_os_about *b)
{
    return a->device == b->device && a->file[0] == b->file[0] && a->file[1] == b->file[1];
}

bool trey_os_unchanged(const struct trey_os_about *a, const struct trey_os_about *b)
{
    return trey_os_same_file(a, b) && a->size_bytes == b->size_bytes &&
           a->changed_ns == b->changed_ns;
}

#if !defined(_WIN32)

char *trey_os_last_separator(const char *path)
{
    return strrchr(path, '/');
}

bool trey_os_is_absolute(const char *path)
{
    return path[0] == '/';
}

void *trey_os_aligned_new(size_t alignment, size_t size_bytes)
{
    return aligned_alloc(alignment, size_bytes);
}

void trey_os_aligned_free(void *memory)
{
    free(memory);
}

/* The engine of the page has no files (base/wasi.c). */
#if !defined(__wasi__) || defined(TREY_WASI_FILES)

/* --- paths -----------------------------------------------------------------------------
 */

/* Target of the symbolic link at `path`, for free(); NULL if there is no link, or, with
 * errno not 0, on failure. */
static char *read_link(const char *path)
{
    enum { ROOM = 4096 };
    char name[ROOM];
    ssize_t size = readlink(path, name, sizeof name - 1);
    if (size < 0) {
        errno = errno == EINVAL || errno == ENOENT ? 0 : errno;
        return NULL;
    }
    name[size] = '\0';
    if (name[0] == '/')
        return strdup(name);
    char *directory = trey_os_directory_of(path);
    size_t room = (size_t)size + (directory != NULL ? strlen(directory) : 0) + 2;
    char *target = directory != NULL ? malloc(room) : NULL;
    if (target != NULL)
        snprintf(target, room, "%s/%s", directory, name);
    free(directory);
    if (target == NULL)
        errno = ENOMEM;
    return target;
}

char *trey_os_follow_links(const char *path)
{
    enum { MAX_LINKS = 40 };
    char *at = strdup(path);
    for (int i = 0; at != NULL; i++) {
        char *next = read_link(at);
        if (next == NULL && errno == 0)
            return at;
        free(at);
        at = next;
        if (i == MAX_LINKS) {
            free(at);
            errno = ELOOP;
            return NULL;
        }
    }
    return NULL;
}

const char *trey_os_temporary_directory(void)
{
    const char *directory = getenv("TMPDIR");
    return directory != NULL && *directory != '\0' ? directory : "/tmp";
}

int trey_os_make_directory(const char *path, bool private)
{
    return mkdir(path, private ? 0700 : 0777);
}

bool trey_os_exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

/* --- files -----------------------------------------------------------------------------
 */

int trey_os_open(const char *path, unsigned flags)
{
    int how = O_CLOEXEC;
    how |= (flags & TREY_OS_WRITE) == 0  ? O_RDONLY
           : (flags & TREY_OS_READ) == 0 ? O_WRONLY
                                         : O_RDWR;
    how |= (flags & TREY_OS_CREATE) != 0 ? O_CREAT : 0;
    how |= (flags & TREY_OS_NEW) != 0 ? O_CREAT | O_EXCL : 0;
    how |= (flags & TREY_OS_NO_LINK) != 0 ? O_NOFOLLOW : 0;
    how |= (flags & TREY_OS_NO_WAIT) != 0 ? O_NONBLOCK : 0;
    return open(path, how, (flags & TREY_OS_PRIVATE) != 0 ? 0600 : 0666);
}

int trey_os_sync(int file)
{
    return fsync(file);
}

int trey_os_rename(const char *from, const char *to)
{
    return rename(from, to);
}

int trey_os_truncate(int file, uint64_t size_bytes)
{
    return ftruncate(file, (off_t)size_bytes);
}

long long trey_os_read_at(int file, void *bytes, size_t size_bytes, uint64_t at)
{
    return pread(file, bytes, size_bytes, (off_t)at);
}

long long trey_os_write_at(int file, const void *bytes, size_t size_bytes, uint64_t at)
{
    return pwrite(file, bytes, size_bytes, (off_t)at);
}

static void fill_about(const struct stat *found, struct trey_os_about *about)
{
#if defined(__APPLE__)
    const struct timespec changed = found->st_mtimespec;
#else
    const struct timespec changed = found->st_mtim;
#endif
    *about = (struct trey_os_about){
        .device = (uint64_t)found->st_dev,
        .file = {(uint64_t)found->st_ino, 0},
        .size_bytes = (uint64_t)found->st_size,
        .changed_ns = (int64_t)changed.tv_sec * 1000000000 + changed.tv_nsec,
        .regular = S_ISREG(found->st_mode),
        .directory = S_ISDIR(found->st_mode),
    };
}

bool trey_os_describe(const char *path, struct trey_os_about *about)
{
    struct stat found;
    bool there = stat(path, &found) == 0;
    if (there)
        fill_about(&found, about);
    return there;
}

bool trey_os_describe_open(int file, struct trey_os_about *about)
{
    struct stat found;
    bool there = fstat(file, &found) == 0;
    if (there)
        fill_about(&found, about);
    return there;
}

bool trey_os_memory_open(struct trey_os_memory_stream *stream)
{
    stream->file = open_memstream(&stream->text, &stream->size_bytes);
    return stream->file != NULL;
}

bool trey_os_memory_close(struct trey_os_memory_stream *stream)
{
    bool good = !ferror(stream->file);
    good = fclose(stream->file) == 0 && good;
    if (!good) {
        free(stream->text);
        stream->text = NULL;
    }
    return good;
}

/* --- this process ----------------------------------------------------------------------
 */

void trey_os_unset_variable(const char *name)
{
    unsetenv(name);
}

int trey_os_wait_input(int file, int timeout_ms)
{
    struct pollfd ready = {.fd = file, .events = POLLIN};
    int count = poll(&ready, 1, timeout_ms);
    return count >= 0 ? count : errno == EINTR ? 0 : -1;
}

#endif
#endif
