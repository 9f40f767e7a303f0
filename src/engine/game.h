/* A game's list of states, for those who make one. */
#ifndef TREY_ENGINE_GAME_H
#define TREY_ENGINE_GAME_H

#include "engine/session.h"

/* Begins a game that is played here; false for want of memory (then clear it). */
bool trey_game_list_begin(struct trey_engine_game *game, const struct trey_game *start,
                          uint64_t seed, uint64_t number);

/* Puts state number `at` into the list, which has those before it. */
bool trey_game_list_add(struct trey_engine_game *game, size_t at,
                        const struct trey_game *state);

/* The session's game is this one now if it was `made`; else it is cleared, the request is
 * refused for want of memory, and false returned. */
bool trey_engine_adopt(struct trey_engine *engine, struct trey_engine_game *game,
                       bool made);

#endif
