/* trey/record.h - results of runs, kept in a SQLite file so that long comparisons can be
 * broken off and continued.
 *
 * SQLite is an optional part of the library: without it trey_store_open fails with
 * TREY_ERR_LIMIT and says so. */
#ifndef TREY_RECORD_H
#define TREY_RECORD_H

#include "trey/status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What one player made of one input. */
struct trey_outcome {
    uint64_t score, bound;
    uint64_t moves;      /* of the game played */
    uint64_t positions;  /* boards made in search */
    uint64_t switches;   /* easy to hard, of the strategies */
    uint64_t peak_bytes; /* largest resident size of the process that played */
    double seconds;      /* of the wall clock */
    bool done;           /* false: not run, or failed */
    bool optimal;        /* proved so */
};

/* What a run is found by again. The texts are the caller's. */
struct trey_store_key {
    const char *player; /* the whole configuration */
    const char *input;  /* a fingerprint of the input's content */
    const char *limits; /* of time and memory */
};

/* An open store. One thread at a time; several processes may share the file. */
struct trey_store;

/* Whether the library was built with SQLite. */
TREY_API bool trey_store_available(void);

/* Opens or makes the file. On success *store is the caller's, for trey_store_close. Fails
 * with TREY_ERR_IO if the file cannot be used, TREY_ERR_INPUT if it is something else. */
TREY_API enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                          struct trey_error *error);

/* NULL is taken. */
TREY_API void trey_store_close(struct trey_store *store);

/* Looks a run of this version of the library up; outcome->done says whether it was there.
 */
TREY_API enum trey_status trey_store_find(struct trey_store *store,
                                          const struct trey_store_key *key,
                                          struct trey_outcome *outcome,
                                          struct trey_error *error);

/* Keeps a run, in the place of an earlier one; safe on disk when it returns. `name` is
 * the input's, for people who read the file. */
TREY_API enum trey_status trey_store_add(struct trey_store *store,
                                         const struct trey_store_key *key,
                                         const char *name,
                                         const struct trey_outcome *outcome,
                                         struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
