/* Players, beyond what trey/selfplay.h tells of them. */
#ifndef TREY_PLAYERS_PLAYER_H
#define TREY_PLAYERS_PLAYER_H

#include "trey/selfplay.h"

/* Whether it is a search with an evaluator. */
bool trey_player_searches(const char *name);

/* Gets ready what the move of this position will be chosen by, so that it does not count
 * as time for thinking: a network is unpacked, once for all who play by it. */
void trey_player_prepare(const struct trey_player *player, const struct trey_view *view);

#endif
