/* Chance rules shared by the distributions (chance.c) and the draws (game_state.c). */
#ifndef TREY_RULES_CHANCE_H
#define TREY_RULES_CHANCE_H

#include "rules/mechanics.h"

/* Possible bonus tiles on a board: ranks TREY_FIRST_BONUS .. TREY_FIRST_BONUS + values -
 * 1, and `windows` windows of `width` consecutive ones. All 0 if bonus tiles are
 * impossible. */
struct trey_bonus_range {
    int values, width, windows;
};

#define TREY_FIRST_BONUS 4 /* rank of 6 */

/* True if bonus tiles are possible: some tile has at least rank 7, a 48. */
static inline bool trey_bonus_possible(const struct trey_rules *rules, trey_board board)
{
    uint64_t large = board >> 3 | (board >> 2 & board >> 1 & board);
    return rules->bonus != TREY_BONUS_NONE && (large & 0x1111111111111111u) != 0;
}

struct trey_bonus_range trey_bonus_range_of(const struct trey_rules *rules,
                                            trey_board board);

/* Window 0..windows-1 as a hint. */
static inline trey_next trey_bonus_window(struct trey_bonus_range range, int window)
{
    assert(window >= 0 && window < range.windows && range.width <= range.values);
    return (trey_next)(((1u << range.width) - 1) << (TREY_FIRST_BONUS + window));
}

/* Largest rank of a card: 3, or in 2048 2. */
static inline int trey_last_card(const struct trey_rules *rules)
{
    return trey_tiles_of(rules)->cards;
}

/* Sum of the weights of all cards, for rules without a deck. */
static inline int trey_card_weights(const struct trey_tile_rule *tiles)
{
    int sum = 0;
    for (int rank = 1; rank <= tiles->cards; rank++)
        sum += tiles->weights[rank];
    return sum;
}

/* The deck for the next draw: a full one instead of an empty one. */
trey_deck trey_deck_renewed(const struct trey_rules *rules, trey_deck deck);

/* Probability that the card drawn before this deck was left was a 3, from the deck with
 * one more 3; 0 if that exceeds a full deck. */
double trey_three_drawn(const struct trey_rules *rules, trey_deck left);

/* Rank of the card that a hint shows; 0 if it does not show a card. */
int trey_next_card(const struct trey_rules *rules, trey_next next);

/* True if a hint is possible on this board with some deck. */
bool trey_next_possible(const struct trey_rules *rules, trey_board board, trey_next next);

/* The deck after a tile was drawn: a card is removed, any other tile is not. The deck is
 * unchanged if it has no such card (see trey_deck_check) or is unknown. */
trey_deck trey_deck_draw(const struct trey_rules *rules, trey_deck deck, int rank);

/* TREY_OK if a deck is possible after the hint: it has no more cards than a full deck
 * less the card that the hint shows. TREY_DECK_UNKNOWN is always possible. Otherwise
 * TREY_ERR_INPUT. */
enum trey_status trey_deck_check(const struct trey_rules *rules, trey_next next,
                                 trey_deck deck, struct trey_error *error);

/* True if some game from its start can have led to this board, hint and deck: the cards
 * drawn, possible bonus tiles, and the tiles on the board and in the hint add up
 * (src/rules/deck_fits.c). Positions of tiles are ignored, so the answer is true for
 * every possible deck and, in the first moves of a game, for a few impossible ones.
 * Always true for rules without a deck and for an unknown deck. Board and hint must be
 * possible. Thread-safe. */
bool trey_deck_fits(const struct trey_rules *rules, trey_board board, trey_next next,
                    trey_deck deck);

#endif
