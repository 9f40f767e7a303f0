/* What the files of the fine regression share: fine.c runs it and answers, fine_ends.c
 * lists the boards with which games end, fine_undo.c goes a step back. */
#ifndef TREY_SEQUENCE_FINE_INSIDE_H
#define TREY_SEQUENCE_FINE_INSIDE_H

#include "base/random.h"
#include "sequence/coded.h"
#include "sequence/parts.h"
#include "sequence/regress.h"

enum {
    TREY_STATE_BITS = 48,  /* of a board in a state */
    TREY_FINE_PIECE = 512, /* states between two looks at who waits */
    TREY_CODES = TREY_CODED_MAX_LARGE + 1,
};

/* A board, the least of its turns, and above it the number of its multiset of large
 * tiles, which is so small that no state is TREY_STATE_FREE. */
#define TREY_STATE_FREE  UINT64_MAX
#define TREY_STATE_BOARD ((UINT64_C(1) << TREY_STATE_BITS) - 1)

/* A set of states: a hash table, at most three quarters full. */
struct trey_states {
    uint64_t *states;
    size_t size, count; /* of the table, a power of two; of states */
};

/* Where a state stands, or where it would. */
static inline uint64_t *trey_states_slot(const struct trey_states *set, uint64_t state)
{
    size_t slot = (size_t)trey_mix64(state) & (set->size - 1);
    while (set->states[slot] != TREY_STATE_FREE && set->states[slot] != state)
        slot = (slot + 1) & (set->size - 1);
    return &set->states[slot];
}

static inline bool trey_states_hold(const struct trey_states *set, uint64_t state)
{
    return *trey_states_slot(set, state) == state;
}

struct trey_fine {
    const struct trey_regress *coarse;
    const struct trey_fine *below; /* tells less apart; NULL: none */
    int large;                     /* code of the tiles that are not told apart */
    const struct trey_sequence *sequence;
    size_t last; /* moves of the longest game */
    struct trey_coded_tables *tables;
    struct trey_parts parts;
    uint64_t score;
    bool ran;
    size_t depth;               /* layers 0..depth are complete, if it ran */
    struct trey_states *layers; /* last + 1 */
    size_t bytes;
};

/* A layer that is being made, or one whose states are tried. */
struct trey_making {
    struct trey_fine *fine;
    const struct trey_regress_limits *limits;
    double cpu_start_s;
    struct trey_states layer;
    size_t moves;                 /* of its boards */
    int tile;                     /* that enters next */
    int tile_before, code_before; /* that entered last, 0: none */
    unsigned looks;
    bool failed, stopped;
    bool full; /* stopped by the limit of bytes, or the like */
    /* Not NULL: no layer is made, but a board of this one is looked for. */
    const struct trey_states *sought;
    bool found;
};

static inline uint64_t trey_state_of(const struct trey_fine *fine, trey_coded board,
                                     uint32_t number)
{
    return trey_coded_least(fine->tables, board) | (uint64_t)number << TREY_STATE_BITS;
}

/* --- fine.c ---------------------------------------------------------------------------
 */

/* Whether it is to end; asked for every few states. */
bool trey_making_is_over(struct trey_making *making);

/* Whether a board of this layer can look like this: lines covered, and the tile that
 * entered last where tiles enter. */
bool trey_making_can_be(const struct trey_making *making, trey_coded board);

/* Whether the regression below has gone back from as many ends, or more. */
bool trey_making_knows_below(const struct trey_making *making);

/* Whether what tells less apart lets such a board be in the layer. */
bool trey_making_is_reached(const struct trey_making *making, trey_coded board,
                            uint32_t number);

/* The number of a multiset of large tiles; the layer is full if there is none left. */
uint32_t trey_making_number(struct trey_making *making, trey_multiset set);

/* Puts a state into the layer. */
void trey_making_put(struct trey_making *making, trey_coded board, uint32_t number);

/* --- fine_ends.c ----------------------------------------------------------------------
 */

/* Puts all boards with which a game ends above the score after its last move; not begun
 * where the limits would end it. */
void trey_making_ends(struct trey_making *making);

/* Whether no game ends with 16 tiles above the score after so many moves. */
bool trey_fine_no_end_at(const struct trey_fine *fine, size_t moves);

/* --- fine_undo.c ----------------------------------------------------------------------
 */

/* Puts, or looks for, all that a move may have made into this state of the next layer. */
void trey_making_undo(struct trey_making *making, uint64_t state);

#endif
