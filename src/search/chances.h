/* The chance events of a position, prepared for the search.
 *
 * `struct trey_chances` has all hints that may be shown, each with the tiles that it
 * allows. It depends only on the deck and the largest tile, so results are cached. A tile
 * of a rank leaves the same deck whatever the hint was: the search can evaluate each rank
 * once for all hints. */
#ifndef TREY_SEARCH_CHANCES_H
#define TREY_SEARCH_CHANCES_H

#include "trey/game.h"

enum {
    TREY_CHANCES_MAX_HINTS = TREY_MAX_CHANCES,
    TREY_CHANCES_MAX_PAIRS = 64,
    TREY_CHANCES_CACHE_SLOTS = 1 << 10,
};

struct trey_chances {
    uint16_t ranks;      /* possible ranks, bit 1 << rank */
    trey_deck deck[16];  /* by rank: the deck after the draw */
    float chance[16];    /* by rank: its probability */
    uint8_t hints;       /* number of hints */
    uint8_t card_hints;  /* number of the first hints, which are of cards only; all hints
                            if the others are not rare */
    uint16_t card_ranks; /* ranks that these allow */
    float card_probability;                    /* their total probability */
    uint8_t begin[TREY_CHANCES_MAX_HINTS + 1]; /* by hint: index of its first pair */
    float probability[TREY_CHANCES_MAX_HINTS]; /* by hint */
    uint8_t rank[TREY_CHANCES_MAX_PAIRS]; /* pairs: a rank that the hint allows, ... */
    float rank_probability[TREY_CHANCES_MAX_PAIRS]; /* ... and its probability given the
                                                       hint */
};

/* Chances by deck and largest rank. A cache that fills up is emptied between searches. */
struct trey_chance_cache {
    uint32_t key[TREY_CHANCES_CACHE_SLOTS]; /* 0: empty */
    unsigned count;
    struct trey_chances slot[TREY_CHANCES_CACHE_SLOTS];
};

/* Makes the chances of a position whose hint is shown: that hint only. */
void trey_chances_make_shown(const struct trey_rules *rules, trey_board board,
                             trey_next next, trey_deck deck,
                             struct trey_chances *chances);

/* Returns the chances of a position whose hint is not drawn yet: from the cache, or made
 * in *space if the cache is full. */
const struct trey_chances *trey_chances_find(struct trey_chance_cache *cache,
                                             const struct trey_rules *rules,
                                             trey_board board, trey_deck deck,
                                             struct trey_chances *space);

/* Empties the cache if it is more than half full. Call it between searches. */
void trey_chance_cache_trim(struct trey_chance_cache *cache);

#endif
