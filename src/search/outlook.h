/* What chance may do next, prepared for the search.
 *
 * An *outlook* is all the hints that may be shown, each with the tiles it may mean. It
 * depends on the deck and the largest tile alone, so those once worked out are kept. A
 * tile of a rank leaves the same deck whatever the hint was: the search can value each
 * rank once and use it for all hints. */
#ifndef TREY_SEARCH_OUTLOOK_H
#define TREY_SEARCH_OUTLOOK_H

#include "trey/game.h"

enum {
    TREY_OUTLOOK_HINTS = TREY_MAX_CHANCES,
    TREY_OUTLOOK_PAIRS = 64,
    TREY_OUTLOOK_SLOTS = 1 << 10,
};

struct trey_outlook {
    uint16_t ranks;                        /* that may come, bit 1 << rank */
    trey_deck deck[16];                    /* by rank: the deck after it was drawn */
    float chance[16];                      /* by rank: how likely it is */
    uint8_t hints;                         /* how many */
    uint8_t begin[TREY_OUTLOOK_HINTS + 1]; /* of the hint's pairs */
    float probability[TREY_OUTLOOK_HINTS]; /* of the hint */
    uint8_t rank[TREY_OUTLOOK_PAIRS];      /* what the hint may mean, ... */
    float share[TREY_OUTLOOK_PAIRS];       /* ... and how likely, given the hint */
};

/* Outlooks by deck and largest rank. Filled up, it is emptied between searches. */
struct trey_outlooks {
    uint32_t key[TREY_OUTLOOK_SLOTS]; /* 0: none */
    unsigned count;
    struct trey_outlook slot[TREY_OUTLOOK_SLOTS];
};

/* The largest rank on a board. */
static inline unsigned trey_largest_rank(trey_board board)
{
    uint64_t candidates = 0x1111111111111111u;
    unsigned largest = 0;
    for (unsigned bit = 4; bit-- > 0;) {
        uint64_t with = candidates & board >> bit;
        candidates = with != 0 ? with : candidates;
        largest |= (unsigned)(with != 0) << bit;
    }
    return largest;
}

/* For a position whose hint is shown: that hint alone. */
void trey_outlook_shown(const struct trey_rules *rules, trey_board board, trey_next next,
                        trey_deck deck, struct trey_outlook *outlook);

/* Where the hint is still to be drawn; kept, or made in *space if there is no room. */
const struct trey_outlook *trey_outlook_of(struct trey_outlooks *kept,
                                           const struct trey_rules *rules,
                                           trey_board board, trey_deck deck,
                                           struct trey_outlook *space);

/* Empties what is kept if it is rather full: between searches. */
void trey_outlooks_trim(struct trey_outlooks *kept);

#endif
