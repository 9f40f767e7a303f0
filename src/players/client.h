/* A program that plays, as the other end of the engine protocol. */
#ifndef TREY_PLAYERS_CLIENT_H
#define TREY_PLAYERS_CLIENT_H

#include "trey/selfplay.h"

struct trey_client;

/* Runs a command by the shell and starts the protocol. TREY_ERR_IO if it cannot be run,
 * ends, or does not answer in time. */
enum trey_status trey_client_start(const char *command,
                                   const struct trey_player_options *options,
                                   struct trey_client **client, struct trey_error *error);

/* Announces a new game. */
enum trey_status trey_client_begin(struct trey_client *client, struct trey_error *error);

/* Asks for a move, which may be illegal. TREY_ERR_INPUT for an answer that is not a move,
 * TREY_ERR_IO if the program has ended or is too slow. */
enum trey_status trey_client_ask(struct trey_client *client, const struct trey_view *view,
                                 const struct trey_search_limits *limits,
                                 enum trey_direction *direction,
                                 struct trey_error *error);

/* Ends the program, by force if it does not end by itself. NULL is allowed. */
void trey_client_stop(struct trey_client *client);

#endif
