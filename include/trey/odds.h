/* trey/odds.h - prospects of a position, estimated from many games of a fast player.
 *
 * The player searches one ply with an evaluator. The probabilities are those of this
 * player; a player with a deeper search does better. */
#ifndef TREY_ODDS_H
#define TREY_ODDS_H

#include "trey/eval.h"
#include "trey/game.h"
#include "trey/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_ODDS_MAX_GAMES 10000000

/* Options. Zero-initialise, then change what is needed. */
struct trey_odds_options {
    uint64_t games;                   /* 1..TREY_ODDS_MAX_GAMES; 0: 1000 */
    uint64_t seed;                    /* seed of the games */
    uint64_t first;                   /* index of the first game; calls with
                                         consecutive ranges play the same games as one
                                         longer call */
    unsigned threads;                 /* 0: one per processor */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    uint64_t reserved[TREY_RESERVED];
};

/* Quantiles of scores: 5 %, 25 %, ... of the games score less. */
enum {
    TREY_ODDS_P5,
    TREY_ODDS_P25,
    TREY_ODDS_P50,
    TREY_ODDS_P75,
    TREY_ODDS_P95,
    TREY_ODDS_QUANTILES
};

/* Prospects of a position. */
struct trey_odds {
    uint64_t games; /* finished games */
    int largest;    /* current rank (trey_rules_largest) */
    int from, to;   /* ranks to report: from the next larger tile to the largest tile
                       of the rules; depend on the position only; from > to: none */
    /* Fraction of games, by rank, whose largest tile at the end is at least this one,
     * including the tile that ended the game. 1 for existing tiles. */
    struct trey_interval reach[TREY_MAX_RANKS];
    struct trey_interval score; /* mean final score; 2048: includes the points of the
                                   view. The interval is that of the points to come */
    uint64_t quantile[TREY_ODDS_QUANTILES]; /* of the scores */
    double moves;                           /* mean number of remaining moves */
};

/* Plays options->games games from a position to the end. Everything that the view hides
 * is drawn anew for each game: the tile behind an open hint, and all later tiles. An
 * unknown deck stays unknown: each card has probability 1/3. The result depends only on
 * the position, the evaluator, the games and the seed, not on the threads.
 *
 * `views` are `count` >= 1 views of one position with different possible decks, `weights`
 * their relative probabilities (NULL: equal); each game draws its deck. `evaluator` must
 * be for the same board and tiles. All are only read; `options` may be NULL; *odds
 * belongs to the caller. TREY_ERR_ARGUMENT for numbers out of range, views of different
 * rules, or an evaluator of another game; TREY_ERR_INPUT for a view that trey_view_check
 * rejects; TREY_ERR_MEMORY; TREY_ERR_CANCELLED, with *odds of the games finished so far,
 * if any. `error` may be NULL. Thread-safe. */
TREY_API enum trey_status trey_odds_find(const struct trey_view *views,
                                         const double *weights, size_t count,
                                         const struct trey_evaluator *evaluator,
                                         const struct trey_odds_options *options,
                                         struct trey_odds *odds,
                                         struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
