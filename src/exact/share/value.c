/* After-states are valued by the process that has them, boards too; what either needs
 * lies with others for the most part. So a process goes through a piece of its work
 * twice: first it puts down what it needs, in the order of solve/backward.c, its own at
 * once and the others' when their answers come; then it adds up in that order. The sums
 * are the same to the bit, however many processes there are.
 *
 * What a piece needs has a number among the values `found`; a piece ends when these, or
 * the keys for some process, are full. */
#include "exact/share/value.h"

#include "exact/share/list.h"
#include "exact/solve/worth.h"

static const uint32_t tag_mask = (1u << TREY_TAG_BITS) - 1;

/* A layer in hand. */
struct task {
    struct trey_share *share;
    struct trey_solver *solver;
    struct trey_frame *frame;
    struct trey_draws draws;
    unsigned columns;
    uint32_t needed; /* values of the piece in hand so far */
    struct trey_tally tally;
};

static void copy(const struct trey_values *to, size_t at, const struct trey_values *from,
                 size_t first, unsigned columns)
{
    for (unsigned k = 0; k < columns; k++) {
        to->avg[at + k] = from->avg[first + k];
        if (to->min == NULL)
            continue;
        to->min[at + k] = from->min[first + k];
        to->max[at + k] = from->max[first + k];
    }
}

/* The values of so many numbers, `columns` each, are needed: those that are this
 * process's are copied, the others asked for. */
