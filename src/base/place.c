#define _GNU_SOURCE /* dladdr1 */
#include "base/place.h"

#include <string.h>

#if defined(__GLIBC__)
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* The dynamic linker knows a shared library by its path, and the program by none. */
static bool find_file(char *path, size_t size)
{
    Dl_info about;
    struct link_map *map = NULL;
    static const char here;
    if (dladdr1(&here, &about, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL ||
        map->l_name[0] == '\0') {
        ssize_t length = readlink("/proc/self/exe", path, size);
        if (length <= 0 || (size_t)length >= size)
            return false;
        path[length] = '\0';
        return true;
    }
    char *real = realpath(map->l_name, NULL);
    bool fits = real != NULL && strlen(real) < size;
    if (fits)
        memcpy(path, real, strlen(real) + 1);
    free(real);
    return fits;
}
#else
static bool find_file(char *path, size_t size)
{
    (void)path;
    (void)size;
    return false;
}
#endif

bool trey_place(char *folder, size_t size_bytes)
{
    return find_file(folder, size_bytes) && folder[0] == '/' && trey_place_up(folder);
}

bool trey_place_up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (slash == NULL || folder[1] == '\0')
        return false;
    slash[slash == folder] = '\0';
    return true;
}
