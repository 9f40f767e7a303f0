/* Wrappers that can fail, for the calls of the library and the command.
 *
 * The linker's --wrap=NAME redirects each call of NAME to __wrap_NAME, and __real_NAME
 * calls the C library. Calls inside the C library and other libraries are not affected;
 * jansson allocates with the functions that the command gives it.
 *
 * A failing call behaves as its manual page documents: a stream that cannot be written
 * gets its error flag, and a stream that fails to close is closed. On standard output
 * only flushes and block writes are counted, because its error flag stays set. */
#define _GNU_SOURCE /* strndup, realpath; the flag of a stream */
#include "faults.h"
#include "power.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct fault_plan *fault_armed;

static bool call_fails(enum fault_kind kind)
{
    if (fault_armed == NULL || fault_armed->kind != kind)
        return false;
    unsigned long number = atomic_fetch_add(&fault_armed->calls, 1) + 1;
    if (fault_armed->target == 0 || number < fault_armed->target)
        return false;
    if (fault_armed->mode == FAULT_KILL || fault_armed->mode == FAULT_POWER)
        raise(SIGKILL);
    return fault_armed->mode == FAULT_ON || number == fault_armed->target;
}

static bool power_watched(void)
{
    return fault_armed != NULL && fault_armed->mode == FAULT_POWER;
}

static bool no_memory(void)
{
    bool failing = call_fails(FAULT_MEMORY);
    if (failing)
        errno = ENOMEM;
    return failing;
}

static bool no_file(int why)
{
    bool failing = call_fails(FAULT_FILE);
    if (failing)
        errno = why;
    return failing;
}

/* Prototypes of the real function and of its wrapper. */
#define WRAP(type, name, ...)                                                            \
    type __real_##name(__VA_ARGS__);                                                     \
    type __wrap_##name(__VA_ARGS__);                                                     \
    type __wrap_##name(__VA_ARGS__)

/* --- memory ------------------------------------------------------------------------- */

WRAP(void *, malloc, size_t size)
{
    return no_memory() ? NULL : __real_malloc(size);
}

WRAP(void *, calloc, size_t count, size_t size)
{
    return no_memory() ? NULL : __real_calloc(count, size);
}

WRAP(void *, realloc, void *old, size_t size)
{
    return no_memory() ? NULL : __real_realloc(old, size);
}

WRAP(void *, aligned_alloc, size_t alignment, size_t size)
{
    return no_memory() ? NULL : __real_aligned_alloc(alignment, size);
}

WRAP(char *, strdup, const char *text)
{
    return no_memory() ? NULL : __real_strdup(text);
}

WRAP(char *, strndup, const char *text, size_t size)
{
    return no_memory() ? NULL : __real_strndup(text, size);
}

WRAP(char *, realpath, const char *path, char *resolved)
{
    return no_memory() ? NULL : __real_realpath(path, resolved);
}

WRAP(FILE *, open_memstream, char **text, size_t *size)
{
    return no_memory() ? NULL : __real_open_memstream(text, size);
}

WRAP(void *, mmap, void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return no_memory() ? MAP_FAILED
                       : __real_mmap(at, size, protection, flags, fd, offset);
}

WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes,
     void *(*start)(void *), void *argument)
{
    return no_memory() ? EAGAIN
                       : __real_pthread_create(thread, attributes, start, argument);
}

/* --- files -------------------------------------------------------------------------- */

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);

int __wrap_open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (no_file((flags & O_ACCMODE) == O_RDONLY ? EIO : ENOSPC))
        return -1;
    bool made = power_watched() && (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
    int fd = __real_open(path, flags, mode);
    if (made && fd >= 0)
        power_made(fd);
    return fd;
}

/* Catches handles that are 0 because somebody forgot to initialise them to -1. */
WRAP(int, close, int fd)
{
    static const char text[] = "a standard stream is closed\n";
    if (fd >= 0 && fd <= STDERR_FILENO && write(STDERR_FILENO, text, sizeof text - 1) > 0)
        abort();
    bool failing = no_file(EIO);
    int status = __real_close(fd);
    if (failing)
        errno = EIO;
    return failing ? -1 : status;
}

