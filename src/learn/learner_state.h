/* The state of a learner: its weights, its episodes (training games) and what its kernels
 * precompute. The functions that work on it are declared in learn/learner.h.
 *
 * A table has one entry for each index of a tuple. With temporal coherence (TC) an entry
 * is a record of three floats, the weight and its TC statistics, so that one cache miss
 * loads all of them. With a fixed learning rate an entry is the weight alone. Indices
 * into tables count floats. */
#ifndef TREY_LEARN_LEARNER_STATE_H
#define TREY_LEARN_LEARNER_STATE_H

#include "base/check.h"
#include "eval/network.h"
#include "rules/mechanics.h"
#include "trey/learn.h"

#include <pthread.h>
#include <stdatomic.h>

/* Layout of a record: the weight at 0, then its TC statistics. */
enum {
    TREY_TC_ERROR = 1, /* sum of all errors; small where they cancel out */
    TREY_TC_TOTAL = 2, /* sum of their absolute values */
    TREY_TC_RECORD = 3,
};

/* Initial learning rate of a weight whose TC statistics are made up: far less than a new
 * one's, enough to correct the rounding within a few hundred updates. */
#define TREY_IMPORTED_RATE 0.05F

enum {
    TREY_LEARNER_RECENT_GAMES = 1024, /* for the mean score that training reports */
    TREY_LEARNER_SPANS = 16,          /* the last one has no upper end */
    TREY_LEARNER_SPAN_SIZE = 4096,    /* positions stored per span */
};

/* A position from which a game can start. */
struct trey_learner_start {
    trey_board board;
    trey_deck deck;
    trey_next next;
};

/* Stored positions whose tile sums lie in one span. */
struct trey_learner_span {
    uint64_t offered; /* so far; from TREY_LEARNER_SPAN_SIZE on a new position replaces a
                         random one */
    struct trey_learner_start start[TREY_LEARNER_SPAN_SIZE];
};

/* The weights of one stage. */
struct trey_learner_stage {
    float *weights; /* entries of all tuples, one tuple after the other */
    float *deck;    /* TREY_NETWORK_DECK_ENTRIES records, also with a fixed rate */
};

/* Indices of the weights whose sum is the value of a position. */
struct trey_active_weights {
    uint32_t index[TREY_NETWORK_MAX_INDICES]; /* into the stage's weights */
    uint32_t deck;                            /* index of the deck's record */
    int stage;
};

/* The four moves of a position, by direction. */
struct trey_learner_moves {
    trey_board after[4];                   /* afterstates */
    uint64_t cells[4];                     /* spawn cells, as flags */
    float gain[4];                         /* points made by the move itself */
    float value[4];                        /* 2048: of the afterstate, once evaluated */
    unsigned legal;                        /* bit 1 << direction */
    unsigned ends;                         /* legal moves whose tile ends the game */
    struct trey_active_weights weights[4]; /* of the afterstates of legal moves */
};

/* Data that kernels precompute about tuples and moves, in the layout that they read. */
struct trey_kernel_tables {
    /* By rank and cell: the increase of each index if that tile spawns there. */
    uint32_t spawn_offset[16][16][TREY_NETWORK_MAX_INDICES];
    uint32_t base[TREY_NETWORK_MAX_TUPLES]; /* index of a tuple's first weight */
    /* Shuffle masks: the cells whose ranks are the low and high halves of each index
     * byte; 0x80: none. */
    uint8_t low[TREY_NETWORK_MAX_TUPLES][32], high[TREY_NETWORK_MAX_TUPLES][32];
    /* struct trey_slide_masks by direction. */
    uint64_t beyond[2][4], has_rear[4], trail[4], away[4];
    uint8_t score[3][16];     /* points of a tile by rank: low, middle and high byte */
    float min_stage_gain;     /* a move that gains less does not change the stage */
    float min_downgrade_gain; /* a move that gains less makes no tile to downgrade */
};

/* A position of an episode whose value is to be updated. */
struct trey_learner_visit {
    struct trey_active_weights weights;
    struct trey_active_weights
        swapped; /* with 1s and 2s swapped; with options.exchange */
    trey_board board;
    trey_deck deck;
    float value; /* at the time of the visit; only for lambda > 0 */
};

/* An episode: a training game in progress. */
struct trey_learner_episode {
    struct trey_game game;
    bool running, over;
    bool from_start; /* not from a stored position or the middle of a game */
    bool visited;    /* visit[latest] is set */
    int stage;       /* of the current board */
    struct trey_learner_moves moves;    /* of the current position */
    struct trey_learner_visit visit[2]; /* the position to update next, and its
                                           predecessor */
    unsigned latest;                    /* index in `visit` of the former */

    struct trey_learner_step *log; /* lambda > 0: all positions, updated at the end */
    size_t log_count, log_room;

    struct trey_learner_start *path; /* halving: all positions so far */
    size_t path_count, path_room;
    bool restart_from_middle; /* the next game starts in the middle of this path */

