/* Watching a directory by listing it ten times a second. That works on every system and
 * file system, a phone's and a network's included, where notifications of the kernel do
 * not. A listing of 1,000 pictures takes about 2 ms.
 *
 * A file is new if its name was not in the listing before, and changed if its size, time
 * or inode is another one. Such files wait in a queue and are read one by one from its
 * front: the order of the pictures is what makes them a game. A file is ready when two
 * listings agree about it and it can be decoded. If it cannot, it may be half-written, so
 * the queue waits until it changes again or has not changed for MAX_UNCHANGED listings.
 */
#include "watched_directory.h"

#include "base/array.h"
#include "base/error.h"
#include "common.h"
#include "os/os.h"
#include "picture_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define INTERVAL_NS   100000000
#define MAX_UNCHANGED 30 /* listings without a change: three seconds */

struct picture_file {
    char *name;
    struct trey_os_about about;
    uint64_t place;     /* in the queue, the smallest first; 0: not in it */
    unsigned unchanged; /* listings since the last change */
    bool tried;         /* and it could not be read since */
};

struct listing {
    struct picture_file *files; /* sorted by name */
    size_t count, room;
};

struct cli_watched_directory {
    char *path;
    struct listing now;
    uint64_t last_place;
};

static void clear_listing(struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++)
        free(listing->files[i].name);
    free(listing->files);
    *listing = (struct listing){0};
}

/* --- listing ---------------------------------------------------------------------------
 */

/* Hidden names are what copying programs call a file until it is complete. */
bool cli_watched_is_picture(const char *name)
{
    const char *dot = strrchr(name, '.');
    return name[0] != '.' && dot != NULL &&
           (strcasecmp(dot, ".png") == 0 || strcasecmp(dot, ".jpg") == 0 ||
            strcasecmp(dot, ".jpeg") == 0);
}

/* Adds the file to the listing unless it is gone already or not a regular file. */
static bool add_file(struct listing *listing, const char *directory, const char *name)
{
    struct picture_file file = {.place = 0};
    char *path = cli_path_join(directory, name);
    if (path == NULL)
        return false;
    const bool regular = trey_os_describe(path, &file.about) && file.about.regular;
    free(path);
    if (!regular)
        return true;
    struct picture_file *files = trey_array_grow(listing->files, &listing->room,
                                                 listing->count + 1, sizeof *files);
    if (files == NULL)
        return false;
    listing->files = files;
    file.name = strdup(name);
    if (file.name == NULL)
        return false;
    listing->files[listing->count++] = file;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    const struct picture_file *first = a, *second = b;
    return strcmp(first->name, second->name);
}

static enum trey_status list_pictures(const char *directory, struct listing *listing,
                                      struct trey_error *error)
{
    bool enough_memory = true;
    const struct dirent *entry = NULL;
    errno = 0;
    DIR *stream = opendir(directory);
    while (stream != NULL && enough_memory && (entry = readdir(stream)) != NULL) {
        if (cli_watched_is_picture(entry->d_name))
            enough_memory = add_file(listing, directory, entry->d_name);
        errno = 0;
    }
    const int reason = errno;
    if (stream != NULL)
        closedir(stream);
    if (!enough_memory)
        return cli_lacks_memory(error);
    if (stream == NULL || (entry == NULL && reason != 0))
        return trey_fail(error, TREY_ERR_IO, 0, "cannot read the directory: %s",
                         strerror(reason));
    if (listing->count > 0)
        qsort(listing->files, listing->count, sizeof *listing->files, compare_names);
    return TREY_OK;
}

/* --- queue -----------------------------------------------------------------------------
 */

/* By time of the last change, then by name. */
static int compare_times(const void *a, const void *b)
{
    const struct picture_file *first = *(struct picture_file *const *)a;
    const struct picture_file *second = *(struct picture_file *const *)b;
    if (first->about.changed_ns != second->about.changed_ns)
        return first->about.changed_ns < second->about.changed_ns ? -1 : 1;
    return strcmp(first->name, second->name);
}

