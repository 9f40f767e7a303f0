/* Games of one run dealt to processes. */
#ifndef TREY_PLAYERS_SPREAD_H
#define TREY_PLAYERS_SPREAD_H

#include "players/games.h"

/* Plays what is not yet in the store, each process its deal: `play`, with what it is to
 * be given, plays the games of games->deal. Rank 0 hears of all of them; what is in
 * `games` is complete there. For processes that are not alone, on all of them; `status`
 * is how this one's preparations went. A failure that `games` does not say is returned,
 * on all. */
enum trey_status trey_games_spread(struct trey_games *games, enum trey_status status,
                                   void (*play)(void *context), void *context,
                                   struct trey_error *error);

/* What a process other than 0 has played, for process 0. Waits while too much is on the
 * way. */
void trey_games_hand_in(struct trey_games *games, size_t index,
                        const struct trey_record *record, enum trey_status status,
                        struct trey_error *error);

#endif
