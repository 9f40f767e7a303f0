/* trey/learn.h - n-tuple networks that learn Threes! by playing it.
 *
 * A network values the position after a tile has entered and before the next hint is
 * shown, by the points still to come. It plays each slide by one ply: the best of points
 * made at once and the mean value over the cells that the shown tile may enter; that
 * number is also what the value of the position is moved towards (TD(0)), each weight by
 * a rate of its own (temporal coherence: Beal and Smith 1999, Jaskowski 2018). */
#ifndef TREY_LEARN_H
#define TREY_LEARN_H

#include "trey/game.h"

#include <signal.h>

#ifdef __cplusplus
extern "C" {
#endif

struct trey_learn_options {
    struct trey_rules rules; /* of Threes!, 4x4, decks of at most 4 of each card */
    const char *tuples;      /* cells as hex digits: "012345 456789" */
    uint64_t seed;           /* of the games: never those of trey_game_begin's callers */
    unsigned threads;        /* 0: one per processor */
    double initial;          /* points that every position is worth at first */
};

/* Four tuples of six cells, one thread, window rules. */
TREY_API void trey_learn_defaults(struct trey_learn_options *options);

/* What training has come to. */
struct trey_learn_progress {
    uint64_t games, slides; /* over all runs */
    double seconds;
    double mean;      /* score of the last thousand games or so */
    double reach[16]; /* share of these that made a tile of the rank */
};

struct trey_learner;

/* Takes 12 bytes for each entry of a tuple: 201 MB for one of six cells. On success
 * *learner is the caller's, for trey_learner_free. TREY_ERR_ARGUMENT, TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_learner_new(const struct trey_learn_options *options,
                                           struct trey_learner **learner,
                                           struct trey_error *error);

/* NULL is taken. */
TREY_API void trey_learner_free(struct trey_learner *learner);

/* Memory that trey_learner_new takes for these tuples, in bytes; 0 if they are none. */
TREY_API size_t trey_learner_bytes(const char *tuples);

/* Trains for so many games and seconds, whichever are over first (0: no limit of these),
 * or until *cancel is not 0. With one thread, what is learnt in a number of games depends
 * on the options alone; threads share weights unlocked. */
TREY_API enum trey_status trey_learner_run(struct trey_learner *learner, uint64_t games,
                                           double seconds,
                                           const volatile sig_atomic_t *cancel,
                                           struct trey_error *error);

TREY_API void trey_learner_progress(const struct trey_learner *learner,
                                    struct trey_learn_progress *progress);

/* Writes the network as a file to play by: "network:FILE" of trey_evaluator_named. */
TREY_API enum trey_status trey_learner_export(const struct trey_learner *learner,
                                              const char *path, struct trey_error *error);

/* Everything, to go on from: written whole or not at all, with a checksum. The tuples of
 * a checkpoint that is restored must be the learner's. */
TREY_API enum trey_status trey_learner_save(const struct trey_learner *learner,
                                            const char *path, struct trey_error *error);
TREY_API enum trey_status trey_learner_restore(struct trey_learner *learner,
                                               const char *path,
                                               struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
