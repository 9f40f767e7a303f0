/* Shared by the files of the fine regression: fine.c runs it and answers queries,
 * fine_ends.c lists the boards with which games end, fine_undo.c undoes moves.
 *
 * A state is a coded board together with its multiset of large tiles. Layer k is the set
 * of states k moves before the end of the longest game. A step (struct trey_fine_step)
 * makes layer k from layer k - 1, or prunes a layer. */
#ifndef TREY_SEQUENCE_FINE_INTERNAL_H
#define TREY_SEQUENCE_FINE_INTERNAL_H

#include "base/random.h"
#include "sequence/coded.h"
#include "sequence/large_sets.h"
#include "sequence/regress.h"

enum {
    TREY_STATE_BITS = 48,  /* of the board in a state */
    TREY_FINE_CHUNK = 512, /* table slots visited between two calls of trey_pause */
    TREY_CODES = TREY_CODED_MAX_LARGE + 1,
};

/* A state: the canonical board in the low bits, the index of its multiset of large tiles
 * above. Indices are below TREY_LARGE_SETS_MAX, so no state equals TREY_STATE_NONE. */
#define TREY_STATE_NONE  UINT64_MAX
#define TREY_STATE_BOARD ((UINT64_C(1) << TREY_STATE_BITS) - 1)

/* A set of states: a hash table with linear probing, at most three quarters full. */
struct trey_state_set {
    uint64_t *states; /* TREY_STATE_NONE: free */
    size_t size;      /* of the table, a power of two */
    size_t count;     /* of the states */
};

/* The slot that holds this state, or the free one where it belongs. */
static inline uint64_t *trey_state_set_slot(const struct trey_state_set *set,
                                            uint64_t state)
{
    size_t slot = (size_t)trey_mix64(state) & (set->size - 1);
    while (set->states[slot] != TREY_STATE_NONE && set->states[slot] != state)
        slot = (slot + 1) & (set->size - 1);
    return &set->states[slot];
}

static inline bool trey_state_set_contains(const struct trey_state_set *set,
                                           uint64_t state)
{
    return *trey_state_set_slot(set, state) == state;
}

struct trey_fine {
    const struct trey_regress *coarse;
    const struct trey_fine *previous; /* with a smaller `large`; NULL: none */
    int large;                        /* code of all tiles of this rank and above */
    const struct trey_sequence *sequence;
    size_t last; /* moves of the longest game: layer k is after last - k moves */
    struct trey_coded_tables *tables;
    struct trey_large_sets sets;
    uint64_t score; /* of the last run */
    bool ran;
    size_t depth;                  /* layers 0..depth are complete, if it ran */
    struct trey_state_set *layers; /* last + 1 */
    size_t bytes;                  /* of all layers */
};

/* One step: makes a layer, or searches for its states in an existing one. */
struct trey_fine_step {
    struct trey_fine *fine;
    const struct trey_regress_limits *limits;
    double cpu_start_s;
    size_t moves;                /* after which the boards of the layer are reached */
    int tile;                    /* rank of the tile that spawns next */
    int tile_before;             /* rank of the tile that spawned last, 0: none */
    int code_before;             /* its code */
    struct trey_state_set layer; /* under construction */

    /* If not NULL, no layer is made: `found` is set if a predecessor is in this one. */
    const struct trey_state_set *target;
    bool found;

    unsigned stop_checks; /* so far */
    bool out_of_memory;
    bool full;    /* the layer exceeds the limit of bytes, or indices ran out */
    bool stopped; /* by one of these or by another limit */
};

static inline uint64_t trey_state_of(const struct trey_fine *fine, trey_coded board,
                                     uint32_t set_index)
{
    return trey_coded_canonical(fine->tables, board) | (uint64_t)set_index
                                                           << TREY_STATE_BITS;
}

/* --- fine.c ---------------------------------------------------------------------------
 */

/* True if the step must stop. Cheap enough to be called for every few states. */
bool trey_fine_step_stops(struct trey_fine_step *step);

/* True if the layer can hold this board: it covers enough lines, and the last tile to
 * spawn is in a spawn cell. */
bool trey_fine_step_allows(const struct trey_fine_step *step, trey_coded board);

/* True if the previous regression has this layer, made from the same ends or more. */
bool trey_fine_step_has_previous(const struct trey_fine_step *step);

/* True if the less fine regressions allow this state in the layer. */
bool trey_fine_step_reachable(const struct trey_fine_step *step, trey_coded board,
                              uint32_t set_index);

/* Index of a multiset of large tiles. Sets `full` if no index is left. */
uint32_t trey_fine_step_index(struct trey_fine_step *step, trey_multiset set);

/* Adds a state to the layer. */
void trey_fine_step_add(struct trey_fine_step *step, trey_coded board,
                        uint32_t set_index);

/* --- fine_ends.c ----------------------------------------------------------------------
 */

/* Adds all boards with which a game ends above the score after its last move. Stops at
 * once if their estimated number exceeds the limits. */
void trey_fine_step_add_ends(struct trey_fine_step *step);

/* True if no game ends with 16 tiles above the score after this many moves. */
bool trey_fine_no_end_at(const struct trey_fine *fine, size_t moves);

/* --- fine_undo.c ----------------------------------------------------------------------
 */

/* Adds to the layer, or searches in `target`, all predecessors of a state of the layer
 * after it. */
void trey_fine_step_undo(struct trey_fine_step *step, uint64_t state);

#endif