WRAP(ssize_t, read, int fd, void *to, size_t size)
{
    return no_file(EIO) ? -1 : __real_read(fd, to, size);
}

WRAP(ssize_t, pread, int fd, void *to, size_t size, off_t at)
{
    return no_file(EIO) ? -1 : __real_pread(fd, to, size, at);
}

WRAP(ssize_t, write, int fd, const void *from, size_t size)
{
    return no_file(ENOSPC) ? -1 : __real_write(fd, from, size);
}

WRAP(ssize_t, pwrite, int fd, const void *from, size_t size, off_t at)
{
    if (no_file(ENOSPC))
        return -1;
    if (power_watched())
        atomic_fetch_add(&fault_armed->blocks, 1);
    return __real_pwrite(fd, from, size, at);
}

/* Each block of a table advances the clock by a second, so that even the smallest table
 * saves its state many times. */
WRAP(int, clock_gettime, clockid_t clock, struct timespec *now)
{
    int status = __real_clock_gettime(clock, now);
    if (power_watched() && clock == CLOCK_MONOTONIC)
        now->tv_sec += (time_t)atomic_load(&fault_armed->blocks);
    return status;
}

WRAP(int, fsync, int fd)
{
    if (no_file(EIO))
        return -1;
    if (!power_watched())
        return __real_fsync(fd);
    power_sync(fd);
    return 0;
}

WRAP(int, ftruncate, int fd, off_t size)
{
    return no_file(EIO) ? -1 : __real_ftruncate(fd, size);
}

WRAP(int, fchmod, int fd, mode_t mode)
{
    return no_file(EPERM) ? -1 : __real_fchmod(fd, mode);
}

WRAP(int, rename, const char *from, const char *to)
{
    if (no_file(ENOSPC))
        return -1;
    if (power_watched())
        power_rename(from, to);
    return __real_rename(from, to);
}

WRAP(int, mkdir, const char *path, mode_t mode)
{
    return no_file(ENOSPC) ? -1 : __real_mkdir(path, mode);
}

/* --- streams ------------------------------------------------------------------------ */

static void set_error(FILE *stream)
{
    stream->_flags |= 0x20; /* _IO_ERR_SEEN, read by ferror; glibc has no other way */
}

static bool no_stream(FILE *stream, int why)
{
    if (!no_file(why))
        return false;
    set_error(stream);
    return true;
}

WRAP(FILE *, fopen, const char *path, const char *mode)
{
    if (no_file(*mode == 'r' ? EIO : ENOSPC))
        return NULL;
    bool made = power_watched() && *mode != 'r' && access(path, F_OK) != 0;
    FILE *stream = __real_fopen(path, mode);
    if (made && stream != NULL)
        power_made(fileno(stream));
    return stream;
}

WRAP(FILE *, fdopen, int fd, const char *mode)
{
    return no_file(ENOSPC) ? NULL : __real_fdopen(fd, mode);
}

WRAP(size_t, fread, void *to, size_t size, size_t count, FILE *stream)
{
    return no_stream(stream, EIO) ? 0 : __real_fread(to, size, count, stream);
}

WRAP(size_t, fwrite, const void *from, size_t size, size_t count, FILE *stream)
{
    return stream != stderr && no_stream(stream, ENOSPC)
               ? 0
               : __real_fwrite(from, size, count, stream);
}

WRAP(int, fflush, FILE *stream)
{
    return stream != stderr && no_stream(stream, ENOSPC) ? EOF : __real_fflush(stream);
}

WRAP(int, fclose, FILE *stream)
{
    bool failing = no_file(ENOSPC);
    int status = __real_fclose(stream);
    if (failing)
        errno = ENOSPC;
    return failing ? EOF : status;
}
