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

    size_t *deal; /* of several processes: the games, from 0, that this one plays */
    size_t deal_count;
    /* Of another rank than 0: takes what it has played, instead of store and caller. */
    void (*hand_in)(struct trey_games *games, size_t index,
                    const struct trey_record *record, enum trey_status status,
                    struct trey_error *error);

    pthread_mutex_t lock;       /* for all below */
    struct trey_handed *handed; /* spread.c: games for process 0 */
    size_t handed_count;
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

/* The first failure is what the run says; it stops. Under the lock. */
void trey_games_fail(struct trey_games *games, enum trey_status status,
                     const struct trey_error *error);

/* A game from 0 is over, its result in place: kept if it was played now, told when it is
 * its turn. `record`, which may be NULL, is taken over. Takes the lock. */
void trey_games_over(struct trey_games *games, size_t index, struct trey_record *record,
                     bool played, enum trey_status status, struct trey_error *error);

/* Looks a game up in the store, where there is one; if it is there, it is over. */
enum trey_status trey_games_find(struct trey_games *games, size_t index,
                                 struct trey_error *error);

/* For trey_parallel_for: finds or plays a game, the so-manieth of the deal of a struct
 * trey_games. */
void trey_games_one(void *context, size_t turn);

/* Plays a game; result->done tells whether to its end. */
enum trey_status trey_games_play(struct trey_games *games, struct trey_player *player,
                                 uint64_t number, struct trey_record *record,
                                 struct trey_game_result *result,
                                 struct trey_error *error);

#endif
