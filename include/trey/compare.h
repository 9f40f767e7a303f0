/* trey/compare.h - players of the known-sequence game on many inputs, each run in a
 * process of its own. Players by name are in trey/baselines.h. */
#ifndef TREY_COMPARE_H
#define TREY_COMPARE_H

#include "trey/sequence.h"
#include "trey/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- players ------------------------------------------------------------------------ */

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

/* Limits of one run. */
struct trey_sequence_limits {
    double time_limit_s;         /* 0: none but the player's own */
    size_t max_memory_bytes;     /* of its search */
    void (*tick)(void *context); /* to be called by the run, in its thread, at least
                                    every few seconds; NULL: not wanted */
    void *tick_context;
};

/* A player, as a comparison sees it: whoever fills this in can be compared. It is not
 * changed by playing; any number of threads may use one. */
struct trey_sequence_player {
    const char *text; /* the whole configuration, every setting spelled out; the
                         player's: stores find results by it */
    /* Plays one game of the sequence into *outcome, all but peak_bytes, within the
     * limits. Fails with a message in *error, which may be NULL. */
    enum trey_status (*run)(const struct trey_sequence_player *player,
                            const struct trey_sequence *sequence,
                            const struct trey_sequence_limits *limits,
                            struct trey_outcome *outcome, struct trey_error *error);
    void (*free)(struct trey_sequence_player *player); /* NULL: nothing to free */
};

/* Frees a player in its own way. NULL is taken. */
TREY_API void trey_sequence_player_free(struct trey_sequence_player *player);

/* --- comparisons -------------------------------------------------------------------- */

struct trey_compare_input {
    const char *name; /* for people */
    const struct trey_sequence *sequence;
};

/* Told after each run, and for each that was in the store. */
typedef void (*trey_compare_fn)(void *context, size_t player, size_t input,
                                const struct trey_outcome *outcome, bool from_store);

/* Zero-initialise through trey_compare_defaults, then change what is wanted. */
struct trey_compare_options {
    unsigned runs_at_once;            /* 0: one per processor */
    double time_limit_s;              /* of each run; 0: none but the player's own */
    size_t max_memory_bytes;          /* of each run's search */
    struct trey_store *store;         /* optional: runs found there are not run again */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    trey_compare_fn report;           /* optional */
    void *report_context;
};

/* No time limit, 512 MiB. */
TREY_API void trey_compare_defaults(struct trey_compare_options *options);

/* Runs every player on every input. outcomes[player * input_count + input], of the
 * caller's, receives the results. Each run is a forked process of its own, so that its
 * memory can be told (from the system's account of that process, its program included)
 * and none can disturb another; call it while the process has one thread only. Fails with
 * TREY_ERR_CANCELLED when cancelled, else with the first failure of a run; what was
 * finished by then is in `outcomes` and in the store. */
TREY_API enum trey_status
trey_compare_run(const struct trey_sequence_player *const *players, size_t player_count,
                 const struct trey_compare_input *inputs, size_t input_count,
                 const struct trey_compare_options *options,
                 struct trey_outcome *outcomes, struct trey_error *error);

/* Checks all runs of a store: their checksums, and that no score is above its bound.
 * *runs receives the number of runs so far, also on failure. TREY_ERR_INPUT names the
 * first row that is wrong; else fails as the store does. */
TREY_API enum trey_status trey_compare_verify(struct trey_store *store, uint64_t *runs,
                                              struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
