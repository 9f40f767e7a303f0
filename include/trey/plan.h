/* trey/plan.h - the planner of the known-sequence game.
 *
 * A beam search: layer n holds the most promising boards after n moves, without
 * duplicates. It is anytime: it runs passes of growing width until the time is used up,
 * the bound is reached, or a pass discarded nothing that could still win, which proves
 * the plan optimal. */
#ifndef TREY_PLAN_H
#define TREY_PLAN_H

#include "trey/sequence.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a plan was proved optimal. */
enum trey_proof {
    TREY_PROOF_NONE,
    TREY_PROOF_BOUND_MET, /* the score equals the bound */
    TREY_PROOF_REGRESSED, /* retrograde analysis from all ends above the score finds no
                             start */
    TREY_PROOF_EXHAUSTED, /* all other lines were searched, merged, or have a bound
                             below it */
};

/* Reason why a search ended. */
enum trey_plan_stop {
    TREY_PLAN_PROVED, /* see plan.proof; a game without a legal move is proved at once */
    TREY_PLAN_PASS_DONE, /* the one pass of the requested width, or the searcher's
                            game, is over */
    TREY_PLAN_TIME,      /* the time limit */
    TREY_PLAN_CANCELLED,
    TREY_PLAN_MEMORY, /* no wider pass fits into the memory limit */
};

/* Maximum width of a beam. */
#define TREY_PLAN_MAX_WIDTH (1U << 26)

/* Passed to the progress callback every progress_every_s seconds. */
struct trey_plan_progress {
    unsigned pass;        /* from 1; the opening pass counts as part of the first */
    unsigned width;       /* of this pass */
    size_t moves_done;    /* finished layers of this pass */
    size_t moves_longest; /* no game is longer */
    uint64_t best_score;  /* of the best plan so far, over all passes */
    uint64_t bound;
    double seconds;      /* since the start */
    double seconds_left; /* estimate for this pass; negative when unknown */
};

typedef void (*trey_plan_progress_fn)(void *context,
                                      const struct trey_plan_progress *progress);

/* Options. Initialise with trey_plan_defaults, then change what is needed. */
struct trey_plan_options {
    unsigned width;          /* exactly one pass of this width; 0: widen until the time is
                                used up */
    double time_limit_s;     /* of the whole call; 0: none. If width is 0, too, the
                                search ends with a proof or when memory allows no wider
                                pass */
    unsigned threads;        /* 0: one per processor */
    uint64_t seed;           /* breaks ties between equally good boards */
    size_t max_memory_bytes; /* maximum memory of the search; 0: half of what the
                                machine, or the container, has */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    trey_plan_progress_fn progress;   /* optional */
    void *progress_context;
    bool certificate;        /* make plan.certificate, if the kind of proof has one */
    double progress_every_s; /* minimum seconds between reports; 0: after every layer */
    uint64_t reserved[TREY_RESERVED];
};

/* A plan. Free it with trey_plan_clear. */
struct trey_plan {
    uint8_t *moves; /* enum trey_direction a byte; owned by the plan */
    size_t move_count;
    uint64_t score;
    struct trey_bound bound;
    enum trey_proof proof;
    enum trey_plan_stop stop;
    bool cancelled;         /* stop is TREY_PLAN_CANCELLED */
    unsigned width;         /* of the pass that found it; 0: nothing to search */
    unsigned widest;        /* width of the widest pass started */
    unsigned passes;        /* passes started, without the narrow ones at the start and
                               the end */
    size_t memory_bytes;    /* memory limit in effect */
    size_t listed_moves;    /* moves until all boards that can win were listed; 0: none */
    uint64_t listed_boards; /* number of boards of the largest such layer */
    uint64_t positions;     /* positions generated in all passes */
    char *certificate; /* owned by the plan; NULL: not requested, or only a repetition
                          can check the proof. A line of JSON: docs/planner.md */
    double seconds;
    double moves_per_second; /* finished layers per second, all passes */
    uint64_t ceiling; /* upper bound of the score of any plan: bound.score, or less if
                         the search proved so; with a proof, the score */
};

/* Sets the defaults: width 0, time limit 10 s, threads 0, seed 1, half of the memory,
 * five reports per second. */
TREY_API void trey_plan_defaults(struct trey_plan_options *options);

/* Finds a plan. Fails only if memory does not suffice for the first, narrow pass, or for
 * invalid options. However the search ends, the plan is complete: after it no move is
 * legal or no tile is left. So a call takes at least the time of a narrow pass, about a
 * microsecond per move. One call uses several threads; calls on the same instance may run
 * in parallel. The plan depends only on instance, seed and width if no time limit ends
 * the search. */
TREY_API enum trey_status trey_plan_find(const struct trey_sequence *sequence,
                                         const struct trey_plan_options *options,
                                         struct trey_plan *plan,
                                         struct trey_error *error);

/* Frees the memory of a plan and zeroes it. */
TREY_API void trey_plan_clear(struct trey_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
