/* A planning call under way: plan.c sets it up, passes.c searches. */
#ifndef TREY_SEQUENCE_PLANNER_H
#define TREY_SEQUENCE_PLANNER_H

#include "sequence/exhaust.h"
#include "trey/plan.h"

enum {
    TREY_PLAN_MIN_WIDTH = 8,
    TREY_PLAN_MIN_TRACE_BYTES = 1 << 20,
};

struct trey_planner {
    const struct trey_sequence *sequence;
    const struct trey_plan_options *options;
    struct trey_plan *plan; /* its counters and proof are kept up to date */
    struct trey_threads *threads;
    struct trey_eval stages[TREY_EVAL_STAGES];
    struct trey_eval plain[TREY_EVAL_STAGES]; /* by the plain weights; no tables where
                                                 tiles sum to more than early ones may */
    uint64_t *rest;                           /* of trey_sequence_rest */
    size_t goal;                              /* of trey_sequence_goal */
    struct trey_beam_best best;
    struct trey_regress *regress; /* NULL: not begun, or not possible */
    bool regress_tried;
    size_t regress_bytes;          /* that it may take */
    double regress_s;              /* that the last one might take */
    struct trey_descent *descent;  /* NULL: the same */
    enum trey_proof ceiling_proof; /* what lowered plan->ceiling last */
    bool uncertified;              /* the proof is not one of `regress`, as it stands */
    uint64_t opening_score; /* of the narrow pass, which stands aside meanwhile; or 0 */
    double start, deadline; /* deadline 0: none */

    double exhaust_s; /* that the last exhaustion might take; 0: none was tried */
    size_t exhaust_layers;

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

/* Whether the search is to end: proved, or stopped. */
static inline bool trey_planner_is_over(const struct trey_planner *planner)
{
    return planner->plan->proof != TREY_PROOF_NONE || planner->stopped;
}

/* proofs.c: makes the regressions fit the best plan, unless they do already; each takes
 * no more time than the search so far. Sets the proof if that is one. While repairing
 * there is no descent. */
enum trey_status trey_planner_regress(struct trey_planner *planner, bool repairing,
                                      struct trey_error *error);

/* descent.c: lowers the ceiling from above. */
struct trey_descent;

/* NULL with TREY_OK where there is not enough memory. */
enum trey_status trey_descent_new(struct trey_planner *planner,
                                  struct trey_descent **descent,
                                  struct trey_error *error);
void trey_descent_free(struct trey_descent *descent); /* NULL is taken */

/* Memory that it may take; 0 for NULL. */
size_t trey_descent_bytes(const struct trey_descent *descent);

/* Regresses from the ends at the ceiling and nothing else, coarsely first, then finer and
 * finer. Lowers the ceiling where that comes to nothing, and goes on with the ends at the
 * new one. Takes no more time, all in all, than everything else. */
enum trey_status trey_descent_run(struct trey_planner *planner, struct trey_error *error);

/* What drops boards that do not lead to the ceiling; *score: nothing above it is dropped.
 * False if there is nothing of the kind. */
bool trey_descent_filter(const struct trey_descent *descent, struct trey_filter *filter,
                         uint64_t *score);

/* No plan scores above `score` or the best plan, whichever is more. */
void trey_planner_lower(struct trey_planner *planner, uint64_t score,
                        enum trey_proof proof);

/* Tries to prove by coarse regression what is proved by exhaustion or by the fine one. */
enum trey_status trey_planner_regress_at_last(struct trey_planner *planner,
                                              struct trey_error *error);

/* certificate.c: makes plan->certificate, where the proof allows one. */
enum trey_status trey_planner_certify(struct trey_planner *planner,
                                      struct trey_error *error);

/* Lists all boards that can win, if that has a chance; `last`: without a limit of time
 * but that of the search. */
enum trey_status trey_planner_exhaust(struct trey_planner *planner, bool last,
                                      struct trey_error *error);

#endif
