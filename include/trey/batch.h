/* trey/batch.h - many games in lockstep, as plain arrays: for those who learn with tools
 * of their own.
 *
 * A batch has so many lanes, a game in each, all by one rule set. A step makes one slide
 * in every lane, the caller's choice, and fills the caller's arrays, one entry a lane.
 * Each lane is the game that trey_game_begin and trey_game_slide play, with the same
 * random numbers: by number n of a seed, the same slides give the same boards, hints and
 * decks as anywhere else in trey.
 *
 * A batch is used by one thread at a time; several batches do not know each other, so a
 * thread with a batch of its own needs no care. Stepping allocates nothing. */
#ifndef TREY_BATCH_H
#define TREY_BATCH_H

#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trey_batch;

#define TREY_BATCH_MAX_LANES 16777216

/* Instead of a slide: the lane waits. */
#define TREY_BATCH_WAIT 255

/* Where to write, `lanes` entries each unless it says otherwise; the arrays are the
 * caller's, and NULL leaves one out. What a player must not know is not among them. */
struct trey_batch_arrays {
    trey_board *board; /* now; a renewed lane's is that of its new game */
    trey_next *next;   /* the hint, see trey/game.h */
    trey_deck *deck;   /* cards left, as the player knows them */
    uint8_t *legal;    /* slides that are legal now, bit 1 << direction; 0: game over */
    trey_board *after; /* what the slide left, before the new tile entered; if the lane
                          waited or its slide was illegal, the board as it is */
    uint64_t *reward;  /* points of the slide (trey_rules_gain), and in Threes!, where the
                          board's score counts, those of the tile that entered too: the
                          rewards of a game and the first board's score add up to its
                          score */
    uint64_t *score;   /* of the game that the step was made in, also if it ended */
    uint8_t *moved;    /* 1: the slide was legal and made; else 0, nothing changed */
    uint8_t *over;     /* 1: this step ended the lane's game; else 0 */
    uint64_t *number;  /* of the lane's game now */

    /* The same as board, next, deck and legal, in small numbers that learning programs
     * take as they are; the entries of a lane are adjacent. */
    uint8_t *ranks; /* rows * cols a lane, row by row: ranks, 0 is an empty cell */
    uint8_t *flags; /* 16 a lane: 1 if the next tile may have that rank; entry 0 is 1 for
                       a bonus tile of unknown rank; all 0 if nothing is shown */
    uint8_t *cards; /* 3 a lane: 1s, 2s and 3s left; each 255 if they are unknown */
    uint8_t *mask;  /* 4 a lane: 1 if a move in that direction is legal */
};

/* A batch of `lanes` games, 1..TREY_BATCH_MAX_LANES, about 100 bytes each. Lane i begins
 * with game number i of the seed. With `renew` a lane whose game ends begins its next one
 * within the same step: number i + lanes, then i + 2 * lanes, and so on, so that no two
 * lanes ever play the same game; without, it stays as it is, and has no legal slide. (A
 * first board without a legal slide, which some rules allow, is passed over likewise, in
 * the next step.)
 * On success *batch is the caller's, for trey_batch_free. TREY_ERR_ARGUMENT for rules
 * that trey_rules_check refuses or a wrong number of lanes, TREY_ERR_MEMORY; *batch is
 * then untouched. `error` may be NULL, the others not. */
TREY_API enum trey_status trey_batch_new(const struct trey_rules *rules, uint32_t lanes,
                                         uint64_t seed, bool renew,
                                         struct trey_batch **batch,
                                         struct trey_error *error);

/* NULL is taken. */
TREY_API void trey_batch_free(struct trey_batch *batch);

/* How many lanes a batch has. */
TREY_API uint32_t trey_batch_lanes(const struct trey_batch *batch);

/* Begins a game in one lane, below `lanes`: number `number` of `seed`, which is the
 * lane's seed from now on. A renewed lane goes on with number + lanes. */
TREY_API void trey_batch_begin(struct trey_batch *batch, uint32_t lane, uint64_t seed,
                               uint64_t number);

/* Fills the arrays without a step: `after` is the board, `reward`, `moved`, `over` are 0.
 */
TREY_API void trey_batch_look(const struct trey_batch *batch,
                              const struct trey_batch_arrays *arrays);

/* Makes slides[i] (0..3, enum trey_direction) in lane i, or TREY_BATCH_WAIT, as which any
 * other number counts too. An illegal slide changes nothing. `slides` has an entry a lane
 * and must not be one of the arrays. Returns how many slides were made. */
TREY_API uint64_t trey_batch_step(struct trey_batch *batch, const uint8_t *slides,
                                  const struct trey_batch_arrays *arrays);

/* Begins the next game in each of the `count` lanes that `lanes` lists, as a batch with
 * `renew` does for a lane whose game has ended: the number of the lane's game grows by
 * the number of lanes, its seed stays. Fills the entries of these lanes in the arrays as
 * trey_batch_look does. `lanes` may be NULL if `count` is 0; each entry is below the
 * number of lanes. */
TREY_API void trey_batch_renew(struct trey_batch *batch, const uint32_t *lanes,
                               size_t count, const struct trey_batch_arrays *arrays);

/* What the four slides of many boards of some rules leave, and what they gain, for those
 * who choose slides by values of after-states: after[4 * i + d] and gain[4 * i + d] are
 * trey_rules_slide and trey_rules_gain of boards[i] in direction d. An illegal slide
 * leaves the board as it is and gains 0; on a board that a tile has ended all
 * are illegal. `after` and `gain` have room for 4 * count, and neither is `boards`; one
 * of them may be NULL. For rules that trey_rules_check accepts. Any thread. */
TREY_API void trey_batch_slides(const struct trey_rules *rules, const trey_board *boards,
                                size_t count, trey_board *after, uint64_t *gain);

/* The whole game of a lane, hidden parts included, to be branched from or saved. */
TREY_API void trey_batch_game(const struct trey_batch *batch, uint32_t lane,
                              struct trey_game *game);

#ifdef __cplusplus
}
#endif
#endif
