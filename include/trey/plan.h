/* trey/plan.h - the planner of the known-sequence game.
 *
 * A beam search: layer n holds the most promising boards after n moves, duplicates
 * merged. It is anytime: passes of growing width until the time is used, the bound is
 * met, or a pass dropped nothing that could still win, which proves the plan optimal. */
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
    TREY_PROOF_REGRESSED, /* going back from all ends above the score comes to nothing */
    TREY_PROOF_EXHAUSTED, /* every other line was searched, merged, or bounded below it */
};

/* What ended a search. */
enum trey_plan_stop {
    TREY_PLAN_PROVED, /* plan.proof says how; a game without a slide is proved at once */
    TREY_PLAN_PASS_DONE, /* the one pass of the width asked for, or the searcher's game,
                            is over */
    TREY_PLAN_TIME,      /* the time limit */
    TREY_PLAN_CANCELLED,
    TREY_PLAN_MEMORY, /* nothing wider fits the memory limit */
};

/* Widest beam that may be asked for. */
#define TREY_PLAN_MAX_WIDTH (1U << 26)

/* Told to the progress callback every progress_every_s seconds. */
struct trey_plan_progress {
    unsigned pass;        /* from 1; the opening pass counts as part of the first */
    unsigned width;       /* of this pass */
    size_t moves_done;    /* layers finished in this pass */
    size_t moves_longest; /* no game is longer */
    uint64_t best_score;  /* of the best plan so far, over all passes */
    uint64_t bound;
    double seconds;      /* since the start */
    double seconds_left; /* estimate for this pass; negative when unknown */
};

typedef void (*trey_plan_progress_fn)(void *context,
                                      const struct trey_plan_progress *progress);

/* Zero-initialise through trey_plan_defaults, then change what is wanted. */
struct trey_plan_options {
    unsigned width;      /* exactly one pass of this width; 0: widen while time lasts */
    double time_limit_s; /* of the whole call; 0: none. Without a width too, the search
                            then ends with a proof or where memory allows no wider pass */
    unsigned threads;    /* 0: one per processor */
    uint64_t seed;       /* breaks ties between equally good boards */
    size_t max_memory_bytes; /* upper limit on what the search takes; 0: half of what the
                                machine, or the container, has to give */
    const struct trey_cancel *cancel; /* optional: stop soon once it is raised */
    trey_plan_progress_fn progress;   /* optional */
    void *progress_context;
    bool certificate;        /* make plan.certificate, if the proof is of a kind for it */
    double progress_every_s; /* least seconds between reports; 0: after every layer */
};

/* The plan found. Free with trey_plan_clear. */
struct trey_plan {
    uint8_t *moves; /* enum trey_direction a byte; owned by the plan */
    size_t move_count;
    uint64_t score;
    struct trey_bound bound;
    enum trey_proof proof;
    enum trey_plan_stop stop;
    bool cancelled;      /* stop is TREY_PLAN_CANCELLED */
    unsigned width;      /* of the pass that found it (0: nothing to search) */
    unsigned widest;     /* pass begun */
    unsigned passes;     /* begun, besides a narrow one at the start and at the end */
    size_t memory_bytes; /* the limit that held */
    size_t
        listed_moves; /* after so many all boards that could win were listed; 0: none */
    uint64_t listed_boards; /* in the largest such layer */
    uint64_t positions;     /* positions generated in all passes */
    char *certificate; /* owned by the plan; NULL: not asked for, or no proof to check but
                          by repeating it. A line of JSON: docs/planner.md */
    double seconds;
    double moves_per_second; /* layers finished, all passes, per second */
    uint64_t ceiling; /* no plan scores more: bound.score, or less if the search found so;
                         with a proof, the score */
};

/* width 0, time limit 10 s, threads 0, seed 1, half of the memory there is, reports five
 * times a second. */
TREY_API void trey_plan_defaults(struct trey_plan_options *options);

/* Finds a plan. Fails only for want of memory for the first, narrow pass, or on bad
 * options. Whatever ends the search, the plan is played to its end: no slide or no tile
 * is left after it. So a call takes at least the time of a narrow pass, about a
 * microsecond a move. One call uses several threads itself;
 * calls on the same instance may run side by side. The plan depends on instance, seed and
 * width alone when no limit of time cuts the search short. */
TREY_API enum trey_status trey_plan_find(const struct trey_sequence *sequence,
                                         const struct trey_plan_options *options,
                                         struct trey_plan *plan,
                                         struct trey_error *error);

/* Frees what a plan owns and zeroes it. */
TREY_API void trey_plan_clear(struct trey_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
