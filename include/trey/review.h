/* trey/review.h - a finished game looked at again: what each slide was worth, what the
 * best one would have been, and what the difference cost.
 *
 * The loss of a slide is the share of the points still to come that it gave away:
 *
 *     loss = (value of the best slide - value of the slide played) / max(to come, 1000)
 *
 * where to come = value of the best slide less the score so far (2048, whose values are
 * of the points to come: the value itself). Below 1000 points to come a game is all but
 * over, and noise would look like mistakes. Values of an evaluation that does not count
 * points (trey_evaluator_counts_points) give losses of its own scale: they order slides,
 * but marks mean little.
 *
 * All functions are thread-safe but for what a search must not share. */
#ifndef TREY_REVIEW_H
#define TREY_REVIEW_H

#include "trey/record.h"
#include "trey/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How bad a slide was. */
enum trey_mark {
    TREY_MARK_NONE,
    TREY_MARK_DOUBTFUL, /* ?! from a loss of 0.015 */
    TREY_MARK_MISTAKE,  /* ?  from 0.04 */
    TREY_MARK_BLUNDER,  /* ?? from 0.10 */
};
#define TREY_MARKS 4

/* "", "?!", "?" or "??"; "" for any other number. Constant. */
TREY_API const char *trey_mark_text(enum trey_mark mark);

/* A slide of the game, valued. */
struct trey_review_slide {
    bool done;      /* it was valued; else the rest is zero */
    bool forced;    /* no other slide was legal: it does not count */
    uint8_t played; /* enum trey_direction */
    uint8_t best;
    uint8_t legal;   /* bit 1 << direction */
    double value[4]; /* by direction; 0 where illegal */
    uint64_t score;  /* before the slide */
    double loss;     /* 0 or more */
    double unsure;   /* by how much the search's last depth changed the loss */
    enum trey_mark mark;
};

/* The loss of a slide, 0 or more, by the rules above. `before` is the view before it. */
TREY_API double trey_review_loss(const struct trey_view *before, double best,
                                 double played);

/* The mark of a loss. One that is no larger than what the search's last depth changed,
 * `unsure`, is not marked: another depth might take it back. */
TREY_API enum trey_mark trey_review_mark(double loss, double unsure);

/* Fills *slide from what a search found; `earlier` is the result of the depth before its
 * last one, or NULL. The slide played must be legal, the search's best not -1. */
TREY_API void trey_review_weigh(const struct trey_view *before,
                                enum trey_direction played,
                                const struct trey_search_result *result,
                                const struct trey_search_result *earlier,
                                struct trey_review_slide *slide);

/* How long a bar is drawn for a slide of this loss, 0 to 1, and 1 for none: half at the
 * loss of a mistake. */
TREY_API double trey_review_bar(double loss);

/* The accuracy that a slide of this loss counts for, 0 to 1, and 1 for none: half at a
 * loss of 0.01. It is fitted on games of players of known strength: docs/review.md. */
TREY_API double trey_review_accuracy(double loss);

/* What a game, or the part of it that is valued, comes to. */
struct trey_review_sum {
    size_t valued;            /* slides done */
    size_t counted;           /* of these, not forced */
    double accuracy;          /* 0..100: the mean of what slides count for; 100 if
                                 nothing counts */
    double loss;              /* the mean */
    size_t marks[TREY_MARKS]; /* by enum trey_mark, of those that count */
};
/* Of `count` slides, 0 or more. */
TREY_API void trey_review_sum(const struct trey_review_slide *slides, size_t count,
                              struct trey_review_sum *sum);

/* The slides with the largest losses above 0 that are not forced, the largest first, the
 * earlier of equal ones first. Fills at most `room` of `worst` with indices; how many. */
TREY_API size_t trey_review_worst(const struct trey_review_slide *slides, size_t count,
                                  size_t *worst, size_t room);

/* A slide that changed what was to be expected of the game: by itself, and by what
 * followed it, the cell and tile that came. In points where the evaluation counts them.
 */
struct trey_review_turn {
    size_t index;
    double before, after; /* value of the best slide before it, and before the next one */
    double fault;         /* of the difference, what the slide gave away: 0 or less */
    double luck;          /* and what chance did */
};

/* The slides after which most has changed, as a share of the points to come: the largest
 * first, the earlier of equal ones first; the last slide of the game is none. With
 * `ahead` the values are of the points to come, as in 2048, and the score is added. Fills
 * at most `room` of `turns`; how many. */
TREY_API size_t trey_review_turns(const struct trey_review_slide *slides, size_t count,
                                  bool ahead, struct trey_review_turn *turns,
                                  size_t room);

/* The order of valuing that shows the whole game soon: every `every`-th slide (1..), then
 * the others. Index of the `i`-th of `count` slides, i < count. */
TREY_API size_t trey_review_order(size_t count, size_t every, size_t i);

/* The positions before each slide of a record, record->count of them, in `views` of the
 * caller's, the deck worked out where it can be. TREY_ERR_INPUT says which slide the
 * rules do not allow; those before it are filled. */
TREY_API enum trey_status trey_review_views(const struct trey_record *record,
                                            struct trey_view *views,
                                            struct trey_error *error);

/* Told of each slide that was valued; a false answer ends the review. */
typedef bool (*trey_review_fn)(void *context, size_t index,
                               const struct trey_review_slide *slide);

struct trey_review_options {
    struct trey_search_limits limits; /* of one slide; its report is not used */
    size_t every;                     /* see trey_review_order; 0 or 1: in order */
    trey_review_fn report;            /* optional */
    void *context;
};

/* Work of one move where no limit is given, as the limit of nodes of a search: fixed
 * work, so that the same game has the same review everywhere. About 5 ms of one core of
 * a processor of 2023. */
#define TREY_REVIEW_NODES 50000

/* TREY_REVIEW_NODES a move, every 24th first. */
TREY_API void trey_review_defaults(struct trey_review_options *options);

/* Reviews a game: fills slides[0 .. record->count - 1], of the caller's. The search must
 * be of the record's rules. TREY_ERR_INPUT as of trey_review_views; TREY_ERR_CANCELLED if
 * limits.cancel was raised or `report` wished it, with what was done; TREY_ERR_MEMORY;
 * TREY_ERR_ARGUMENT as of trey_search_run. */
TREY_API enum trey_status trey_review_run(struct trey_search *search,
                                          const struct trey_record *record,
                                          const struct trey_review_options *options,
                                          struct trey_review_slide *slides,
                                          struct trey_error *error);

/* Values one slide that is legal in `before` by a search of its rules; of `limits` the
 * report is not used. Errors as of trey_search_run. */
TREY_API enum trey_status
trey_review_value(struct trey_search *search, const struct trey_view *before,
                  enum trey_direction played, const struct trey_search_limits *limits,
                  struct trey_review_slide *slide, struct trey_error *error);

/* Reviews a game as trey_review_run does, by `threads` threads (0: one per processor)
 * with a search of `table_bytes` each; `report` is called by one of them at a time. The
 * evaluator must be for the record's board. Without limits of time the result does not
 * depend on the number of threads. */
TREY_API enum trey_status trey_review_parallel(const struct trey_evaluator *evaluator,
                                               size_t table_bytes, unsigned threads,
                                               const struct trey_record *record,
                                               const struct trey_review_options *options,
                                               struct trey_review_slide *slides,
                                               struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
