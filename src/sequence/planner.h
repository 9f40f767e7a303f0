/* A planning call under way: plan.c sets it up, passes.c searches. */
#ifndef TREY_SEQUENCE_PLANNER_H
#define TREY_SEQUENCE_PLANNER_H

#include "sequence/beam.h"
#include "trey/plan.h"

enum {
    TREY_PLAN_LEAST_WIDTH = 8,
    TREY_PLAN_LEAST_TRACE_BYTES = 1 << 20,
};

struct trey_planner {
    const struct trey_sequence *sequence;
    const struct trey_plan_options *options;
    struct trey_plan *plan; /* its counters and proof are kept up to date */
    struct trey_threads *threads;
    struct trey_eval stages[TREY_EVAL_STAGES];
    uint64_t *rest; /* of trey_sequence_rest */
    size_t goal;    /* of trey_sequence_goal */
    struct trey_beam_best best;
    double start, deadline; /* deadline 0: none */

    /* The pass under way. */
    double pass_start, pass_deadline, last_shown;
    unsigned width;
    size_t pass_first; /* moves made before it starts */
    size_t layers;     /* finished in all passes before */
    bool stopped;      /* by what plan->stop says */
};

/* Searches until a proof, the deadline, cancellation or the memory limit. */
enum trey_status trey_planner_search(struct trey_planner *planner,
                                     struct trey_error *error);

#endif
