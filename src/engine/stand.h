/* Where a game played elsewhere stands, and what it takes to get there. */
#ifndef TREY_ENGINE_STAND_H
#define TREY_ENGINE_STAND_H

#include "trey/advise.h"
#include "trey/record.h"

enum trey_waiting { TREY_FOR_NOTHING, TREY_FOR_ENTERED, TREY_FOR_NEXT };

enum trey_tap_kind { TREY_TAP_POSITION, TREY_TAP_SLIDE, TREY_TAP_ENTERED, TREY_TAP_NEXT };

struct trey_tap {
    enum trey_tap_kind kind;
    struct trey_view view; /* TREY_TAP_POSITION; its score and moves count */
    bool shown;            /* ... with its hint */
    enum trey_direction direction;
    int cell, rank; /* TREY_TAP_ENTERED; rank 0: the one that is possible */
    trey_next next; /* TREY_TAP_NEXT */
};

/* Where the game stands. */
struct trey_stand {
    enum trey_waiting waiting;
    bool known;              /* the guess is of the position before the slide, if any */
    struct trey_guess guess; /* is made */
    struct trey_view view;   /* as it is shown: deck unknown, hint if `shown` */
    bool shown;
    bool sliding;              /* a slide was made, and is not through */
    struct trey_step step;     /* it, as far as it is known */
    struct trey_view before;   /* the view before it */
    struct trey_record record; /* since the last position told */
    bool moved; /* the last tap completed or made a slide: `before` and `step` tell it */
};

/* What a tap does. NULL, or the key to refuse it by, with *error: `stand` is then spoilt.
 * Its record is cleared by whoever made it. */
const char *trey_stand_apply(struct trey_stand *stand, const struct trey_tap *tap,
                             struct trey_error *error);

/* The refusal of what cannot be after what was told. */
extern const char trey_contradiction[];

/* While a tile is waited for: the cells that it may have entered, the ranks that it may
 * have. */
unsigned trey_stand_cells(const struct trey_stand *stand);
unsigned trey_stand_ranks(const struct trey_stand *stand);

/* The hints that may be shown now, by value, a mere "+" last. */
struct trey_stand_hints {
    int count;
    trey_next next[4 * TREY_MAX_CHANCES];
};

void trey_stand_hints(const struct trey_stand *stand, struct trey_stand_hints *hints);

#endif
