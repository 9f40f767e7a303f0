/* Lists directories in alphabetical order. readdir returns NULL both at the end and on an
 * error; only errno, which it does not change at the end, distinguishes the two. */
#include "base/file.h"

#if !defined(__wasi__) || defined(TREY_WASI_FILES) /* the page has no directories */

#include "base/array.h"
#include "base/error.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_listed(const char *name, bool hidden)
{
    return name[0] != '.' ||
           (hidden && strcmp(name, ".") != 0 && strcmp(name, "..") != 0);
}

static bool add_name(struct trey_directory *list, const char *name)
{
    char **names = trey_array_grow(list->names, &list->capacity, list->count + 1,
                                   sizeof *list->names);
    if (names == NULL)
        return false;
    list->names = names;
    names[list->count] = strdup(name);
    return names[list->count] != NULL && ++list->count > 0;
}

/* Adds the names. Returns 0 or an errno value. */
static int read_names(DIR *directory, bool hidden, struct trey_directory *list)
{
    for (;;) {
        errno = 0;
        struct dirent *item = readdir(directory);
        if (item == NULL)
            return errno;
        if (is_listed(item->d_name, hidden) && !add_name(list, item->d_name))
            return ENOMEM;
    }
}

enum trey_status trey_directory_list(const char *path, bool hidden,
                                     struct trey_directory *list,
                                     struct trey_error *error)
{
    *list = (struct trey_directory){0};
    DIR *directory = opendir(path);
    int failure = directory == NULL ? errno : read_names(directory, hidden, list);
    if (directory != NULL)
        closedir(directory);
    if (failure == 0) {
        if (list->count > 0)
            qsort(list->names, list->count, sizeof *list->names, compare_names);
        return TREY_OK;
    }
    enum trey_status status =
        failure == ENOMEM
            ? trey_fail_memory(error, (list->count + 1) * sizeof *list->names)
            : trey_fail(error, TREY_ERR_IO, 0, "cannot read the directory: %s",
                        strerror(failure));
    trey_directory_clear(list);
    errno = failure;
    return status;
}

void trey_directory_clear(struct trey_directory *list)
{
    int kept = errno;
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    *list = (struct trey_directory){0};
    errno = kept;
}

#endif
