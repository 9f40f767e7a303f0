/* Players, beyond what trey/selfplay.h tells of them. */
#ifndef TREY_PLAYERS_PLAYER_H
#define TREY_PLAYERS_PLAYER_H

#include "trey/selfplay.h"

/* Whether it is a search with an evaluator. */
bool trey_player_searches(const char *name);

/* As trey_player_choose, and tells how long it took by the clock of the player's options.
 * A search tells itself: its clock starts when what it values by is unpacked, and to read
 * the processor's clock again would take as long as a move at one ply. On failure
 * *seconds is anything. */
enum trey_status trey_player_choose_timed(struct trey_player *player,
                                          const struct trey_view *view,
                                          enum trey_direction *direction, double *seconds,
                                          struct trey_error *error);

#endif
