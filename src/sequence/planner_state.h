/* The state of a planning call. plan.c creates it, passes.c and proofs.c search with it.
 * Times are in seconds by trey_clock_monotonic. */
#ifndef TREY_SEQUENCE_PLANNER_STATE_H
#define TREY_SEQUENCE_PLANNER_STATE_H

#include "sequence/beam.h"
#include "trey/plan.h"

enum {
    TREY_PLAN_MIN_WIDTH = 8,
    TREY_PLAN_MIN_TRACE_BYTES = 1 << 20,
};

struct trey_descent;

struct trey_planner {
    /* The call. The caller owns what the pointers point to. */
    const struct trey_sequence *sequence;
    const struct trey_plan_options *options;
    struct trey_plan *plan; /* result; counters, ceiling and proof are always current */
    double start_s;
    double deadline_s; /* 0: none */

    /* Set by plan.c before the search, constant afterwards. */
    struct trey_threads *threads;              /* NULL: one thread */
    struct trey_eval stages[TREY_EVAL_STAGES]; /* the tuned evaluation */
    struct trey_eval plain[TREY_EVAL_STAGES];  /* the plain evaluation; no tables if the
                                                  sum leaves the early stage */
    uint64_t *rest; /* rest[n]: no plan of n or more moves scores above this */
    size_t goal;    /* moves after which the packing bound might be reached */

    /* The search as a whole (passes.c). */
    struct trey_beam_best best; /* the best plan so far */
    uint64_t opening_score;     /* of the narrow opening pass, while its plan is set aside
                                   for the pass of the requested width; otherwise 0 */
    size_t layers;              /* finished in all counted passes */
    bool stopped;               /* for the reason in plan->stop */
    double progress_shown_s;    /* time of the last progress report */

    /* The current pass (passes.c). */
    double pass_start_s;
    double pass_deadline_s;  /* of this pass alone; 0: none */
    unsigned pass_width;     /* number of boards a layer */
    size_t pass_first_moves; /* moves made before its first layer */

    /* Proofs (proofs.c). */
    bool regress_tried;            /* creating the regressions has been tried */
    struct trey_regress *regress;  /* NULL: not tried, or not possible */
    size_t regress_bytes;          /* its memory limit */
    double regress_limit_s;        /* time limit of its last run */
    struct trey_descent *descent;  /* NULL: not tried, or not enough memory */
    enum trey_proof ceiling_proof; /* method that lowered plan->ceiling last */
    bool uncertified;              /* plan->proof is neither the bound nor a result that
                                      the layers of `regress` show */
    double exhaust_after_s;        /* seconds of search before the last exhaustion that
                                      did not finish; 0: none */
    size_t exhaust_layers;         /* listed completely by the last exhaustion */
};

#endif
