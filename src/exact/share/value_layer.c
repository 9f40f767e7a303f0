/* Values a layer that is spread over several processes. Boards and after-states are
 * valued by their owners, but most values that they need are elsewhere. So a process goes
 * through each piece of its work twice: first it requests the needed values in the order
 * of solve/backward.c, copying its own and asking other processes for the rest; after the
 * answers it adds up in the same order. The sums are the same to the bit, for any number
 * of processes.
 *
 * Each requested value has an index in the exchange's `found`; a piece ends when that
 * buffer, or the keys for some process, are full. */
#include "exact/share/value_layer.h"

#include "exact/share/share_moves.h"
#include "exact/solve/bellman.h"

static const uint32_t tag_mask = (1u << TREY_TAG_BITS) - 1;

/* The layer being valued. */
struct layer_task {
    struct trey_share *share;
    struct trey_solver *solver;
    struct trey_frame *frame;
    struct trey_draws draws;
    unsigned columns;
    uint32_t requested; /* values requested by the current piece */
    struct trey_layer_tally tally;
};

static void copy_values(const struct trey_values *to, size_t at,
                        const struct trey_values *from, size_t first, unsigned columns)
{
    for (unsigned k = 0; k < columns; k++) {
        to->avg[at + k] = from->avg[first + k];
        if (to->min == NULL)
            continue;
        to->min[at + k] = from->min[first + k];
        to->max[at + k] = from->max[first + k];
    }
}

/* Requests `columns` values for each index: copies those that this process owns and asks
 * other processes for the rest. */
