/* The state of a network: tables of quantised weights, one set per stage. The functions
 * that work on it are declared in eval/network.h.
 *
 * A weight's value is its number times the unit. A stage's tables have no room for ranks
 * that do not occur in it, which makes them a fraction of the size: an index is a number
 * with a digit for each cell, the first cell's the lowest, to the base `radix`. The last
 * stage of Threes! treats 12288 as 6144; in 2048 all ranks up to 15 (32768) have digits.
 *
 * In 2048 a value is that of an afterstate, whatever tile spawns. */
#ifndef TREY_EVAL_NETWORK_STATE_H
#define TREY_EVAL_NETWORK_STATE_H

#include "eval/stages.h"
#include "eval/tuples.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    TREY_NETWORK_MIN_DOWNGRADE = 4, /* smallest rank from which boards are downgraded */
    TREY_NETWORK_DECKS = 125,       /* compositions of a deck with up to 4 of each card */
    TREY_NETWORK_SMALL_COUNTS = 7, /* counts of 1s, or 2s, that are distinguished: 0..6 */
    TREY_NETWORK_DECK_ENTRIES = (TREY_NETWORK_DECKS + 1) * TREY_NETWORK_SMALL_COUNTS *
                                TREY_NETWORK_SMALL_COUNTS, /* the last: unknown deck */
};

/* If weights need a larger unit, training has diverged. */
#define TREY_NETWORK_MAX_UNIT 1e9

/* The weights that change when a tile spawns in a cell. The first `twice` count twice:
 * they stand for both images of a pair (struct trey_tuples). */
struct trey_spawn_lookups {
    int twice, count;
    struct trey_spawn_lookup {
        uint32_t index; /* into the board's weights: tuple and image */
        uint32_t step;  /* distance of the weights for the cell's ranks */
    } lookup[TREY_NETWORK_MAX_INDICES];
};

/* The weights of one stage. A stage that was read from a file is decoded on first use. */
struct trey_network_stage {
    int tuples;     /* number of tuples that it has: the network's first ones */
    uint32_t radix; /* base of indices: all ranks are below it */
    uint32_t step[TREY_NETWORK_MAX_CELLS];     /* powers of the radix */
    uint32_t size[TREY_NETWORK_MAX_TUPLES];    /* number of weights */
    int16_t *weights[TREY_NETWORK_MAX_TUPLES]; /* NULL for tuples that it lacks */
    int32_t *deck;          /* TREY_NETWORK_DECK_ENTRIES weights, of the same unit */
    const uint8_t *encoded; /* its part of the network's file bytes, until it is ready */
    size_t encoded_bytes;
    atomic_bool ready;   /* the weights are decoded */
    atomic_bool damaged; /* decoding failed: the weights are those of the parent stage */
    struct trey_spawn_lookups spawn[16]; /* by cell */
};

struct trey_network {
    struct trey_evaluator base; /* must be first */
    struct trey_tuples tuples;
    struct trey_stages stages;
    float unit;          /* value of a weight of 1 */
    bool swap_symmetric; /* weights whose cells differ by 1s and 2s swapped are equal */
    struct trey_network_stage stage[TREY_NETWORK_MAX_STAGES];
    int parent[TREY_NETWORK_MAX_STAGES]; /* of each stage, -1 for the first: an earlier
                                            one, to whose weights the file has
                                            differences */

    bool use_avx2; /* the processor has it, and the bit instructions BMI1 and BMI2 */
    uint8_t shuffle[TREY_NETWORK_MAX_TUPLES][2][32]; /* masks of network_avx2.c */

    uint8_t *file; /* bytes of the file, owned; NULL if not read from a file */
    int version;   /* of the file */

    atomic_uint plausible_stages; /* bits: trey_evaluator_warning found nothing */
    pthread_mutex_t decode_lock;  /* held while a stage is decoded */
    struct trey_network *self;    /* this network, writable: stages are decoded when they
                                     are first read, through a pointer to const */
};

/* Number of flags (board/lines.h), up to 16: counted in bytes, which a product adds up.
 * Plain x86-64 has no instruction for it and would call a function. */