    uint64_t tile_sum;                /* of the current board */
    uint64_t next_keep_sum;           /* tile sum at which a position is kept next */
    struct trey_view pending_restart; /* is stored when that sum is reached */
    bool has_pending_restart;
};

/* A learner. Threads read and write weights without locks (trey_weight_get, _set). */
struct trey_learner {
    /* Fixed when the learner is made. */
    struct trey_learn_options options; /* without its texts */
    struct trey_tuples tuples;
    struct trey_mechanics mechanics;
    struct trey_stages stages;
    int downgrade;    /* rank from which boards are downgraded; 0: never */
    size_t entries;   /* of all tuples of one stage */
    uint32_t stride;  /* floats per entry: 1 or TREY_TC_RECORD */
    float discount;   /* above 0, up to 1 */
    unsigned threads; /* number of them */
    const struct trey_learn_kernels *kernels;
    struct trey_kernel_tables tables;
    uint32_t span_width;    /* of a span of tile sums */
    uint32_t keep_interval; /* growth of the tile sum between two kept positions */

    uint64_t training_id; /* never 0; a restored learner has that of its checkpoint */
    unsigned process;     /* index among the processes that train together */
    float rate;           /* factor of all learning rates; set between runs */

    struct trey_learner_stage stage[TREY_NETWORK_MAX_STAGES];
    struct trey_learner_episode *episodes; /* one per thread */

    atomic_uint_fast64_t games;       /* finished */
    atomic_uint_fast64_t moves;       /* made, in all games */
    atomic_uint_fast64_t games_begun; /* also the number of the next game */

    pthread_mutex_t lock;            /* protects all fields below */
    double seconds;                  /* of training */
    struct trey_learner_span *spans; /* TREY_LEARNER_SPANS */
    uint64_t recent_count; /* games from the start, ever; the last ones are in */
    uint32_t recent_score[TREY_LEARNER_RECENT_GAMES];  /* these two rings */
    uint8_t recent_largest[TREY_LEARNER_RECENT_GAMES]; /* ranks */
};

/* --- access to weights --------------------------------------------------------------
 */

/* The offset in its table of the entry with this index.
 *
 * Successive look-ups differ in the low two bits of a cell's rank, l, far more often than
 * in its high two, h. Tuples of six cells store all l first, so that the entries of a
 * game lie close together, in far fewer pages and cache lines:
 *
 *     index  l0 h0 l1 h1  l2 h2 l3 h3  l4 h4 l5 h5   (from the lowest bit)
 *     bytes  l0 l1 h0 h1  l2 l3 h2 h3  l4 l5 h4 h5
 *     offset l0 l1 l4 l5  l2 l3 h2 h3  h0 h1 h4 h5
 *
 * The bytes are as fast to compute as those of the index, from other codes of ranks
 * (kernels_avx2.c); the rest is one exchange of four bits. Other tuples use the index. */
enum { TREY_LEARNER_INTERLEAVED_CELLS = 6 };

static inline bool trey_tuple_is_interleaved(const struct trey_tuples *tuples, int tuple)
{
    return tuples->size[tuple] == 1u << (4 * TREY_LEARNER_INTERLEAVED_CELLS);
}

static inline uint32_t trey_tuple_offset(const struct trey_tuples *tuples, int tuple,
                                         uint32_t index)
{
    if (!trey_tuple_is_interleaved(tuples, tuple))
        return index;
    uint32_t bytes =
        (index & 0xc3c3c3u) | (index & 0x0c0c0cu) << 2 | (index >> 2 & 0x0c0c0cu);
    uint32_t differ = (bytes ^ bytes >> 12) & 0xf0u;
    assert((bytes ^ differ ^ differ << 12) < tuples->size[tuple]);
    return bytes ^ differ ^ differ << 12;
}

/* A weight; its TC statistics follow it, if it has some. */
static inline float *trey_learner_entry(const struct trey_learner *learner, int stage,
                                        int tuple, uint32_t index)
{
    assert(stage < learner->stages.count && index < learner->tuples.size[tuple]);
    size_t offset = trey_tuple_offset(&learner->tuples, tuple, index);
    return learner->stage[stage].weights + learner->tables.base[tuple] +
           learner->stride * offset;
}

/* Number of floats in a stage's weights. */
static inline size_t trey_learner_floats(const struct trey_learner *learner)
{
    return learner->entries * learner->stride;
}

#define TREY_LEARNER_DECK_FLOATS ((size_t)TREY_NETWORK_DECK_ENTRIES * TREY_TC_RECORD)

/* Several threads read and write weights at a time, without locks. */
static inline float trey_weight_get(const float *weight)
{
    float value;
    __atomic_load(weight, &value, __ATOMIC_RELAXED);
    return value;
}

static inline void trey_weight_set(float *weight, float value)
{
    __atomic_store(weight, &value, __ATOMIC_RELAXED);
}

/* The value of a weight that was never updated. */
static inline float trey_learner_initial(const struct trey_learner *learner)
{
    return (float)(learner->options.initial /
                   (TREY_NETWORK_IMAGES * learner->tuples.count + 1));
}

#endif
