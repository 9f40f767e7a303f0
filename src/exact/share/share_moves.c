/* Slides and spawns across processes. A slide leads to an after-state, whose index in the
 * ranking of the same slot decides its owner; a spawn leads to a board of another slot,
 * which has an owner too. Either way the index is sent to the owner, which adds it to its
 * set. No answers are needed. */
#include "exact/share/share_moves.h"

#include "exact/solve/batch_moves.h"

static const uint32_t tag_mask = (1u << TREY_TAG_BITS) - 1;

static void add_local(struct trey_set *set, uint32_t local)
{
    set->bits[local >> 6] |= (uint64_t)1 << (local & 63);
}

/* --- slides ----------------------------------------------------------------------------
 */

static void slide_batch(struct trey_share *share, const struct trey_frame *frame,
                        struct trey_slide_log *slid, const trey_board *boards,
                        size_t count, size_t at)
{
    struct trey_solver *solver = share->solver;
    struct trey_solver_slides slides;
    if (slid != NULL)
        trey_slide_log_begin(slid, boards, count, at);
    for (int d = 0; d < 4; d++) {
        unsigned edge = solver->game.edge[d];
        trey_slides_find(solver, frame, d, boards, count, &slides);
        for (size_t i = 0; i < slides.count; i++) {
            uint32_t owner, local;
            if (trey_share_owns(share, slides.index[i], &owner, &local))
                add_local(&solver->after[edge].set, local);
            else
                trey_key_exchange_add(&share->exchange, owner, local, edge, 0);
        }
        if (slid != NULL)
            trey_slide_log_add(slid, &slides, d, at);
    }
}

void trey_share_slides(struct trey_share *share, const struct trey_frame *frame,
                       struct trey_slide_log *slid)
{
    struct trey_solver *solver = share->solver;
    struct trey_key_exchange *exchange = &share->exchange;
    struct trey_local_scan scan;
    trey_board boards[TREY_BATCH];
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_reset(&solver->after[edge].set, frame->size);
    trey_local_scan_begin(&scan, solver, frame, &frame->set);
    size_t at = 0;
    bool left = true, more = true;
    while (more) {
        while (left && trey_key_exchange_has_room(exchange, TREY_SLIDE_KEYS)) {
            size_t count = trey_local_scan_next(&scan, boards);
            left = count > 0;
            if (left)
                slide_batch(share, frame, slid, boards, count, at);
            at += count;
        }
        trey_key_exchange_send_keys(exchange, left, &more);
        for (unsigned from = 0; from < exchange->count; from++) {
            uint32_t keys;
            const uint32_t *key = trey_key_exchange_received(exchange, from, &keys);
            for (uint32_t i = 0; i < keys; i++)
                add_local(&solver->after[key[i] & tag_mask].set, key[i] >> TREY_TAG_BITS);
        }
    }
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_close(&solver->after[edge].set);
}

/* --- after-states ----------------------------------------------------------------------
 */

void trey_draws_of(const struct trey_slot *slot, struct trey_draws *draws)
{
    draws->count = 0;
    for (unsigned column = 0; column < slot->columns; column++)
        for (unsigned k = 0; k < slot->column[column].count; k++) {
            draws->draw[draws->count] = &slot->column[column].draw[k];
            draws->column[draws->count++] = column;
        }
}

void trey_after_scan_begin(struct trey_after_scan *scan, const struct trey_share *share,
                           const struct trey_frame *frame)
{
    scan->edge = 0;
    scan->at = 0;
    trey_local_scan_begin(&scan->scan, share->solver, frame,
                          &share->solver->after[0].set);
}

size_t trey_after_scan_next(struct trey_after_scan *scan, const struct trey_share *share,
                            const struct trey_frame *frame, trey_board *boards,
                            unsigned *edge, size_t *from)
{
    const struct trey_solver *solver = share->solver;
    while (scan->edge < solver->game.edges) {
        size_t count = trey_local_scan_next(&scan->scan, boards);
        *edge = scan->edge;
        *from = scan->at;
        scan->at += count;
        if (count > 0)
            return count;
        scan->at = 0;
        if (++scan->edge < solver->game.edges)
            trey_local_scan_begin(&scan->scan, solver, frame,
                                  &solver->after[scan->edge].set);
    }
    return 0;
}

static void spawn_batch(struct trey_share *share, const struct trey_draws *draws,
                        unsigned edge, const trey_board *after, size_t count)
{
    struct trey_solver *solver = share->solver;
    trey_board boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t index[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    struct trey_spawns spawns;
    trey_spawns_find(&solver->game, edge, after, count, &spawns);
    for (unsigned tag = 0; tag < draws->count; tag++) {
        struct trey_frame *next = trey_frame_of(solver, draws->draw[tag]->slot);
        trey_spawns_boards(solver, &spawns, draws->draw[tag], boards);
        solver->kernels->index(&solver->ranking, next->rows, boards, index, spawns.count);
        for (size_t i = 0; i < spawns.count; i++) {
            uint32_t owner, local;
            if (trey_share_owns(share, index[i], &owner, &local))
                add_local(&next->set, local);
            else
                trey_key_exchange_add(&share->exchange, owner, local, tag, 0);
        }
    }
}

void trey_share_spawns(struct trey_share *share, const struct trey_frame *frame)
{
    struct trey_solver *solver = share->solver;
    struct trey_key_exchange *exchange = &share->exchange;
    struct trey_draws draws;
    struct trey_after_scan scan;
    trey_board after[TREY_BATCH];
    trey_draws_of(&frame->slot, &draws);
    trey_after_scan_begin(&scan, share, frame);
    bool left = true, more = true;
    while (more) {
        while (left && trey_key_exchange_has_room(exchange, TREY_SPAWN_KEYS)) {
            unsigned edge;
            size_t at,
                count = trey_after_scan_next(&scan, share, frame, after, &edge, &at);
            left = count > 0;
            if (left)
                spawn_batch(share, &draws, edge, after, count);
        }
        trey_key_exchange_send_keys(exchange, left, &more);
        for (unsigned from = 0; from < exchange->count; from++) {
            uint32_t keys;
            const uint32_t *key = trey_key_exchange_received(exchange, from, &keys);
            for (uint32_t i = 0; i < keys; i++) {
                unsigned slot = draws.draw[key[i] & tag_mask]->slot;
                add_local(&trey_frame_of(solver, slot)->set, key[i] >> TREY_TAG_BITS);
            }
        }
    }
}
