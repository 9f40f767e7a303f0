/* Positions with an unknown next tile. */
#ifndef TREY_ADVISE_GUESS_H
#define TREY_ADVISE_GUESS_H

#include "trey/advise.h"

/* Lists all possible hints with all decks that may remain after each, with the
 * probabilities of the rules: trey_guess_make for a player who has not seen the hint.
 * With a known `deck`, which is the deck after the hint, only the hints differ. If there
 * are more than 2 * TREY_MAX_DECKS cases, the least likely ones are dropped. Without
 * hints in the rules, or if the game is over, the result is that of trey_guess_make.
 * Returns TREY_ERR_INPUT if no hint is possible. `error` may be NULL. Thread-safe. */
enum trey_status trey_guess_make_open(const struct trey_rules *rules, trey_board board,
                                      trey_deck deck, struct trey_guess *guess,
                                      struct trey_error *error);

#endif
