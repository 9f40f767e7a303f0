/* trey/store.h - a SQLite file that keeps results, so that long runs can be broken off
 * and continued: of comparisons (trey/compare.h) and of games (trey/selfplay.h). One file
 * may hold both.
 *
 * Each row has a checksum, which is compared whenever the row is read: a row that was
 * changed is TREY_ERR_INPUT, with a message that names it. trey_selfplay_verify and
 * trey_compare_verify read all rows. The checksum finds damage and careless edits; it is
 * no protection against somebody who computes it anew.
 *
 * SQLite and xxhash are optional parts of the library: without one of them
 * trey_store_open fails with TREY_ERR_LIMIT and says so. */
#ifndef TREY_STORE_H
#define TREY_STORE_H

#include "trey/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An open store. One thread at a time; several processes may share the file, each waits
 * up to ten seconds for the others. */
struct trey_store;

/* True if the library was built with SQLite and xxhash. Any thread. */
TREY_API bool trey_store_available(void);

/* Opens or makes the file. On success *store is the caller's, for trey_store_close; else
 * it is left alone. Fails with TREY_ERR_IO if the file cannot be used, TREY_ERR_INPUT if
 * it is something else, TREY_ERR_MEMORY, TREY_ERR_LIMIT; error may be NULL. */
TREY_API enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                          struct trey_error *error);

/* NULL is taken. What was kept is in the file already. */
TREY_API void trey_store_close(struct trey_store *store);

/* Number of rows that had no checksum and received one since this store was opened: those
 * of a file that a trey before 0.3 wrote. Its tables are upgraded when they are first
 * used, in one transaction each, after their rows have passed the check of
 * trey_selfplay_verify or trey_compare_verify. */
TREY_API uint64_t trey_store_upgraded(const struct trey_store *store);

#ifdef __cplusplus
}
#endif
#endif
