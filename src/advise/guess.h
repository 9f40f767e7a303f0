/* A position whose next tile is not known. */
#ifndef TREY_ADVISE_GUESS_H
#define TREY_ADVISE_GUESS_H

#include "trey/advise.h"

/* As trey_guess_make, for a player who has not seen the hint: every hint that is
 * possible, with every deck that can be left behind it, as likely as the rules make them.
 * With a known `deck`, which is what is left after the hint, only the hints differ. If
 * there are more than 2 * TREY_MAX_DECKS cases, the least likely ones are left out. Rules
 * without hints, and a board that has ended the game, are as in trey_guess_make.
 * TREY_ERR_INPUT if no hint is possible. `error` may be NULL. Any thread. */
enum trey_status trey_guess_make_open(const struct trey_rules *rules, trey_board board,
                                      trey_deck deck, struct trey_guess *guess,
                                      struct trey_error *error);

#endif
