/* trey/observed.h - reconstructs a game from positions that were observed one after
 * another, for example on screenshots. */
#ifndef TREY_OBSERVED_H
#define TREY_OBSERVED_H

#include "trey/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Visibility of the next tile. */
enum trey_observed_hint {
    TREY_OBSERVED_SEEN,
    TREY_OBSERVED_BLANK, /* a blank white card: a 3, or in the app's first versions any
                          * bonus tile */
    TREY_OBSERVED_UNSEEN
};

/* An observed position. */
struct trey_observation {
    struct trey_rules rules;
    trey_board board;
    trey_next next; /* TREY_NEXT_HIDDEN if unseen */
    enum trey_observed_hint hint;
};

/* The game so far. Zero-initialise it; clear it when done. For one thread at a time. */
struct trey_observed {
    bool begun;
    struct trey_record record;    /* from the first position; its score is current */
    struct trey_view view;        /* the last position; its deck is unknown */
    enum trey_observed_hint hint; /* of the last position */
    bool window;                  /* the values of a bonus tile were seen */
};

/* Adds a position. The first one starts the game, and *found is TREY_BETWEEN_SAME.
 *
 * *found and `steps` receive the moves since the last position. A
 * position that no one or two moves explain, or several pairs do, is skipped: the game is
 * unchanged. A hint that was not seen with certainty is corrected in record and view when
 * the next position shows which tile spawned. Fails if the first position is impossible,
 * or if memory runs out. */
TREY_API enum trey_status trey_observed_add(struct trey_observed *game,
                                            const struct trey_observation *seen,
                                            enum trey_between *found,
                                            struct trey_step steps[2],
                                            struct trey_error *error);

/* Finishes the game: sets the score, and the deck of the start if only one explains all
 * moves. */
TREY_API void trey_observed_finish(struct trey_observed *game);

/* Frees the memory of the game and zeroes it. */
TREY_API void trey_observed_clear(struct trey_observed *game);

#ifdef __cplusplus
}
#endif
#endif
