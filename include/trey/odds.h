/* trey/odds.h - what becomes of a position: many games from it by a fast player.
 *
 * The player looks one ply ahead with an evaluator. Its chances are those of that player,
 * not of one who thinks longer: a lower bound for who plays better. */
#ifndef TREY_ODDS_H
#define TREY_ODDS_H

#include "trey/eval.h"
#include "trey/game.h"
#include "trey/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_ODDS_MAX_GAMES 10000000

/* Zero-initialise, then change what is wanted. */
struct trey_odds_options {
    uint64_t games;                   /* 1..TREY_ODDS_MAX_GAMES; 0: 1000 */
    uint64_t seed;                    /* of the games */
    uint64_t first;                   /* number of the first game: calls that continue
                                         each other play the games of one longer call */
    unsigned threads;                 /* 0: one per processor */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
};

/* Of scores: below a twentieth, a quarter, half, ... of the games are less. */
enum {
    TREY_ODDS_P5,
    TREY_ODDS_P25,
    TREY_ODDS_P50,
    TREY_ODDS_P75,
    TREY_ODDS_P95,
    TREY_ODDS_QUANTILES
};

struct trey_odds {
    uint64_t games; /* that were finished */
    int largest;    /* rank now (trey_rules_largest) */
    int from, to;   /* ranks of the ladder, the tiles to report: from the next tile to be
                       made, which is above the largest one, to the largest tile of the
                       rules. It depends on the position alone; from > to: none */
    /* By rank: share of games that end with such a tile or a larger one, or had it when
     * it ended them. 1 for what there is now. */
    struct trey_interval reach[TREY_MAX_RANKS];
    struct trey_interval score; /* mean at the end, 2048: the view's points included */
    uint64_t quantile[TREY_ODDS_QUANTILES]; /* of scores */
    double moves;                           /* still to come, the mean */
};

/* Plays `games` games from the position to their ends. What is hidden from the view, the
 * tile behind an open hint and all tiles to come, is drawn anew for each game; an unknown
 * deck stays one, each card with probability 1/3. The result depends on the position, the
 * evaluator, the games and the seed alone, not on the threads.
 *
 * `views` are `count` >= 1 views of one position by different decks that are possible,
 * `weights` says how likely each is, in any scale (NULL: equally); each game draws its
 * deck. `evaluator` must be of the same board and tiles. All are read only; `options` may
 * be NULL; *odds is the caller's. TREY_ERR_ARGUMENT for numbers out of range, views of
 * different rules and an evaluator of another game, TREY_ERR_INPUT for a view that
 * trey_view_check refuses, TREY_ERR_MEMORY; TREY_ERR_CANCELLED when cancelled, *odds then
 * being of the games that were finished, if any were. error may be NULL. Any number of
 * threads may call it. */
TREY_API enum trey_status trey_odds_find(const struct trey_view *views,
                                         const double *weights, size_t count,
                                         const struct trey_evaluator *evaluator,
                                         const struct trey_odds_options *options,
                                         struct trey_odds *odds,
                                         struct trey_error *error);

/* Odds after each legal first move. The games are paired: game i has the same seed and
 * the same deck after every move, so that luck weighs less in the differences. */
struct trey_odds_by_move {
    unsigned legal;           /* bit 1 << direction */
    int best;                 /* the first of the largest mean scores; -1: game over */
    uint64_t games;           /* finished after each of the moves */
    struct trey_odds odds[4]; /* by direction; zero where illegal */
    /* The best move's mean score less this move's, and its share of games that reach a
     * tile less this move's, by rank; 0 for the best move itself and where illegal. */
    struct trey_interval behind[4];
    struct trey_interval reach_behind[4][TREY_MAX_RANKS];
};

/* As trey_odds_find, after each legal move of the position, `games` games each; the
 * views must be of one board. The same arguments, errors and cancelling. */
TREY_API enum trey_status trey_odds_find_by_move(const struct trey_view *views,
                                                 const double *weights, size_t count,
                                                 const struct trey_evaluator *evaluator,
                                                 const struct trey_odds_options *options,
                                                 struct trey_odds_by_move *by_move,
                                                 struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
