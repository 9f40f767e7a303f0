/* The key under which a player's games are stored. */
#ifndef TREY_PLAYERS_PLAYER_KEY_H
#define TREY_PLAYERS_PLAYER_KEY_H

#include "trey/selfplay.h"

/* Makes the key: the text of the player, the clock, and the hash of the file if it is a
 * network or the table of a solved board: "network:a.network depth=1 clock=cpu
 * contents=0123456789abcdef". *key is for free(). For a program the command counts.
 * TREY_ERR_IO for a file that cannot be read, TREY_ERR_MEMORY, TREY_ERR_LIMIT without
 * xxhash. */
enum trey_status trey_player_key(const char *name, const struct trey_rules *rules,
                                 const struct trey_player_options *options, char **key,
                                 struct trey_error *error);

#endif
