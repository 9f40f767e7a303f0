/* The odds of a position, found and shown. */
#ifndef TREY_CLI_ODDS_OUTPUT_H
#define TREY_CLI_ODDS_OUTPUT_H

#include "common.h"

/* Plays so many games from the position by one ply of the evaluator, each deck that is
 * possible as often as it is likely, and prints on standard output the chances to reach
 * each larger tile and where scores lie. Interrupted, it prints those of the games that
 * were finished. Returns the exit status. */
int cli_odds(const struct trey_guess *guess, const struct trey_evaluator *evaluator,
             const struct trey_odds_options *options, bool json);

/* The same after each first move, with the same seeds after every move: how far each is
 * behind the best one, the chances, and how certain the best one is by these games. */
int cli_odds_by_move(const struct trey_guess *guess,
                     const struct trey_evaluator *evaluator,
                     const struct trey_odds_options *options, bool json);

#endif
