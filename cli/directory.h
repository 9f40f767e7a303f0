/* The names in a directory. */
#ifndef TREY_CLI_DIRECTORY_H
#define TREY_CLI_DIRECTORY_H

#include <stddef.h>

/* Zero-initialise. */
struct cli_directory {
    char **names; /* sorted by their bytes, without those that begin with a dot; owned */
    size_t count;
};

/* Lists a directory into an empty *list, which cli_directory_clear frees. Returns 0 or an
 * errno value; then the list is empty. A list is always complete. */
int cli_directory_list(const char *path, struct cli_directory *list);
void cli_directory_clear(struct cli_directory *list);

/* Returns DIRECTORY/NAME, for free(); NULL if out of memory. A directory that ends with a
 * slash gets no second one. */
char *cli_path_join(const char *directory, const char *name);

#endif
