/* Many games under way. */
#ifndef TREY_PLAYERS_GAMES_H
#define TREY_PLAYERS_GAMES_H

#include "trey/selfplay.h"

#include <pthread.h>
#include <stdatomic.h>

struct trey_games {
    const char *player;
    const struct trey_player_options *how;
    const struct trey_selfplay_options *options;
    struct trey_evaluator *evaluator; /* shared by all players */
    struct trey_game_result *results;
    char rules[TREY_RULES_TEXT];
    char *key; /* of the player, with a store */

    pthread_mutex_t lock; /* for all below */
    struct trey_player **idle;
    unsigned idle_count;
    struct trey_record **waiting; /* by game; those not yet told */
    bool *ended;                  /* by game: played, found, or given up */
    uint64_t told;                /* games told so far */
    struct trey_game_under_way *under_way;
    size_t under_way_count;
    double next_progress;    /* on the monotonic clock */
    enum trey_status status; /* the first failure */
    struct trey_error error;
    atomic_bool stop;
};

/* Whether the run is to end, by the caller's wish or a failure. */
bool trey_games_stopped(const struct trey_games *games);

/* Plays a game; result->done tells whether to its end. */
enum trey_status trey_games_play(struct trey_games *games, struct trey_player *player,
                                 uint64_t number, struct trey_record *record,
                                 struct trey_game_result *result,
                                 struct trey_error *error);

#endif
