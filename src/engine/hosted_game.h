/* The list of states of a hosted game. */
#ifndef TREY_ENGINE_HOSTED_GAME_H
#define TREY_ENGINE_HOSTED_GAME_H

#include "engine/calls.h"

/* Starts a hosted game. Returns false if memory is out; the caller then clears *game. */
bool trey_hosted_game_begin(struct trey_engine_game *game, const struct trey_game *start,
                            uint64_t seed, uint64_t number);

/* Stores state number `at` after those before it. Returns false if memory is out. */
bool trey_hosted_game_add_state(struct trey_engine_game *game, size_t at,
                                const struct trey_game *state);

/* Replaces the session's game if `made` is true. Otherwise clears *game, sends an
 * out-of-memory error and returns false. */
bool trey_engine_replace_game(struct trey_engine *engine, struct trey_engine_game *game,
                              bool made);

#endif
