/* The table of a store that keeps what players made of inputs. */
#ifndef TREY_SEQUENCE_OUTCOMES_H
#define TREY_SEQUENCE_OUTCOMES_H

#include "trey/compare.h"

/* What a run is found by again, with the version of the library. The texts are the
 * caller's. */
struct trey_outcome_key {
    const char *player; /* the whole configuration */
    const char *input;  /* a fingerprint of the input's content */
    const char *limits; /* of time and memory */
};

/* Looks a run up; outcome->done says whether it was there. */
enum trey_status trey_outcome_find(struct trey_store *store,
                                   const struct trey_outcome_key *key,
                                   struct trey_outcome *outcome,
                                   struct trey_error *error);

/* Keeps a run, in the place of an earlier one. `name` is the input's, for people who read
 * the file. */
enum trey_status trey_outcome_keep(struct trey_store *store,
                                   const struct trey_outcome_key *key, const char *name,
                                   const struct trey_outcome *outcome,
                                   struct trey_error *error);

#endif
