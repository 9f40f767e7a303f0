/* Pictures that appear in a directory, in the order in which they appear. */
#ifndef TREY_CLI_WATCHED_DIRECTORY_H
#define TREY_CLI_WATCHED_DIRECTORY_H

#include "trey/picture.h"

struct cli_watched_directory;

/* Starts to watch the directory `path`. Pictures that are there already are not reported
 * until they change. *watched is for cli_watched_free. TREY_ERR_IO if the directory
 * cannot be read; TREY_ERR_MEMORY. */
enum trey_status cli_watched_new(const char *path, struct cli_watched_directory **watched,
                                 struct trey_error *error);

/* True if a file of this name is taken for a picture: *.png, *.jpg or *.jpeg. */
bool cli_watched_is_picture(const char *name);

/* Waits for the next new or changed file named *.png, *.jpg or *.jpeg and decodes it.
 * *path receives its name, for free(); pixels->rgba is the caller's, for free().
 *
 * Waits for the end of a file that is still being written. TREY_OK with *path NULL:
 * `cancel` was raised. On failure *path is the file that cannot be read, three seconds
 * after its last change; NULL if the directory itself cannot be read any more, or out of
 * memory. */
enum trey_status cli_watched_next(struct cli_watched_directory *watched,
                                  const struct trey_cancel *cancel, char **path,
                                  struct trey_pixels *pixels, struct trey_error *error);

/* Takes NULL. */
void cli_watched_free(struct cli_watched_directory *watched);

#endif
