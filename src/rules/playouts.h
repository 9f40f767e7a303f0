/* Many random games at once, one a lane, for random playouts.
 *
 * A turn tries one slide in each lane; an illegal one changes nothing but the set of
 * slides that are left to try. */
#ifndef TREY_RULES_PLAYOUTS_H
#define TREY_RULES_PLAYOUTS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { TREY_LANES = 32 };

/* One array a field, so that a compiler can put neighbouring lanes into a vector. */
struct trey_playouts {
    uint64_t board[TREY_LANES];
    uint64_t random[TREY_LANES]; /* state of the random numbers, never 0 */
    uint64_t
        untried[TREY_LANES];    /* slides, bit 1 << direction each; 0: the game is over */
    uint64_t deck[TREY_LANES];  /* Threes!: cards left, a rank each nibble, unordered */
    uint64_t left[TREY_LANES];  /* Threes!: how many */
    uint64_t bonus[TREY_LANES]; /* Threes!: the cell that waits for a bonus tile, or 0 */
    uint64_t fours[TREY_LANES]; /* 2048: tiles of 4 that entered */
};

/* What a turn did. */
struct trey_turn {
    uint64_t moves; /* legal slides, over all lanes */
    bool bonus;     /* some lane waits for a bonus tile */
    bool over;      /* some lane's game is over */
};

typedef struct trey_turn (*trey_turn_fn)(struct trey_playouts *batch);

/* The same turns, compiled for several kinds of processor: index 0 is for all of them.
 * NULL beyond the last, and for those that this processor is not. */
enum { TREY_TURN_KINDS = 3 };
trey_turn_fn trey_turn_threes(int kind);
trey_turn_fn trey_turn_2048(int kind);

#define TREY_FULL_DECK  ((uint64_t)0x333322221111u)
#define TREY_ALL_SLIDES ((uint64_t)15)

/* The next random number of a lane: xorshift (Marsaglia 2003), used in pieces. */
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

/* Takes card number `which` out of a deck of `left` cards, the last card filling the gap;
 * returns its rank. */
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
