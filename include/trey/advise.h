/* trey/advise.h - advice to a person who plays elsewhere: what each slide does, in
 * numbers and in plain words, and which cards may be left in a deck that was not seen. */
#ifndef TREY_ADVISE_H
#define TREY_ADVISE_H

#include "trey/game.h"
#include "trey/search.h"
#include "trey/statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- what a slide does -----------------------------------------------------------------
 */

/* Facts of one slide, each counted from the rules, none guessed. */
struct trey_facts {
    bool legal;
    bool wins;          /* makes the tile that ends the game */
    int merges;         /* pairs merged */
    int largest_merged; /* rank that the largest merge makes, also 16 (trey_rules_ranks);
                           0: none */
    uint64_t gain;      /* points */
    int empty;          /* cells left before the new tile enters */
    int entries;        /* cells it may enter */
    int ready;          /* pairs that can merge after the slide */
    int was_largest;    /* rank of the largest tile before */
    int largest;        /* and afterwards */
    bool was_corner;    /* a largest tile was in a corner before */
    bool is_corner;     /* one is in a corner afterwards */
    bool same_corner;   /* the two share a corner */
    int was_chain;      /* tiles, from a largest one down rank by rank, that lay each */
    int chain;          /* beside the last: before, and afterwards */
    bool parted;        /* the chain is shorter, and not because its next tile merged */
    int was_shut_in;    /* tiles with larger ones on two opposite sides, both by two ranks
                           or more, and none beside them to merge with: before, */
    int shut_in;        /* and afterwards */
    int shut_in_largest; /* rank of the largest of these */
    double over;         /* chance that the game is over once the tile has entered */
    double stuck;        /* chance that just one slide is legal then */
};

/* Fills *facts; `legal` false leaves the rest zero. For a view that is possible. */
TREY_API void trey_facts_of(const struct trey_view *view, enum trey_direction direction,
                            struct trey_facts *facts);

/* The facts of trey_facts_of in words, one sentence without its full stop, for which
 * TREY_FACTS_TEXT bytes are room enough: "makes a 96; 243 points more; 5 cells free;
 * leaves 2 pairs to merge; 768 leaves its corner; 768 and 384 are parted". */
#define TREY_FACTS_TEXT 400
TREY_API void trey_facts_text(const struct trey_rules *rules,
                              const struct trey_facts *facts, char *text,
                              size_t size_bytes);

/* --- a deck that was not seen ----------------------------------------------------------
 */

/* The most decks there can be: 0..4 of each card; larger decks are not listed. */
#define TREY_MAX_DECKS 125

/* A position with every deck that is possible, and how likely each is. They differ in
 * nothing else, except that after the hint TREY_NEXT_WHITE the next tile of some is a 3
 * and of others a bonus tile. */
struct trey_guess {
    int count; /* at least 1 */
    struct trey_view views[2 * TREY_MAX_DECKS];
    double weight[2 * TREY_MAX_DECKS]; /* add up to 1 */
};

/* A position with a given deck, or with all that can have led to it (trey_deck_fits) if
 * the deck is TREY_DECK_UNKNOWN; for a board with fewer cards than a game starts with,
 * those that fit however the game began; if there are none, with the unknown deck itself.
 * How likely a deck is, is told by shuffled cards alone, as if all numbers of cards drawn
 * were equally likely. `next` may be TREY_NEXT_WHITE if the rules show a bonus tile as +
 * (TREY_SHOW_PLUS) and one is possible. TREY_ERR_INPUT, with *guess undefined, if no such
 * position is possible. `error` may be NULL. Any thread. */
TREY_API enum trey_status trey_guess_make(const struct trey_rules *rules,
                                          trey_board board, trey_next next,
                                          trey_deck deck, struct trey_guess *guess,
                                          struct trey_error *error);

/* What is known of the position: the deck if one alone is left, else an unknown one; the
 * next tile if it is known, else TREY_NEXT_WHITE. */
TREY_API void trey_guess_view(const struct trey_guess *guess, struct trey_view *view);

/* Number of different decks among the cases of a guess. Any thread. */
TREY_API int trey_guess_decks(const struct trey_guess *guess);

/* As trey_view_advance, for every deck; those that do not allow it fall away, and the
 * others are as likely as what was seen makes them. `next` may be TREY_NEXT_WHITE, as in
 * trey_guess_make. Fails, with *guess untouched, if none
 * is left. `error` may be NULL. Any thread. */
