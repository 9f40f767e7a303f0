/* scandir reports a directory that cannot be read to its end as a failure, so a list is
 * never short without anybody's notice. */
#include "directory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_visible(const struct dirent *item)
{
    return item->d_name[0] != '.';
}

/* alphasort would sort by the user's locale. */
static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Copies the names. Returns 0 or ENOMEM, then with a list of those copied. */
static int copy_names(struct dirent *const *items, size_t count,
                      struct cli_directory *list)
{
    list->names = malloc((count + 1) * sizeof *list->names);
    if (list->names == NULL)
        return ENOMEM;
    for (; list->count < count; list->count++) {
        char *name = strdup(items[list->count]->d_name);
        if (name == NULL)
            return ENOMEM;
        list->names[list->count] = name;
    }
    return 0;
}

int cli_directory_list(const char *path, struct cli_directory *list)
{
    struct dirent **items = NULL;
    *list = (struct cli_directory){0};
    int count = scandir(path, &items, is_visible, compare_names);
    if (count < 0)
        return errno;
    int failure = copy_names(items, (size_t)count, list);
    for (int i = 0; i < count; i++)
        free(items[i]);
    free(items);
    if (failure != 0)
        cli_directory_clear(list);
    return failure;
}

void cli_directory_clear(struct cli_directory *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    *list = (struct cli_directory){0};
}

char *cli_path_join(const char *directory, const char *name)
{
    size_t length = strlen(directory), size = length + strlen(name) + 2;
    const char *slash = length > 0 && directory[length - 1] == '/' ? "" : "/";
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", directory, slash, name);
    return path;
}
