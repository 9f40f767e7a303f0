/* trey/store.h - a SQLite file that stores results, so that long runs can be interrupted
 * and resumed: of comparisons (trey/compare.h) and of games (trey/selfplay.h). One file
 * can hold both.
 *
 * Each row has a checksum, which is verified whenever the row is read: TREY_ERR_INPUT
 * with a message that names the row if it was changed. trey_selfplay_verify and
 * trey_compare_verify read all rows. The checksum detects damage and careless edits, not
 * deliberate forgery.
 *
 * These functions are in the library libtrey-store (pkg-config trey-store, CMake
 * trey::store), so that other programs do not need SQLite. A libtrey-store built without
 * SQLite or xxhash has them, too: trey_store_open then fails with TREY_ERR_LIMIT and a
 * message. */
#ifndef TREY_STORE_H
#define TREY_STORE_H

#include "trey/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An open store. For one thread at a time; several processes may share the file, and each
 * waits up to ten seconds for the others. */
struct trey_store;

/* True if the library was built with SQLite and xxhash. Thread-safe. */
TREY_API bool trey_store_available(void);

/* Opens or creates the file. On success *store belongs to the caller, for
 * trey_store_close; otherwise it is unchanged. TREY_ERR_IO if the file cannot be used,
 * TREY_ERR_INPUT if it is not a store, TREY_ERR_MEMORY, TREY_ERR_LIMIT; error may be
 * NULL. */
TREY_API enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                          struct trey_error *error);

/* Closes a store; all results are in the file already. NULL is allowed. */
TREY_API void trey_store_close(struct trey_store *store);

/* Number of rows that had no checksum and received one since this store was opened, in
 * files written by versions before 0.3. Each of their tables is upgraded when it is first
 * used, in one transaction, after its rows have passed the check of trey_selfplay_verify
 * or trey_compare_verify. */
TREY_API uint64_t trey_store_upgraded(const struct trey_store *store);

#ifdef __cplusplus
}
#endif
#endif
