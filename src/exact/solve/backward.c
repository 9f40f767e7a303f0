/* The backward pass: layers in descending order.
 *
 * Values are points of the board at the end of the game. For 2048, whose points are
 * earned by merges, a tile 2^r counts (r - 1) 2^r, what its merges earned had it been
 * made of 2s; a 4 that enters adds its 4 unearned points, which are taken off again. So
 * one rule does for both games:
 *
 *     board and hint:  the best of its after-states; without a slide, its points
 *     after-state:     mean over the cells where the hinted tile may enter of the board's
 *                      mean over its hints, which are all equally likely
 *
 * Only the means of boards are looked up, so a layer in hand takes 8 bytes a board. */
#include "exact/solve/backward.h"

#include "base/error.h"
#include "exact/solve/carry.h"
#include "exact/solve/expand.h"
#include "exact/solve/forward.h"
#include "exact/solve/resume.h"
#include "exact/solve/step.h"

#include <stdlib.h>

/* Averages that differ by less are equal; the first of U, R, D and L is taken. */
#define EQUAL 1e-9

struct work {
    struct trey_solver *solver;
    struct trey_frame *frame;
    unsigned edge;
};

/* The places of boards in a frame's layer. */
static void locate(const struct trey_solver *solver, const struct trey_frame *frame,
                   const trey_board *boards, uint32_t *place, size_t count)
{
    uint32_t number[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    solver->kernels->rank(&solver->ranking, frame->rows, boards, number, count);
    solver->kernels->locate(&frame->set, number, place, count);
}

/* --- after-states ----------------------------------------------------------------------
 */

struct sums {
    double avg[TREY_BATCH];
    uint32_t min[TREY_BATCH], max[TREY_BATCH], ways[TREY_BATCH];
};

static void clear_sums(struct sums *sums, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sums->avg[i] = 0;
        sums->min[i] = UINT32_MAX;
        sums->max[i] = 0;
    }
}

/* Adds what the draw brings, the mean over the cells of each after-state. */
static void add_draw(const struct trey_solver *solver, const struct trey_entries *entries,
                     const struct trey_draw *draw, const double *share, struct sums *sums)
{
    trey_board boards[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    uint32_t place[TREY_BATCH * TREY_EXACT_MAX_CELLS];
    const struct trey_frame *next = &solver->frame[draw->slot % TREY_OPEN_SLOTS];
    trey_entries_boards(solver, entries, draw, boards);
    locate(solver, next, boards, place, entries->count);
    for (size_t i = 0; i < entries->count; i++) {
        unsigned owner = entries->owner[i];
        sums->avg[owner] +=
            draw->chance * share[owner] * (next->mean.avg[place[i]] - draw->unearned);
        if (next->mean.min == NULL)
            continue;
        uint32_t unearned = (uint32_t)draw->unearned;
        uint32_t min = next->mean.min[place[i]] - unearned;
        uint32_t max = next->mean.max[place[i]] - unearned;
        sums->min[owner] = min < sums->min[owner] ? min : sums->min[owner];
        sums->max[owner] = max > sums->max[owner] ? max : sums->max[owner];
    }
}

static void find_shares(const struct trey_entries *entries, size_t count, double *share)
{
    for (size_t i = 0; i < count; i++)
        share[i] = 0;
    for (size_t i = 0; i < entries->count; i++)
        share[entries->owner[i]]++;
    for (size_t i = 0; i < count; i++)
        share[i] = 1 / share[i];
}

static void value_afters_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    const struct trey_solver *solver = work->solver;
    const struct trey_slot *slot = &work->frame->slot;
    const struct trey_afters *after = &work->solver->after[work->edge];
    trey_board boards[TREY_BATCH];
    double share[TREY_BATCH];
    struct trey_entries entries;
    struct sums sums;
    struct trey_scan scan;
    trey_scan_begin(&scan, &solver->ranking, work->frame->rows, &after->set, chunk);
    size_t at = after->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; at += count) {
        trey_entries_find(&solver->game, work->edge, boards, count, &entries);
        find_shares(&entries, count, share);
        for (unsigned column = 0; column < slot->columns; column++) {
            clear_sums(&sums, count);
            for (unsigned k = 0; k < slot->column[column].count; k++)
                add_draw(solver, &entries, &slot->column[column].draw[k], share, &sums);
            for (size_t i = 0; i < count; i++) {
                size_t to = (at + i) * slot->columns + column;
                after->values.avg[to] = sums.avg[i];
                if (after->values.min != NULL) {
                    after->values.min[to] = sums.min[i];
                    after->values.max[to] = sums.max[i];
                }
            }
        }
    }
}

