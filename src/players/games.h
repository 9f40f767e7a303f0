/* The state of a run of many games. */
#ifndef TREY_PLAYERS_GAMES_H
#define TREY_PLAYERS_GAMES_H

#include "trey/selfplay.h"

#include <pthread.h>
#include <stdatomic.h>

struct trey_games {
    const char *player;
    const struct trey_player_options *player_options;
    const struct trey_selfplay_options *options;
    struct trey_evaluator *evaluator; /* shared by all players */
    struct trey_game_result *results;
    char rules[TREY_RULES_TEXT];
    char *key; /* of the player (trey_player_key); NULL without a store */

    size_t *assigned; /* several processes: indices of the games that this one plays */
    size_t assigned_count;
    /* On processes other than 0: receives each game in place of the store and the caller.
     */
    void (*submit)(struct trey_games *games, size_t index,
                   const struct trey_record *record, enum trey_status status,
                   struct trey_error *error);

    pthread_mutex_t lock;                /* protects all fields below */
    struct trey_queued_game *send_queue; /* distribute.c: games to send to process 0 */
    size_t send_queue_count;
    struct trey_player **idle;
    unsigned idle_count;
    struct trey_record **waiting; /* by game: records of games not yet reported */
    bool *ended;                  /* by game: played, found or abandoned */
    uint64_t reported;            /* number of games reported */
    struct trey_game_in_progress *under_way;
    size_t under_way_count;
    double next_progress;    /* time of the next progress report on the monotonic clock */
    enum trey_status status; /* the first failure */
    struct trey_error error;
    atomic_bool stop;
};

/* True if the run must end, because it is cancelled or has failed. */
bool trey_games_stopped(const struct trey_games *games);

/* Stops the run with this failure, unless it has failed before. The caller holds the
 * lock. */
void trey_games_fail(struct trey_games *games, enum trey_status status,
                     const struct trey_error *error);

/* Finishes the game with this index, whose result is set: stores it if it was played now,
 * and reports it when it is its turn. Takes ownership of `record`, which may be NULL.
 * Takes the lock. */
void trey_games_over(struct trey_games *games, size_t index, struct trey_record *record,
                     bool played, enum trey_status status, struct trey_error *error);

/* Looks a game up in the store, if there is one; if it is found, finishes it. */
enum trey_status trey_games_find(struct trey_games *games, size_t index,
                                 struct trey_error *error);

/* For trey_parallel_for: finds or plays the assigned game number `turn` of a struct
 * trey_games. */
void trey_games_one(void *context, size_t turn);

/* Plays a game; result->done is set if it is played to its end. */
enum trey_status trey_games_play(struct trey_games *games, struct trey_player *player,
                                 uint64_t number, struct trey_record *record,
                                 struct trey_game_result *result,
                                 struct trey_error *error);

#endif
