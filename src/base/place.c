#include "base/place.h"

#include "os/os.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

bool trey_place_up(char *directory)
{
    char *slash = strrchr(directory, '/');
    if (slash == NULL || directory[1] == '\0')
        return false;
    slash[slash == directory] = '\0';
    return true;
}

/* The directory of a file, links resolved. */
static bool directory_of(const char *file, char *directory, size_t size_bytes)
{
    char *real = trey_os_real_path(file);
    bool fits = real != NULL && trey_os_is_absolute(real) && strlen(real) < size_bytes;
    if (fits)
        memcpy(directory, real, strlen(real) + 1);
    free(real);
    return fits && trey_place_up(directory);
}

bool trey_place_library(char *directory, size_t size_bytes)
{
    char path[PATH_ROOM];
    return trey_os_library_path(path, sizeof path) &&
           directory_of(path, directory, size_bytes);
}

bool trey_place_program(char *directory, size_t size_bytes)
{
    char path[PATH_ROOM];
    return trey_os_program_path(path, sizeof path) &&
           directory_of(path, directory, size_bytes);
}
