/* The part of the operating-system layer that is the same on all systems. */
#include "os/os.h"

#include <stdlib.h>
#include <string.h>

const char *trey_os_name_of(const char *path)
{
    const char *separator = trey_os_last_separator(path);
    return separator == NULL ? path : separator + 1;
}

char *trey_os_folder_of(const char *path)
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