static void request_values(struct layer_task *task, const uint32_t *index, size_t count,
                           unsigned tag, const struct trey_set *set,
                           const struct trey_values *values, unsigned columns)
{
    struct trey_key_exchange *exchange = &task->share->exchange;
    uint32_t own[TREY_BATCH * TREY_EXACT_MAX_CELLS],
        where[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t place[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    size_t mine = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t owner, local, at = task->requested++;
        if (trey_share_owns(task->share, index[i], &owner, &local)) {
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
        copy_values(&exchange->found, (size_t)where[i] * columns, values,
                    (size_t)place[i] * columns, columns);
}

static bool has_room(const struct layer_task *task, uint32_t keys)
{
    const struct trey_key_exchange *exchange = &task->share->exchange;
    return exchange->room - task->requested >= keys &&
           trey_key_exchange_has_room(exchange, keys);
}

/* Fills in the places of the next `count` requested values, which begin at *from. */
static void number_places(uint32_t *place, size_t count, uint32_t *from)
{
    for (size_t i = 0; i < count; i++)
        place[i] = (*from)++;
}

/* --- after-states ----------------------------------------------------------------------
 */

static void request_spawns(struct layer_task *task, unsigned edge,
                           const trey_board *after, size_t count)
{
    struct trey_solver *solver = task->solver;
    trey_board boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t index[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    struct trey_spawns spawns;
    trey_spawns_find(&solver->game, edge, after, count, &spawns);
    for (unsigned tag = 0; tag < task->draws.count; tag++) {
        const struct trey_draw *draw = task->draws.draw[tag];
        const struct trey_frame *next = trey_frame_of(solver, draw->slot);
        trey_spawns_boards(solver, &spawns, draw, boards);
        solver->kernels->index(&solver->ranking, next->rows, boards, index, spawns.count);
        request_values(task, index, spawns.count, tag, &next->set, &next->mean, 1);
    }
}

/* Sums up the spawns of a batch; its requested values begin at *from. */
static void value_after_states(struct layer_task *task, unsigned edge,
                               const trey_board *after, size_t count, size_t at,
                               uint32_t *from)
{
    struct trey_solver *solver = task->solver;
    const struct trey_draws *draws = &task->draws;
    double share[TREY_BATCH];
    uint32_t place[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    struct trey_spawns spawns;
    struct trey_value_sums sums;
    trey_spawns_find(&solver->game, edge, after, count, &spawns);
    trey_spawn_weights_find(&spawns, count, share);
    for (unsigned tag = 0; tag < draws->count; tag++) {
        unsigned column = draws->column[tag];
        if (tag == 0 || draws->column[tag - 1] != column)
            trey_value_sums_clear(&sums, count);
        number_places(place, spawns.count, from);
        trey_value_sums_add(&spawns, draws->draw[tag], share,
                            &task->share->exchange.found, place, &sums);
        if (tag + 1 == draws->count || draws->column[tag + 1] != column)
            trey_value_sums_store(&sums, count, at, task->columns, column,
                                  &solver->after[edge].values);
    }
}

/* Answers keys, which are boards of the slots that the draws lead to. */
static void answer_spawns(struct layer_task *task)
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

static void value_all_after_states(struct layer_task *task)
{
    struct trey_share *share = task->share;
    trey_board after[TREY_BATCH];
    struct trey_after_scan scan;
    trey_after_scan_begin(&scan, share, task->frame);
    bool left = true, more = true;
    unsigned edge;
    size_t at, count;
    while (more) {
        struct trey_after_scan second = scan;
        uint32_t from = 0;
        unsigned batches = 0;
        task->requested = 0;
        for (; left && has_room(task, TREY_SPAWN_KEYS); batches += left) {
            count = trey_after_scan_next(&scan, share, task->frame, after, &edge, &at);
            left = count > 0;
            if (left)
                request_spawns(task, edge, after, count);
        }
        trey_key_exchange_send_keys(&share->exchange, left, &more);
        answer_spawns(task);
        for (; batches > 0; batches--) {
            count = trey_after_scan_next(&second, share, task->frame, after, &edge, &at);
            value_after_states(task, edge, after, count, at, &from);
        }
    }
}

/* --- boards ----------------------------------------------------------------------------
 */

static void request_slides(struct layer_task *task, size_t at, size_t count)
{
    struct trey_solver *solver = task->solver;
    struct trey_legal_slides legal;
    for (int d = 0; d < 4; d++) {
        unsigned edge = solver->game.edge[d];
        const struct trey_after_states *after = &solver->after[edge];
        trey_legal_slides_read(&solver->slide_log, d, at, count, &legal);
        request_values(task, legal.index, legal.count, edge, &after->set, &after->values,
                       task->columns);
    }
}

static void value_boards(struct layer_task *task, size_t at, size_t count, uint32_t *from)
{
    struct trey_solver *solver = task->solver;
    struct trey_legal_slides legal;
    trey_best_values_clear(&solver->best, at, count, task->columns);
    for (int d = 0; d < 4; d++) {
        trey_legal_slides_read(&solver->slide_log, d, at, count, &legal);
        number_places(legal.place, legal.count, from);
        trey_best_values_update(&solver->best, &task->share->exchange.found,
                                task->columns, &legal, at);
    }
    trey_best_values_finish(solver, task->frame, solver->slide_log.board + at, count, at,
                            &task->tally);
}

/* Answers keys, which are after-states of this slot. */
static void answer_slides(struct layer_task *task)
{
    struct trey_key_exchange *exchange = &task->share->exchange;
    for (unsigned from = 0; from < exchange->count; from++) {
        uint32_t keys;
        const uint32_t *key = trey_key_exchange_received(exchange, from, &keys);
        for (uint32_t i = 0; i < keys; i++) {
            const struct trey_after_states *after =
                &task->solver->after[key[i] & tag_mask];
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

static void value_all_boards(struct layer_task *task)
{
    struct trey_key_exchange *exchange = &task->share->exchange;
    size_t at = 0, end = task->frame->set.count;
    bool more = true;
    while (more) {
        size_t second = at;
        uint32_t from = 0;
        task->requested = 0;
        for (; at < end && has_room(task, TREY_SLIDE_KEYS); at += batch_at(at, end))
            request_slides(task, at, batch_at(at, end));
        trey_key_exchange_send_keys(exchange, at < end, &more);
        answer_slides(task);
        for (; second < at; second += batch_at(second, end))
            value_boards(task, second, batch_at(second, end), &from);
    }
}

/* --- a layer ---------------------------------------------------------------------------
 */

enum trey_status trey_share_after_buffers(struct trey_share *share,
                                          struct trey_error *error)
{
    struct trey_solver *solver = share->solver;
    unsigned columns = solver->game.is_2048 ? 1 : TREY_HINTS;
    enum trey_status status = TREY_OK;
    for (unsigned edge = 0; status == TREY_OK && edge < solver->game.edges; edge++) {
        struct trey_after_states *after = &solver->after[edge];
        if (after->set.count <= solver->max_after_states[edge])
            continue;
        trey_values_clear(&after->values);
        solver->max_after_states[edge] = after->set.count;
        status = trey_values_new(&after->values, (uint64_t)after->set.count * columns,
                                 !solver->game.folded, error);
    }
    return status;
}

void trey_share_value_layer(struct trey_share *share, struct trey_frame *frame)
{
    struct layer_task task = {.share = share,
                              .solver = share->solver,
                              .frame = frame,
                              .columns = frame->slot.columns};
    trey_draws_of(&frame->slot, &task.draws);
    value_all_after_states(&task);
    value_all_boards(&task);
    trey_layer_tally_add(&share->solver->store.layer[frame->number], &task.tally, 1);
}
