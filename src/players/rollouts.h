/* Rollouts: games of the one-ply player from one position, more and more of them, from
 * which odds are computed (trey/odds.h). */
#ifndef TREY_PLAYERS_ROLLOUTS_H
#define TREY_PLAYERS_ROLLOUTS_H

#include "players/command.h"
#include "trey/odds.h"

/* The start of the games. Views, weights and evaluator are only read and must outlive the
 * rollouts. */
struct trey_rollouts_setup {
    const struct trey_view *views;
    const double *weights; /* NULL: equal */
    size_t view_count;
    const struct trey_evaluator *evaluator;
    uint64_t seed, first; /* of the games; number of the first game */
    unsigned threads;     /* 0: one per processor */
    bool by_move;         /* each game is played after every first move; else the player
                             makes the first move */
    unsigned moves; /* by_move: which of the legal moves, bit 1 << direction; 0: all */
};

struct trey_rollouts;

/* Makes rollouts without a game yet. Errors as of trey_odds_find. */
enum trey_status trey_rollouts_new(const struct trey_rollouts_setup *setup,
                                   struct trey_rollouts **rollouts,
                                   struct trey_error *error);

/* Frees rollouts. NULL is allowed. */
void trey_rollouts_free(struct trey_rollouts *rollouts);

/* Plays `games` >= 1 more games, none if no first move is legal; several calls play the
 * same games as one longer call. TREY_ERR_MEMORY; TREY_ERR_CANCELLED if cancelled: the
 * finished games then count. */
enum trey_status trey_rollouts_play(struct trey_rollouts *rollouts, uint64_t games,
                                    const struct trey_cancel *cancel,
                                    struct trey_error *error);

/* Computes odds from all games so far: without first moves, and by first move. */
enum trey_status trey_rollouts_odds(const struct trey_rollouts *rollouts,
                                    struct trey_odds *odds, struct trey_error *error);
enum trey_status trey_rollouts_by_move(const struct trey_rollouts *rollouts,
                                       struct trey_odds_by_move *by_move,
                                       struct trey_error *error);

#endif
