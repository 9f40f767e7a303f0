#include "exact/solve/solver.h"

#include "base/error.h"

#include <inttypes.h>

enum trey_status trey_solver_charge(struct trey_solver *solver, uint64_t bytes,
                                    struct trey_error *error)
{
    uint64_t limit = solver->options->memory_bytes;
    solver->memory += bytes;
    if (limit == 0 || solver->memory <= limit)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "needs at least %" PRIu64 " MiB of memory, more than the limit of "
                     "%" PRIu64 " MiB",
                     (solver->memory >> 20) + 1, limit >> 20);
}

struct trey_frame *trey_frame_of(struct trey_solver *solver, unsigned number)
{
    return &solver->frame[number % TREY_OPEN_SLOTS];
}

void trey_frame_open(struct trey_solver *solver, unsigned number)
{
    struct trey_frame *frame = trey_frame_of(solver, number);
    frame->number = number;
    frame->size = 0;
    trey_slot_make(&solver->game, number, &frame->slot);
    if (frame->slot.columns > 0)
        frame->size = trey_partition_size(
            &solver->partition,
            trey_ranking_rows(&solver->ranking, &frame->slot, frame->rows));
    trey_set_reset(&frame->set, frame->size);
}

/* Start tiles are 4 or less. */
unsigned trey_last_start(const struct trey_exact_game *game)
{
    return 2 * 4 * game->start + 1;
}
