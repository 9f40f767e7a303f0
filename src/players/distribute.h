/* Distribution of the games of one run over processes. */
#ifndef TREY_PLAYERS_DISTRIBUTE_H
#define TREY_PLAYERS_DISTRIBUTE_H

#include "players/games.h"

/* Plays all games that are not in the store yet: `play(context)` plays the games of
 * games->assigned. Process 0 receives all games; `games` is complete there. Call it on
 * all of at least two processes; `status` is the result of this one's preparations.
 * Returns failures that are not in games->status, on all processes. */
enum trey_status trey_games_distribute(struct trey_games *games, enum trey_status status,
                                       void (*play)(void *context), void *context,
                                       struct trey_error *error);

/* Queues a game that a process other than 0 has played, to be sent to process 0. Waits
 * while the queue is too long. */
void trey_games_submit(struct trey_games *games, size_t index,
                       const struct trey_record *record, enum trey_status status,
                       struct trey_error *error);

#endif
