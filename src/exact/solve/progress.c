#include "exact/solve/progress.h"

#include "base/error.h"
#include "base/pause.h"
#include "exact/solve/resume.h"
#include "exact/solve/work_files.h"
#include "os/clock.h"

void trey_solver_for(struct trey_solver *solver, size_t count,
                     void (*body)(void *context, size_t index), void *context)
{
    if (solver->threads != NULL) {
        trey_parallel_for(solver->threads, count, body, context);
        return;
    }
    for (size_t i = 0; i < count && !solver->given_up; i++) {
        body(context, i);
        trey_pause();
        solver->given_up = solver->work.layers_path == NULL &&
                           trey_cancel_raised(solver->options->cancel);
    }
}

void trey_solver_report(const struct trey_solver *solver, bool valuing)
{
    enum { LISTING_PERCENT = 40 }; /* typical share of the time */
    double share = LISTING_PERCENT / 100.0;
    double all = (double)(valuing ? solver->boards : solver->numbers);
    double part = all > 0 && (double)solver->done < all ? (double)solver->done / all : 1;
    struct trey_exact_progress progress = {
        .done = valuing ? share + (1 - share) * part : share * part,
        .seconds = trey_clock_monotonic() - solver->begun_s,
        .valuing = valuing,
    };
    solver->options->report(solver->options->context, &progress);
}

enum trey_status trey_solver_step(struct trey_solver *solver,
                                  const struct trey_solver_place *at,
                                  struct trey_error *error)
{
    const struct trey_exact_options *options = solver->options;
    bool cancelled = trey_cancel_raised(options->cancel);
    enum trey_status status = trey_resume_save(solver, at, cancelled, error);
    status = trey_work_name_file(solver, solver->work.state_path, status, error);
    if (status == TREY_OK && cancelled)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    if (status == TREY_OK && options->report != NULL)
        trey_solver_report(solver, at->valuing != 0);
    return status;
}