/* --- boards ----------------------------------------------------------------------------
 */

/* Legal slides of a batch of boards. */
struct slides {
    size_t count;
    uint32_t number[TREY_BATCH], place[TREY_BATCH];
    uint8_t who[TREY_BATCH]; /* number in the batch */
    bool turned[TREY_BATCH];
};

/* Those in direction d of the boards from the place `at` on, as they were noted. */
static void recall(const struct trey_solver *solver, int d, size_t at, size_t count,
                   struct slides *slides)
{
    const struct trey_slid *slid = &solver->slid;
    size_t legal = 0;
    for (size_t i = 0; i < count; i++) {
        slides->number[legal] = slid->to[d][at + i];
        slides->who[legal] = (uint8_t)i;
        slides->turned[legal] = slid->turned[at + i] >> d & 1;
        legal += slid->legal[at + i] >> d & 1;
    }
    slides->count = legal;
    solver->kernels->locate(&solver->after[solver->game.edge[d]].set, slides->number,
                            slides->place, legal);
}

/* Takes over the values of after-states where they are better. Where a state is
 * exchanged, hints 1 and 2 are, which are the first columns if there are several. */
static void take_better(const struct trey_solver *solver, const struct trey_afters *after,
                        unsigned columns, const struct slides *slides, size_t at)
{
    const struct trey_values *best = &solver->best;
    for (size_t i = 0; i < slides->count; i++)
        for (unsigned column = 0; column < columns; column++) {
            bool turned = slides->turned[i] && columns > 1 && column < 2;
            size_t from =
                (size_t)slides->place[i] * columns + (turned ? 1 - column : column);
            size_t to = (at + slides->who[i]) * columns + column;
            if (!(after->values.avg[from] > best->avg[to] + EQUAL))
                continue;
            best->avg[to] = after->values.avg[from];
            if (best->min != NULL) {
                best->min[to] = after->values.min[from];
                best->max[to] = after->values.max[from];
            }
        }
}

/* Boards without a slide get their points. */
static void end_game(const struct trey_values *best, size_t first, unsigned columns,
                     uint64_t points)
{
    for (unsigned column = 0; column < columns; column++) {
        best->avg[first + column] = (double)points;
        if (best->min != NULL)
            best->min[first + column] = best->max[first + column] = (uint32_t)points;
    }
}

static void take_mean(const struct trey_values *best, size_t first, unsigned columns,
                      const struct trey_values *mean, size_t to)
{
    double sum = 0;
    for (unsigned column = 0; column < columns; column++)
        sum += best->avg[first + column];
    mean->avg[to] = sum / columns;
    if (best->min == NULL)
        return;
    mean->min[to] = best->min[first];
    mean->max[to] = best->max[first];
    for (size_t at = first + 1; at < first + columns; at++) {
        mean->min[to] = best->min[at] < mean->min[to] ? best->min[at] : mean->min[to];
        mean->max[to] = best->max[at] > mean->max[to] ? best->max[at] : mean->max[to];
    }
}

/* Whether some nibble is `rank` or more. */
static bool has_rank(trey_board board, unsigned rank)
{
    uint64_t eights = TREY_LOW_BITS * 8, low = board & ~eights;
    if (rank >= 8)
        return (board & (low + TREY_LOW_BITS * (16 - rank)) & eights) != 0;
    return ((board | (low + TREY_LOW_BITS * (8 - rank))) & eights) != 0;
}

