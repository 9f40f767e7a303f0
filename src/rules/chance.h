/* Rules of chance shared by the distributions (chance.c) and the draws (game.c). */
#ifndef TREY_RULES_CHANCE_H
#define TREY_RULES_CHANCE_H

#include "rules/mechanics.h"

/* Bonus tiles on a board: ranks TREY_FIRST_BONUS .. TREY_FIRST_BONUS + values - 1, and
 * the windows of `width` consecutive ones of them. values is 0 if there is no bonus. */
struct trey_bonus_range {
    int values, width, windows;
};

#define TREY_FIRST_BONUS 4 /* rank of 6 */

/* Whether there is any: whether some tile is of rank 7, a 48, or above. */
static inline bool trey_bonus_possible(const struct trey_rules *rules, trey_board board)
{
    uint64_t large = board >> 3 | (board >> 2 & board >> 1 & board);
    return rules->bonus != TREY_BONUS_NONE && (large & 0x1111111111111111u) != 0;
}

struct trey_bonus_range trey_bonus_range_of(const struct trey_rules *rules,
                                            trey_board board);

/* Window number 0..windows-1 as a hint. */
static inline trey_next trey_bonus_window(struct trey_bonus_range range, int window)
{
    assert(window >= 0 && window < range.windows && range.width <= range.values);
    return (trey_next)(((1u << range.width) - 1) << (TREY_FIRST_BONUS + window));
}

/* The largest rank that is a card: 3, or in 2048 2. */
static inline int trey_last_card(const struct trey_rules *rules)
{
    return trey_tiles_of(rules)->cards;
}

/* The weights of all cards together, without a deck. */
static inline int trey_card_weights(const struct trey_tile_rule *tiles)
{
    int sum = 0;
    for (int rank = 1; rank <= tiles->cards; rank++)
        sum += tiles->weights[rank];
    return sum;
}

/* The deck that the next card is drawn from: a new one for one used up. */
trey_deck trey_deck_renewed(const struct trey_rules *rules, trey_deck deck);

/* Probability that a draw of a card that leaves this deck was a 3: of the deck before it,
 * which had one more; 0 if a deck has no more. */
double trey_three_drawn(const struct trey_rules *rules, trey_deck left);

/* The rank of the card that a hint shows, 0 if it shows none. */
int trey_next_card(const struct trey_rules *rules, trey_next next);

/* Whether a hint may be shown on this board, whatever the deck. */
bool trey_next_possible(const struct trey_rules *rules, trey_board board, trey_next next);

#endif
