/* The table of a store with the outcomes of players on inputs. */
#ifndef TREY_EXTRAS_BASELINES_OUTCOMES_H
#define TREY_EXTRAS_BASELINES_OUTCOMES_H

#include "extras/baselines/compare.h"

/* The key of a run, together with the version of the library. The caller owns the texts.
 */
struct trey_outcome_key {
    const char *player; /* the whole configuration */
    const char *input;  /* a fingerprint of the input's content */
    const char *limits; /* of time and memory */
};

/* Looks up a run; outcome->done is false if it is not in the store. */
enum trey_status trey_outcome_find(struct trey_store *store,
                                   const struct trey_outcome_key *key,
                                   struct trey_outcome *outcome,
                                   struct trey_error *error);

/* Saves a run, replacing an earlier one. `name` is the name of the input, for people who
 * read the file. */
enum trey_status trey_outcome_save(struct trey_store *store,
                                   const struct trey_outcome_key *key, const char *name,
                                   const struct trey_outcome *outcome,
                                   struct trey_error *error);

#endif