/* Counts a board, one for all its images, and `kinds` of these for one exchanged. */
static void tally_board(const struct work *work, trey_board board, bool ended,
                        uint32_t kinds, struct trey_tally *tally)
{
    const struct trey_solver *solver = work->solver;
    const struct trey_frame *frame = work->frame;
    while (has_rank(board, tally->top_rank + 1))
        tally->top_rank++;
    if (!solver->game.folded &&
        trey_fold_one(&solver->game, &solver->game.orbit, board) != board)
        return;
    tally->kinds += kinds;
    tally->ended += ended ? kinds : 0;
    const struct trey_frame *other = trey_frame_of(work->solver, frame->number + 1);
    if (frame->number % 2 == 0 && other->number == frame->number + 1 && other->size > 0) {
        uint32_t place = trey_rank_of(&solver->ranking, frame->rows, board);
        if (other->set.bits[place / 64] >> (place % 64) & 1)
            tally->twice += kinds;
    }
}

static void finish_batch(const struct work *work, const trey_board *boards, size_t count,
                         size_t at, struct trey_tally *tally)
{
    const struct trey_solver *solver = work->solver;
    const struct trey_values *best = &solver->best;
    unsigned columns = work->frame->slot.columns;
    trey_board other[TREY_BATCH]; /* exchanged */
    bool mixed = trey_slot_fold(&solver->game, work->frame->number)->exchange;
    for (size_t i = 0; mixed && i < count; i++)
        other[i] = trey_exchange(boards[i]);
    if (mixed)
        solver->kernels->fold(&solver->game, &solver->game.whole, other, count);
    for (size_t i = 0; i < count; i++) {
        size_t first = (at + i) * columns;
        bool ended = best->avg[first] < 0;
        if (ended)
            end_game(best, first, columns, trey_exact_points(&solver->game, boards[i]));
        take_mean(best, first, columns, &work->frame->mean, at + i);
        tally_board(work, boards[i], ended, mixed && other[i] != boards[i] ? 2 : 1,
                    tally);
    }
}

static void value_boards_chunk(void *context, size_t chunk)
{
    const struct work *work = context;
    const struct trey_solver *solver = work->solver;
    const struct trey_frame *frame = work->frame;
    unsigned columns = frame->slot.columns;
    struct slides slides;
    struct trey_tally tally = {0};
    const struct trey_set *set = &frame->set;
    size_t beyond = (chunk + 1) * TREY_CHUNK_WORDS;
    size_t end = beyond < set->words ? set->before[beyond] : set->count, count;
    for (size_t at = set->before[chunk * TREY_CHUNK_WORDS]; at < end; at += count) {
        count = end - at < TREY_BATCH ? end - at : TREY_BATCH;
        for (size_t i = 0; i < count * columns; i++)
            solver->best.avg[at * columns + i] = -1;
        for (int d = 0; d < 4; d++) {
            recall(solver, d, at, count, &slides);
            take_better(solver, &solver->after[solver->game.edge[d]], columns, &slides,
                        at);
        }
        finish_batch(work, solver->slid.board + at, count, at, &tally);
    }
    solver->tally[chunk] = tally;
}

/* --- layer by layer --------------------------------------------------------------------
 */

static enum trey_status keep_values(struct trey_solver *solver, unsigned number,
                                    struct trey_error *error)
{
    struct trey_layers *store = &solver->store;
    struct trey_layer *layer = &store->layer[number];
    void *room = trey_layers_room(store, layer);
    if (room == NULL)
        return trey_fail_memory(error, trey_values_bytes(store, layer));
    trey_values_encode(layer, &solver->best, store->exact_values, room);
    return trey_store_put_values(store, number, room, error);
}

