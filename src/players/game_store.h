/* The table of games in a store. */
#ifndef TREY_PLAYERS_GAME_STORE_H
#define TREY_PLAYERS_GAME_STORE_H

#include "trey/selfplay.h"

/* The key of a game, to which the version of the library is added. The texts are the
 * caller's. */
struct trey_game_store_key {
    const char *rules;  /* trey_rules_format */
    const char *player; /* trey_player_key */
    uint64_t seed, number;
};

/* Looks a game up; result->done is set if it is found. *text receives its record, for
 * free(), or NULL if it has none; `text` may be NULL. */
enum trey_status trey_game_store_find(struct trey_store *store,
                                      const struct trey_game_store_key *key,
                                      struct trey_game_result *result, char **text,
                                      struct trey_error *error);

/* Stores a game with its record as text (NULL: none). A game that is there already is not
 * changed. */
enum trey_status trey_game_store_add(struct trey_store *store,
                                     const struct trey_game_store_key *key,
                                     const struct trey_game_result *result,
                                     const char *record, struct trey_error *error);

#endif
