/* Slides lead to after-states, which have numbers in the ranking of the same slot and so
 * an owner; entries lead to boards of other slots, which have one too. Both times what a
 * process has found goes to the owner, who sees by a bit of its set whether that is new.
 * Nothing is answered. */
#include "exact/share/list.h"

#include "exact/solve/expand.h"

static const uint32_t tag_mask = (1u << TREY_TAG_BITS) - 1;

static void add(struct trey_set *set, uint32_t local)
{
    set->bits[local >> 6] |= (uint64_t)1 << (local & 63);
}

/* --- slides ----------------------------------------------------------------------------
 */

static void list_batch(struct trey_share *share, const struct trey_frame *frame,
                       struct trey_slid *slid, const trey_board *boards, size_t count,
                       size_t at)
{
    struct trey_solver *solver = share->solver;
    struct trey_solver_slides slides;
    if (slid != NULL)
        trey_slid_begin(slid, boards, count, at);
    for (int d = 0; d < 4; d++) {
        unsigned edge = solver->game.edge[d];
        trey_slides_find(solver, frame, d, boards, count, &slides);
        for (size_t i = 0; i < slides.count; i++) {
            uint32_t owner, local;
            if (trey_share_has(share, slides.number[i], &owner, &local))
                add(&solver->after[edge].set, local);
            else
                trey_key_exchange_add(&share->exchange, owner, local, edge, 0);
        }
        if (slid != NULL)
            trey_slid_note(slid, &slides, d, at);
    }
}

void trey_share_list(struct trey_share *share, const struct trey_frame *frame,
                     struct trey_slid *slid)
{
    struct trey_solver *solver = share->solver;
    struct trey_key_exchange *exchange = &share->exchange;
    struct trey_local_scan scan;
    trey_board boards[TREY_BATCH];
    for (unsigned edge = 0; edge < solver->game.edges; edge++)
        trey_set_reset(&solver->after[edge].set, frame->size);
    trey_local_begin(&scan, solver, frame, &frame->set);
    size_t at = 0;
    bool left = true, more = true;
    while (more) {
        while (left && trey_key_exchange_has_room(exchange, TREY_SLIDE_KEYS)) {
            size_t count = trey_local_next(&scan, boards);
            left = count > 0;
            if (left)
                list_batch(share, frame, slid, boards, count, at);
            at += count;
        }
        trey_key_exchange_send_keys(exchange, left, &more);
        for (unsigned from = 0; from < exchange->count; from++) {
            uint32_t keys;
            const uint32_t *key = trey_key_exchange_received(exchange, from, &keys);
            for (uint32_t i = 0; i < keys; i++)
                add(&solver->after[key[i] & tag_mask].set, key[i] >> TREY_TAG_BITS);
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

void trey_after_begin(struct trey_after_scan *scan, const struct trey_share *share,
                      const struct trey_frame *frame)
{
    scan->edge = 0;
    scan->at = 0;
    trey_local_begin(&scan->scan, share->solver, frame, &share->solver->after[0].set);
}

size_t trey_after_next(struct trey_after_scan *scan, const struct trey_share *share,
                       const struct trey_frame *frame, trey_board *boards, unsigned *edge,
                       size_t *from)
{
    const struct trey_solver *solver = share->solver;
    while (scan->edge < solver->game.edges) {
        size_t count = trey_local_next(&scan->scan, boards);
        *edge = scan->edge;
        *from = scan->at;
        scan->at += count;
        if (count > 0)
            return count;
        scan->at = 0;
        if (++scan->edge < solver->game.edges)
            trey_local_begin(&scan->scan, solver, frame, &solver->after[scan->edge].set);
    }
    return 0;
}

static void expand_batch(struct trey_share *share, const struct trey_draws *draws,
                         unsigned edge, const trey_board *after, size_t count)
{
    struct trey_solver *solver = share->solver;
    trey_board boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t number[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    struct trey_entries entries;
    trey_entries_find(&solver->game, edge, after, count, &entries);
    for (unsigned tag = 0; tag < draws->count; tag++) {
        struct trey_frame *next = trey_frame_of(solver, draws->draw[tag]->slot);
        trey_entries_boards(solver, &entries, draws->draw[tag], boards);
        solver->kernels->rank(&solver->ranking, next->rows, boards, number,
                              entries.count);
        for (size_t i = 0; i < entries.count; i++) {
            uint32_t owner, local;
            if (trey_share_has(share, number[i], &owner, &local))
                add(&next->set, local);
            else
                trey_key_exchange_add(&share->exchange, owner, local, tag, 0);
        }
    }
}

void trey_share_expand(struct trey_share *share, const struct trey_frame *frame)
{
    struct trey_solver *solver = share->solver;
    struct trey_key_exchange *exchange = &share->exchange;
    struct trey_draws draws;
    struct trey_after_scan scan;
    trey_board after[TREY_BATCH];
    trey_draws_of(&frame->slot, &draws);
    trey_after_begin(&scan, share, frame);
    bool left = true, more = true;
    while (more) {
        while (left && trey_key_exchange_has_room(exchange, TREY_ENTRY_KEYS)) {
            unsigned edge;
            size_t at, count = trey_after_next(&scan, share, frame, after, &edge, &at);
            left = count > 0;
            if (left)
                expand_batch(share, &draws, edge, after, count);
        }
        trey_key_exchange_send_keys(exchange, left, &more);
        for (unsigned from = 0; from < exchange->count; from++) {
            uint32_t keys;
            const uint32_t *key = trey_key_exchange_received(exchange, from, &keys);
            for (uint32_t i = 0; i < keys; i++) {
                unsigned slot = draws.draw[key[i] & tag_mask]->slot;
                add(&trey_frame_of(solver, slot)->set, key[i] >> TREY_TAG_BITS);
            }
        }
    }
}