/* Lists the directory again. Queues what is new or changed since the listing before. */
static enum trey_status list_again(struct cli_watched_directory *watched,
                                   struct trey_error *error)
{
    struct listing next = {0}, *before = &watched->now;
    enum trey_status status = list_pictures(watched->path, &next, error);
    struct picture_file **queued = NULL;
    if (status == TREY_OK && next.count > 0) {
        queued = malloc(next.count * sizeof *queued);
        status = queued != NULL ? TREY_OK : cli_lacks_memory(error);
    }
    if (status != TREY_OK) {
        clear_listing(&next);
        return status;
    }
    size_t old = 0, queued_count = 0;
    for (size_t i = 0; i < next.count; i++) {
        struct picture_file *file = &next.files[i];
        while (old < before->count && strcmp(before->files[old].name, file->name) < 0)
            old++;
        const struct picture_file *known =
            old < before->count ? &before->files[old] : NULL;
        if (known == NULL || strcmp(known->name, file->name) != 0) {
            queued[queued_count++] = file;
            continue;
        }
        const bool same = trey_os_unchanged(&known->about, &file->about);
        file->place = known->place;
        file->unchanged = same ? known->unchanged + 1 : 0;
        file->tried = same && known->tried;
        if (!same && file->place == 0)
            queued[queued_count++] = file;
    }
    if (queued_count > 0)
        qsort(queued, queued_count, sizeof *queued, compare_times);
    for (size_t i = 0; i < queued_count; i++)
        queued[i]->place = ++watched->last_place;
    free(queued);
    clear_listing(before);
    *before = next;
    return TREY_OK;
}

static struct picture_file *front_of_queue(struct listing *listing)
{
    struct picture_file *front = NULL;
    for (size_t i = 0; i < listing->count; i++) {
        struct picture_file *file = &listing->files[i];
        if (file->place != 0 && (front == NULL || file->place < front->place))
            front = file;
    }
    return front;
}

static void wait_for_interval(void)
{
    nanosleep(&(struct timespec){.tv_nsec = INTERVAL_NS}, NULL);
}

enum trey_status cli_watched_next(struct cli_watched_directory *watched,
                                  const struct trey_cancel *cancel, char **path,
                                  struct trey_pixels *pixels, struct trey_error *error)
{
    *path = NULL;
    while (!trey_cancel_raised(cancel)) {
        struct picture_file *file = front_of_queue(&watched->now);
        const bool last_try = file != NULL && file->unchanged >= MAX_UNCHANGED;
        if (last_try || (file != NULL && file->unchanged > 0 && !file->tried)) {
            *path = cli_path_join(watched->path, file->name);
            if (*path == NULL)
                return cli_lacks_memory(error);
            const enum trey_status status = cli_read_picture(*path, pixels, error);
            if (status == TREY_OK || last_try) {
                file->place = 0;
                return status;
            }
            file->tried = true;
            free(*path);
            *path = NULL;
        }
        wait_for_interval();
        const enum trey_status status = list_again(watched, error);
        if (status != TREY_OK)
            return status;
    }
    return TREY_OK;
}

enum trey_status cli_watched_new(const char *path, struct cli_watched_directory **watched,
                                 struct trey_error *error)
{
    struct cli_watched_directory *made = calloc(1, sizeof *made);
    *watched = made;
    if (made == NULL || (made->path = strdup(path)) == NULL) {
        free(made);
        *watched = NULL;
        return cli_lacks_memory(error);
    }
    const enum trey_status status = list_pictures(path, &made->now, error);
    if (status != TREY_OK) {
        cli_watched_free(made);
        *watched = NULL;
    }
    return status;
}

void cli_watched_free(struct cli_watched_directory *watched)
{
    if (watched == NULL)
        return;
    clear_listing(&watched->now);
    free(watched->path);
    free(watched);
}
