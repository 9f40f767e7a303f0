/* The table of a store that keeps games. */
#ifndef TREY_PLAYERS_KEPT_H
#define TREY_PLAYERS_KEPT_H

#include "trey/selfplay.h"

/* What a game is found by again, with the version of the library. The texts are the
 * caller's. */
struct trey_kept_key {
    const char *rules;  /* trey_rules_format */
    const char *player; /* trey_player_key */
    uint64_t seed, number;
};

/* Looks a game up; result->done says whether it was there. *text receives its record, for
 * free(), or NULL if there is none; `text` may be NULL. */
enum trey_status trey_kept_find(struct trey_store *store, const struct trey_kept_key *key,
                                struct trey_game_result *result, char **text,
                                struct trey_error *error);

/* Keeps a game with its record as text (NULL: none). A game that is there already is left
 * as it is. */
enum trey_status trey_kept_add(struct trey_store *store, const struct trey_kept_key *key,
                               const struct trey_game_result *result, const char *record,
                               struct trey_error *error);

#endif
