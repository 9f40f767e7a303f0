/* State of a game played elsewhere, and the inputs that change it. */
#ifndef TREY_ENGINE_FOLLOWED_GAME_H
#define TREY_ENGINE_FOLLOWED_GAME_H

#include "trey/advise.h"
#include "trey/record.h"

enum trey_awaited { TREY_AWAIT_NOTHING, TREY_AWAIT_SPAWN, TREY_AWAIT_HINT };

enum trey_follow_input_kind {
    TREY_INPUT_POSITION,
    TREY_INPUT_MOVE,
    TREY_INPUT_SPAWN,
    TREY_INPUT_HINT
};

struct trey_follow_input {
    enum trey_follow_input_kind kind;
    struct trey_view view; /* TREY_INPUT_POSITION; score and moves are used */
    bool shown;            /* TREY_INPUT_POSITION: the hint is given */
    enum trey_direction direction;
    int cell, rank; /* TREY_INPUT_SPAWN; rank 0: the only possible one */
    trey_next next; /* TREY_INPUT_HINT */
};

/* State after the inputs so far. */
struct trey_followed_game {
    enum trey_awaited awaited; /* the input that the game waits for */
    bool known;                /* `guess` is valid */
    struct trey_guess guess;   /* possible decks; before the move if one is pending */
    struct trey_view view; /* now, with an unknown deck; the hint is valid if `shown` */
    bool shown;
    bool move_pending;         /* a move was entered but is incomplete */
    struct trey_step step;     /* that move as far as it is known */
    struct trey_view before;   /* view before that move */
    struct trey_record record; /* since the last position input */
    bool moved; /* the last input made or completed a move: see `before` and `step` */
};

/* Applies an input. Returns NULL, or an error key with *error set; `game` is then
 * invalid. The caller clears game->record. */
const char *trey_followed_apply(struct trey_followed_game *game,
                                const struct trey_follow_input *input,
                                struct trey_error *error);

/* Error key: the input contradicts earlier ones. */
extern const char trey_contradiction_key[];

/* Possible spawn cells and ranks as bit masks, while a spawn is awaited. */
unsigned trey_followed_spawn_cells(const struct trey_followed_game *game);
unsigned trey_followed_spawn_ranks(const struct trey_followed_game *game);

/* Possible hints by value, with a plain "+" last. */
struct trey_followed_hints {
    int count;
    trey_next next[4 * TREY_MAX_CHANCES];
};

void trey_followed_hints(const struct trey_followed_game *game,
                         struct trey_followed_hints *hints);

#endif
