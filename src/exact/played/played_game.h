/* Threes! with deck, bonus tiles and hint, as data: slots, decks, hints.
 *
 * A state is a board and the deck before the hint is drawn. Its value is a mean over
 * hints, so that no hint is part of a state. The sum of the tiles and the *excess*, the
 * number of 1s less that of 2s, make a *slot*. A slide keeps both. A board with a
 * negative excess is represented with 1s and 2s exchanged, a board of excess 0 by one of
 * its two forms: slides, spawns, deck and points are symmetric in 1 and 2. */
#ifndef TREY_EXACT_PLAYED_PLAYED_GAME_H
#define TREY_EXACT_PLAYED_PLAYED_GAME_H

#include "exact/table/ranking.h"
#include "trey/played.h"

enum {
    TREY_PLAYED_DECKS = 12,  /* max. decks of a slot, for TREY_PLAYED_MAX_COPIES */
    TREY_PLAYED_BONUSES = 9, /* max. ranks of bonus tiles */
    TREY_CARDS = 3,
    TREY_NO_DECK = -1,
};

/* The decks that are possible in a slot, by the cards drawn from them. The excess is that
 * of the board; the sum determines whether the number of 2s and 3s drawn is even, since a
 * whole deck and a bonus tile are multiples of 6. An empty deck counts as a full one. */
struct trey_decks {
    unsigned count;
    uint8_t one[TREY_PLAYED_DECKS], two[TREY_PLAYED_DECKS], three[TREY_PLAYED_DECKS];
    /* probability of a card, by its rank */
    double chance[TREY_CARDS + 1][TREY_PLAYED_DECKS];
    /* index of the next deck, or TREY_NO_DECK */
    int8_t to[TREY_CARDS + 1][TREY_PLAYED_DECKS];
};

/* A rank that a bonus tile may have. */
struct trey_bonus_tile {
    unsigned rank;
    double chance;
};

/* A hint of a bonus tile; with hidden hints, the only one: that it is a bonus tile. */
struct trey_bonus_hint {
    double chance;
    unsigned count;
    struct trey_bonus_tile tile[TREY_PLAYED_BONUSES];
};

/* Probabilities of the next tile, by the largest tile of the board. */
struct trey_draw_odds {
    double cards; /* probability of a card */
    unsigned hints, last_rank;
    struct trey_bonus_hint hint[TREY_PLAYED_BONUSES];
};

struct trey_played_game {
    struct trey_rules rules;
    struct trey_mechanics mechanics;
    struct trey_exact_game board; /* symmetries and tile values */
    struct trey_ranking ranking;
    bool hidden;         /* the next tile is not shown */
    bool uncounted;      /* the player takes all cards for equally likely */
    unsigned end_rank;   /* making this rank ends the game; 16: none does */
    unsigned excesses;   /* slots per sum */
    unsigned sums;       /* all sums are below this */
    unsigned last_start; /* largest sum of a start board */
    struct trey_decks decks[TREY_PLAYED_MAX_COPIES + 1][2]; /* by excess and parity */
    struct trey_draw_odds odds[16];
    /* By excess, parity and rank of a card: maps each set of decks to the set of decks
     * after the card. A set has a bit for each deck of its slot. */
    uint16_t (*follow)[2][TREY_CARDS + 1][1 << TREY_PLAYED_DECKS];
};

#define TREY_NO_TRANSITION UINT32_MAX /* not a slot */

/* The slot that a tile leads to, and whether 1s and 2s are exchanged there. */
struct trey_transition {
    unsigned slot;
    bool exchange;
};

/* `options` must have been checked. On failure, clear `game` too. */
enum trey_status trey_played_game_new(const struct trey_played_options *options,
                                      struct trey_played_game *game,
                                      struct trey_error *error);
void trey_played_game_clear(struct trey_played_game *game);

static inline unsigned trey_played_sum(const struct trey_played_game *game, unsigned slot)
{
    return slot / game->excesses;
}

static inline unsigned trey_played_excess(const struct trey_played_game *game,
                                          unsigned slot)
{
    return slot % game->excesses;
}

/* True if some board has this slot. */
static inline bool trey_played_is_slot(const struct trey_played_game *game, unsigned slot)
{
    unsigned sum = trey_played_sum(game, slot), excess = trey_played_excess(game, slot);
    return sum >= excess && (sum - excess) % 3 == 0;
}

/* The decks of a slot; NULL if no deck has its excess. */
const struct trey_decks *trey_played_decks(const struct trey_played_game *game,
                                           unsigned slot);

/* The slot after a tile of this rank; TREY_NO_TRANSITION for a 1 that no deck has left.
 */
struct trey_transition trey_played_transition(const struct trey_played_game *game,
                                              unsigned slot, unsigned rank);

/* The symmetries under which boards of a slot are reduced. */
const struct trey_fold *trey_played_fold(const struct trey_played_game *game,
                                         unsigned slot);

/* Replaces a board by its canonical form and returns its slot, or TREY_NO_TRANSITION if
 * it has none. *exchanged: 1s and 2s were exchanged, as they must be in the deck. */
unsigned trey_played_canonicalise(const struct trey_played_game *game, trey_board *board,
                                  bool *exchanged);

/* Index of a deck among those of a slot, by the cards drawn from it; or TREY_NO_DECK. */
int trey_played_deck(const struct trey_played_game *game, unsigned slot, unsigned ones,
                     unsigned twos, unsigned threes);

/* The highest rank of a bonus tile on boards of this sum; below 4 if there is none. */
unsigned trey_played_last_bonus(const struct trey_played_game *game, unsigned sum);

/* Calls visit for each possible start board, with the cards drawn from the deck and its
 * probability. */
void trey_played_starts(const struct trey_played_game *game, void *context,
                        void visit(void *context, trey_board board,
                                   const unsigned drawn[TREY_CARDS + 1], double chance));

#endif
