/* trey/batch.h - many games in lockstep as plain arrays, for external learning programs.
 *
 * A batch has a number of lanes, with one game in each, all under one rule set. A step
 * makes one move in every lane, chosen by the caller, and fills the caller's arrays, one
 * entry per lane. A lane plays the game of trey_game_begin and trey_game_slide with the
 * same random numbers: game n of a seed with the same moves has the same boards, hints
 * and decks as everywhere else in trey.
 *
 * A batch is used by one thread at a time; different batches are independent. Stepping
 * does not allocate. */
#ifndef TREY_BATCH_H
#define TREY_BATCH_H

#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A batch of games. Opaque. */
struct trey_batch;

#define TREY_BATCH_MAX_LANES 16777216

/* Instead of a direction: the lane waits. */
#define TREY_BATCH_WAIT 255

/* Output arrays, `lanes` entries each unless noted otherwise. They belong to the caller;
 * NULL omits one. None holds what a player must not know. */
struct trey_batch_arrays {
    trey_board *board; /* now; if the lane was renewed, of its new game */
    trey_next *next;   /* the hint, see trey/game.h */
    trey_deck *deck;   /* cards left, as the player knows them */
    uint8_t *legal;    /* legal moves now, bits 1 << direction; 0: game over */
    trey_board *after; /* board after the move, before the spawn; the unchanged board if
                          the lane waited or the move was illegal */
    uint64_t *reward;  /* points of the move (trey_rules_gain), in Threes! including those
                          of the spawned tile: the rewards of a game plus the score of its
                          first board sum to its score */
    uint64_t *score;   /* of the game in which the step was made, also if it ended */
    uint8_t *moved;    /* 1: the move was legal and made; else 0, nothing changed */
    uint8_t *over;     /* 1: this step ended the lane's game; else 0 */
    uint64_t *number;  /* number of the lane's current game */

    /* board, next, deck and legal as small numbers that learning programs can use
     * directly; the entries of a lane are adjacent. */
    uint8_t *ranks; /* rows * cols per lane, row by row: ranks, 0 is an empty cell */
    uint8_t *flags; /* 16 per lane: 1 if the next tile may have that rank; entry 0 is 1
                       for a bonus tile of unknown rank; all 0 if no hint is shown */
    uint8_t *cards; /* 3 per lane: 1s, 2s and 3s left; 255 each if unknown */
    uint8_t *mask;  /* 4 per lane: 1 if a move in that direction is legal */
};

/* Makes a batch of `lanes` games, 1..TREY_BATCH_MAX_LANES, about 100 bytes each. Lane i
 * starts with game i of the seed. With `renew`, a lane whose game ends starts its next
 * one within the same step: number i + lanes, then i + 2 * lanes, and so on, so that no
 * two lanes ever play the same game. Without it, the lane stays as it is and has no legal
 * move. (If a first board has no legal move, which some rules allow, the next step renews
 * the lane as well.) On success *batch belongs to the caller, for trey_batch_free.
 * TREY_ERR_ARGUMENT for rules that trey_rules_check rejects or an invalid number of
 * lanes, TREY_ERR_MEMORY; *batch is then untouched. Only `error` may be NULL. */
TREY_API enum trey_status trey_batch_new(const struct trey_rules *rules, uint32_t lanes,
                                         uint64_t seed, bool renew,
                                         struct trey_batch **batch,
                                         struct trey_error *error);

/* Frees a batch. NULL is allowed. */
TREY_API void trey_batch_free(struct trey_batch *batch);

/* Starts game `number` of `seed` in one lane. The lane keeps this seed; when it is
 * renewed, its next game is number + lanes. */
TREY_API void trey_batch_begin(struct trey_batch *batch, uint32_t lane, uint64_t seed,
                               uint64_t number);

/* Fills the arrays without a step: `after` is the board; `reward`, `moved` and `over` are
 * 0. */
TREY_API void trey_batch_observe(const struct trey_batch *batch,
                                 const struct trey_batch_arrays *arrays);

/* Makes the move slides[i] (enum trey_direction) in each lane i. TREY_BATCH_WAIT and all
 * other values make the lane wait; an illegal move changes nothing. `slides` has one
 * entry per lane and must not overlap the arrays. Returns the number of moves made. */
TREY_API uint64_t trey_batch_step(struct trey_batch *batch, const uint8_t *slides,
                                  const struct trey_batch_arrays *arrays);

/* Starts the next game in `count` lanes, which `lanes` lists, as `renew` does when a game
 * has ended: the game number grows by the number of lanes, the seed stays. Fills the
 * array entries of these lanes as trey_batch_observe does. `lanes` may be NULL if `count`
 * is 0; each entry is below the number of lanes. */
TREY_API void trey_batch_renew(struct trey_batch *batch, const uint32_t *lanes,
                               size_t count, const struct trey_batch_arrays *arrays);

/* Makes all four moves on each of many boards, for players that evaluate after-states:
 * after[4 * i + d] and gain[4 * i + d] are trey_rules_slide and trey_rules_gain of
 * boards[i] in direction d. An illegal move leaves the board unchanged and gains 0; all
 * moves are illegal if a tile has ended the game. `after` and `gain` have 4 * count
 * entries and must not overlap `boards`; one of them may be NULL. For rules that
 * trey_rules_check accepts. Thread-safe. */
TREY_API void trey_batch_after_states(const struct trey_rules *rules,
                                      const trey_board *boards, size_t count,
                                      trey_board *after, uint64_t *gain);

/* Copies the whole game of a lane, hidden parts included, to branch from it or to save
 * it. */
TREY_API void trey_batch_game(const struct trey_batch *batch, uint32_t lane,
                              struct trey_game *game);

#ifdef __cplusplus
}
#endif
#endif