static enum trey_status value_layer(struct trey_solver *solver, unsigned number,
                                    struct trey_error *error)
{
    struct trey_layer *layer = &solver->store.layer[number];
    struct trey_frame *frame = trey_frame_of(solver, number);
    struct work work = {solver, frame, 0};
    if (layer->boards == 0)
        return TREY_OK;
    trey_frame_open(solver, number);
    layer->columns = frame->slot.columns;
    enum trey_status status =
        trey_layers_boards(&solver->store, number, &frame->set, error);
    if (status != TREY_OK)
        return status;
    trey_afters_list(solver, frame, &solver->slid);
    for (work.edge = 0; work.edge < solver->game.edges; work.edge++)
        trey_solver_for(solver, trey_set_chunks(&solver->after[work.edge].set),
                        value_afters_chunk, &work);
    size_t chunks = trey_set_chunks(&frame->set);
    trey_solver_for(solver, chunks, value_boards_chunk, &work);
    if (solver->given_up)
        return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
    for (size_t chunk = 0; chunk < chunks; chunk++) {
        const struct trey_tally *tally = &solver->tally[chunk];
        layer->kinds += tally->kinds;
        layer->ended += tally->ended;
        layer->twice += tally->twice;
        if (tally->top_rank > layer->top_rank)
            layer->top_rank = tally->top_rank;
    }
    solver->done += layer->boards;
    if (solver->carrier != NULL)
        return trey_carry_layer(solver, frame, error);
    return solver->store.keep_values ? keep_values(solver, number, error) : TREY_OK;
}

struct root {
    struct trey_solver *solver;
    unsigned number;
};

static void add_root(void *context, trey_board board, unsigned number, double chance)
{
    const struct root *root = context;
    struct trey_solver *solver = root->solver;
    const struct trey_exact_game *game = &solver->game;
    double earned = game->twos ? (double)trey_exact_points(game, board) : 0;
    unsigned kept = trey_slot_settle(game, number, &board);
    uint32_t place;
    if (kept != root->number)
        return;
    const struct trey_frame *frame = trey_frame_of(solver, kept);
    locate(solver, frame, &board, &place, 1);
    double value = chance * (frame->mean.avg[place] - earned);
    solver->root.value += value;
    if (game->start == 1 && !game->twos) /* a third of the chance is for each tile */
        solver->root.first[number / 2 - 1] += TREY_HINTS * value;
}

/* Makes the layers of the period of a slot again, and the frames those of the slots above
 * it again, whose values they still have. */
static enum trey_status enter_period(struct trey_solver *solver, unsigned number,
                                     struct trey_error *error)
{
    enum trey_status status = trey_forward_again(solver, number, error);
    for (unsigned at = number + 1;
         at < number + TREY_OPEN_SLOTS && at < solver->store.slots; at++) {
        trey_frame_open(solver, at);
        if (status == TREY_OK && solver->store.layer[at].boards > 0)
            status = trey_layers_boards(&solver->store, at,
                                        &trey_frame_of(solver, at)->set, error);
    }
    return status;
}

/* Whether the layers of the period of a slot, which is the next to be valued, are still
 * to be made again. */
static bool enters_period(const struct trey_solver *solver, unsigned number)
{
    return solver->period > 0 && (number + 1 == solver->store.slots ||
                                  number % solver->period == solver->period - 1);
}

enum trey_status trey_backward(struct trey_solver *solver, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    struct root root = {solver, 0};
    const struct trey_position *begin = &solver->work.begin;
    unsigned first = begin->valuing ? begin->next : solver->store.slots;
    if (begin->valuing && solver->period > 0 && first % solver->period != 0)
        status = trey_forward_again(solver, first, error);
    if (status == TREY_OK && begin->valuing)
        status = trey_resume_frames(solver, error);
    else
        solver->done = 0;
    for (unsigned number = first; status == TREY_OK && number-- > 0;) {
        if (enters_period(solver, number))
            status = enter_period(solver, number, error);
        if (status == TREY_OK)
            status = value_layer(solver, number, error);
        root.number = number;
        if (status == TREY_OK && number <= trey_last_start(&solver->game))
            trey_exact_starts(&solver->game, &root, add_root);
        if (status == TREY_OK && solver->store.layer[number].boards > 0)
            status = trey_solver_step(solver, &(struct trey_position){1, number}, error);
    }
    return status;
}
