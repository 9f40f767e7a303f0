/* What a learner is, to those that play and those that keep it. */
#ifndef TREY_LEARN_LEARNER_H
#define TREY_LEARN_LEARNER_H

#include "base/check.h"
#include "eval/network.h"
#include "rules/mechanics.h"
#include "trey/learn.h"

#include <pthread.h>
#include <stdatomic.h>

/* A weight, what it was taught, and where it is: with temporal coherence a weight is
 * followed by its past, so that one miss of the cache fetches all; a fixed rate needs no
 * pasts and keeps weights alone. An index is a number of floats. */
enum {
    TREY_LEARNER_ERROR = 1, /* behind the weight: sum of all changes wanted, small where
                               they cancel out */
    TREY_LEARNER_TOTAL = 2, /* sum of their sizes */
    TREY_LEARNER_RECORD = 3,
};

enum {
    TREY_LEARNER_RECENT = 1024,
    TREY_LEARNER_SPANS = 16,  /* the last is open */
    TREY_LEARNER_KEPT = 4096, /* positions in a store */
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

/* The weights of a stage: of all tuples, one after the other, and of the deck. */
struct trey_learner_stage {
    float *weights;
    float *deck; /* TREY_NETWORK_DECK_ENTRIES records, whatever the rate */
};

/* Where the weights of a position are. */
struct trey_place {
    uint32_t index[TREY_NETWORK_MAX_INDICES]; /* into the weights of the stage */
    uint32_t deck;                            /* of its record */
    int stage;
};

/* The four slides of a position, by direction. */
struct trey_slides {
    trey_board after[4];
    uint64_t cells[4];          /* that a tile may enter */
    float gain[4];              /* points made at once */
    float value[4];             /* of the board after the slide, once chosen; of 2048 */
    unsigned legal;             /* bit 1 << direction */
    unsigned ends;              /* of these, those that end the game by a tile */
    struct trey_place place[4]; /* of the board after the slide; of legal ones */
};

struct trey_learner;

/* The inner loops, by what the processor has. All kinds learn the same, bit for bit:
 * sums are made in eight lanes, by image, which are added two and two. */
struct trey_learn_kernels {
    /* The slides of a board in this stage, their weights found and on the way from
     * memory: with a tile of this rank in the cells, or if it is 0 of the boards
     * themselves. */
    void (*look)(const struct trey_learner *learner, trey_board board, int stage,
                 unsigned rank, struct trey_slides *slides);
    void (*find)(const struct trey_learner *learner, trey_board board,
                 struct trey_place *place); /* but for the deck */
    /* The sum of the tuples' weights. */
    float (*sum)(const struct trey_learner *learner, const struct trey_place *place);
    /* The same with a tile in one of the cells: the sum over the cells. */
    float (*sum_entries)(const struct trey_learner *learner,
                         const struct trey_place *place, uint64_t cells, unsigned rank);
    /* The place after the tile has entered. */
    void (*enter)(const struct trey_learner *learner, const struct trey_place *place,
                  int cell, unsigned rank, struct trey_place *entered);
    /* Moves each weight by its part of an error. */
    void (*teach)(struct trey_learner *learner, const struct trey_place *place,
                  float error);
};

/* Kind 0 is for any processor; NULL beyond the last, and for those that this one is not.
 */
enum { TREY_LEARN_KINDS = 2 };
const struct trey_learn_kernels *trey_learn_kernels(int kind);

/* What kernels know of tuples and slides, in the shape in which they need it. */
struct trey_learner_lanes {
    /* By rank and cell: what each index grows by if that tile enters an empty cell. */
    uint32_t grown[16][16][TREY_NETWORK_MAX_INDICES];
    uint32_t base[TREY_NETWORK_MAX_TUPLES]; /* where a tuple's weights begin */
    uint8_t low[TREY_NETWORK_MAX_TUPLES][32], high[TREY_NETWORK_MAX_TUPLES][32];
    uint64_t beyond[2][4], has_rear[4], trail[4], away[4]; /* masks by direction */
    uint8_t score[3][16];                                  /* bytes, by rank */
    float changes;    /* a slide that gains less leaves a board in its stage */
    float downgrades; /* a slide that gains less makes no tile to be downgraded */
};

/* A position that a game came to, to be taught. */
struct trey_learner_position {
    struct trey_place place;
    struct trey_place twin; /* with 1s and 2s exchanged, if that is asked for */
    trey_board board;
    trey_deck deck;
    float value; /* for lambda > 0 */
};

/* A game in training. */
struct trey_learner_game {
    struct trey_game game;
    bool running, over;
    bool whole;  /* it began at the start */
    bool valued; /* met[last] is set */
    int stage;
    struct trey_slides slides;           /* looked at, if depth is 1 */
    struct trey_learner_position met[2]; /* the position whose value is trained next, and
                                            the one before it */
    unsigned last;                       /* index in `met` of the former */
    struct trey_learner_met *log;        /* for lambda > 0 */
    size_t log_count, log_room;
    struct trey_learner_start *path; /* each position so far, for halving */
    size_t path_count, path_room;
    bool again;                /* the next game begins in the middle of this path */
    uint64_t sum, mark;        /* of the tiles; when a position is kept next */
    struct trey_view promised; /* to be kept then */
    bool has_promised;
};

struct trey_learner {
    struct trey_learn_options options;
    struct trey_tuples tuples;
    struct trey_mechanics mechanics;
    uint64_t training; /* never 0; resumed trainings keep it, by their checkpoint */
    float rate;        /* factor of all rates */
    int downgrade;     /* of the networks: their rank from which boards are; 0: none */
    struct trey_stages stages;
    struct trey_learner_stage stage[TREY_NETWORK_MAX_STAGES];
    size_t entries;  /* of a stage's tuples */
    uint32_t stride; /* floats an entry: 1 or TREY_LEARNER_RECORD */
    const struct trey_learn_kernels *kernels;
    struct trey_learner_lanes lanes;
    unsigned threads;
    unsigned process; /* index among the processes that train together; each plays its own
                         games */
    struct trey_learner_game *plays; /* by thread */
    uint32_t span, apart; /* of tile sums that share a store of positions; a game keeps
                             one each time that it grew so much */

