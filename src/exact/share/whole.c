/* One solution by several ranks (trey/exact.h: trey_exact_share): what it stands on, the
 * passes, and what comes out, which every rank gets. */
#include "exact/share/share.h"

#include "base/clock.h"
#include "base/error.h"
#include "exact/share/keep.h"
#include "exact/share/passes.h"
#include "exact/share/whole.h"
#include "exact/solve/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- the result ------------------------------------------------------------------------
 */

enum { COUNTS = 6 };

/* Makes what is known of the layers that of all ranks; their blocks go. */
static enum trey_status add_up(struct trey_share *share, struct trey_error *error)
{
    struct trey_layers *store = &share->solver->store;
    size_t slots = store->slots;
    uint64_t *sum = calloc((COUNTS + 1) * slots, sizeof *sum),
             *top = sum + COUNTS * slots;
    enum trey_status status = sum != NULL ? TREY_OK : trey_fail_memory(error, slots);
    status = trey_ranks_agree(share->ranks, status, error);
    for (size_t i = 0; status == TREY_OK && i < slots; i++) {
        const struct trey_layer *layer = &store->layer[i];
        uint64_t each[COUNTS] = {layer->boards, layer->words, layer->afters,
                                 layer->kinds,  layer->ended, layer->twice};
        memcpy(sum + COUNTS * i, each, sizeof each);
        top[i] = layer->top_rank;
    }
    if (status == TREY_OK) {
        trey_ranks_sum_u64(share->ranks, sum, COUNTS * slots);
        trey_ranks_max_u64(share->ranks, top, slots);
    }
    for (unsigned i = 0; status == TREY_OK && i < slots; i++) {
        struct trey_layer *layer = &store->layer[i];
        const uint64_t *each = sum + (size_t)COUNTS * i;
        struct trey_slot slot;
        free(layer->boards_block);
        trey_slot_make(&share->solver->game, i, &slot);
        *layer = (struct trey_layer){.number = i, .columns = slot.columns};
        if (each[0] > 0)
            layer->size = trey_ranking_rows(&share->solver->ranking, &slot,
                                            share->solver->frame[0].rows);
        layer->boards = (uint32_t)each[0];
        layer->words = (uint32_t)each[1];
        layer->afters = (uint32_t)each[2];
        layer->kinds = (uint32_t)each[3];
        layer->ended = (uint32_t)each[4];
        layer->twice = (uint32_t)each[5];
        layer->top_rank = (uint32_t)top[i];
    }
    free(sum);
    return status;
}

static enum trey_status prepare(struct trey_share *share, struct trey_exact *exact,
                                struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    const struct trey_exact_game *game = &solver->game;
    enum trey_status status = trey_solver_prepare(solver, exact, error);
    if (status != TREY_OK)
        return status;
    unsigned columns = game->twos ? 1 : TREY_HINTS;
    share->boards = calloc(solver->store.slots, sizeof *share->boards);
    if (share->boards == NULL)
        return trey_fail_memory(error, solver->store.slots * sizeof *share->boards);
    status = trey_solver_charge(
        solver, trey_mail_bytes(share->ranks, !game->folded, columns), error);
    if (status == TREY_OK)
        status = trey_mail_new(&share->mail, share->ranks, !game->folded, columns, error);
    if (status == TREY_OK && solver->largest >> (32 - TREY_TAG_BITS) != 0)
        status = trey_fail(error, TREY_ERR_LIMIT, 0,
                           "this board needs more ranks than %u", solver->deal.count);
    return status;
}

static enum trey_status solve(struct trey_share *share, struct trey_exact *exact,
                              struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    enum trey_status status =
        trey_ranks_agree(share->ranks, prepare(share, exact, error), error);
    if (status == TREY_OK)
        status = trey_keep_open(share, error);
    if (status == TREY_OK && !solver->work.begin.valuing)
        status = trey_share_forward(share, error);
    if (status == TREY_OK)
        status = trey_ranks_agree(share->ranks, trey_solver_values(solver, error), error);
    if (status == TREY_OK)
        status = trey_share_backward(share, error);
    if (status == TREY_OK)
        status = add_up(share, error);
    if (status == TREY_OK)
        trey_keep_finish(share);
    exact->store = solver->store;
    exact->counts.root_value = solver->root.value;
    memcpy(exact->counts.first, solver->root.first, sizeof solver->root.first);
    exact->counts.seconds =
        solver->work.spent_s + trey_clock_monotonic() - solver->begun_s;
    return status;
}

/* `exact` is blank, `solver` is zero. */
static enum trey_status run(const struct trey_exact_options *options,
                            struct trey_ranks *ranks, struct trey_exact *exact,
                            struct trey_solver *solver, struct trey_error *error)
{
    struct trey_share share = {.solver = solver, .ranks = ranks, .after_room = true};
    solver->store = TREY_LAYERS_NONE;
    solver->options = options;
    solver->begun_s = trey_clock_monotonic();
    trey_deal_make(&solver->deal, trey_ranks_here(ranks), trey_ranks_all(ranks));
    enum trey_status status = solve(&share, exact, error);
    trey_mail_clear(&share.mail);
    trey_keep_clear(&share.keep);
    free(share.boards);
    trey_solver_clear(solver);
    return status;
}

static enum trey_status check(const struct trey_exact_options *options,
                              const struct trey_ranks *ranks, struct trey_error *error)
{
    enum trey_status status = trey_exact_check_options(options, error);
    if (status != TREY_OK)
        return status;
    if (options->values || options->save != NULL || options->disk_bytes != 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "several ranks count and find the root's value: they keep no "
                         "values, save no table and take no limit of the disk");
    if (trey_ranks_all(ranks) > TREY_DEAL_RANKS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "at most %d ranks solve a board",
                         TREY_DEAL_RANKS);
    return TREY_OK;
}

enum trey_status trey_share_solve(const struct trey_exact_options *options,
                                  struct trey_ranks *ranks, struct trey_exact **result,
                                  struct trey_error *error)
{
    enum trey_status status =
        trey_ranks_agree(ranks, check(options, ranks, error), error);
    if (status != TREY_OK)
        return status;
    struct trey_exact *exact = trey_exact_blank(error);
    struct trey_solver *solver = calloc(1, sizeof *solver);
    if (exact == NULL || solver == NULL)
        status = trey_fail_memory(error, sizeof *exact + sizeof *solver);
    status = trey_ranks_agree(ranks, status, error);
    struct trey_exact_options own = *options;
    own.threads = 1;
    if (status == TREY_OK)
        status = run(&own, ranks, exact, solver, error);
    free(solver);
    if (status != TREY_OK) {
        trey_exact_free(exact);
        return status;
    }
    trey_exact_prepare(exact);
    trey_exact_tally(exact);
    *result = exact;
    return TREY_OK;
}

enum trey_status trey_exact_share(const struct trey_exact_options *options,
                                  struct trey_ranks *ranks, struct trey_exact **result,
                                  struct trey_error *error)
{
    bool found = false;
    if (trey_ranks_alone(ranks)) {
        enum trey_status status = trey_exact_check_options(options, error);
        if (status == TREY_OK)
            status = trey_keep_find(options, &found, error);
        if (status != TREY_OK || !found)
            return status != TREY_OK ? status : trey_exact_new(options, result, error);
    }
    return trey_share_solve(options, ranks, result, error);
}
