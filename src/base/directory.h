/* The names in a directory. Not available in WebAssembly, which has no directories. */
#ifndef TREY_BASE_DIRECTORY_H
#define TREY_BASE_DIRECTORY_H

#include "trey/status.h"

/* Zero-initialise. */
struct trey_directory {
    char **names; /* sorted by their bytes, without "." and ".."; owned */
    size_t count, capacity;
};

/* Lists a directory into an empty *list, which trey_directory_clear frees. Fails with
 * TREY_ERR_IO if the directory cannot be opened or not be read to its end, and with
 * TREY_ERR_MEMORY; then the list is empty and errno holds the reason (ENOENT: there is no
 * such directory; ENOMEM). A list is always complete. `error` may be NULL. Any number of
 * threads may list at once. */
enum trey_status trey_directory_list(const char *path, struct trey_directory *list,
                                     struct trey_error *error);

/* Frees the names and empties the list. Leaves errno as it is. */
void trey_directory_clear(struct trey_directory *list);

#endif
