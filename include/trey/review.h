/* trey/review.h - reviews finished games: the value of each move, the best move, and what
 * the difference cost.
 *
 * The loss of a move is the fraction of the points still to come that it gave away:
 *
 *     loss = (value of the best move - value of the move played) / max(to come, 1000)
 *
 * where to come = value of the best move less the current score (2048, whose values count
 * points to come: the value itself). Below 1000 points to come a game is almost over, and
 * noise would look like mistakes. Values of an evaluator that does not count points
 * (trey_evaluator_counts_points) give losses on its own scale: they order moves, but
 * ratings mean little.
 *
 * All functions are thread-safe, except that a search is used by one thread at a time. */
#ifndef TREY_REVIEW_H
#define TREY_REVIEW_H

#include "trey/record.h"
#include "trey/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rating of a move. */
enum trey_mark {
    TREY_MARK_NONE,
    TREY_MARK_INACCURACY, /* ?! from a loss of 0.015 */
    TREY_MARK_MISTAKE,    /* ?  from 0.04 */
    TREY_MARK_BLUNDER,    /* ?? from 0.10 */
};
#define TREY_MARKS 4

/* Symbol of a rating: "", "?!", "?" or "??"; "" for any other number. Constant. */
TREY_API const char *trey_mark_text(enum trey_mark mark);

/* A move of the game with its evaluation. */
struct trey_reviewed_move {
    bool done;      /* it was evaluated; otherwise the rest is zero */
    bool forced;    /* no other move was legal: it does not count */
    uint8_t played; /* enum trey_direction */
    uint8_t best;
    uint8_t legal;   /* bit 1 << direction */
    double value[4]; /* by direction; 0 where illegal */
    uint64_t score;  /* before the move */
    double loss;     /* 0 or more */
    double unsure;   /* change of the loss in the last depth of the search */
    enum trey_mark mark;
};

/* Summary of a game, or of its evaluated part. */
struct trey_review_summary {
    size_t valued;            /* evaluated moves */
    size_t counted;           /* of these, those not forced */
    double accuracy;          /* 0..100: mean accuracy of the counted moves; 100 if
                                 there are none */
    double loss;              /* mean loss */
    size_t marks[TREY_MARKS]; /* counted moves by enum trey_mark */
};
/* Summarises `count` moves, 0 or more. */
TREY_API void trey_review_summary(const struct trey_reviewed_move *slides, size_t count,
                                  struct trey_review_summary *sum);

/* Finds the moves with the largest losses above 0 that were not forced, the largest
 * first, of equal ones the earlier first. Fills at most `room` entries of `worst` with
 * indices and returns their number. */
TREY_API size_t trey_review_worst(const struct trey_reviewed_move *slides, size_t count,
                                  size_t *worst, size_t room);

/* Fills `views` with the positions before each of the record->count moves; the array
 * belongs to the caller. Decks are deduced where possible. TREY_ERR_INPUT names the move
 * that the rules do not allow; the views before it are filled. */
TREY_API enum trey_status trey_review_views(const struct trey_record *record,
                                            struct trey_view *views,
                                            struct trey_error *error);

/* Called after each evaluated move; returning false ends the review. */
typedef bool (*trey_review_fn)(void *context, size_t index,
                               const struct trey_reviewed_move *slide);

/* Options of a review. Initialise with trey_review_defaults. */
struct trey_review_options {
    struct trey_search_limits limits; /* of one move; its report is not used */
    size_t every;                     /* every n-th move first; 0 or 1: in order */
    trey_review_fn report;            /* optional */
    void *context;
    uint64_t reserved[TREY_RESERVED];
};

/* Default limit of nodes per move. A fixed amount of work gives the same review of a game
 * on every machine; about 5 ms of one core of a processor of 2023. */
#define TREY_REVIEW_NODES 50000

/* Sets the defaults: TREY_REVIEW_NODES per move, every 24th move first. */
TREY_API void trey_review_defaults(struct trey_review_options *options);

/* Reviews a game with `threads` threads (0: one per processor) and a transposition table
 * of `table_bytes` for each: fills slides[0 .. record->count - 1], which belong to the
 * caller. Only one thread at a time calls `report`. The evaluator must be for the
 * record's board. TREY_ERR_INPUT as for trey_review_views; TREY_ERR_CANCELLED if
 * limits.cancel was raised or `report` returned false, with the moves done so far;
 * TREY_ERR_MEMORY; TREY_ERR_ARGUMENT as for trey_search_run. Without time limits the
 * result does not depend on the number of threads. */
TREY_API enum trey_status trey_review_parallel(const struct trey_evaluator *evaluator,
                                               size_t table_bytes, unsigned threads,
                                               const struct trey_record *record,
                                               const struct trey_review_options *options,
                                               struct trey_reviewed_move *slides,
                                               struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
