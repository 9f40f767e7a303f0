/* The files of a solution in the making, and its resumption. See work.c. */
#ifndef TREY_EXACT_WORK_H
#define TREY_EXACT_WORK_H

#include "exact/table.h"

#include <stdbool.h>

struct trey_solver;

/* Where the solver is. */
struct trey_position {
    uint32_t valuing; /* 0: listing layers upwards; 1: valuing them downwards */
    uint32_t next;    /* the slot that is next; when valuing, those above are done */
};

struct trey_work {
    char *layers_path, *state_path; /* NULL: everything is kept in memory */
    struct trey_position begin;     /* where the last run left off */
    double saved_s, cost_s; /* the clock when the state was saved last; what that took */
    double spent_s;         /* by earlier runs */
};

/* Makes or opens the files, if the options want any, and puts the solver's store, its
 * counts and its root in the state that was saved last. */
enum trey_status trey_work_open(struct trey_solver *solver, struct trey_error *error);

/* Brings the values back that the backward pass was using; its frames have room. */
enum trey_status trey_work_frames(struct trey_solver *solver, struct trey_error *error);

/* Saves the state, if it is time to or `now`. */
enum trey_status trey_work_save(struct trey_solver *solver,
                                const struct trey_position *at, bool now,
                                struct trey_error *error);

/* The work is done: the table gets its name, or the layers lose theirs and go when the
 * store is cleared. */
enum trey_status trey_work_finish(struct trey_solver *solver, struct trey_error *error);

/* Frees paths; files that are left are for the next run. */
void trey_work_clear(struct trey_work *work);

#endif
