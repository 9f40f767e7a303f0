/* Two sources, neither of which every system has: dladdr(), which older versions of POSIX
 * do not specify and which CMake looks for (TREY_HAS_DLADDR), and the link to the running
 * program in /proc. */
#if defined(TREY_HAS_DLADDR)
#define _GNU_SOURCE /* glibc and musl declare dladdr only then */
#include <dlfcn.h>
#else
#define _XOPEN_SOURCE 700 /* realpath */
#endif
#include "base/place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool trey_place_up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (slash == NULL || folder[1] == '\0')
        return false;
    slash[slash == folder] = '\0';
    return true;
}

/* The directory of a file, links resolved. */
static bool folder_of(const char *file, char *folder, size_t size_bytes)
{
    char *real = realpath(file, NULL);
    bool fits = real != NULL && real[0] == '/' && strlen(real) < size_bytes;
    if (fits)
        memcpy(folder, real, strlen(real) + 1);
    free(real);
    return fits && trey_place_up(folder);
}

#if defined(TREY_HAS_DLADDR)

/* For a program that is linked statically dladdr() reports argv[0]. A name without a
 * slash was found in $PATH: in the working directory it may be another file. */
bool trey_place_library(char *folder, size_t size_bytes)
{
    static const char here;
    Dl_info about;
    return dladdr(&here, &about) != 0 && about.dli_fname != NULL &&
           strchr(about.dli_fname, '/') != NULL &&
           folder_of(about.dli_fname, folder, size_bytes);
}

#else

bool trey_place_library(char *folder, size_t size_bytes)
{
    (void)folder;
    (void)size_bytes;
    return false;
}

#endif

bool trey_place_program(char *folder, size_t size_bytes)
{
    static const char *const links[] = {
        "/proc/self/exe",     /* Linux */
        "/proc/curproc/file", /* FreeBSD */
        "/proc/curproc/exe",  /* NetBSD */
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (folder_of(links[i], folder, size_bytes))
            return true;
    return false;
}