    atomic_uint_fast64_t games, slides; /* played to the end; made */
    atomic_uint_fast64_t begun;         /* games */

    pthread_mutex_t lock; /* for all that follows */
    double seconds;
    struct trey_learner_span *spans; /* TREY_LEARNER_SPANS */
    uint64_t recent_count;
    uint32_t recent_score[TREY_LEARNER_RECENT];
    uint8_t recent_largest[TREY_LEARNER_RECENT];
};

/* Where in its table the entry of this index lies.
 *
 * Ranks of a cell that are asked for soon after each other differ in their low two bits,
 * l, far more often than in their high two, h. Tuples of six cells have all l first, so
 * that what a game asks for lies close together, in far fewer pages and lines of the
 * cache:
 *
 *     index  l0 h0 l1 h1  l2 h2 l3 h3  l4 h4 l5 h5   (from the lowest bit)
 *     bytes  l0 l1 h0 h1  l2 l3 h2 h3  l4 l5 h4 h5
 *     spot   l0 l1 l4 l5  l2 l3 h2 h3  h0 h1 h4 h5
 *
 * The bytes are as quickly made as those of the index, by other codes of ranks
 * (kernels_avx2.c); the rest is one exchange of four bits. Other tuples lie as they are
 * numbered. */
enum { TREY_LEARNER_FOLDED_CELLS = 6 };

static inline bool trey_tuple_is_folded(const struct trey_tuples *tuples, int tuple)
{
    return tuples->size[tuple] == 1u << (4 * TREY_LEARNER_FOLDED_CELLS);
}

static inline uint32_t trey_tuple_spot(const struct trey_tuples *tuples, int tuple,
                                       uint32_t index)
{
    if (!trey_tuple_is_folded(tuples, tuple))
        return index;
    uint32_t bytes =
        (index & 0xc3c3c3u) | (index & 0x0c0c0cu) << 2 | (index >> 2 & 0x0c0c0cu);
    uint32_t differ = (bytes ^ bytes >> 12) & 0xf0u;
    assert((bytes ^ differ ^ differ << 12) < tuples->size[tuple]);
    return bytes ^ differ ^ differ << 12;
}

/* A weight, and behind it its past. */
static inline float *trey_learner_entry(const struct trey_learner *learner, int stage,
                                        int tuple, uint32_t index)
{
    assert(stage < learner->stages.count && index < learner->tuples.size[tuple]);
    size_t spot = trey_tuple_spot(&learner->tuples, tuple, index);
    return learner->stage[stage].weights + learner->lanes.base[tuple] +
           learner->stride * spot;
}

/* Floats of a stage's weights. */
static inline size_t trey_learner_floats(const struct trey_learner *learner)
{
    return learner->entries * learner->stride;
}

#define TREY_LEARNER_DECK_FLOATS ((size_t)TREY_NETWORK_DECK_ENTRIES * TREY_LEARNER_RECORD)

/* Weights are read and written by several threads at a time, unlocked. */
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

static inline uint64_t trey_learner_tile(const struct trey_learner *learner, int rank)
{
    return trey_tile_rules[learner->mechanics.slide].tile[rank];
}

/* What every weight is at first. */
static inline float trey_learner_initial(const struct trey_learner *learner)
{
    return (float)(learner->options.initial /
                   (TREY_NETWORK_IMAGES * learner->tuples.count + 1));
}

/* The sum of a board's tiles. */
uint64_t trey_learner_sum(const struct trey_learner *learner, trey_board board);

/* A kept position, drawn by this number: any span that has some, any of its positions.
 * False if there are none. */
bool trey_learner_start_at(struct trey_learner *learner, uint64_t random,
                           struct trey_view *view);

static inline enum trey_eval_family
trey_learner_family(const struct trey_learner *learner)
{
    return trey_eval_family_of(&learner->options.rules);
}

static inline enum trey_eval_measure
trey_learner_measure(const struct trey_learner *learner)
{
    return learner->options.sums ? TREY_MEASURE_SUMS : TREY_MEASURE_POINTS;
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

/* The value of a position, in what values count, still to come. */
float trey_learner_value(const struct trey_learner *learner,
                         const struct trey_place *place);

void trey_learner_find(const struct trey_learner *learner, trey_board board,
                       trey_deck deck, struct trey_place *place);

/* The same with 1s and 2s exchanged, and with their cards in the deck. */
void trey_learner_find_twin(const struct trey_learner *learner, trey_board board,
                            trey_deck deck, struct trey_place *place);

/* Has the weights of a position, and their pasts, hold for its twin as well. */
void trey_learner_share(struct trey_learner *learner, const struct trey_place *place,
                        const struct trey_place *twin);

/* The best of the slides that were looked at, and what it is worth from here on; -1 and 0
 * at the end of the game. */
int trey_learner_choose(const struct trey_learner *learner, const struct trey_view *view,
                        struct trey_slides *slides, float *worth);

/* The best slide by a search, as a bit 1 << direction; 0 at the end of the game. */
unsigned trey_learner_search(struct trey_learner_sight *sight,
                             const struct trey_view *view);

/* Moves the value of a position towards `worth`. */
void trey_learner_teach(struct trey_learner *learner, const struct trey_place *place,
                        float worth);

/* Plays a thread's games, one after the other, and learns from them, until so many slides
 * were made or `limit` games are counted. A game that is under way then goes on when it
 * is called again. */
void trey_learner_play(struct trey_learner *learner, struct trey_learner_sight *sight,
                       unsigned thread, uint64_t slides, uint64_t limit);

/* Whether the learner can be exported so: TREY_ERR_ARGUMENT if not. */
enum trey_status trey_learner_check_export(const struct trey_learner *learner,
                                           const struct trey_export_options *options,
                                           struct trey_error *error);

/* Fills learner->lanes, by its tuples, motion and stages. */
void trey_learner_lanes_make(struct trey_learner *learner);

/* Frees what games under way hold, and begins others. */
void trey_learner_drop_games(struct trey_learner *learner);

#endif
