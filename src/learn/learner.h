/* What a learner is, to those that play and those that keep it. */
#ifndef TREY_LEARN_LEARNER_H
#define TREY_LEARN_LEARNER_H

#include "eval/network.h"
#include "rules/motion.h"
#include "trey/learn.h"

#include <pthread.h>
#include <stdatomic.h>

/* A weight and its past in one place, so that one miss of the cache fetches all. */
struct trey_learner_entry {
    float weight;
    float error; /* sum of all changes wanted: small where they cancel out */
    float total; /* sum of their sizes */
};

enum {
    TREY_LEARNER_RECENT = 1024,
    TREY_LEARNER_SPAN = 768,  /* of tile sums that share a store of positions */
    TREY_LEARNER_SPANS = 16,  /* the last is open */
    TREY_LEARNER_KEPT = 4096, /* positions in a store */
    TREY_LEARNER_APART = 192, /* a game keeps a position each time that it grew so much */
};

/* A position to begin from. */
struct trey_learner_start {
    trey_board board;
    trey_deck deck;
    trey_next next;
};

/* Positions of one span of tile sums. */
struct trey_learner_span {
    uint64_t offered; /* so far; beyond TREY_LEARNER_KEPT they replace any other */
    struct trey_learner_start start[TREY_LEARNER_KEPT];
};

/* The weights of a stage. */
struct trey_learner_stage {
    struct trey_learner_entry *table[TREY_NETWORK_MOST_TUPLES];
    struct trey_learner_entry *deck; /* TREY_NETWORK_DECK_ENTRIES */
};

struct trey_learner {
    struct trey_learn_options options;
    struct trey_tuples tuples;
    struct trey_motion motion;
    float rate; /* factor of all rates */
    struct trey_stages stages;
    struct trey_learner_stage stage[TREY_NETWORK_MOST_STAGES];

    atomic_uint_fast64_t games, slides;
    double seconds;

    pthread_mutex_t lock; /* for the games that ended last, and the kept positions */
    struct trey_learner_span *spans; /* TREY_LEARNER_SPANS */
    uint64_t recent_count;
    uint32_t recent_score[TREY_LEARNER_RECENT];
    uint8_t recent_largest[TREY_LEARNER_RECENT];
};

#define TREY_LEARNER_DECK_BYTES                                                          \
    (TREY_NETWORK_DECK_ENTRIES * sizeof(struct trey_learner_entry))

/* Bytes of a tuple's table. */
static inline size_t trey_learner_table_bytes(const struct trey_tuples *tuples, int tuple)
{
    return (size_t)tuples->size[tuple] * sizeof(struct trey_learner_entry);
}

/* A kept position, drawn by this number: any span that has some, any of its positions.
 * False if there are none. */
bool trey_learner_start_at(struct trey_learner *learner, uint64_t random,
                           struct trey_view *view);

static inline enum trey_eval_family
trey_learner_family(const struct trey_learner *learner)
{
    return learner->motion.slide == TREY_SLIDE_2048 ? TREY_EVAL_2048 : TREY_EVAL_THREES;
}

/* A thread's searching: the learner's weights as an evaluator. */
struct trey_learner_sight {
    struct trey_evaluator base;
    const struct trey_learner *learner;
    struct trey_search *search; /* NULL: depth 1, which needs none */
};
enum trey_status trey_learner_see(const struct trey_learner *learner,
                                  struct trey_learner_sight *sight,
                                  struct trey_error *error);

/* The best slide and what it is worth in points from here on; -1 and 0 at the end of the
 * game. */
int trey_learner_choose(const struct trey_learner *learner,
                        struct trey_learner_sight *sight, const struct trey_view *view,
                        float *worth);

/* Moves the value of a position towards `worth` and `carried` more. Returns by how much
 * the value was less than that. */
float trey_learner_teach(struct trey_learner *learner, trey_board board, trey_deck deck,
                         float worth, float carried);

/* Plays one game and learns from it. Returns its slides. */
uint64_t trey_learner_play(struct trey_learner *learner, struct trey_learner_sight *sight,
                           uint64_t number);

#endif
