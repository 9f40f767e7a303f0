/* Paths of files in directories. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *cli_path_join(const char *directory, const char *name)
{
    size_t length = strlen(directory), size = length + strlen(name) + 2;
    const char *slash = length > 0 && directory[length - 1] == '/' ? "" : "/";
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", directory, slash, name);
    return path;
}