TREY_API enum trey_status trey_guess_advance(struct trey_guess *guess,
                                             enum trey_direction direction, int cell,
                                             int rank, trey_next next,
                                             struct trey_error *error);

/* As trey_search_run, with values averaged over the decks that are possible, by how
 * likely each is. Each deck has its share of the nodes and of the time. With several
 * decks the report is called when all have been searched to depth 1, and at the end;
 * without a limit of nodes or time it is called for every depth of all decks, and if
 * cancelled the last of these is the result. The depth is that of the deck searched least
 * deep. The search must be of the guess's rules. Errors as of trey_search_run. */
TREY_API enum trey_status trey_guess_search(const struct trey_guess *guess,
                                            struct trey_search *search,
                                            const struct trey_search_limits *limits,
                                            struct trey_search_result *result,
                                            struct trey_error *error);

/* --- how certain advice is -------------------------------------------------------------
 */

/* Work of one advice where no limit is given, as the limit of nodes of a search: fixed
 * work, so that the same position has the same advice everywhere. About a quarter of a
 * second on a processor of 2023. */
#define TREY_ADVICE_NODES 3000000

/* How certain it is that the best move is better than another one, in this order. */
enum trey_certainty {
    TREY_CERTAINTY_UNKNOWN, /* one depth was searched, with nothing to compare it with */
    TREY_CERTAINTY_EQUAL,   /* about equal: the next depth might well turn it round */
    TREY_CERTAINTY_BETTER,  /* better, but not by much more than values still change */
    TREY_CERTAINTY_CLEAR,   /* clear: more than values have changed in the last depths */
};
#define TREY_CERTAINTIES 4

/* "unknown", "about equal", "better" or "clear"; "" for any other number. Constant. */
TREY_API const char *trey_certainty_text(enum trey_certainty certainty);

/* Certainty of a lead >= 0 whose size is uncertain by `doubt` >= 0, with `to_come` >= 0
 * points still to come (0: the values are not points), all in the same unit. Clear from
 * a lead of `doubt` and 0.5 % of `to_come` on, better from half of `doubt` and 0.2 % of
 * `to_come` on. Never less certain for a larger lead, never more certain for a larger
 * doubt or more points to come. A lead of 0 is always TREY_CERTAINTY_EQUAL. */
TREY_API enum trey_certainty trey_certainty_of_lead(double lead, double doubt,
                                                    double to_come);

/* Certainty of a measured difference in mean scores, from its 95 % interval: better if
 * the interval does not reach 0, clear if it lies in the upper half of the difference. It
 * is that of a lead whose doubt is twice the half length of the interval. A negative
 * `to_come` counts as 0. Any thread. */
static inline enum trey_certainty
trey_certainty_of_difference(const struct trey_interval *behind, double to_come)
{
    if (!behind->known)
        return TREY_CERTAINTY_UNKNOWN;
    return trey_certainty_of_lead(behind->mean > 0.0 ? behind->mean : 0.0,
                                  2.0 * (behind->mean - behind->low),
                                  to_come > 0.0 ? to_come : 0.0);
}

/* The best move of a search beside the others. */
struct trey_confidence {
    enum trey_certainty certainty; /* the least of `over` */
    bool only;                     /* no other move is legal; certainty is clear then */
    double to_come;                /* points expected after the best move; 0 where the
                                      values are not points */
    double lead[4];                /* of the best move over this one, by direction; 0 for
                                      itself and where illegal */
    double doubt[4];               /* largest change of the lead in the last two steps
                                      from one depth to the next */
    enum trey_certainty over[4];   /* certainty of the best move over this one; clear for
                                      itself and where illegal */
};

/* Fills *confidence from what a search of `view` found, its history included. `points`:
 * the values are points (trey_evaluator_counts_points). A search that followed all lines
 * to the end of the game has no doubt. Any thread. */
TREY_API void trey_confidence_of(const struct trey_view *view,
                                 const struct trey_search_result *result, bool points,
                                 struct trey_confidence *confidence);

/* The lead over a move in percent of the points still to come, 0..100; for values in
 * points. */
TREY_API double trey_confidence_percent(const struct trey_confidence *confidence,
                                        int move);

/* Points still to come by a move's value: the value less the score; in 2048, whose values
 * are of the points to come, the value itself. Any thread. */
TREY_API double trey_points_to_come(const struct trey_view *view, double value);

#ifdef __cplusplus
}
#endif
#endif
