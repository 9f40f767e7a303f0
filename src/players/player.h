/* What the names of players say. */
#ifndef TREY_PLAYERS_PLAYER_H
#define TREY_PLAYERS_PLAYER_H

#include "trey/selfplay.h"

/* Whether it is a search with an evaluator. */
bool trey_player_searches(const char *name);

#endif
