/* Internal functions of the players of trey/selfplay.h. */
#ifndef TREY_PLAYERS_PLAYER_H
#define TREY_PLAYERS_PLAYER_H

#include "trey/selfplay.h"

/* True if the player is a search with an evaluator. */
bool trey_player_searches(const char *name);

/* Like trey_player_select_move; *seconds receives the time taken, by the clock of the
 * player's options. For a search it is what the search measured: its clock starts when
 * the weights are decoded, and reading the clock again would cost as much as a move at
 * one ply. On failure *seconds is undefined. */
enum trey_status trey_player_choose_timed(struct trey_player *player,
                                          const struct trey_view *view,
                                          enum trey_direction *direction, double *seconds,
                                          struct trey_error *error);

/* The weight by which the player's time for a move is distributed (struct trey_pace):
 * with `late` larger where games are lost, otherwise 1. Only ratios matter; 0 or more.
 * For each move of a game once: the player compares its expectation with that of earlier
 * moves. */
double trey_player_time_weight(struct trey_player *player, const struct trey_view *view);

#endif
