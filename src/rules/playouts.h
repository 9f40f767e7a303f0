/* Many random games at once, one per lane, for random playouts.
 *
 * A turn tries one direction in each lane; an illegal one only leaves the set of
 * directions left to try. */
#ifndef TREY_RULES_PLAYOUTS_H
#define TREY_RULES_PLAYOUTS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { TREY_LANES = 32 };

/* One array per field, so that the compiler can load neighbouring lanes into a vector. */
struct trey_playouts {
    uint64_t board[TREY_LANES];
    uint64_t random[TREY_LANES];  /* state of the random number generator, never 0 */
    uint64_t untried[TREY_LANES]; /* directions left to try, bits 1 << direction; 0: game
                                     over */
    uint64_t deck[TREY_LANES];    /* Threes!: ranks of the cards left, one per nibble, in
                                     no order */
    uint64_t left[TREY_LANES];    /* Threes!: number of cards left */
    uint64_t bonus[TREY_LANES];   /* Threes!: the cell that needs a bonus tile, or 0 */
    uint64_t fours[TREY_LANES];   /* 2048: number of 4s spawned */
};

/* Result of a turn. */
struct trey_turn {
    uint64_t moves; /* legal moves of all lanes */
    bool bonus;     /* some lane needs a bonus tile */
    bool over;      /* some lane's game is over */
};

typedef struct trey_turn (*trey_turn_fn)(struct trey_playouts *batch);

/* Turns compiled for several kinds of processors: index 0 for any. NULL for other
 * indices, and if this processor does not support the kind. */
enum { TREY_TURN_KINDS = 3 };
trey_turn_fn trey_turn_threes(int kind);
trey_turn_fn trey_turn_2048(int kind);

#define TREY_FULL_DECK  ((uint64_t)0x333322221111u)
#define TREY_ALL_SLIDES ((uint64_t)15)

/* Next random number of a lane: xorshift (Marsaglia 2003), used in pieces. */
static inline uint64_t trey_lane_random(uint64_t *state)
{
    assert(*state != 0); /* 0 would stay 0 */
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Piece 0..3 of a random number, 16 bits scaled to 0..bound-1. */
static inline uint64_t trey_lane_piece(uint64_t random, unsigned which, uint64_t bound)
{
    return (random >> (16 * which) & 0xffff) * bound >> 16;
}

/* Removes card number `which` from a deck of `left` cards and fills the gap with the last
 * card; returns its rank. */
static inline uint64_t trey_lane_card(uint64_t *deck, uint64_t *left, uint64_t which)
{
    assert(which < *left && *left <= 12);
    uint64_t at = 4 * which, last = 4 * (*left - 1);
    uint64_t rank = *deck >> at & 15, end = *deck >> last & 15;
    *deck ^= (rank ^ end) << at ^ end << last;
    *left -= 1;
    return rank;
}

#endif
