/* Internal calls of the planner, by the file that implements them. All work on the state
 * of one planning call (planner_state.h) and are not thread-safe. */
#ifndef TREY_SEQUENCE_PLANNER_H
#define TREY_SEQUENCE_PLANNER_H

#include "sequence/exhaust.h"
#include "sequence/planner_state.h"

/* True if the search must end: the plan is proved optimal, or the search was stopped. */
static inline bool trey_planner_is_over(const struct trey_planner *planner)
{
    return planner->plan->proof != TREY_PROOF_NONE || planner->stopped;
}

/* --- passes.c -------------------------------------------------------------------------
 */

/* Searches until a proof, the deadline, cancellation or the memory limit. */
enum trey_status trey_planner_search(struct trey_planner *planner,
                                     struct trey_error *error);

/* --- proofs.c -------------------------------------------------------------------------
 */

/* Records that no plan scores above the larger of `score` and the best plan's score,
 * proved by this method. Sets plan->proof if the best plan reaches the ceiling. */
void trey_planner_lower_ceiling(struct trey_planner *planner, uint64_t score,
                                enum trey_proof proof);

/* Runs the coarse regression for the best plan, unless the last run was for the same
 * score and no deeper one is due; then, unless `repairing`, the descent. Each takes no
 * more time than the search has taken so far. */
enum trey_status trey_planner_regress(struct trey_planner *planner, bool repairing,
                                      struct trey_error *error);

/* Lists all boards that can win, if that may succeed within the time that the search has
 * taken so far; if `last`, until the deadline of the search. */
enum trey_status trey_planner_exhaust(struct trey_planner *planner, bool last,
                                      struct trey_error *error);

/* Tries to prove by coarse regression, which a certificate can show, what exhaustion or
 * the fine regression has proved. */
enum trey_status trey_planner_regress_for_certificate(struct trey_planner *planner,
                                                      struct trey_error *error);

/* --- certificate.c --------------------------------------------------------------------
 */

/* Makes plan->certificate, if the proof allows one. */
enum trey_status trey_planner_certify(struct trey_planner *planner,
                                      struct trey_error *error);

/* --- descent.c ------------------------------------------------------------------------
 */

/* *descent is NULL with TREY_OK if the memory limit is too small for one. Fails if out of
 * memory. */
enum trey_status trey_descent_new(struct trey_planner *planner,
                                  struct trey_descent **descent,
                                  struct trey_error *error);
void trey_descent_free(struct trey_descent *descent); /* accepts NULL */

/* Its memory limit; 0 for NULL. */
size_t trey_descent_bytes(const struct trey_descent *descent);

/* Regresses only from the ends at the ceiling, coarsely, then ever finer. If that proves
 * that no game reaches them, lowers the ceiling to the next end and continues with that.
 * Takes, over all calls, at most as much time as the rest of the search. */
enum trey_status trey_descent_run(struct trey_planner *planner, struct trey_error *error);

/* Sets *filter to exclude boards that do not lead above *score. False if there is no such
 * filter. */
bool trey_descent_filter(const struct trey_descent *descent, struct trey_filter *filter,
                         uint64_t *score);

#endif
