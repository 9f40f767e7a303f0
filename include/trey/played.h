/* trey/played.h - exact values of Threes! as it is played, on small boards.
 *
 * trey/exact.h solves the rule set `course`. This solves the rules with a deck, bonus
 * tiles and hints (`window`, `classic` and their variants) for boards of 2 to
 * TREY_PLAYED_MAX_CELLS cells: the expected final score of a player who counts the deck
 * and does as well as can be done, with the hint that the rules show or without one; and
 * that of a player who knows everything but counts no cards.
 *
 * A state is a board and the cards left, before the next tile is drawn. With bonus tiles
 * there is no largest tile but the one that ends the game, so that states are many more
 * than those of `course`; `end_rank` lets the game end earlier. */
#ifndef TREY_PLAYED_H
#define TREY_PLAYED_H

#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_PLAYED_MAX_CELLS  10
#define TREY_PLAYED_MAX_COPIES 4

enum trey_played_player {
    TREY_PLAYED_COUNTS, /* knows the deck: the optimum */
    /* Takes 1, 2 and 3 for equally likely in every draw, plays what is best if that were
     * so, and gets what the deck gives. */
    TREY_PLAYED_IGNORES
};

struct trey_played_progress {
    double done;    /* share of the work, 0 to 1, estimated */
    double seconds; /* since the start */
    bool valuing;   /* in the second of two passes */
};

struct trey_played_options {
    struct trey_rules rules; /* of Threes!, copies 1 to TREY_PLAYED_MAX_COPIES, no boost;
                                the top rule is `end` or `merge` or `stop` */
    enum trey_played_player player;
    unsigned end_rank; /* 4..15: making a tile of this rank ends the game, whatever the
                          top rule; 0: the rules as they are */
    unsigned threads;  /* 0: one for each processor */
    bool values;       /* keep the values of all states, for queries; else count */
    uint64_t memory_bytes; /* not to be exceeded; 0: no limit */
    void (*report)(void *context, const struct trey_played_progress *progress);
    void *context;                    /* for report, which may be NULL */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
};

/* States under the symmetries of the board and the exchange of 1 and 2. */
struct trey_played_counts {
    double value;    /* expected final score of a game from its start */
    double believed; /* what a player that counts no cards takes it for; else as value */
    uint64_t boards; /* that can come up; of a player that counts no cards, also those
                        that it thinks of */
    uint64_t states; /* with their decks */
    uint64_t terminal;     /* of these, without a legal slide */
    uint64_t max_tile;     /* on a board before a slide */
    uint64_t layers;       /* tile sums that occur */
    uint64_t memory_bytes; /* the most that was taken at once */
    double seconds;
};

struct trey_played;

/* True for rules of Threes! with a deck, except the rule set `course`, whose games
 * trey/exact.h solves. It does not check the size of the board or the number of cards.
 * Thread-safe. */
TREY_API bool trey_played_suits(const struct trey_rules *rules);

/* The usual options for rules: the optimum, values kept, all processors. */
TREY_API void trey_played_defaults(const struct trey_rules *rules,
                                   struct trey_played_options *options);

/* Solves; *played is for trey_played_free, and on failure left alone. `options` and what
 * it points to are the caller's, and needed only until this returns; `error` may be NULL.
 * TREY_ERR_ARGUMENT for rules that are not solved, TREY_ERR_LIMIT if memory_bytes will
 * not do, TREY_ERR_MEMORY, TREY_ERR_CANCELLED. From any thread. */
TREY_API enum trey_status trey_played_new(const struct trey_played_options *options,
                                          struct trey_played **played,
                                          struct trey_error *error);

TREY_API void trey_played_free(struct trey_played *played); /* NULL is fine */

TREY_API void trey_played_count(const struct trey_played *played,
                                struct trey_played_counts *counts);

/* The value of a board with the cards that are left, before the next tile is drawn; false
 * if it cannot come up, or values were not kept. Any thread, several at once. */
TREY_API bool trey_played_value(const struct trey_played *played, trey_board board,
                                trey_deck deck, double *value);

/* The value of each legal slide of a view, by direction; a slide that is not legal has
 * -1. Of a player that counts no cards, what it gets by that slide. False as above; the
 * rules of the view are not looked at. Any thread, several at once. */
TREY_API bool trey_played_slides(const struct trey_played *played,
                                 const struct trey_view *view, double value[4]);

/* The slide that the player makes, the first of equal ones in the order U, R, D, L; -1 if
 * none is legal or the view cannot come up. Any thread, several at once. */
TREY_API int trey_played_best(const struct trey_played *played,
                              const struct trey_view *view);

#ifdef __cplusplus
}
#endif
#endif
