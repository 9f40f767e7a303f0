/* trey/compare.h - players by name, many games, and what their results say.
 *
 * A player is made from a configuration: one of trey/baselines.h, or the planner as
 *     plan(width=300,seed=1)    one pass of a width
 *     plan(time=2)              as wide as the time allows; 10 s if nothing is given
 * which always plans with one thread here. */
#ifndef TREY_COMPARE_H
#define TREY_COMPARE_H

#include "trey/plan.h"
#include "trey/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- players ---------------------------------------------------------------------------
 */

/* A player. Opaque, immutable; any number of threads may use one. */
struct trey_sequence_player;

/* On success *player is the caller's, for trey_sequence_player_free. TREY_ERR_ARGUMENT
 * says what was not understood. */
TREY_API enum trey_status trey_sequence_player_parse(const char *config,
                                                     struct trey_sequence_player **player,
                                                     struct trey_error *error);

/* The whole configuration, every setting spelled out; owned by the player. */
TREY_API const char *trey_sequence_player_text(const struct trey_sequence_player *player);

/* NULL is taken. */
TREY_API void trey_sequence_player_free(struct trey_sequence_player *player);

/* --- comparisons -----------------------------------------------------------------------
 */

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

/* --- statistics ------------------------------------------------------------------------
 */

/* A mean with its 95 % interval: bootstrap of 10,000 resamples by percentiles, the same
 * resamples every time. Fewer than TREY_INTERVAL_LEAST values give no interval. */
#define TREY_INTERVAL_LEAST 5

struct trey_interval {
    double mean, low, high;
    bool known; /* low and high are */
};

/* Fails for want of memory only; count is at least 1. */
TREY_API enum trey_status trey_interval_of(const double *values, size_t count,
                                           struct trey_interval *interval,
                                           struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
