/* What a player's games are found by again. */
#ifndef TREY_PLAYERS_KEY_H
#define TREY_PLAYERS_KEY_H

#include "trey/selfplay.h"

/* The text of the player, the clock, and of a network or a table of a solved board what
 * the file holds: "network:a.network depth=1 clock=cpu contents=0123456789abcdef". *key
 * is for free(). Of a program it is the command that counts. TREY_ERR_IO for a file that
 * cannot be read, TREY_ERR_MEMORY, TREY_ERR_LIMIT without xxhash. */
enum trey_status trey_player_key(const char *name, const struct trey_rules *rules,
                                 const struct trey_player_options *options, char **key,
                                 struct trey_error *error);

#endif
