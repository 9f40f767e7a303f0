/* The odds of a position: computes and prints them. */
#ifndef TREY_CLI_ODDS_OUTPUT_H
#define TREY_CLI_ODDS_OUTPUT_H

#include "common.h"

/* Plays games from the position with the evaluator at one ply, from each possible deck in
 * proportion to its probability, and prints the chances to reach larger tiles and the
 * distribution of scores. After an interruption it prints those of the finished games.
 * Returns the exit status. */
int cli_odds(const struct trey_guess *guess, const struct trey_evaluator *evaluator,
             const struct trey_odds_options *options, bool json);

/* As cli_odds, after each first move, with the same seeds for every move: prints the
 * distance of each move from the best one, the chances, and how certain the best move
 * is. */
int cli_odds_by_move(const struct trey_guess *guess,
                     const struct trey_evaluator *evaluator,
                     const struct trey_odds_options *options, bool json);

#endif
