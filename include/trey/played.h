/* trey/played.h - exact values of Threes! with a deck, on small boards.
 *
 * trey/exact.h solves the rule set `course`, the bag of three tiles. This solves the
 * rules with a deck, bonus tiles and hints (`window`, `classic` and their variants) for
 * boards of 2 to TREY_PLAYED_MAX_CELLS cells: the expected final score of an optimal
 * player who counts the deck, with the hint that the rules show or without one; and of a
 * player who knows everything except the deck.
 *
 * A state is a board and the cards left, before the next tile is drawn. With bonus tiles
 * only the tile that ends the game limits the largest tile, so there are many more states
 * than with `course`; `end_rank` ends the game earlier. */
#ifndef TREY_PLAYED_H
#define TREY_PLAYED_H

#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TREY_PLAYED_MAX_CELLS  10
#define TREY_PLAYED_MAX_COPIES 4

/* Knowledge of the player about the deck. */
enum trey_played_player {
    TREY_PLAYED_COUNTS, /* knows the deck: optimal */
    /* Assumes in every draw that 1, 2 and 3 are equally likely, and plays optimally under
     * this assumption; its value is the one under the real deck. */
    TREY_PLAYED_IGNORES
};

/* Progress of solving. */
struct trey_played_progress {
    double done;    /* fraction of the work, 0 to 1, estimated */
    double seconds; /* since the start */
    bool valuing;   /* in the second of two passes, which computes the values */
};

/* Options of a solution. Initialise with trey_played_defaults. */
struct trey_played_options {
    struct trey_rules rules; /* of Threes!, copies 1 to TREY_PLAYED_MAX_COPIES, no
                                boost, any top rule */
    enum trey_played_player player;
    unsigned end_rank;     /* 4..15: making a tile of this rank ends the game, under any
                              top rule; 0: as the rules say */
    unsigned threads;      /* 0: one per processor */
    bool values;           /* store the values of all states, for queries; otherwise only
                              count */
    uint64_t memory_bytes; /* limit; 0: none */
    void (*report)(void *context, const struct trey_played_progress *progress);
    void *context;                    /* for report, which may be NULL */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    uint64_t reserved[TREY_RESERVED];
};

/* Counts up to symmetries of the board and swapping of 1 and 2. */
struct trey_played_counts {
    double value;          /* expected final score of a game from its start */
    double believed;       /* what a player that ignores the deck believes it to be;
                              otherwise equal to value */
    uint64_t boards;       /* reachable boards; for a player that ignores the deck, also
                              those that it considers reachable */
    uint64_t states;       /* boards with their decks */
    uint64_t terminal;     /* of these without a legal move */
    uint64_t max_tile;     /* on a board before a move */
    uint64_t layers;       /* tile sums that occur */
    uint64_t memory_bytes; /* peak memory */
    double seconds;
};

/* A solution. Opaque; any number of threads may query it. */
struct trey_played;

/* True for rules of Threes! with a deck, except the rule set `course`, which trey/exact.h
 * solves. Does not check the board size or the number of cards. Thread-safe. */
TREY_API bool trey_played_supports(const struct trey_rules *rules);

/* Sets the defaults for rules: optimal player, values stored, all processors. */
TREY_API void trey_played_defaults(const struct trey_rules *rules,
                                   struct trey_played_options *options);

/* Solves a game; *played is for trey_played_free, and unchanged on failure. `options` and
 * the data that it points to are needed only during the call; `error` may be NULL.
 * TREY_ERR_ARGUMENT for unsupported rules, TREY_ERR_LIMIT if memory_bytes does not
 * suffice, TREY_ERR_MEMORY, TREY_ERR_CANCELLED. Thread-safe. */
TREY_API enum trey_status trey_played_solve(const struct trey_played_options *options,
                                            struct trey_played **played,
                                            struct trey_error *error);

/* Frees a solution. NULL is allowed. */
TREY_API void trey_played_free(struct trey_played *played);

/* Returns the counts of a solution. */
TREY_API void trey_played_count(const struct trey_played *played,
                                struct trey_played_counts *counts);

/* Value of a board with the cards left, before the next tile is drawn; false if it is
 * unreachable or values were not stored. Thread-safe. */
TREY_API bool trey_played_value(const struct trey_played *played, trey_board board,
                                trey_deck deck, double *value);

/* Values of the legal moves of a view, by direction; -1 for illegal moves. For a player
 * that ignores the deck, the real values of its play. False as above; the rules of the
 * view are ignored. Thread-safe. */
TREY_API bool trey_played_slides(const struct trey_played *played,
                                 const struct trey_view *view, double value[4]);

/* The player's move, the first of equal ones in the order U, R, D, L; -1 if none is legal
 * or the view is unreachable. Thread-safe. */
TREY_API int trey_played_best(const struct trey_played *played,
                              const struct trey_view *view);

#ifdef __cplusplus
}
#endif
#endif