static inline uint32_t trey_network_count_flags(uint64_t flags)
{
    assert((flags & ~TREY_LOW_BITS) == 0);
    uint64_t pairs = (flags + (flags >> 4)) & 0x0303030303030303u;
    return (uint32_t)(pairs * 0x0101010101010101u >> 56);
}

/* The numbers of 1s and 2s on a board. */
static inline void trey_network_count_small(trey_board board, uint32_t *ones,
                                            uint32_t *twos)
{
    uint64_t low = board & TREY_LOW_BITS, second = board >> 1 & TREY_LOW_BITS;
    uint64_t high = (board >> 2 | board >> 3) & TREY_LOW_BITS;
    *ones = trey_network_count_flags(low & ~second & ~high);
    *twos = trey_network_count_flags(second & ~low & ~high);
}

/* Index in the deck's table, for a deck as in trey/game.h and the numbers of 1s and 2s on
 * the board. */
static inline uint32_t trey_network_deck_entry_of(uint16_t deck, uint32_t ones,
                                                  uint32_t twos)
{
    ones = ones < TREY_NETWORK_SMALL_COUNTS ? ones : TREY_NETWORK_SMALL_COUNTS - 1;
    twos = twos < TREY_NETWORK_SMALL_COUNTS ? twos : TREY_NETWORK_SMALL_COUNTS - 1;
    uint32_t cards[3], composition = 0;
    for (int i = 0; i < 3; i++) {
        cards[i] = (uint32_t)deck >> (4 * i) & 15u;
        composition = 5 * composition + (cards[i] < 5 ? cards[i] : 4);
    }
    if (deck >> 12 != 0)
        composition = TREY_NETWORK_DECKS;
    assert(composition <= TREY_NETWORK_DECKS && ones < TREY_NETWORK_SMALL_COUNTS);
    return (composition * TREY_NETWORK_SMALL_COUNTS + ones) * TREY_NETWORK_SMALL_COUNTS +
           twos;
}

/* The same for the 1s and 2s of a board. */
static inline uint32_t trey_network_deck_entry(uint16_t deck, trey_board board)
{
    uint32_t ones, twos;
    trey_network_count_small(board, &ones, &twos);
    return trey_network_deck_entry_of(deck, ones, twos);
}

/* The index with 1s and 2s swapped, on the board and in the deck. */
static inline int trey_network_deck_swap_1_2(int entry)
{
    enum { SMALL = TREY_NETWORK_SMALL_COUNTS };
    int deck = entry / (SMALL * SMALL), ones = entry / SMALL % SMALL;
    int twos = entry % SMALL;
    assert(entry >= 0 && entry < TREY_NETWORK_DECK_ENTRIES);
    if (deck != TREY_NETWORK_DECKS) /* 25 ones + 5 twos + threes */
        deck = deck / 5 % 5 * 25 + deck / 25 * 5 + deck % 5;
    return (deck * SMALL + twos) * SMALL + ones;
}

/* Converts an index of trey_network_indices to one of the stage; its ranks must be below
 * the radix. Pairs of digits come first: they fit in the bytes of two four-bit ranks. */
static inline uint32_t trey_network_pack(const struct trey_network_stage *stage,
                                         uint32_t index)
{
    assert(stage->radix >= 4 && stage->radix <= 16);
    uint32_t pairs = (index & 0x0f0f0f0fu) + stage->radix * (index >> 4 & 0x0f0f0f0fu);
    return (pairs & 255) + stage->step[2] * (pairs >> 8 & 255) +
           stage->step[4] * (pairs >> 16 & 255) + stage->step[6] * (pairs >> 24);
}

/* Converts an index of the stage to one of trey_network_indices. */
static inline uint32_t trey_network_unpack(const struct trey_network_stage *stage,
                                           uint32_t packed)
{
    uint32_t index = 0;
    for (int shift = 0; packed != 0; packed /= stage->radix, shift += 4)
        index |= packed % stage->radix << shift;
    return index;
}

#endif
