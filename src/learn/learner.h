/* What a learner is, to those that play and those that keep it. */
#ifndef TREY_LEARN_LEARNER_H
#define TREY_LEARN_LEARNER_H

#include "eval/network.h"
#include "game/motion.h"
#include "trey/learn.h"

#include <pthread.h>
#include <stdatomic.h>

/* A weight and its past in one place, so that one miss of the cache fetches all. */
struct trey_learner_entry {
    float weight;
    float error; /* sum of all changes wanted: small where they cancel out */
    float total; /* sum of their sizes */
};

enum { TREY_LEARNER_RECENT = 1024 };

struct trey_learner {
    struct trey_learn_options options;
    struct trey_tuples tuples;
    struct trey_motion motion;
    int instances; /* weights that a value is the sum of */
    struct trey_learner_entry *table[TREY_NETWORK_MOST_TUPLES];
    struct trey_learner_entry *deck; /* TREY_NETWORK_DECK_ENTRIES */

    atomic_uint_fast64_t games, slides;
    double seconds;

    pthread_mutex_t lock; /* for the games that ended last */
    uint64_t recent_count;
    uint32_t recent_score[TREY_LEARNER_RECENT];
    uint8_t recent_largest[TREY_LEARNER_RECENT];
};

/* Bytes of a tuple's table. */
static inline size_t trey_learner_table_bytes(const struct trey_tuples *tuples, int tuple)
{
    return (size_t)tuples->size[tuple] * sizeof(struct trey_learner_entry);
}

#endif
