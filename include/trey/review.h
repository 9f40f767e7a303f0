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

/* Loss of a move, 0 or more, by the formula above. `before` is the view before it. */
TREY_API double trey_review_loss(const struct trey_view *before, double best,
                                 double played);

/* Rating of a loss. None if the loss is not larger than its change in the last depth of
 * the search, `unsure`: another depth might reverse it. */
TREY_API enum trey_mark trey_review_mark(double loss, double unsure);

/* Fills *slide from the result of a search; `earlier` is the result of the last depth but
 * one, or NULL. The move played must be legal, and the search's best not -1. */
TREY_API void trey_review_from_search(const struct trey_view *before,
                                      enum trey_direction played,
                                      const struct trey_search_result *result,
                                      const struct trey_search_result *earlier,
                                      struct trey_reviewed_move *slide);

/* Length of the bar drawn for a move of this loss, 0 to 1: 1 for no loss, half at the
 * loss of a mistake. */
TREY_API double trey_review_bar(double loss);

/* Accuracy of a move of this loss, 0 to 1: 1 for no loss, half at 0.01. Fitted to games
 * of players of known strength: docs/review.md. */
TREY_API double trey_review_accuracy(double loss);

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

/* A turning point: a move after which the expected result of the game changed, by the
 * move itself and by the spawn that followed. In points if the evaluator counts them. */
struct trey_review_turn {
    size_t index;
    double before, after; /* value of the best move before it, and before the next move */
    double fault;         /* part of the difference caused by the move: 0 or less */
    double luck;          /* part caused by chance */
};

/* Finds the turning points with the largest changes relative to the points still to come,
 * the largest first, of equal ones the earlier first; the last move of the game is never
 * one. With `ahead`, values count points to come, as in 2048, and the score is added to
 * them. Fills at most `room` entries of `turns` and returns their number. */
TREY_API size_t trey_review_turns(const struct trey_reviewed_move *slides, size_t count,
                                  bool ahead, struct trey_review_turn *turns,
                                  size_t room);

/* Evaluation order that soon covers the whole game: every `every`-th move (1..), then the
 * others. Returns the index of the `i`-th of `count` moves, i < count. */
TREY_API size_t trey_review_order(size_t count, size_t every, size_t i);

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
    size_t every;                     /* see trey_review_order; 0 or 1: in order */
    trey_review_fn report;            /* optional */
    void *context;
    uint64_t reserved[TREY_RESERVED];
};

/* Default limit of nodes per move. A fixed amount of work gives the same review of a game
 * on every machine; about 5 ms of one core of a processor of 2023. */
#define TREY_REVIEW_NODES 50000

/* Sets the defaults: TREY_REVIEW_NODES per move, every 24th move first. */
TREY_API void trey_review_defaults(struct trey_review_options *options);

/* Reviews a game: fills slides[0 .. record->count - 1], which belong to the caller. The
 * search must be for the record's rules. TREY_ERR_INPUT as for trey_review_views;
 * TREY_ERR_CANCELLED if limits.cancel was raised or `report` returned false, with the
 * moves done so far; TREY_ERR_MEMORY; TREY_ERR_ARGUMENT as for trey_search_run. */
TREY_API enum trey_status trey_review_run(struct trey_search *search,
                                          const struct trey_record *record,
                                          const struct trey_review_options *options,
                                          struct trey_reviewed_move *slides,
                                          struct trey_error *error);

/* Evaluates one move that is legal in `before` with a search for its rules; the report of
 * `limits` is not used. Errors as for trey_search_run. */
TREY_API enum trey_status
trey_review_evaluate(struct trey_search *search, const struct trey_view *before,
                     enum trey_direction played, const struct trey_search_limits *limits,
                     struct trey_reviewed_move *slide, struct trey_error *error);

/* Reviews a game as trey_review_run does, with `threads` threads (0: one per processor)
 * and a transposition table of `table_bytes` for each. Only one thread at a time calls
 * `report`. The evaluator must be for the record's board. Without time limits the result
 * does not depend on the number of threads. */
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
