/* Threes! as it is played, as data: slots, decks, hints.
 *
 * A state is a board and the deck, before the next tile is known: what the hint will be
 * is a mean over the hints, so that no hint is part of a state. The sum of the tiles and
 * the *excess*, the number of 1s less that of 2s, make a *slot*. A slide keeps both.
 * Boards with a negative excess are kept with 1s and 2s exchanged, those of excess 0 in
 * one of the two forms: slides, entries, deck and points treat 1 and 2 alike. */
#ifndef TREY_EXACT_PLAYED_GAME_H
#define TREY_EXACT_PLAYED_GAME_H

#include "exact/table/ranking.h"
#include "trey/played.h"

enum {
    TREY_PLAYED_DECKS = 12,  /* most of a slot, with TREY_PLAYED_MAX_COPIES */
    TREY_PLAYED_BONUSES = 9, /* most ranks that a bonus tile may have */
    TREY_CARDS = 3,
    TREY_NO_DECK = -1,
};

/* The decks that boards of a slot may go with, by what has left them: the excess is that
 * of the board, and the sum tells whether the number of 2s and 3s is even, since a whole
 * deck and a bonus tile are worth multiples of 6. A deck used up is a full one. */
struct trey_decks {
    unsigned count;
    uint8_t one[TREY_PLAYED_DECKS], two[TREY_PLAYED_DECKS], three[TREY_PLAYED_DECKS];
    double chance[TREY_CARDS + 1][TREY_PLAYED_DECKS]; /* of a card, by its rank */
    int8_t to[TREY_CARDS + 1][TREY_PLAYED_DECKS];     /* the deck then, or TREY_NO_DECK */
};

/* What a bonus tile may turn out to be. */
struct trey_bonus_tile {
    unsigned rank;
    double chance;
};

/* A hint of a bonus tile; of rules that show nothing the one that there is any. */
struct trey_bonus_hint {
    double chance;
    unsigned count;
    struct trey_bonus_tile tile[TREY_PLAYED_BONUSES];
};

/* What may come, by the largest tile of the board. */
struct trey_luck {
    double cards; /* probability of a card */
    unsigned hints, last_rank;
    struct trey_bonus_hint hint[TREY_PLAYED_BONUSES];
};

struct trey_played_game {
    struct trey_rules rules;
    struct trey_mechanics mechanics;
    struct trey_exact_game board; /* symmetries and tiles */
    struct trey_ranking ranking;
    bool hidden;         /* nothing is shown of the next tile */
    bool uncounted;      /* the player takes any card for equally likely */
    unsigned end_rank;   /* making this ends the game; 16: nothing does */
    unsigned excesses;   /* slots of a sum */
    unsigned sums;       /* beyond the last sum */
    unsigned last_start; /* sum */
    struct trey_decks decks[TREY_PLAYED_MAX_COPIES + 1][2]; /* by excess and parity */
    struct trey_luck luck[16];
    /* By excess, parity and rank of a card: for each set of decks that of the decks
     * then. The set of the decks of a slot has a bit for each. */
    uint16_t (*follow)[2][TREY_CARDS + 1][1 << TREY_PLAYED_DECKS];
};

#define TREY_NO_WAY UINT32_MAX /* not the slot of any board */

/* Where a tile leads from a slot. */
struct trey_way {
    unsigned slot;
    bool exchange;
};

/* `options` must have been checked. */
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

/* Whether it is the slot of any board. */
static inline bool trey_played_is_slot(const struct trey_played_game *game, unsigned slot)
{
    unsigned sum = trey_played_sum(game, slot), excess = trey_played_excess(game, slot);
    return sum >= excess && (sum - excess) % 3 == 0;
}

/* The decks of a slot; NULL if its excess is beyond any deck's. */
const struct trey_decks *trey_played_decks(const struct trey_played_game *game,
                                           unsigned slot);

/* The slot after a tile of this rank; TREY_NO_WAY for a 1 where no deck has another. */
struct trey_way trey_played_way(const struct trey_played_game *game, unsigned slot,
                                unsigned rank);

/* How boards are folded that are kept in a slot. */
const struct trey_fold *trey_played_fold(const struct trey_played_game *game,
                                         unsigned slot);

/* The slot of a board, or TREY_NO_WAY; the board becomes the one that stands for it;
 * *exchanged: with 1s and 2s exchanged, and so is its deck. */
unsigned trey_played_settle(const struct trey_played_game *game, trey_board *board,
                            bool *exchanged);

/* The number of a deck among those of a slot, by the cards that have left it; or
 * TREY_NO_DECK. */
int trey_played_deck(const struct trey_played_game *game, unsigned slot, unsigned ones,
                     unsigned twos, unsigned threes);

/* The highest rank that a bonus tile may have on boards of this sum; below 4: there is
 * none. */
unsigned trey_played_last_bonus(const struct trey_played_game *game, unsigned sum);

/* Calls visit for each board with which a game may start, with the cards that have left
 * the deck, and its probability. */
void trey_played_starts(const struct trey_played_game *game, void *context,
                        void visit(void *context, trey_board board,
                                   const unsigned drawn[TREY_CARDS + 1], double chance));

#endif
