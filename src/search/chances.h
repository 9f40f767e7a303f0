/* What chance may do next, prepared for the search.
 *
 * A *chances* is all the hints that may be shown, each with the tiles it may mean. It
 * depends on the deck and the largest tile alone, so those once worked out are kept. A
 * tile of a rank leaves the same deck whatever the hint was: the search can value each
 * rank once and use it for all hints. */
#ifndef TREY_SEARCH_CHANCES_H
#define TREY_SEARCH_CHANCES_H

#include "trey/game.h"

enum {
    TREY_CHANCES_HINTS = TREY_MAX_CHANCES,
    TREY_CHANCES_PAIRS = 64,
    TREY_CHANCES_SLOTS = 1 << 10,
};

struct trey_chances {
    uint16_t ranks;                        /* that may come, bit 1 << rank */
    trey_deck deck[16];                    /* by rank: the deck after it was drawn */
    float chance[16];                      /* by rank: how likely it is */
    uint8_t hints;                         /* how many */
    uint8_t usual;                         /* of these, the first: of cards alone; all if
                                              the others are not rare */
    uint16_t usual_ranks;                  /* that these may mean */
    float usual_share;                     /* how likely these are together */
    uint8_t begin[TREY_CHANCES_HINTS + 1]; /* of the hint's pairs */
    float probability[TREY_CHANCES_HINTS]; /* of the hint */
    uint8_t rank[TREY_CHANCES_PAIRS];      /* what the hint may mean, ... */
    float share[TREY_CHANCES_PAIRS];       /* ... and how likely, given the hint */
};

/* Chances by deck and largest rank. Filled up, it is emptied between searches. */
struct trey_chance_cache {
    uint32_t key[TREY_CHANCES_SLOTS]; /* 0: none */
    unsigned count;
    struct trey_chances slot[TREY_CHANCES_SLOTS];
};

/* For a position whose hint is shown: that hint alone. */
void trey_chances_shown(const struct trey_rules *rules, trey_board board, trey_next next,
                        trey_deck deck, struct trey_chances *chances);

/* Where the hint is still to be drawn; kept, or made in *space if there is no room. */
const struct trey_chances *trey_chances_of(struct trey_chance_cache *kept,
                                           const struct trey_rules *rules,
                                           trey_board board, trey_deck deck,
                                           struct trey_chances *space);

/* Empties what is kept if it is rather full: between searches. */
void trey_chance_cache_trim(struct trey_chance_cache *kept);

#endif
