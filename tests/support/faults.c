#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>

/* The linker's --wrap redirects the library's calls to __wrap_...; __real_... is the
 * system's function. */
int __real_open(const char *path, int flags, ...);
ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __real_pwrite(int fd, const void *bytes, size_t size, off_t at);
int __real_fsync(int fd);
int __real_ftruncate(int fd, off_t size);
int __real_fchmod(int fd, mode_t mode);
int __real_rename(const char *from, const char *to);
int __real_close(int fd);

int __wrap_open(const char *path, int flags, ...);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_pwrite(int fd, const void *bytes, size_t size, off_t at);
int __wrap_fsync(int fd);
int __wrap_ftruncate(int fd, off_t size);
int __wrap_fchmod(int fd, mode_t mode);
int __wrap_rename(const char *from, const char *to);
int __wrap_close(int fd);

static atomic_bool active, lasting;
static atomic_uint calls, first;
static atomic_int number;

void faults_begin(unsigned which, int error_number, bool ever)
{
    calls = 0;
    first = which;
    number = error_number;
    lasting = ever;
    active = true;
}

unsigned faults_end(void)
{
    active = false;
    return calls;
}

static bool call_fails(void)
{
    if (!active)
        return false;
    unsigned call = atomic_fetch_add(&calls, 1);
    if (call != first && !(lasting && call > first))
        return false;
    errno = number;
    return true;
}

int __wrap_open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
    va_end(list);
    bool reads = (flags & O_ACCMODE) == O_RDONLY && !(flags & O_DIRECTORY);
    return !reads && call_fails() ? -1 : __real_open(path, flags, mode);
}

/* A full disk accepts part of the data before it fails. */
ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    if (!call_fails())
        return __real_write(fd, bytes, size);
    ssize_t part = size > 1 ? __real_write(fd, bytes, size / 2) : 0;
    (void)part;
    errno = number;
    return -1;
}

ssize_t __wrap_pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return call_fails() ? -1 : __real_pwrite(fd, bytes, size, at);
}

int __wrap_fsync(int fd)
{
    return call_fails() ? -1 : __real_fsync(fd);
}

int __wrap_ftruncate(int fd, off_t size)
{
    return call_fails() ? -1 : __real_ftruncate(fd, size);
}

int __wrap_fchmod(int fd, mode_t mode)
{
    return call_fails() ? -1 : __real_fchmod(fd, mode);
}

int __wrap_rename(const char *from, const char *to)
{
    return call_fails() ? -1 : __real_rename(from, to);
}

/* Closes the file in spite of the error, as Linux does. */
int __wrap_close(int fd)
{
    bool failed = call_fails();
    int result = __real_close(fd);
    if (!failed)
        return result;
    errno = number;
    return -1;
}
