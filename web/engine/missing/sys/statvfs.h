/* WebAssembly has no file system. */
#ifndef TREY_WEB_STATVFS_H
#define TREY_WEB_STATVFS_H

#include <errno.h>

struct statvfs {
    unsigned long f_frsize, f_bavail;
};

static inline int statvfs(const char *path, struct statvfs *about)
{
    (void)path;
    (void)about;
    errno = ENOSYS;
    return -1;
}

#endif
