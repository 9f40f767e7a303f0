/* trey/advise.h - advice for a game played elsewhere: the effects of each move as numbers
 * and in words, the possible decks, and how certain the best move is. */
#ifndef TREY_ADVISE_H
#define TREY_ADVISE_H

#include "trey/game.h"
#include "trey/search.h"
#include "trey/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- effects of a move -------------------------------------------------------------- */

/* Facts of one move, all counted from the rules. */
struct trey_facts {
    bool legal;
    bool wins;          /* makes the tile that ends the game */
    int merges;         /* pairs merged */
    int largest_merged; /* rank of the largest merged tile, also 16 (trey_rules_ranks); 0:
                           none */
    uint64_t gain;      /* points */
    int empty;          /* empty cells before the next tile spawns */
    int entries;        /* cells where it may spawn */
    int ready;          /* pairs that can merge after the move */
    int was_largest;    /* rank of the largest tile before the move, */
    int largest;        /* and after it */
    bool was_corner;    /* a largest tile was in a corner before, */
    bool is_corner;     /* and is in one after */
    bool same_corner;   /* the same corner before and after */
    int was_chain; /* length of the chain of adjacent tiles down from a largest one, rank
                      by rank, before, */
    int chain;     /* and after */
    bool parted;   /* the chain is shorter, and not because its next tile merged */
    int was_shut_in; /* trapped tiles: larger by two ranks or more on two opposite sides,
                        and no merge possible with a neighbour; before, */
    int shut_in;     /* and after */
    int shut_in_largest; /* rank of the largest trapped tile after */
    double over;         /* probability that the game is over after the spawn */
    double stuck;        /* probability that only one move is legal then */
};

/* Fills *facts for a possible view. If the move is illegal, all members are zero. */
TREY_API void trey_facts_of(const struct trey_view *view, enum trey_direction direction,
                            struct trey_facts *facts);

/* Size that fits the text of any facts. */
#define TREY_FACTS_TEXT 400

/* Formats facts as one sentence without full stop: "makes a 96; 243 points more; 5 cells
 * free; leaves 2 pairs to merge; 768 leaves its corner; 768 and 384 are parted". */
TREY_API void trey_facts_text(const struct trey_rules *rules,
                              const struct trey_facts *facts, char *text,
                              size_t size_bytes);

/* --- unknown decks ------------------------------------------------------------------ */

/* Maximum number of possible decks: 0..4 of each card. Larger decks are not listed. */
#define TREY_MAX_DECKS 125

/* A position with every possible deck and its probability. The views differ only in the
 * deck, and after the hint TREY_NEXT_WHITE also in the next tile, a 3 or a bonus tile. */
struct trey_guess {
    int count; /* at least 1 */
    struct trey_view views[2 * TREY_MAX_DECKS];
    double weight[2 * TREY_MAX_DECKS]; /* sum to 1 */
};

/* Fills *guess with a position: with the given deck, or, for TREY_DECK_UNKNOWN, with
 * every deck that can have led to it. If the board has fewer cards than
 * a game starts with, decks of any start count; if no deck fits, the unknown deck is
 * used. Probabilities come from shuffled cards alone: all numbers of drawn cards count as
 * equally likely. `next` may be TREY_NEXT_WHITE if the rules show a bonus tile as +
 * (TREY_SHOW_PLUS) and a bonus tile is possible. TREY_ERR_INPUT, with *guess undefined,
 * if the position is impossible. Thread-safe. */
TREY_API enum trey_status trey_guess_make(const struct trey_rules *rules,
                                          trey_board board, trey_next next,
                                          trey_deck deck, struct trey_guess *guess,
                                          struct trey_error *error);

/* The known part of the position: the deck if only one is possible, otherwise an unknown
 * one; the next tile if it is known, otherwise TREY_NEXT_WHITE. */
TREY_API void trey_guess_view(const struct trey_guess *guess, struct trey_view *view);

/* Number of different decks of a guess. Thread-safe. */
TREY_API int trey_guess_decks(const struct trey_guess *guess);

/* As trey_view_advance, for every deck: removes the decks that do not allow the move and
 * updates the probabilities of the others by Bayes' rule. `next` may be TREY_NEXT_WHITE,
 * as in trey_guess_make. Fails, with *guess untouched, if no deck remains.
 * Thread-safe. */
TREY_API enum trey_status trey_guess_advance(struct trey_guess *guess,
                                             enum trey_direction direction, int cell,
                                             int rank, trey_next next,
                                             struct trey_error *error);

/* As trey_search_run, with values averaged over the possible decks, weighted by
 * probability. Nodes and time are divided among the decks. With several decks the report
 * is called when all are searched to depth 1, and at the end; without a limit of nodes or
 * time it is called for every depth that all decks have finished, and the last of these
 * is the result if the search is cancelled. The reported depth is the minimum over the
 * decks. The search must be for the rules of the guess. Errors as for trey_search_run. */
TREY_API enum trey_status trey_guess_search(const struct trey_guess *guess,
                                            struct trey_search *search,
                                            const struct trey_search_limits *limits,
                                            struct trey_search_result *result,
                                            struct trey_error *error);

/* --- certainty of advice ------------------------------------------------------------ */

/* Default limit of nodes of one advice. A fixed amount of work gives the same advice for
 * a position on every machine; about 0.25 s on a processor of 2023. */
#define TREY_ADVICE_NODES 3000000

/* How certainly the best move is better than another one, in ascending order. */
enum trey_certainty {
    TREY_CERTAINTY_UNKNOWN, /* only one depth was searched: nothing to compare with */
    TREY_CERTAINTY_EQUAL,   /* about equal: the next depth may reverse the order */
    TREY_CERTAINTY_BETTER,  /* better, but by little more than values still change */
    TREY_CERTAINTY_CLEAR,   /* clear: by more than values changed in the last depths */
};
#define TREY_CERTAINTIES 4

/* Text of a certainty: "unknown", "about equal", "better" or "clear"; "" for other
 * numbers. */
TREY_API const char *trey_certainty_text(enum trey_certainty certainty);

/* The best move of a search compared with the others. */
struct trey_confidence {
    enum trey_certainty certainty; /* minimum of `over` */
    bool only;                     /* no other move is legal; certainty is clear then */
    double to_come; /* points expected after it; 0 if the values are not points */
    double lead[4]; /* lead of the best move over this one, by direction; 0 for itself and
                       for illegal moves */
    double doubt[4]; /* maximum change of the lead in the last two steps from one depth to
                        the next */
    enum trey_certainty over[4]; /* certainty of the best move over this one; clear for
                                    itself and for illegal moves */
};

/* Fills *confidence from the result of a search of `view`, including its history.
 * `points`: the values are points (trey_evaluator_counts_points). A search that followed
 * all lines to the end of the game has doubt 0. Thread-safe. */
TREY_API void trey_confidence_of(const struct trey_view *view,
                                 const struct trey_search_result *result, bool points,
                                 struct trey_confidence *confidence);

/* Lead over a move in percent of the points still to come, 0..100. For values in
 * points. */
TREY_API double trey_confidence_percent(const struct trey_confidence *confidence,
                                        int move);

#ifdef __cplusplus
}
#endif
#endif