static void need(struct task *task, const uint32_t *number, size_t count, unsigned tag,
                 const struct trey_set *set, const struct trey_values *values,
                 unsigned columns)
{
    struct trey_key_exchange *exchange = &task->share->exchange;
    uint32_t own[TREY_BATCH * TREY_EXACT_MAX_CELLS],
        where[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t place[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    size_t mine = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t owner, local, at = task->needed++;
        if (trey_share_has(task->share, number[i], &owner, &local)) {
            own[mine] = local;
            where[mine++] = at;
        } else {
            trey_key_exchange_add(exchange, owner, local, tag, at);
        }
    }
    if (mine == 0)
        return;
    task->solver->kernels->locate(set, own, place, mine);
    for (size_t i = 0; i < mine; i++)
        copy(&exchange->found, (size_t)where[i] * columns, values,
             (size_t)place[i] * columns, columns);
}

static bool has_room(const struct task *task, uint32_t keys)
{
    const struct trey_key_exchange *exchange = &task->share->exchange;
    return exchange->room - task->needed >= keys &&
           trey_key_exchange_has_room(exchange, keys);
}

/* place[i] is number i of what a batch has needed, which begins with number `from`. */
static void count_up(uint32_t *place, size_t count, uint32_t *from)
{
    for (size_t i = 0; i < count; i++)
        place[i] = (*from)++;
}

/* --- after-states ----------------------------------------------------------------------
 */

static void need_entries(struct task *task, unsigned edge, const trey_board *after,
                         size_t count)
{
    struct trey_solver *solver = task->solver;
    trey_board boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t number[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    struct trey_entries entries;
    trey_entries_find(&solver->game, edge, after, count, &entries);
    for (unsigned tag = 0; tag < task->draws.count; tag++) {
        const struct trey_draw *draw = task->draws.draw[tag];
        const struct trey_frame *next = trey_frame_of(solver, draw->slot);
        trey_entries_boards(solver, &entries, draw, boards);
        solver->kernels->rank(&solver->ranking, next->rows, boards, number,
                              entries.count);
        need(task, number, entries.count, tag, &next->set, &next->mean, 1);
    }
}

/* Adds up the entries of a batch; what it has needed begins with number *from. */
static void value_afters(struct task *task, unsigned edge, const trey_board *after,
                         size_t count, size_t at, uint32_t *from)
{
    struct trey_solver *solver = task->solver;
    const struct trey_draws *draws = &task->draws;
    double share[TREY_BATCH];
    uint32_t place[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    struct trey_entries entries;
    struct trey_sums sums;
    trey_entries_find(&solver->game, edge, after, count, &entries);
    trey_shares_find(&entries, count, share);
    for (unsigned tag = 0; tag < draws->count; tag++) {
        unsigned column = draws->column[tag];
        if (tag == 0 || draws->column[tag - 1] != column)
            trey_sums_clear(&sums, count);
        count_up(place, entries.count, from);
        trey_sums_add(&entries, draws->draw[tag], share, &task->share->exchange.found,
                      place, &sums);
        if (tag + 1 == draws->count || draws->column[tag + 1] != column)
            trey_sums_put(&sums, count, at, task->columns, column,
                          &solver->after[edge].values);
    }
}

/* Others' keys are of boards in the slots that the draws lead to. */
static void answer_entries(struct task *task)
{
    struct trey_key_exchange *exchange = &task->share->exchange;
    for (unsigned from = 0; from < exchange->count; from++) {
        uint32_t keys;
        const uint32_t *key = trey_key_exchange_received(exchange, from, &keys);
        for (uint32_t i = 0; i < keys; i++) {
            unsigned slot = task->draws.draw[key[i] & tag_mask]->slot;
            const struct trey_frame *next = trey_frame_of(task->solver, slot);
            uint32_t local = key[i] >> TREY_TAG_BITS, place;
            task->solver->kernels->locate(&next->set, &local, &place, 1);
            trey_key_exchange_reply(exchange, from, &next->mean, place, 1);
        }
    }
    trey_key_exchange_receive_values(exchange, 1);
}

static void value_all_afters(struct task *task)
{
    struct trey_share *share = task->share;
    trey_board after[TREY_BATCH];
    struct trey_after_scan scan;
    trey_after_begin(&scan, share, task->frame);
    bool left = true, more = true;
    unsigned edge;
    size_t at, count;
    while (more) {
        struct trey_after_scan again = scan;
        uint32_t from = 0;
        unsigned batches = 0;
        task->needed = 0;
        for (; left && has_room(task, TREY_ENTRY_KEYS); batches += left) {
            count = trey_after_next(&scan, share, task->frame, after, &edge, &at);
            left = count > 0;
            if (left)
                need_entries(task, edge, after, count);
        }
        trey_key_exchange_send_keys(&share->exchange, left, &more);
        answer_entries(task);
        for (; batches > 0; batches--) {
            count = trey_after_next(&again, share, task->frame, after, &edge, &at);
            value_afters(task, edge, after, count, at, &from);
        }
    }
}

/* --- boards ----------------------------------------------------------------------------
 */

static void need_slides(struct task *task, size_t at, size_t count)
{
    struct trey_solver *solver = task->solver;
    struct trey_legal legal;
    for (int d = 0; d < 4; d++) {
        unsigned edge = solver->game.edge[d];
        const struct trey_afters *after = &solver->after[edge];
        trey_legal_recall(&solver->slid, d, at, count, &legal);
        need(task, legal.number, legal.count, edge, &after->set, &after->values,
             task->columns);
    }
}

static void value_boards(struct task *task, size_t at, size_t count, uint32_t *from)
{
    struct trey_solver *solver = task->solver;
    struct trey_legal legal;
    trey_best_clear(&solver->best, at, count, task->columns);
    for (int d = 0; d < 4; d++) {
        trey_legal_recall(&solver->slid, d, at, count, &legal);
        count_up(legal.place, legal.count, from);
        trey_best_take(&solver->best, &task->share->exchange.found, task->columns, &legal,
                       at);
    }
    trey_best_finish(solver, task->frame, solver->slid.board + at, count, at,
                     &task->tally);
}

/* Others' keys are of after-states of this slot. */
static void answer_slides(struct task *task)
{
    struct trey_key_exchange *exchange = &task->share->exchange;
    for (unsigned from = 0; from < exchange->count; from++) {
        uint32_t keys;
        const uint32_t *key = trey_key_exchange_received(exchange, from, &keys);
        for (uint32_t i = 0; i < keys; i++) {
            const struct trey_afters *after = &task->solver->after[key[i] & tag_mask];
            uint32_t local = key[i] >> TREY_TAG_BITS, place;
            task->solver->kernels->locate(&after->set, &local, &place, 1);
            trey_key_exchange_reply(exchange, from, &after->values,
                                    (size_t)place * task->columns, task->columns);
        }
    }
    trey_key_exchange_receive_values(exchange, task->columns);
}

static size_t batch_at(size_t at, size_t end)
{
    return end - at < TREY_BATCH ? end - at : TREY_BATCH;
}

static void value_all_boards(struct task *task)
{
    struct trey_key_exchange *exchange = &task->share->exchange;
    size_t at = 0, end = task->frame->set.count;
    bool more = true;
    while (more) {
        size_t again = at;
        uint32_t from = 0;
        task->needed = 0;
        for (; at < end && has_room(task, TREY_SLIDE_KEYS); at += batch_at(at, end))
            need_slides(task, at, batch_at(at, end));
        trey_key_exchange_send_keys(exchange, at < end, &more);
        answer_slides(task);
        for (; again < at; again += batch_at(again, end))
            value_boards(task, again, batch_at(again, end), &from);
    }
}

/* --- a layer ---------------------------------------------------------------------------
 */

enum trey_status trey_share_after_room(struct trey_share *share, struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    unsigned columns = solver->game.twos ? 1 : TREY_HINTS;
    enum trey_status status = TREY_OK;
    for (unsigned edge = 0; status == TREY_OK && edge < solver->game.edges; edge++) {
        struct trey_afters *after = &solver->after[edge];
        if (after->set.count <= solver->most_afters[edge])
            continue;
        trey_values_clear(&after->values);
        solver->most_afters[edge] = after->set.count;
        status = trey_values_new(&after->values, (uint64_t)after->set.count * columns,
                                 !solver->game.folded, error);
    }
    return status;
}

void trey_share_value(struct trey_share *share, struct trey_frame *frame)
{
    struct task task = {.share = share,
                        .solver = share->solver,
                        .frame = frame,
                        .columns = frame->slot.columns};
    trey_draws_of(&frame->slot, &task.draws);
    value_all_afters(&task);
    value_all_boards(&task);
    trey_tally_add(&share->solver->store.layer[frame->number], &task.tally, 1);
}
