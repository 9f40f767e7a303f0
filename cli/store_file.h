/* Stores of results (--store): opened, closed, and checked by --verify. */
#ifndef TREY_CLI_STORE_FILE_H
#define TREY_CLI_STORE_FILE_H

#include "common.h"

/* Opens or creates the store. Returns 0, or CLI_FAILED after a message. */
int cli_store_open(const char *path, struct trey_store **store);

/* Opens an existing store, for --verify. Returns as cli_store_open. */
int cli_store_open_existing(const char *path, struct trey_store **store);

/* Closes the store, which may be NULL. Prints a notice if rows of an older trey received
 * their checksums. */
void cli_store_close(const char *path, struct trey_store *store);

#endif
