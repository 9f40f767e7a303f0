/* The other end of the engine protocol: a program that is asked for slides. */
#ifndef TREY_PLAYERS_CLIENT_H
#define TREY_PLAYERS_CLIENT_H

#include "trey/selfplay.h"

struct trey_client;

/* Runs a command by the shell and greets it. TREY_ERR_IO if it cannot be run, ends, or
 * does not answer in time. */
enum trey_status trey_client_start(const char *command,
                                   const struct trey_player_options *options,
                                   struct trey_client **client, struct trey_error *error);

/* A new game begins. */
enum trey_status trey_client_begin(struct trey_client *client, struct trey_error *error);

/* The slide the program answers with, legal or not. TREY_ERR_INPUT for an answer that is
 * no slide, TREY_ERR_IO if the program is gone or too slow. */
enum trey_status trey_client_ask(struct trey_client *client, const struct trey_view *view,
                                 const struct trey_search_limits *limits,
                                 enum trey_direction *direction,
                                 struct trey_error *error);

/* Ends the program, by force if it does not go. NULL is taken. */
void trey_client_stop(struct trey_client *client);

#endif
