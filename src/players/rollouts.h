/* Games of the fast player from one position, more and more of them: what odds are made
 * of (trey/odds.h). */
#ifndef TREY_PLAYERS_ROLLOUTS_H
#define TREY_PLAYERS_ROLLOUTS_H

#include "trey/odds.h"

/* Where games are played from. Views, weights and evaluator are read only and must
 * outlive the rollouts. */
struct trey_rollouts_setup {
    const struct trey_view *views;
    const double *weights; /* NULL: equal */
    size_t view_count;
    const struct trey_evaluator *evaluator;
    uint64_t seed, first; /* of the games; number of the first one */
    unsigned threads;     /* 0: one per processor */
    bool by_move;         /* each game is played after every first move; else the player
                             makes the first move */
    unsigned moves;       /* by_move: which, bit 1 << direction, of those that are legal;
                             0: all */
};

struct trey_rollouts;

/* Makes rollouts of no game yet. Errors as of trey_odds_find. */
enum trey_status trey_rollouts_new(const struct trey_rollouts_setup *setup,
                                   struct trey_rollouts **rollouts,
                                   struct trey_error *error);

/* NULL is taken. */
void trey_rollouts_free(struct trey_rollouts *rollouts);

/* Plays `games` >= 1 more games, none if no first move is legal; many calls play the
 * games of one longer call. TREY_ERR_MEMORY; TREY_ERR_CANCELLED when cancelled, the
 * finished games then counting. */
enum trey_status trey_rollouts_play(struct trey_rollouts *rollouts, uint64_t games,
                                    const struct trey_cancel *cancel,
                                    struct trey_error *error);

/* What all games so far say: without first moves, and with them. */
enum trey_status trey_rollouts_odds(const struct trey_rollouts *rollouts,
                                    struct trey_odds *odds, struct trey_error *error);
enum trey_status trey_rollouts_by_move(const struct trey_rollouts *rollouts,
                                       struct trey_odds_by_move *by_move,
                                       struct trey_error *error);

#endif
